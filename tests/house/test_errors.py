"""Errors come back whole from other processes."""

from __future__ import annotations

import copy
import inspect
import pickle

import pytest

from symppm import errors

KINDS = [
    each
    for _, each in inspect.getmembers(errors, inspect.isclass)
    if issubclass(each, errors.SymPPMError)
]


def test_of_many_names_some_are_listed() -> None:
    names = [f"column_{n}" for n in range(200)]
    listed = errors.did_you_mean("ratings", names)
    assert len(listed) < 300
    assert listed.endswith(", and 180 others.")
    assert errors.did_you_mean("colum_17", names) == "Did you mean 'column_17'?"
    assert errors.did_you_mean("ratings", names[:2]) == "Known: column_0, column_1."


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_survives_a_process_pool(kind: type[errors.SymPPMError]) -> None:
    raised = kind("x = 1", expected="two", do="Write 2.")
    raised.add_note("a note")
    for other in (pickle.loads(pickle.dumps(raised)), copy.copy(raised)):  # noqa: S301
        assert type(other) is kind
        assert str(other) == str(raised) == "x = 1; expected two. Write 2."
        assert (other.given, other.expected, other.do) == ("x = 1", "two", "Write 2.")
        assert other.__notes__ == ["a note"]
