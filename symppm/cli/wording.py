"""Messages of the library in the words of the command line: options in place of keywords.

The library tells its callers to write ``estimator="moments"``; whoever reads the same message in a
terminal is told to write ``--estimator moments``. Where a message has both, as in
``--zeros missing (zeros='missing')``, the option stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

_OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {"bounds": "--bound", "fixed": "--fix", "targets": "--target"}
    | {
        name: f"--{name.replace('_', '-')}"
        for name in (
            *("blanks", "columns", "device", "draws", "duplicates", "engine", "estimator"),
            *("header", "known", "label_columns", "layer", "layout", "level", "method"),
            *("model", "models", "random_seed", "scale", "seconds", "shape", "shapes"),
            *("start", "tolerance", "zeros"),
        )
    }
)
"""Keywords of the library that are options, and these."""
_PYTHON_ONLY: Final = ("entries", "intervals", "mask", "progress")
_NEITHER: Final = {"shape": re.compile(r"[-+\w.]*")}
"""What follows a name that may as well be that of a hyperparameter, and then is no option."""

_VALUE: Final = (
    r"(?:\"[^\"]*\"|'[^']*'|\{[^{}]*\}|\([^()]*\)|\[[^\[\]]*\]|\.\.\.|[-+]?\w+(?:\.\w+)*|)"
)
_KEYWORD: Final = re.compile(rf"(?<![\w./-])({'|'.join(_OPTIONS)})=(?!=)({_VALUE})(?![\w./]*/)")
_FILE: Final = re.compile(r"[\w.-]*\.[A-Za-z]\w*")
"""What follows a name in that of a file, such as ``level=3.csv``."""
_KEYWORDS: Final = rf"[a-z_]+={_VALUE}(?:, [a-z_]+={_VALUE})*"
_AFTER_OPTION: Final = re.compile(rf" \({_KEYWORDS}\)")
_BEFORE_OPTION: Final = re.compile(rf"\b{_KEYWORDS} \((--[^()]+)\)")
_ONLY_IN_PYTHON: Final = re.compile(rf" \([^()]*\b(?:{'|'.join(_PYTHON_ONLY)})=[^()]*\)")
_NAMED_PAIR: Final = re.compile(r"\bbounds (\w+)=(\([^()]*\))")
_TWICE: Final = re.compile(r"(--\S+ [^\s,]+), or \1")
_PAIR: Final = re.compile(r"[\"']([^\"']+)[\"']: (\([^()]*\)|\"[^\"]*\"|'[^']*'|[^,}]+)")
_ATTRIBUTE: Final = r"(?<![\w)\]])\."
_WORDS: Final = (
    (re.compile(rf"{_ATTRIBUTE}branches\b"), "the solutions"),
    (re.compile(rf"{_ATTRIBUTE}(diagnostics|parameters)\b"), r"the \1"),
    (re.compile(rf"{_ATTRIBUTE}to_json\(\)"), "--json"),
    (re.compile(rf"{_ATTRIBUTE}plot\(\)"), "--plot"),
    (re.compile(rf"{_ATTRIBUTE}plot_trace\(\)"), "--plot-trace"),
    (re.compile(r"\bas \w+\.to_dict\(\) returns it"), "as --json writes it"),
    (re.compile(r"\bto_(?:json|dict)\(\)(?: or|,? and) --json"), "--json"),
    (re.compile(r"Read it with from_dict or from_json of what wrote it\."), "Check the path."),
    (
        re.compile(r"\bppm\.match\(\.\.\., method=\"stochastic\"\)"),
        "symppm match FILE --model MODEL --method stochastic",
    ),
    (re.compile(r"\bppm\.match\(targets=\{\.\.\.\}\)"), "symppm elicit"),
    (re.compile(r"\bppm\.sample\b(?!\()"), "symppm sample"),
)


def in_options(message: str, model: str = "MODEL") -> str:
    """Return a message as it is shown on the command line, to a command about a model."""
    for pattern, words in _WORDS:
        message = pattern.sub(words, message)
    message = _BEFORE_OPTION.sub(r"\1", message)
    if "--" in message:
        message = _AFTER_OPTION.sub("", message)
    message = _ONLY_IN_PYTHON.sub("", message)
    message = _NAMED_PAIR.sub(lambda it: f"--bound {it[1]}={_plain(it[2])}", message)
    message = _KEYWORD.sub(_option, message)
    return _TWICE.sub(r"\1", message).replace("--model MODEL", f"--model {model}")


def reworded(content: Any) -> Any:
    """Return a page whose sentences name options."""
    from rich.console import Group

    from symppm.view.layout import Paragraph

    if isinstance(content, Paragraph):
        return replace(content, text=in_options(content.text))
    return Group(*map(reworded, content.renderables)) if isinstance(content, Group) else content


def _option(match: re.Match[str]) -> str:
    name, value = match.groups()
    if (name in _NEITHER and _NEITHER[name].fullmatch(value)) or _FILE.fullmatch(value):
        return match.group()
    option = _OPTIONS[name]
    if name == "header" and value == "False":
        return "--no-header"
    if value in ("", "None", "True", "False"):
        return option
    if value.startswith("{"):
        return " ".join(f"{option} {pair}" for pair in _pairs(name, value))
    return f"{option} {_plain(value)}"


def _pairs(name: str, mapping: str) -> list[str]:
    stands_for = {"known": "FILE", "bounds": "LOW,HIGH"}.get(name, "VALUE")
    items = _PAIR.findall(mapping)
    if not items:
        return [f"NAME={stands_for}"]
    texts = (f"{key}={'FILE' if name == 'known' else _plain(value)}" for key, value in items)
    return [f'"{text}"' if re.search(r"[\s()*]", text) else text for text in texts]


def _plain(value: str) -> str:
    """Return a value as it is typed on the command line."""
    value = value.strip()
    if value == "...":
        return "VALUE"
    if value[:1] in ("(", "["):
        return ",".join(_plain(item) for item in value[1:-1].split(",") if item.strip())
    return value[1:-1] if value[:1] in ("'", '"') else value
