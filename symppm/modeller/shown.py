"""A declared model as HTML for a notebook."""

from __future__ import annotations

from symppm.model import Declaration
from symppm.model.declaration import Variable
from symppm.results.markup import block, paragraph, table


def declaration_html(declaration: Declaration) -> str:
    """Return a declaration as tables of its axes and variables."""
    names = ", ".join(str(symbol) for symbol in declaration.hyperparameters)
    known = [
        [array.name, f"known, {', '.join(array.dims)}", "given with the data"]
        for array in declaration.known
    ]
    variables = [
        [each.name, _place(each), f"{each.family.name}({_parameters(each)})"]
        for each in declaration.variables
    ]
    axes = [
        [axis.name, str(axis.size), ", ".join(axis.letters), _role(axis.name, declaration)]
        for axis in declaration.axes
    ]
    return block(
        paragraph(declaration.name, "Model: "),
        paragraph(names or "none", "Hyperparameters: "),
        table(["variable", "along", "distribution"], [*known, *variables], texts=[1, 2]),
        table(["axis", "size", "indices", ""], axes, texts=[1, 2, 3]),
    )


def _place(variable: Variable) -> str:
    along = ", ".join(variable.dims) or "no axis"
    return f"{along}; observed" if variable.observed else along


def _parameters(variable: Variable) -> str:
    return ", ".join(f"{name}={value}" for name, value in variable.parameters.items())


def _role(name: str, declaration: Declaration) -> str:
    latent = {axis.name for axis in declaration.latent_axes}
    return "latent" if name in latent else "observed"
