"""Modules of the catalogue's models, solved by cumulants of different entries."""

from __future__ import annotations

from symppm.codegen.generate import GeneratedModel, generate
from symppm.errors import NotBuiltError, NotDerivableError, TargetError
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.solve.needs import cross_moment_targets, to_be_given


def generate_cross_moments(beside: GeneratedModel, *, stars: bool = False) -> GeneratedModel | None:
    """Solve and generate a model of the catalogue by cumulants of different entries.

    What the model's own module has already is taken from there.
    """
    entry = CATALOGUE[beside.spec.name]
    declaration, needs = catalogue_model(beside.spec.name), entry.needs
    try:
        targets = cross_moment_targets(declaration, needs)
        if stars:
            if not needs:
                return None  # nothing above the factors is left open
            targets = cross_moment_targets(declaration, stars=True)
            needs = to_be_given(declaration, targets)
            if not set(needs) < set(entry.needs or ()):
                return None
        return generate(declaration, entry.title, needs, targets, proved=False, beside=beside)
    except (NotBuiltError, NotDerivableError, TargetError):
        return None
