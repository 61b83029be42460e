"""Families by name: the built-in ones, and those that installed packages bring."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from types import MappingProxyType

from symppm.errors import DeclarationError, did_you_mean
from symppm.families import continuous, discrete, dispersion, vectors
from symppm.families.base import Family

ENTRY_POINTS = "symppm.families"
"""Group in which a package lists its families, each under the family's own name."""

BUILT_IN: Mapping[str, Family] = MappingProxyType(
    {
        family.name: family
        for module in (continuous, discrete, dispersion, vectors)
        for family in (*vars(module).values(), *discrete.CATEGORICAL)
        if isinstance(family, Family)
    }
)
"""Every family that comes with symppm, by name."""


def family_named(name: str) -> Family:
    """Return a family by the name that derivation files write.

    Parameters
    ----------
    name : str
        Of a built-in family, or of an entry point in the group ``symppm.families`` of an installed
        package, which leads to a family or to a class that makes one without arguments.

    Raises
    ------
    DeclarationError
        If there is no such family, if its package cannot be imported, or if what it leads to is no
        family of that name.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    installed = metadata.entry_points(group=ENTRY_POINTS)
    candidates = tuple(installed.select(name=name))
    if not candidates:
        raise DeclarationError(
            f"no family is named {name!r}",
            expected=f"a built-in family, or an entry point in the group {ENTRY_POINTS!r} of an "
            "installed package",
            do=did_you_mean(name, {*BUILT_IN, *installed.names}),
        )
    (first, *others) = candidates
    if any(candidate.value != first.value for candidate in others):
        raise DeclarationError(
            f"the family {name!r} is brought by more than one package: "
            + ", ".join(sorted(candidate.value for candidate in candidates)),
            expected="one",
            do="Uninstall the others.",
        )
    return _loaded(first)


def _loaded(entry_point: metadata.EntryPoint) -> Family:
    try:
        loaded = entry_point.load()
    except (ImportError, AttributeError) as error:
        raise DeclarationError(
            f"the entry point {entry_point.name!r} leads to {entry_point.value}, which cannot be "
            f"imported ({error})",
            expected="a family",
            do="Reinstall the package that brings it.",
        ) from error
    family = loaded() if isinstance(loaded, type) and issubclass(loaded, Family) else loaded
    if not isinstance(family, Family) or family.name != entry_point.name:
        shown = family.name if isinstance(family, Family) else repr(loaded)
        raise DeclarationError(
            f"the entry point {entry_point.name!r} leads to {shown}",
            expected="a symppm.families.Family whose name is that of the entry point",
            do="Correct the package that brings it.",
        )
    return family
