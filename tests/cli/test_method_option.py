"""Options of matching by sampling; the search is a stand-in, so torch is not needed."""

from __future__ import annotations

import csv
import sys
from dataclasses import replace

import numpy as np
import pytest
import searches

from symppm.results.diagnostic import Diagnostic
from symppm.stochastic.outcome import Trace

ASKED = ("elicit", "--mean", 2, "--target", "P(Y = 0)=0.7")
OUTCOME = replace(
    searches.OUTCOME,
    parameter_errors={"a": 0.03},
    sampled={},
    remarks=(),
    trace=Trace(("approach",), (100,), (4.0,), {"P(Y = 0)": (0.1,)}, {"a": (1.0,)}),
    draws=100,
    estimators={"mean": "closed form", "P(Y = 0)": "score function"},
)
PAGE = """\
Model: pmf_gamma, Poisson factorization, Gamma priors (shape and rate)

Statistic  believed  achieved  std. error
mean              2         2              average entry
P(Y = 0)        0.7     0.701   +- 0.0004

K = 8 factors (8.25 before rounding)

The hyperparameters:
a   0.5  +- 0.03  shape of theta: standard deviation / mean = 1/sqrt(a)
b  0.25           rate of theta: mean = shape / rate
c   1.5           shape of beta: standard deviation / mean = 1/sqrt(c)
d     3           rate of beta: mean = shape / rate

Search: 1 step, 100 draws, 1.2 s; discrepancy 3e-06. mean: closed form; P(Y =
  0): score function.

note: Matched by sampling, since P(Y = 0) has no closed form.
"""


@pytest.fixture
def search(search):
    search.outcome = OUTCOME
    return search


def test_a_probability_is_a_target(symppm, search, strict_json):
    done = symppm(*ASKED, "--verbose")
    assert (done.exit_code, done.stderr, done.stdout) == (0, "", PAGE)
    answer = strict_json(symppm(*ASKED, "--json").stdout)
    assert answer["method"] == "stochastic"
    assert answer["achieved_errors"]["P(Y = 0)"] == 0.0004
    assert answer["estimators"]["P(Y = 0)"] == "score function"
    _, targets, fixed, options = search.asked[0]
    assert {name: each.value for name, each in targets.items()} == {"mean": 2, "P(Y = 0)": 0.7}
    assert fixed == {}
    assert (options.random_seed, options.device, options.progress) == (0, "cpu", False)


def test_every_option_arrives(symppm, search):
    done = symppm(
        *ASKED, "--method", "stochastic", "--random-seed", 7, "--device", "cuda",
        "--start", "a=0.3", "--bound", "d=0.1,10", "--bound", "K=1,50", "--shape", "30x20",
        "--weight", "P(Y = 0)=5", "--fix", "c=2*a", "--verbose",
    )  # fmt: skip
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Matched by sampling" not in done.stdout
    assert "tied: 2*a; shape of beta" in done.stdout
    ((_, targets, fixed, options),) = search.asked
    assert [(name, each.weight) for name, each in targets.items()] == [
        ("mean", 1),
        ("P(Y = 0)", 5),
    ]
    assert fixed == {"c": "2*a"}
    assert (options.random_seed, options.device, options.shape) == (7, "cuda", (30, 20))
    assert options.start == {"a": 0.3}
    assert options.bounds == {"d": (0.1, 10), "K": (1, 50)}


def test_data_are_matched_by_sampling_too(symppm, search, here):
    np.savetxt(here / "counts.csv", np.arange(12).reshape(3, 4) % 5, fmt="%d", delimiter=",")
    done = symppm("match", "counts.csv", "--method", "stochastic", "--trace", "trace.csv")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Data: counts.csv" in done.stdout
    assert list(search.asked[0][1]) == ["mean", "variance", "rho_row", "rho_col"]
    assert (here / "trace.csv").is_file()
    np.save(here / "deep.npy", np.arange(24).reshape(2, 3, 4))
    done = symppm("match", "deep.npy", "--model", "ptf_gamma", "--method", "stochastic")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "rho_slice" in search.asked[1][1]


def test_the_trace_is_written(symppm, search, here):
    done = symppm(*ASKED, "--trace", "trace.csv")
    assert done.exit_code == 0
    (row,) = csv.DictReader((here / "trace.csv").read_text().splitlines())
    assert row == {
        "step": "1", "phase": "approach", "draws": "100", "loss": "4.0",
        "statistic P(Y = 0)": "0.1", "hyperparameter a": "1.0",
    }  # fmt: skip


def test_infeasible_and_interrupted_searches_are_printed_and_told_apart(symppm, search):
    search.outcome = replace(OUTCOME, feasible=False)
    done = symppm(*ASKED)
    assert (done.exit_code, done.stderr) == (3, "")
    assert "Infeasible: the nearest parameters miss the targets" in done.stdout
    assert "K = 8 factors" in done.stdout
    search.outcome = replace(
        OUTCOME, remarks=(Diagnostic("interrupted", "warning", "Stopped by Ctrl-C."),)
    )
    done = symppm(*ASKED)
    assert (done.exit_code, done.stderr) == (130, "")
    assert "warning: Stopped by Ctrl-C." in done.stdout


@pytest.mark.parametrize(
    ("feasible", "said"), [(True, ""), (False, "a match whose targets are not met")]
)
def test_sample_takes_a_match_by_sampling_and_not_what_is_only_the_nearest(
    feasible, said, symppm, search, here
):
    search.outcome = replace(OUTCOME, feasible=feasible)
    symppm(*ASKED, "--json", "-o", "match.json")
    done = symppm("sample", "pmf_gamma", "--from", "match.json", "--shape", "3,3", "-o", "draw.npy")
    assert (done.exit_code, said in done.stderr) == (0 if feasible else 2, True)
    assert feasible == (here / "draw.npy").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--method", "exactly"), "'auto', 'exact', 'stochastic'"),
        (("--device", "gpu"), "'cpu', 'cuda'"),
        (("--random-seed", -1), "--random-seed"),
        (("--start", "a"), "--start 'a'; expected a name and a number"),
        (("--start", "q=1"), "start 'q'"),
        (("--bound", "a=1"), "--bound 'a=1'; expected a name and two numbers"),
        (("--bound", "a=1,2,3"), "--bound 'a=1,2,3'"),
        (("--bound", "a=1,2", "--bound", "a=1,2"), "--bound a twice"),
        (("--bound", "a=2,1"), "--bound a=2.0,1.0; expected two finite numbers"),
        (("--shape", "large"), "--shape 'large'; expected the numbers"),
        (("--shape", "0,3"), "--shape 0,3;"),
        (("--weight", "variance=2"), "--weight variance, which is no target"),
        (("--weight", "mean=0"), "the weight 0.0 of the target mean"),
        (("--weight", "P(Y = 0)"), "--weight 'P(Y = 0)'; expected a name and a number"),
        (("--target", "P(Y = 1)"), "--target 'P(Y = 1)'; expected a name and a number"),
        (("--target", "P(Y = 0)=0.5"), "--target P(Y = 0) twice"),
        (("--fix", "c="), "--fix 'c='"),
        (("--fix", "c=2*q"), "c=2*q; expected a number, or an expression"),
        (("--scale", "theta"), "Fix a hyperparameter in its place"),
        (("--method", "exact"), "Write --method stochastic"),
        (("--plot-trace", "trace.doc"), "expected a name that ends in .png or .svg or .pdf"),
        (("--plot-trace", "trace"), "Write --plot-trace trace.png"),
    ],
)
def test_bad_options_are_named(options, message, symppm, search):
    done = symppm(*ASKED, *options)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.split())
    assert search.asked == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--trace", "nowhere/trace.csv"), "--trace nowhere/trace.csv, in a folder that"),
        (("--method", "exact", "--trace", "t.csv"), "Add --method stochastic"),
    ],
)
def test_traces_that_cannot_be_written_say_why(options, message, symppm, search, here):
    beliefs = ("--mean", 25, "--variance", 550, "--rho-row", 0.045, "--rho-col", 0.454)
    asked = ASKED if "--method" not in options else ("elicit", *beliefs)
    done = symppm(*asked, *options)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.split())


def test_weights_need_targets(symppm):
    done = symppm("elicit", "--weight", "mean=2")
    assert done.exit_code == 2
    assert "Add --target NAME=VALUE" in " ".join(done.stderr.split())


def test_missing_extras_are_said(symppm, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    done = symppm(*ASKED, "--plot-trace", "trace.png")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "a plot without matplotlib" in " ".join(done.stderr.split())
    monkeypatch.setitem(sys.modules, "torch", None)
    done = symppm(*ASKED)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "pip install 'symppm[torch]'" in " ".join(done.stderr.split())
