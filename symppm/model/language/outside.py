"""Variables of any family, those of other packages included."""

from __future__ import annotations

from typing import Any

from symppm.errors import DeclarationError, did_you_mean
from symppm.families import BUILT_IN, SIZE, Family, family_named
from symppm.model.context import current
from symppm.model.declaration import Variable


def variable(
    name: str,
    family: Family | str,
    *,
    dims: str | tuple[str, ...] | list[str] = "",
    observed: bool = False,
    over: str | None = None,
    **parameters: Any,
) -> Variable:
    """Declare a variable of a family of your own.

    Parameters
    ----------
    name : str
        Name of the variable.
    family : Family or str
        An instance of a subclass of ``symppm.families.Family``, or the name of one: built in, or an
        entry point in the group ``symppm.families`` of an installed package. A derivation names the
        family, so reading one back needs the entry point.
    dims : str
        Names of its axes, separated by blanks.
    observed : bool
        Whether this is what the data are.
    over : str, optional
        The axis along which a ``symppm.families.JointFamily`` has its vectors, and no other family.
    **parameters : expression
        One for each parameter of the family; the size of a vector is filled in.

    Raises
    ------
    DeclarationError
        If there is no such family, a parameter is missing or unknown, or this cannot be part of a
        model; the message says what to write instead.
    """
    found = family_named(family) if isinstance(family, str) else family
    if not isinstance(found, Family):
        raise DeclarationError(
            f"the family of {name} is {family!r}",
            expected="an instance of a subclass of symppm.families.Family, or a name",
            do="Make one: Rayleigh(), not Rayleigh.",
        )
    if found.name in BUILT_IN and BUILT_IN[found.name] is not found:
        raise DeclarationError(
            f"the family of {name} is called {found.name}, like a built-in one",
            expected="a name of its own, by which a derivation file can tell the two apart",
            do="Rename it.",
        )
    _check_names(name, found, parameters)
    return current().add_variable(name, found, parameters, dims, observed, over)


def _check_names(name: str, family: Family, parameters: dict[str, Any]) -> None:
    own = [each for each in family.parameters if each is not SIZE]
    known = [parameter.name for parameter in own]
    for given in parameters:
        if given not in known:
            raise DeclarationError(
                f"the parameter {given!r} of {name}",
                expected=f"the parameters of {family.name}: " + ", ".join(known),
                do=did_you_mean(given, known),
            )
    for each in own:
        if each.name not in parameters:
            raise DeclarationError(
                f"{name} without its parameter {each.name!r} ({each.meaning})",
                expected=f"the parameters of {family.name}: " + ", ".join(known),
                do=f"Add {each.name}=...",
            )
