"""The recorded calls: what a user types, on the command line and in Python.

Each is run in a folder that holds the files of :mod:`golden_data`, so that answers name no others.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import golden_data
import numpy as np
from golden_answers import EXACT, SEARCH
from typer.testing import CliRunner

import symppm as ppm
from symppm.cli import application

BELIEFS = "--mean 25 --variance 550 --rho-row 0.045 --rho-col 0.454"
# Of hpf_gamma with a = c = 0.1: those of K = 25, a' = c' = 2.5, and of a smaller K as well.
TWO_SOLUTIONS = (
    "--model hpf_gamma --mean 0.6944444444444444 --variance 25.385802469135804 "
    "--rho-row 0.060790273556231005 --rho-col 0.060790273556231005 --fix a=0.1 --fix c=0.1"
)
# Poisson factorization with K = 10, a = 2, b d = 2, c = 3, where the cycle is 247.5.
CUMULANTS = "--mean 30 --target cov_row=45 --target cov_col=30 --target cumulant_tl_ij_il_tj"
# What the answer to a file says of the file; that of one to the same counts is the same.
OF_FILES = ("exit", "stderr", "model", "source", "notes", "statistics", "k_exact", "diagnostics")
REPORT_DATE = datetime.datetime(2026, 1, 31, tzinfo=datetime.UTC)


@dataclass(frozen=True)
class Call:
    """A call, and how near to the recorded answer another has to be."""

    answer: Callable[[], Any]
    tolerance: float = EXACT


def symppm(line: str) -> dict[str, Any]:
    """Run a command in this process and return exit code and output, JSON as it is parsed."""
    result = CliRunner().invoke(application(), line.split(), env={"COLUMNS": "80"})
    if not isinstance(result.exception, SystemExit | None):
        raise result.exception
    said: dict[str, Any] = {"exit": result.exit_code, "stderr": result.stderr}
    if "--json" in line and result.exit_code != 2:
        return {**said, **json.loads(result.stdout)}
    return {**said, "stdout": result.stdout}


def command(text: str, tolerance: float = EXACT) -> Call:
    return Call(lambda: symppm(text), tolerance)


def of_file(options: str) -> Call:
    def answer() -> Any:
        document = symppm(f"match {options} --estimator moments --json")
        return {name: document[name] for name in OF_FILES if name in document}

    return Call(answer)


def export(options: str) -> Call:
    """Leave out which libraries are installed here."""

    def answer() -> Any:
        document = symppm(f"{options} --json")
        notes = [note for note in document["notes"] if not note.startswith("Tested with ")]
        return {**document, "notes": notes}

    return Call(answer, SEARCH)


def sampled_file() -> Any:
    said = symppm("sample pmf_gamma --shape 30,20 --random-seed 1 --set K=10 -o draw.npy")
    return {**said, "draw": np.load("draw.npy")}


def sampled_latents() -> Any:
    parameters = {"K": 3.0, "a": 1.0, "a_prime": 3.0, "b_prime": 1.0}
    parameters |= {"c": 0.5, "c_prime": 4.0, "d_prime": 2.0}
    return ppm.sample("hpf_gamma", parameters, shape=(12, 9), draws=3, random_seed=2)


def held_out_file() -> Any:
    said = symppm(
        "match labelled.csv --estimator moments --json "
        "--holdout 0.5 --rest rest.csv --random-seed 1"
    )
    names = ("exit", "stderr", "holdout", "k_exact", "statistics", "notes")
    lines = Path("rest.csv").read_text(encoding="utf-8").splitlines()
    values = [[int(field) for field in line.split(",")[1:]] for line in lines[1:]]
    rest = {"header": lines[0], "first": lines[1], "values": values}
    return {**{name: said[name] for name in names if name in said}, "rest": rest}


def held_out() -> Any:
    part = ppm.holdout(golden_data.counts(), 0.3, random_seed=1, mask=golden_data.observed())
    held, rest = (np.ma.filled(part_of, -1) for part_of in (part.held_out, part.rest))
    return {"rows": list(part.rows), "columns": list(part.columns), "held": held, "rest": rest}


def generated() -> Any:
    said = symppm("generate mine.py -o written")
    pages = Path("written/mine.md").read_text(encoding="utf-8").splitlines()
    return {
        **said,
        "files": sorted(path.name for path in Path("written").iterdir()),
        "lines": len(pages),
        "headings": [text for text in pages if text.startswith("#")],
    }


def report() -> Any:
    """Record what a page has: headings, the cells of its numbers, and its size in sections."""
    counts = golden_data.counts()
    page = ppm.html_report(ppm.match(counts), counts, title="Plays", draws=50, date=REPORT_DATE)
    sections = re.findall(r'<section id="(\w+)".*?</section>', page.html, re.DOTALL)
    headings = re.findall(r"<h[123][^>]*>(.*?)</h[123]>", page.html, re.DOTALL)
    cells = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", page.html, re.DOTALL)
    words = [" ".join(re.sub(r"<[^>]+>", " ", part).split()) for part in (*headings, *cells)]
    external = re.findall(r'(?:src|href)="(https?:[^"]*)"', page.html)
    return {
        "title": page.title,
        "sections": sections,
        "headings": words[: len(headings)],
        "cells": [word for word in words[len(headings) :] if len(word) < 60][:120],
        "external": sorted(set(external)),
    }


def declared() -> Any:
    with ppm.Model("two_levels") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        level = ppm.Gamma("level", shape=b, rate=b, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=level, dims="row factor")
        beta = ppm.Beta("beta", alpha=c, beta=d, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.NegativeBinomial("Y", mean=rate, size=2, dims="row col", observed=True)
    derivation = model.derive("variance")
    return {
        "mean": str(model.mean()),
        "variance": str(model.variance()),
        "rho_row": str(model.correlation("row")),
        "rho_col": str(model.correlation("col")),
        "cumulant": str(model.cumulant("ij", "il", "tj")),
        "steps": len(derivation.steps),
        "verified": derivation.verify().ok,
        "latex": model.derive("mean").to_latex(),
    }


def solved() -> Any:
    with ppm.Model("mine") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    solution = model.solve(given=("mean", "variance", "rho_row", "rho_col"))
    tied = model.solve(fixed={"c": a})
    return {
        "summary": solution.summary(),
        "expressions": {str(name): str(value) for name, value in solution.expressions.items()},
        "conditions": [condition.text for condition in solution.conditions],
        "tied": tied.summary(),
    }


def matched(tolerance: float = EXACT, **options: Any) -> Call:
    return Call(lambda: of_match(ppm.match(golden_data.counts(), **options)), tolerance)


def of_match(match: ppm.Match) -> dict[str, Any]:
    """Leave out what a match says of its model, which is the same whatever the data."""
    return {k: part for k, part in match.to_dict().items() if k not in {"spec", "declared"}}


def three_axes() -> Any:
    with ppm.Model("slices") as model:
        a, c, e, f = ppm.hyperparameters("a c e f")
        theta = ppm.Gamma("theta", shape=a, rate=a, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=c, dims="col factor")
        gamma = ppm.Gamma("gamma", shape=e, rate=f, dims="slice factor")
        rate = ppm.sum(theta * beta * gamma, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col slice", observed=True)
    chance = np.random.default_rng(24)
    factors = [chance.gamma(1.0, 1.0, (size, 2)) for size in (12, 9, 7)]
    tensor = chance.poisson(np.einsum("ik,jk,lk->ijl", *factors))
    return of_match(ppm.match(tensor, model))


def measured() -> Any:
    counts, mask = golden_data.counts(), golden_data.observed()
    return {
        "all": ppm.statistics(counts, intervals=True).to_dict(),
        "mask": ppm.statistics(counts, intervals=True, mask=mask).to_dict(),
        "zeros missing": ppm.statistics(counts, intervals=True, zeros="missing").to_dict(),
        "large offset": ppm.statistics(counts + 1e6, intervals=True).to_dict(),
    }


def cross_moments() -> Any:
    counts, mask = golden_data.counts(), golden_data.observed()
    return {
        "all": ppm.cross_moments(counts).to_dict(),
        "mask": ppm.cross_moments(counts, mask=mask).to_dict(),
    }


def paper_algorithm() -> Any:
    counts = golden_data.counts()
    answers = {
        "drawn": ppm.algorithm1(counts, samples=2000, random_seed=1),
        "limit": ppm.pearson_limit(counts),
    }
    return {
        name: {"rho_row": answer.rho_row, "rho_col": answer.rho_col}
        for name, answer in answers.items()
    }


def factors() -> Any:
    counts, mask = golden_data.counts(), golden_data.observed()
    return {
        "all": ppm.number_of_factors(counts).to_dict(),
        "mask": ppm.number_of_factors(counts, mask=mask).to_dict(),
        "exposure": ppm.number_of_factors(counts, exposure=golden_data.sizes()[:, None]).to_dict(),
    }


def checked() -> Any:
    counts = golden_data.counts()
    return ppm.check(ppm.match(counts), counts, draws=100, random_seed=1).to_dict()


def compared() -> Any:
    """Leave out hyperparameters that went to a limit: there a search stops anywhere."""
    models = ["pmf_gamma", "gmf_gamma_negativebinomial"]
    made = ppm.compare(golden_data.counts(), models).to_dict()
    for row in made["rows"]:
        row["parameters"] = {n: x for n, x in row["parameters"].items() if abs(x) < LIMIT}
    return made


LIMIT = 1e6
THOROUGH = (
    *("audit", "compare", "compare_text", "demo", "elicit_cumulants", "generate", "report"),
    "validate_text",
)
"""Those that take longest; the rooms of the command line and of pages ask them in parts."""
DESCENT = 1e-3
"""A descent of the comparison ends where it gains a millionth: how near depends on the machine."""
ROW_SIZES = {"row": golden_data.sizes()}
CALLS: Final[Mapping[str, Call]] = MappingProxyType(
    {
        # Formats, each read with the choices that are made for it.
        "csv_labelled": of_file("labelled.csv"),
        "tsv_bare": of_file("bare.tsv"),
        "triples_csv": of_file("triples.csv --columns user,item,plays"),
        "gzip": of_file("packed.csv.gz"),
        "parquet": of_file("triples.parquet"),
        "duckdb": of_file("triples.parquet --engine duckdb --columns user,item,plays"),
        "feather": of_file("triples.feather"),
        "npy": of_file("counts.npy"),
        "npz": of_file("counts.npz"),
        "mtx": of_file("counts.mtx"),
        "h5ad_layer": of_file("cells.h5ad --layer counts"),
        "ldac": of_file("documents.ldac"),
        "error_of_a_field": command("match damaged.csv"),
        "error_of_a_pair": command("match twice.csv"),
        # Data: everything a match says, missing entries, exposures, estimators, choices.
        "demo": command("demo", SEARCH),
        "demo_infeasible": command("demo single_cell --estimator moments"),
        "match_text": command("match labelled.csv", SEARCH),
        "match_json": command("match counts.npz --scale equal-means --json", SEARCH),
        "missing_json": command("match triples.csv --zeros missing --json", SEARCH),
        "mask": matched(SEARCH, mask=golden_data.observed()),
        "exposures_text": command("match counts.npy --known row=sizes.txt", SEARCH),
        "exposures": matched(known=ROW_SIZES, estimator="moments"),
        "cross_moments": matched(SEARCH, estimator="cross-moments"),
        "other_noise": matched(SEARCH, model="gmf_gamma_negativebinomial"),
        "declared_match": command("match counts.npy --model mine.py --fix K=3"),
        "holdout_file": Call(held_out_file),
        "holdout": Call(held_out),
        # Beliefs: targets, fixed and tied hyperparameters, what cannot be.
        "elicit_text": command(f"elicit {BELIEFS}"),
        "elicit_tied": command(
            "elicit --mean 25 --variance 550 --rho-row 0.045 --fix c=a --json", SEARCH
        ),
        "elicit_infeasible": command(
            "elicit --mean 25 --variance 20 --rho-row 0.045 --rho-col 0.454"
        ),
        "elicit_branches": command(f"elicit {TWO_SOLUTIONS} --json", SEARCH),
        "elicit_branches_text": command(f"elicit {TWO_SOLUTIONS} --verbose", SEARCH),
        "elicit_verbose": command(
            "elicit --verbose --target rho_col=0.454 --target mean=25 --variance 550 "
            "--rho-row 0.045"
        ),
        "elicit_cumulants": command(f"elicit {CUMULANTS}=247.5 --verbose", SEARCH),
        # Statistics in Python.
        "statistics": Call(measured),
        "three_axes": Call(three_axes, SEARCH),
        "cross_moments_by_itself": Call(cross_moments),
        "algorithm1": Call(paper_algorithm),
        "number_of_factors": Call(factors, SEARCH),
        # After the match.
        "check": Call(checked, SEARCH),
        "check_text": command("match labelled.csv --check --draws 50", SEARCH),
        "compare": Call(compared, DESCENT),
        "compare_text": command("compare counts.npz --models pmf_gamma,hpf_gamma", SEARCH),
        "validate_text": command("validate counts.npz --splits 2", SEARCH),
        "report": Call(report, SEARCH),
        "export_hpfrec": export("match counts.npz --export hpfrec"),
        "export_pymc": export(f"elicit {BELIEFS} --export pymc"),
        "export_stan": export("match counts.npy --model mine.py --export stan"),
        "sample_file": Call(sampled_file),
        "sample_latents": Call(sampled_latents),
        # Models.
        "models": command("models"),
        "derive_text": command("derive pmf_exponential"),
        "generate": Call(generated),
        "audit": command("audit pmf_beta --no-simulation"),
        "declared": Call(declared),
        "solved": Call(solved),
    }
)
