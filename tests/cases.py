"""Parameter lists of which the core suite runs some, libraries, questions of sampling, limits."""

from __future__ import annotations

import importlib
import os
import signal
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

import pytest

import symppm as ppm
from symppm.errors import DeclarationError

SPREAD = (
    *("pmf_gamma", "pmf_weibull", "pmf_gamma_effects", "pmf_gamma_exposure", "pmf_dirichlet"),
    *("hpf_gamma", "ptf_gamma", "lda", "gmf_beta_binomial", "gmf_normal_normal"),
    *("gmf_gamma_zeroinflatedpoisson", "cpmf_gamma_normal"),
)
"""A model of each kind: those that a mechanism which is the same for all is tried on."""


def core(every: Iterable[Any], chosen: Iterable[Any]) -> list[Any]:
    """Mark as thorough what is not chosen; all that is chosen has to be there."""
    every, chosen = list(every), list(chosen)
    assert all(each in every for each in chosen), chosen
    return [
        each if each in chosen else pytest.param(each, marks=pytest.mark.thorough) for each in every
    ]


REQUIRED = bool(os.environ.get("SYMPPM_REQUIRE_LIBRARIES"))


def needed(name: str) -> Any:
    """Import a library; without it the test, or file of tests, skips, or fails where it must be."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of others, about others
            return importlib.import_module(name)
    except ImportError as error:
        if REQUIRED:
            pytest.fail(f"SYMPPM_REQUIRE_LIBRARIES is set, and {error}")
        pytest.skip(str(error), allow_module_level=True)


def declared(body: Callable[[], Any], name: str = "mine") -> ppm.Model:
    """Declare what the body of a block says."""
    with ppm.Model(name) as model:
        body()
    return model


def refused(body: Callable[[], Any]) -> str:
    """Return why a body is no declaration."""
    with pytest.raises(DeclarationError) as caught:
        declared(body)
    return str(caught.value)


def question(**given: Any) -> dict[str, Any]:
    """Return arguments of ``ppm.match``, those of ``ppm.Sampling`` in one."""
    names = {each.name for each in fields(ppm.Sampling)}
    sampling = {name: value for name, value in given.items() if name in names}
    others = {name: value for name, value in given.items() if name not in names}
    return {**others, "sampling": ppm.Sampling(**sampling)} if sampling else others


@contextmanager
def at_most_seconds(seconds: int) -> Iterator[None]:
    """Fail where something does not end, in seconds of computing: a machine may be busy."""

    def stop(*_: object) -> None:
        pytest.fail(f"no end within {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
