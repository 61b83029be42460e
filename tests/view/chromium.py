"""A headless Chromium, driven through a pair of pipes: no driver and no library is needed."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

WAIT = 60.0
_OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--hide-scrollbars", "--no-first-run", "--disable-extensions", "--disable-sync",
    "--disable-background-networking", "--remote-debugging-pipe",
)  # fmt: skip

# Chromium reads from descriptor 3 and writes to 4. A process between puts them there: code run here
# between fork and exec would wake the fork hooks of whatever library is loaded.
_AT_THREE_AND_FOUR = """
import os, sys
high = [os.dup(int(end)) for end in sys.argv[1:3]]
for end, wanted in zip(high, (3, 4)):
    os.dup2(end, wanted)
    os.set_inheritable(wanted, True)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Browser:
    """One page of one browser. Everything that it reports is kept."""

    def __init__(self, program: str, profile: Path) -> None:
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _AT_THREE_AND_FOUR, str(theirs_in), str(theirs_out),
             program, *_OPTIONS, f"--user-data-dir={profile}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            pass_fds=(theirs_in, theirs_out),
        )  # fmt: skip
        os.close(theirs_in)
        os.close(theirs_out)
        self._rest, self._number, self._session = b"", 0, ""
        self.reported: list[dict[str, Any]] = []
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(each["targetId"] for each in targets if each["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        # As if its window were in front: without that nothing may be copied.
        self.ask("Page.bringToFront")
        self.ask("Emulation.setFocusEmulationEnabled", enabled=True)

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.reported.append(answer)

    def _read(self) -> dict[str, Any]:
        deadline = time.monotonic() + WAIT
        while b"\0" not in self._rest:
            assert time.monotonic() < deadline, "the browser does not answer"
            found = os.read(self._in, 1 << 20)
            assert found, "the browser has ended"
            self._rest += found
        line, _, self._rest = self._rest.partition(b"\0")
        return json.loads(line)

    def open(self, path: Path) -> None:
        """Open a file and wait until it is loaded."""
        self.reported.clear()
        self.ask("Page.navigate", url=path.as_uri())
        self.wait_for("document.readyState === 'complete' && location.protocol === 'file:'")

    def wait_for(self, condition: str) -> None:
        """Wait until an expression is true."""
        deadline = time.monotonic() + WAIT
        while not self.value(condition):
            assert time.monotonic() < deadline, f"never true: {condition}"
            time.sleep(0.05)

    def value(self, expression: str) -> Any:
        """Return the value of an expression, which may be a promise."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True,
                         awaitPromise=True, userGesture=True)  # fmt: skip
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def size(self, width: int, height: int) -> None:
        """Set the size of the window."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=False)  # fmt: skip

    def prefer(self, scheme: str = "light", media: str = "") -> None:
        """Set the colour scheme that is preferred, and the medium."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.ask("Emulation.setEmulatedMedia", media=media, features=[feature])

    def press(self, key: str, code: int, text: str = "") -> None:
        """Press a key and let go."""
        for kind, typed in (("keyDown", text), ("keyUp", "")):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                     windowsVirtualKeyCode=code, text=typed)  # fmt: skip

    def pdf(self) -> bytes:
        """Print the page on A4."""
        found = self.ask("Page.printToPDF", paperWidth=8.27, paperHeight=11.69,
                         printBackground=True)  # fmt: skip
        return base64.b64decode(found["data"])

    def complaints(self) -> list[str]:
        """Return errors and warnings of the console, exceptions, and what the log says."""
        named = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
        return [str(each["params"]) for each in self.reported if each.get("method") in named]

    def requested(self) -> list[str]:
        """Return the addresses that were asked for."""
        sent = "Network.requestWillBeSent"
        return [each["params"]["request"]["url"] for each in self.reported
                if each.get("method") == sent]  # fmt: skip

    def close(self) -> None:
        """End the browser."""
        self._process.terminate()
        try:
            self._process.wait(WAIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for descriptor in (self._in, self._out):
            os.close(descriptor)
