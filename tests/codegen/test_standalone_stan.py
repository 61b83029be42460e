"""Standalone Stan functions: accepted for every model, and run, they return what kernels return."""

from __future__ import annotations

import importlib.util
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from generated_points import NAMES, generated
from test_standalone import calls, check, written

_STAN = importlib.util.find_spec("httpstan")
if _STAN is None and not os.environ.get("SYMPPM_REQUIRE_STAN"):
    pytest.skip("Stan is not installed", allow_module_level=True)


def number(value: float) -> str:
    return "not_a_number()" if np.isnan(value) else repr(float(value))


@pytest.mark.thorough
@pytest.mark.parametrize("model", NAMES)
def test_the_compiler_of_stan_accepts_it(model: str, tmp_path: Path) -> None:
    assert _STAN is not None
    assert _STAN.origin is not None
    program = tmp_path / f"{model}.stan"
    program.write_text(f"functions {{\n{written(model, 'stan')}}}\nmodel {{}}\n", "utf-8")
    compiler = Path(_STAN.origin).parent / "stanc"
    done = subprocess.run(
        [compiler, program, "--o", tmp_path / "out.hpp"], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # what PyStan's server warns of
def test_functions_of_stan_are_the_same() -> None:
    """Loops, choices and tables of numbers are all in the one model that has them."""
    stan = pytest.importorskip("stan")
    model = "pmf_weibull"
    asked, made = calls(model), generated(model).module
    counts = [len(getattr(made, name).uncompiled(*given)) for name, given in asked]
    lines = (
        f"vector[{count}] r{n} = {model}_{name}({', '.join(map(number, given))});"
        for n, (count, (name, given)) in enumerate(zip(counts, asked, strict=True))
    )
    program = (
        f"functions {{\n{written(model, 'stan')}}}\n"
        "parameters { real<lower=0, upper=1> u; }\nmodel { u ~ uniform(0, 1); }\n"
        f"generated quantities {{ {' '.join(lines)} }}\n"
    )
    drawn = stan.build(program, random_seed=1).sample(num_chains=1, num_samples=1, num_warmup=1)
    results = (
        np.reshape(drawn[f"r{n}"], (count, -1))[:, 0].tolist() for n, count in enumerate(counts)
    )
    check(model, results)
