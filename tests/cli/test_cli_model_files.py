"""Models that are Python files: --model FILE.py[:NAME], and what can be wrong with such a file."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
from declared_models import MINE, TWO

import symppm as ppm
from symppm.errors import DeclarationError, ModelNameError
from symppm.modeller import load_model_file

BELIEFS = "--mean 25 --variance 550 --rho-row 0.045 --rho-col 0.454"
SETTINGS = "--set K=4 --set a=2 --set b=1 --set c=0.5 --set d=0.1"


@pytest.mark.thorough
@pytest.mark.usefixtures("own_cache")
def test_a_file_is_matched_like_the_catalogue(here, symppm, strict_json):
    Path("my_model.py").write_text(MINE)
    line = f"elicit {BELIEFS} --json"
    named = strict_json(symppm(*shlex.split(line)).stdout)
    for model in ("my_model.py", "my_model.py:my_model", "my_model.py:mine"):
        done = symppm(*shlex.split(line), "--model", model)
        assert (done.exit_code, done.stderr) == (0, "")
        found = strict_json(done.stdout)
        assert found["model"] == "mine"
        assert found["k_exact"] == pytest.approx(named["k_exact"])
        assert found["identified"] == pytest.approx(named["identified"])


@pytest.mark.thorough
@pytest.mark.usefixtures("own_cache")
def test_every_command_that_takes_a_model_takes_a_file(here, symppm, strict_json):
    Path("my_model.py").write_text(TWO)
    line = f"sample my_model.py:my_model --shape 40,30 --random-seed 5 {SETTINGS} -o draw.npy"
    done = symppm(*shlex.split(line))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("drew 40 x 30 from mine with K=4, a=2,")
    wanted = {"K": 4, "a": 2.0, "b": 1.0, "c": 0.5, "d": 0.1}
    assert np.array_equal(
        np.load("draw.npy"), ppm.sample("pmf_gamma", wanted, shape=(40, 30), random_seed=5)
    )
    option = ("--model", "my_model.py:second", "--json")
    found = strict_json(symppm("match", "draw.npy", *option, "-o", "match.json").stdout or "null")
    assert found is None
    found = strict_json(Path("match.json").read_text())
    assert found["model"] == "second"
    assert found["k_exact"] == pytest.approx(ppm.match(np.load("draw.npy")).k_exact)
    assert strict_json(symppm("demo", "mutational_signatures", *option).stdout)["k"] == 3
    line = "sample my_model.py:other --from match.json --random-seed 5 -o again.npy"
    assert symppm(*shlex.split(line)).exit_code == 0
    line = "sample my_model.py:mine --from match.json -o again.npy"
    assert "is a match of model second" in symppm(*shlex.split(line)).stderr
    done = symppm("derive", "my_model.py:other")
    assert done.stdout.startswith("second: declared in my_model.py\n")
    assert "total variance" in done.stdout


def test_parameters_of_a_file_have_no_defaults(here, symppm):
    Path("my_model.py").write_text(MINE)
    done = symppm("sample", "my_model.py", "--shape", "3,3", "-o", "x.npy")
    assert done.exit_code == 2
    assert "K" in done.stderr
    assert not Path("x.npy").exists()


def test_a_file_may_import_its_neighbours(here, symppm, monkeypatch):
    Path("models").mkdir()
    Path("models/shared_parts_of_a_test.py").write_text("NAMES = 'a b c d'\n")
    text = MINE.replace('"a b c d"', "shared_parts_of_a_test.NAMES")
    Path("models/my_model.py").write_text("import shared_parts_of_a_test\n" + text)
    monkeypatch.delitem(sys.modules, "shared_parts_of_a_test", raising=False)
    before = list(sys.path)
    assert load_model_file("models/my_model.py").mean() is not None
    assert sys.path == before


def test_a_file_is_not_main_and_may_hold_dataclasses(here):
    Path("my_model.py").write_text(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n" + MINE
        + "@dataclass\nclass Note:\n    text: str\n"
        + "assert __file__ == 'my_model.py'\n"
        + "if __name__ == '__main__':\n    raise SystemExit('run as a script')\n"
    )  # fmt: skip
    assert load_model_file("my_model.py").name == "mine"


WRONG = {
    "missing": (None, "nowhere.py", "nowhere.py does not exist", "Check the path."),
    "misspelt": (MINE, "my_modle.py", "my_modle.py does not exist", "Did you mean 'model.py'?"),
    "no model": ("x = 1\n", "model.py", "model.py holds no model", "ppm.Model("),
    "empty": ("", "model.py", "model.py holds no model", "ppm.Model("),
    "two": (TWO, "model.py", "holds 2 models: my_model, other", "Write model.py:my_model"),
    "name": (TWO, "model.py:othr", "no model is named 'othr' in model.py", "Did you mean 'other'?"),
    "no name": (MINE, "model.py:", "no model is named ''", "my_model"),
    "not a model": (MINE, "model.py:a", "a in model.py is of type Symbol", "expected a ppm.Model"),
    "module": (MINE, "model.py:ppm", "ppm in model.py is of type module", "expected a ppm.Model"),
    "syntax": ("x = 1\nwith :\n", "model.py", "model.py, line 2: SyntaxError: ", "Correct it"),
    "indentation": ("x = 1\n  y = 2\n", "model.py", "model.py, line 2: IndentationError", "python"),
    "name error": (
        "import symppm as ppm\n\ndef f():\n    return undefined\n\nf()\n",
        "model.py",
        "model.py, line 4: NameError: name 'undefined' is not defined",
        "`python model.py` shows the whole traceback.",
    ),
    "import": (
        "import no_such_module_here\n",
        "model.py",
        "line 1: ModuleNotFoundError: No module named 'no_such_module_here'",
        "Correct it",
    ),
    "exit": ("import sys\nsys.exit(3)\n", "model.py", "model.py, line 2: SystemExit: 3", "Correct"),
    "bare": ("raise ValueError\n", "model.py", "model.py, line 1: ValueError;", "Correct it"),
    "declaration": (
        MINE.replace("rate=b", "rate=ppm"),
        "model.py",
        "model.py, line 5: ",
        "expected",
    ),
    "inside a library": (
        "import json\njson.loads('{')\n",
        "model.py",
        "model.py, line 2: JSONDecodeError",
        "Correct it",
    ),
    "bytes": (b"\xff\xfe\x00", "model.py", "model.py", "Correct it"),
    "null": (b"x = 1\x00\n", "model.py", "model.py", "Correct it"),
}  # fmt: skip


LINES = (
    f"elicit {BELIEFS} --model {{}}", "generate {} -o out", "sample {} --shape 3,3 -o x.npy",
    "demo --model {} --json",
)  # fmt: skip


@pytest.mark.parametrize(
    ("case", "line"),
    [*((case, "derive {}") for case in WRONG), *(("syntax", line) for line in LINES)],
)
def test_a_file_that_holds_no_such_model(case, line, here, symppm):
    content, model, message, remedy = WRONG[case]
    if content is not None:
        Path("model.py").write_bytes(content if isinstance(content, bytes) else content.encode())
    before = {path.name for path in here.iterdir()}
    done = symppm(*shlex.split(line.format(model)))
    assert (done.exit_code, done.stdout) == (2, "")
    (said,) = done.stderr.splitlines()
    assert said.startswith("error: ")
    assert message in said
    assert remedy in said
    assert "Traceback" not in said
    assert {path.name for path in here.iterdir()} - {"__pycache__"} == before


def test_in_python_the_cause_is_kept(here):
    Path("model.py").write_text("1 / 0\n")
    with pytest.raises(DeclarationError, match=r"line 1: ZeroDivisionError: division") as caught:
        load_model_file("model.py")
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    with pytest.raises(ModelNameError):
        load_model_file("nowhere.py")
