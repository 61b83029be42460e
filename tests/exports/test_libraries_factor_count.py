"""The exported code run in cmfrec and implicit, which take K alone."""

from __future__ import annotations

import os
import warnings

import pytest
from library_runs import pasted, pmf, small_counts
from needed import needed


def test_cmfrec_takes_k() -> None:
    needed("cmfrec")
    export = pmf().export("cmfrec")
    model, theta, beta = pasted(export)(small_counts())
    assert model.k == pmf().k == export.arguments["k"]
    assert theta.shape == (20, 6)
    assert beta.shape == (15, 6)
    assert "takes K and nothing else" in export.notes[0]


def test_implicit_takes_k(capfd: pytest.CaptureFixture[str]) -> None:
    needed("implicit")
    export = pmf().export("implicit")
    with warnings.catch_warnings():
        # It advises to set the number of threads of BLAS.
        warnings.simplefilter("ignore", RuntimeWarning)
        model, theta, beta = pasted(export)(small_counts())
    capfd.readouterr()
    assert model.factors == pmf().k == export.arguments["factors"]
    assert theta.shape == (20, 6)
    assert beta.shape == (15, 6)


def test_schpf_takes_the_code_as_pasted_where_its_source_is_present(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if source := os.environ.get("SYMPPM_SCHPF"):
        monkeypatch.syspath_prepend(source)
    reason = "scHPF is in no registry: install it from its repository, or set SYMPPM_SCHPF"
    pytest.importorskip("schpf", reason=reason, exc_type=ImportError)
    export = pmf().export("schpf")
    model, theta, beta = pasted(export)(small_counts())
    capfd.readouterr()
    for name, value in export.arguments.items():
        assert getattr(model, name) == pytest.approx(value), name
    # Its rates are those of the prior and the sums of the factors below.
    assert model.xi.vi_rate - theta.sum(1) == pytest.approx(export.arguments["bp"])
    assert beta.shape == (15, 6)
