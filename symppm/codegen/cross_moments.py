"""Modules of the catalogue's models, solved by cumulants of different entries."""

from __future__ import annotations

from symppm.codegen.generate import GeneratedModel, generate
from symppm.errors import NotBuiltError, NotDerivableError, TargetError
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.solve.cross_moments import cross_moment_targets
from symppm.solve.needs import to_be_given


def generate_cross_moments(name: str, *, stars: bool = False) -> GeneratedModel | None:
    """Solve and generate a model of the catalogue by cumulants of different entries."""
    entry = CATALOGUE[name]
    declaration = catalogue_model(name)
    try:
        targets = cross_moment_targets(declaration, entry.needs)
        if not stars:
            return generate(declaration, entry.title, entry.needs, targets, proved=False)
        if not entry.needs:
            return None  # nothing above the factors is left open
        targets = cross_moment_targets(declaration, stars=True)
        needs = to_be_given(declaration, targets)
        if not set(needs) < set(entry.needs):
            return None
        return generate(declaration, entry.title, needs, targets, proved=False)
    except (NotBuiltError, NotDerivableError, TargetError):
        return None
