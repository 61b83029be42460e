"""symppm sample, models, help and version."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import symppm as ppm

PAPER = {"K": 25, "a": 1.0, "b": 1.0, "c": 0.1, "d": 0.1}


def test_what_is_set_is_not_a_default(here, symppm, strict_json):
    options = ("--shape", "8x9", "--random-seed", 2, "--set", "a=3", "--set", "K=4", "--json")
    answer = strict_json(symppm("sample", "pmf_gamma", *options, "-o", "x.npy").stdout)
    assert answer == {
        "model": "pmf_gamma",
        "parameters": {**PAPER, "K": 4, "a": 3},
        "defaults": ["b", "c", "d"],
        "shape": [8, 9],
        "draws": 1,
        "random_seed": 2,
        "file": "x.npy",
    }
    wanted = ppm.sample("pmf_gamma", {**PAPER, "K": 4, "a": 3}, shape=(8, 9), random_seed=2)
    assert np.array_equal(np.load("x.npy"), wanted)


def test_a_seed_is_made_up_and_said(here, symppm, strict_json):
    options = ("sample", "pmf_gamma", "--shape", "5,5", "--json", "-o")
    first = strict_json(symppm(*options, "x.npy").stdout)
    again = symppm(*options, "y.npy", "--random-seed", first["random_seed"])
    assert again.exit_code == 0
    assert np.array_equal(np.load("x.npy"), np.load("y.npy"))
    assert strict_json(symppm(*options, "z.npy").stdout)["random_seed"] != first["random_seed"]
    said = symppm("sample", "pmf_gamma", "--shape", "5,5", "-o", "z.npy").stdout
    assert re.search(r"random seed (\d+): --random-seed \1 draws the same again\n", said)


@pytest.mark.parametrize("name", ["x.npy", "x.npz", "x.csv", "x.tsv", "x.mtx", "X.CSV"])
@pytest.mark.parametrize("shape", [(12, 7), (9, 2), (3, 3)])
def test_what_is_drawn_is_what_is_read(name, shape, here, symppm):
    size = ",".join(map(str, shape))
    done = symppm("sample", "pmf_gamma", "--shape", size, "--random-seed", 3, "-o", name)
    assert done.exit_code == 0
    values = ppm.read(name).values
    dense = values.toarray() if hasattr(values, "toarray") else values
    assert np.array_equal(dense, ppm.sample("pmf_gamma", PAPER, shape=shape, random_seed=3))


def test_what_has_more_axes_than_a_format_is_refused_before_it_is_drawn(here, symppm):
    done = symppm("sample", "ptf_gamma", "--shape", "6,5,4", "-o", "x.csv")
    assert done.exit_code == 2
    assert "--output x.csv for an array of 3 axes; expected an .npy file" in done.stderr
    assert "Name x.npy, for example." in done.stderr


def test_all_that_is_missing_is_named_at_once(here, symppm):
    done = symppm("sample", "ptf_gamma", "--shape", "6,5,4", "--set", "K=4", "-o", "x.npy")
    assert "error: no value for a, b, c, d, " in done.stderr


@pytest.mark.thorough
def test_from_a_belief_to_data_and_back(here, symppm, strict_json):
    beliefs = ("--mean", 30, "--variance", 300, "--rho-row", 0.2, "--rho-col", 0.3)
    assert symppm("elicit", *beliefs, "--json", "-o", "b.json").exit_code == 0
    believed = strict_json((here / "b.json").read_text())
    options = ("--from", "b.json", "--shape", "500,400", "--random-seed", 7)
    assert symppm("sample", "pmf_gamma", *options, "-o", "draw.npy").exit_code == 0
    options = ("--estimator", "moments", "--json")
    found = strict_json(symppm("match", "draw.npy", *options).stdout)
    for name in ("K", "a", "c"):
        low, high = found["intervals"]["parameters"][name]
        assert low <= believed["parameters"][name] <= high < 2 * low


def test_a_match_of_data_also_gives_the_shape(here, symppm, strict_json):
    assert symppm("demo", "mutational_signatures", "--json", "-o", "demo.json").exit_code == 0
    options = ("--from", "demo.json", "--set", "K=7", "--random-seed", 1, "--json")
    answer = strict_json(symppm("sample", "hpf_gamma", *options, "-o", "x.npy").stdout)
    matched = strict_json((here / "demo.json").read_text())
    assert (answer["shape"], answer["defaults"]) == ([96, 21], [])
    assert answer["parameters"] == {**matched["parameters"], "K": 7}


BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}
MATCH = ppm.match(targets=BELIEFS)
INFEASIBLE = ppm.match(targets={**BELIEFS, "variance": 20})
SEVERAL = replace(
    MATCH, k=None, k_exact=None, parameters={}, identified={}, achieved={}, branches=(MATCH, MATCH)
)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[]", "not the JSON of a match"),
        ("{}", "not the JSON of a match"),
        (MATCH.to_json()[:-1], "not the JSON of a match"),
        (MATCH.to_json().replace("pmf_gamma", "pmf_prior"), "not the JSON of a match"),
        (MATCH.to_json().replace('"a":', '"z":'), "not the JSON of a match"),
        (INFEASIBLE.to_json(), "targets are not met"),
        (SEVERAL.to_json(), "is a match with 2 solutions"),
    ],
)  # fmt: skip
def test_a_bad_match_is_refused(content, message, here, symppm):
    (here / "m.json").write_text(content)
    done = symppm("sample", "pmf_gamma", "--from", "m.json", "--shape", "3,3", "-o", "x.npy")
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (here / "x.npy").exists()


def test_the_list_of_models_has_them_all_within_80_columns(symppm, strict_json):
    done = symppm("models")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:1] == ["Solved in closed form:"]
    assert max(map(len, lines)) <= 80
    first = [line.split()[0].rstrip(":") for line in lines if line and not line.startswith(" ")]
    text = " ".join(done.stdout.replace(",", " ").split())
    for each in strict_json(symppm("models", "--json").stdout)["models"]:
        assert first.count(each["name"]) == 1
        for needed in each["needs"]:
            assert needed in text


def test_version(symppm):
    assert symppm("--version").stdout == f"symppm {ppm.__version__}\n"


COMMANDS = {
    "match": "symppm match plays.tsv --columns user,artist,plays --json",
    "elicit": "symppm elicit --mean 25 --variance 550 --rho-row 0.045 --rho-col 0.454",
    "demo": "symppm demo single_cell", "models": "symppm models",
    "derive": "symppm derive pmf_gamma", "audit": "symppm audit pmf_gamma",
    "generate": "symppm generate my_model.py", "sample": "symppm sample pmf_gamma --shape 100,80",
    "compare": "symppm compare counts.csv", "validate": "symppm validate counts.csv",
    "report": "symppm report plays.tsv",
}  # fmt: skip
EXPORTING = "--export TARGET"
FILE_IS_RUN = "FILE.py[:NAME], which is run."
READ_ONLY = "derivations (FILE.json, which is only read), or FILE.py[:NAME], a Python file that"


def test_help_lists_commands_and_exit_codes(symppm):
    done = symppm("--help")
    assert (done.exit_code, done.stderr) == (0, "")
    assert symppm().stdout == done.stdout
    for command in COMMANDS:
        assert f"\n  {command}  " in done.stdout
    for code in ("0    an answer", "1    an audit found", "2    something is wrong",
                 "3    an answer, and", "130  "):  # fmt: skip
        assert f"\n  {code}" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_and_headings_each_once(command, symppm):
    done = symppm(command, "--help")
    said = " ".join(done.stdout.split())
    assert done.exit_code == 0
    assert f"Example: {COMMANDS[command]}" in said
    headings = re.findall(r"^(\w.*):$", done.stdout, re.MULTILINE)
    assert len(set(headings)) == len(headings)
    sampling = done.stdout.partition("\nMatching by sampling:\n")[2].partition("\n\n")[0]
    matched = command in ("match", "elicit")
    for name in ("--method", "--bound", "--plot-trace"):
        assert (name in sampling) == (name in done.stdout) == matched
    for name in ("--model", "--fix", "--json", "--help", "--mean", "--plot "):
        assert name not in sampling
    assert (EXPORTING in said, "--shapes WAY" in said) == (matched, matched)
    of_models = (*("match", "elicit", "demo", "derive", "generate", "sample", "report"), "validate")
    assert (FILE_IS_RUN in said) == (command in of_models)
    assert (READ_ONLY in said) == (command == "audit")
