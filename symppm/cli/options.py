"""Options that several commands share, and how their text is read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from symppm.cli.grouping import argument, option
from symppm.errors import DataError, ParameterError

if TYPE_CHECKING:
    import symppm as ppm

T = TypeVar("T")
MARGINS: Final = "margins"
"""In the place of a file of exposures: to be estimated."""
_PLOTS: Final = (".png", ".svg", ".pdf")
_MODEL: Final = "A name (see `symppm models`) or FILE.py[:NAME], which is run."


def model_completions(incomplete: str) -> list[str]:
    """Return the names of the catalogue that begin as typed; files are left to the shell."""
    from symppm.codegen.load import model_names

    return [name for name in model_names() if name.startswith(incomplete)]


@dataclass(frozen=True)
class Output:
    """Where an answer goes."""

    output: Path | None = option("Write the answer to a file.", "--output -o FILE")


@dataclass(frozen=True)
class Answer(Output):
    """How a command answers."""

    as_json: bool = option("Print JSON and nothing else.", "--json", default=False)


@dataclass(frozen=True)
class LongAnswer(Answer):
    """How a command answers that has more to say than is shown."""

    verbose: bool = option("Say everything, each diagnostic in full.", default=False)


@dataclass(frozen=True)
class Subject:
    """The model of a command that is about one."""

    model: str = argument(_MODEL, "MODEL", autocompletion=model_completions)


@dataclass(frozen=True)
class Question:
    """Which model is matched, and what of it is given."""

    model: str | None = option(
        f"{_MODEL} [hpf_gamma; without data or by moments pmf_gamma]",
        "MODEL",
        autocompletion=model_completions,
    )
    scale: str | None = option(
        "What fixes it, since no data can: a prior, such as theta, whose mean is 1, "
        "'mean(theta)=2', equal-means, or b=1.",
        "SCALE",
    )
    fix: list[str] | None = option("Give a parameter (K=25), or tie it (c=a).", "NAME=VALUE")

    @property
    def fixed(self) -> dict[str, float | str]:
        """What ``--fix`` gives: numbers, or expressions in other hyperparameters."""
        return pairs(self.fix, "--fix", _number_or_text)

    def keywords(self) -> dict[str, Any]:
        """Return what :func:`symppm.match` takes of them; a model file is run."""
        return {"model": chosen_model(self.model), "scale": self.scale, "fixed": self.fixed}

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are read, so that none is written over."""
        return files_of(self.model)


@dataclass(frozen=True)
class Known:
    """Arrays that are known."""

    known: list[str] | None = option(
        "A known array, as text or .npy; of any model row=FILE and col=FILE, or row=margins to "
        "estimate it.",
        "NAME=FILE",
    )


def chosen_model(text: str | None) -> Any:
    """Return what the library takes: a catalogue name as it is, or the model of a file."""
    if text is None or model_file(text) is None:
        return text
    # Catalogue names are matched without SymPy, which takes longer to load than the match.
    from symppm.modeller import load_model_file

    return load_model_file(text)


def model_file(text: str) -> Path | None:
    """Return the Python file in what was typed; None for a name of the catalogue."""
    file = text if text.endswith(".py") else text.rpartition(":")[0]
    return Path(file) if file.endswith(".py") else None


def files_of(model: str | None, known: Sequence[str] | None = None) -> tuple[Path, ...]:
    """Return the files that options name and that are read, so that none is written over."""
    declared = None if model is None else model_file(model)
    arrays = [Path(file) for file in known_files(known).values() if file != MARGINS]
    return (*arrays, *([declared] if declared else []))


def known_files(known: Sequence[str] | None) -> dict[str, str]:
    """Read ``NAME=FILE`` pairs, of which those of margins name no file."""
    expected = "a name and a file, each name once, as in gamma=exposures.csv"
    return pairs(known, "--known", str, expected=expected, form="NAME=FILE")


def earlier_match(path: Path) -> ppm.Match:
    """Read what ``symppm match --json`` or ``symppm elicit --json`` wrote."""
    from symppm.matching import Match

    wrong = f"{path} is not the JSON of a match: "
    expected, do = "what `symppm match --json` or `symppm elicit --json` wrote", "Check the path."
    try:
        return Match.from_json(path.read_text("utf-8"))
    except OSError as error:
        given = f"{path} cannot be read ({error.strerror})"
        raise DataError(given, expected=expected, do=do) from error
    except UnicodeDecodeError as error:
        raise DataError(f"{wrong}it is no text", expected=expected, do=do) from error
    except DataError as error:
        raise DataError(wrong + error.given, expected=error.expected, do=error.do) from error


def check_plot(option_name: str, path: Path | None, usual: str) -> None:
    """Refuse a name that does not say how to draw, or a plot without matplotlib."""
    if path is None:
        return
    if path.suffix.lower() not in _PLOTS:
        raise ParameterError(
            f"{option_name} {path}",
            expected="a name that ends in " + " or ".join(_PLOTS),
            do=f"Write {option_name} {path.stem or usual}.png.",
        )
    from symppm.view.pictures import require_matplotlib

    require_matplotlib()


def pairs(
    texts: Sequence[str] | None,
    option_name: str,
    read: Callable[[str], T],
    used: Collection[str] = (),
    *,
    last: bool = False,
    expected: str = "a name and a number, as in K=25",
    form: str = "NAME=VALUE",
) -> dict[str, T]:
    """Read ``NAME=VALUE`` pairs, each name once, by what raises ValueError for a wrong value.

    With ``last`` the last sign of equality counts, since names such as P(Y = 0) hold one.
    """
    values: dict[str, T] = {}
    for text in texts or ():
        name, _, value = map(str.strip, text.rpartition("=") if last else text.partition("="))
        try:
            if not name or not value:
                raise ValueError(text)
            parsed = read(value)
        except ValueError as error:
            do = f"Write {option_name} {form}, once for each."
            raise ParameterError(f"{option_name} {text!r}", expected=expected, do=do) from error
        if name in values or name in used:
            given = f"{option_name} {name} twice"
            raise ParameterError(given, expected="each name once", do="Leave one out.")
        values[name] = parsed
    return values


def sizes(text: str | None) -> tuple[int, ...]:
    """Read ``100,80`` or ``100x80``."""
    numbers = [number.strip() for number in (text or "").lower().replace("x", ",").split(",")]
    if not all(number.isdecimal() for number in numbers):
        raise ParameterError(
            "no --shape" if text is None else f"--shape {text!r}",
            expected="the numbers of rows and columns",
            do="Write --shape 100,80.",
        )
    return tuple(map(int, numbers))


def _number_or_text(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
