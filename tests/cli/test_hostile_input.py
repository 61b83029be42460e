"""Wrong input to every command: one sentence and an exit code, never a traceback or a NaN."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from cases import core

import symppm as ppm

NAN = re.compile(r"\bnan\b", re.IGNORECASE)
WORDS = (
    # Data that are none.
    "match c.npy", "match o.npy", "match z.npy", "match neg.npy", "match nan.npy", "match one.npy",
    "match three.npy", "match inf.npy", "match big.npy", "match empty.npy", "match empty.csv",
    "match bin.csv", "match folder", "match nofile.csv", "match /dev/null", "compare three.npy",
    "compare z.npy", "report nan.npy -o r.html",
    # Options that are none.
    "match d.csv --fix a=nan", "match d.csv --fix a=1e400", "match d.csv --fix K=1e300",
    "match d.csv --fix a=__import__('os')", "match d.csv --fix a=c --fix c=a",
    "match d.csv --fix a=1/0", "match d.csv --scale b=nan", "match d.csv --scale mean(theta)=-1",
    "match d.csv --holdout nan --rest r.csv",
    "match d.csv --random-seed 999999999999999999999999999", "match d.csv --seconds nan",
    "match d.csv --bound a=nan,1", "match d.csv --export hpfrec --shapes nan",
    "match d.csv --columns 0,1,2", "match d.csv --label-columns 99", "match d.csv --engine nope",
    "elicit --mean nan", "elicit --mean 1 --weight mean=nan", "compare d.csv --level nan",
    "report d.csv -o r.html --date 0001-01-01T00:00+23:59",
    "report d.csv -o r.html --random-seed 99999999999999999999999999",
    "audit deep.json", "audit nul.json", "demo nope", "generate nope", "derive half.py",
    # Models that are none.
    "match d.csv --model exc.py", "match d.csv --model half.py", "match d.csv --model exit.py",
    "match d.csv --model pmf_gamma_exposure --known gamma=o.npy",
    "match d.csv --model pmf_gamma_exposure --known gamma=folder",
    "sample pmf_gamma_exposure -o x.npy --shape 3,3 --set K=1 --known gamma=o.npy",
    # Draws that cannot be.
    "sample pmf_gamma -o x.npy --shape 99999999999,99999999999",
    "sample pmf_gamma -o x.npy --shape 3,3 --set K=1e18",
    "sample pmf_gamma -o x.npy --shape 3,3 --set K=nan",
    "sample pmf_gamma -o x.npy --shape 3,3 --set b=1e-300",
    # Documents of strangers.
    *(
        f"{command} --from {name}.json"
        for command in ("sample pmf_gamma -o x.npy", "report -o r.html")
        for name in ("negative", "empty", "huge", "half", "surrogate", "list", "nul", "deep", "bin")
    ),
    "sample pmf_gamma -o x.npy --from folder", "report -o r.html --from folder",
)  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of what should not be."""
    folder = tmp_path_factory.mktemp("hostile")
    counts = np.random.default_rng(1).poisson(np.random.default_rng(2).gamma(1, 2, (30, 20)))
    arrays = {
        "c": counts + 1j, "z": np.zeros((5, 5)), "neg": counts - 50, "one": np.arange(5),
        "nan": np.where(counts > 3, np.nan, counts), "inf": np.where(counts > 3, np.inf, counts),
        "three": np.ones((5, 4, 3)), "big": counts * 1e200, "empty": np.zeros((0, 3)),
    }  # fmt: skip
    for name, values in arrays.items():
        np.save(folder / f"{name}.npy", values)
    np.save(folder / "o.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    np.savetxt(folder / "d.csv", counts, "%d", ",")
    (folder / "folder").mkdir()
    (folder / "empty.csv").touch()
    (folder / "bin.csv").write_bytes(b"\x00\xff\xfe\x80" * 40)
    (folder / "exc.py").write_text("1/0")
    (folder / "exit.py").write_text("import sys; sys.exit(7)")
    (folder / "half.py").write_text("import symppm as ppm\nm = ppm.Model('m')\n")
    text = ppm.match(ppm.data.load("mutational_signatures").values).to_json()
    changes = {
        "negative": ("parameters", "a", -1), "half": ("parameters", "K", 2.5),
        "huge": ("statistics", "shape", [2**70, 3]), "empty": ("parameters", None, {}),
        "surrogate": ("scale", None, "\ud800"),
    }  # fmt: skip
    for name, (field, key, value) in changes.items():
        document = json.loads(text)
        if key is None:
            document[field] = value
        else:
            document[field][key] = value
        (folder / f"{name}.json").write_text(json.dumps(document))
    (folder / "list.json").write_text("[1, 2]")
    (folder / "nul.json").write_text("null")
    (folder / "deep.json").write_text("[" * 100_000)
    (folder / "bin.json").write_bytes(b"\xff\xfe\x00")
    return folder


QUICK = (
    "match c.npy", "match big.npy", "match d.csv --fix a=__import__('os')", "audit deep.json",
    "derive half.py", "sample pmf_gamma -o x.npy --from surrogate.json",
)  # fmt: skip


@pytest.mark.parametrize("words", core(WORDS, QUICK))
def test_wrong_input_is_a_sentence(words, place, symppm, monkeypatch):
    monkeypatch.chdir(place)
    before = {each.name for each in place.iterdir()}
    outcome = symppm(*words.split())
    assert outcome.exit_code == 2
    assert "error: " in outcome.stderr or "Error" in outcome.stderr
    assert "Traceback" not in outcome.stderr
    assert {each.name for each in place.iterdir()} == before


@pytest.mark.parametrize(
    "words",
    [
        "elicit --mean 1 --variance 3 --rho-row 0 --rho-col 0",
        "elicit --mean 1e300 --variance 1e300 --rho-row 0.1 --rho-col 0.1",
        "elicit --mean 1e-300 --variance 1e-300 --rho-row 0.1 --rho-col 0.1",
        "elicit --mean 25 --variance 550 --rho-row 1e-12 --rho-col 1e-12",
        "elicit --mean 25 --variance 550 --rho-row 0.045 --rho-col 0.454 --fix K=1e15",
        "report --from infeasible.json -o r.html --draws 0",
    ],
)
def test_answers_at_the_edge_hold_no_nan(words, symppm, here):
    beliefs = {"mean": 25, "variance": 20, "rho_row": 0.045, "rho_col": 0.454}
    (here / "infeasible.json").write_text(ppm.match(targets=beliefs).to_json())
    outcome = symppm(*words.split())
    assert outcome.exit_code in (0, 3)
    assert not NAN.search(outcome.stdout)
