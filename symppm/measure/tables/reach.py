"""Whether anybody answers at an address: drivers can wait for minutes, so knock first."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from typing import Final

from symppm.errors import DataError

_SECONDS: Final = 5.0
_SHOWN: Final = 300


def knock_at_any(addresses: Sequence[tuple[str, int]], url: str) -> None:
    """Raise DataError if nobody answers at any of some addresses within seconds.

    Parameters
    ----------
    addresses : sequence of (str, int)
        Hosts and ports.
    url : str
        What names them, for the message, without any password.
    """
    reasons = []
    for host, port in addresses:
        try:
            socket.create_connection((host, port), timeout=_SECONDS).close()
        except OSError as error:
            reasons.append(f"{host}:{port}: {error.strerror or error}")
        else:
            return
    raise unreachable(url, "; ".join(reasons))


def unreachable(url: str, reason: str) -> DataError:
    """Return the error for an engine that does not answer.

    Parameters
    ----------
    url : str
        What names it, without any password.
    reason : str
        What is known of the cause.
    """
    return DataError(
        f"engine {url!r} cannot be reached ({' '.join(reason.split())[:_SHOWN]})",
        expected="an engine that answers",
        do="Check the URL, and that the engine runs and accepts connections from here.",
    )
