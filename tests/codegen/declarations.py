"""Whole declarations as a hypothesis strategy: what shrinks and prints is the text of a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hypothesis import strategies as st

import symppm as ppm
from symppm.model.declaration import Declaration

AXES: Final = ("row", "col", "slice")

# {p} is a positive hyperparameter, {r} a real one, {share} one in (0, 1), {up} a variable above or
# else another {p}.
PRIORS: Final = (
    "Gamma({name}, shape={p}, rate={up}",
    "Gamma({name}, shape={p}, rate={p}",
    "Exponential({name}, rate={up}",
    "InverseGamma({name}, shape={p}, scale={up}",
    "LogNormal({name}, mu={r}, sigma={share}",
    "Weibull({name}, shape=2, scale={up}",
    "Uniform({name}, low=0, high={up}",
    "HalfNormal({name}, location=0, scale={p}",
    "Beta({name}, alpha={p}, beta={p}",
)
POSITIVE: Final = 5
"""So many of these, the first, are never zero, and have the negative moments that a rate needs."""
REAL: Final = (
    "Normal({name}, mean={r}, variance={up}",
    "Laplace({name}, mean={r}, scale={p}",
    "Uniform({name}, low=-1, high=1",
)
"""Those of either sign, for observations that take a mean of either sign."""
OF_ANY_MEAN: Final = (
    "Normal({name}, mean={mean}, variance={p}",
    "Gumbel({name}, mean={mean}, scale={p}",
    "Laplace({name}, mean={mean}, scale={p}",
    "StudentT({name}, location={mean}, scale={p}, degrees=9",
)
OBSERVATIONS: Final = (
    *OF_ANY_MEAN,
    "Poisson({name}, rate={mean}",
    "NegativeBinomial({name}, mean={mean}, size={p}",
    "ZeroInflatedPoisson({name}, rate={mean}, keep={share}",
    "Observation({name}, mean={mean}, variance={p}*{mean}",
    'ExponentialDispersion({name}, family="normal", w={r}, kappa={p}*{count}',
    'ExponentialDispersion({name}, family="gamma", w=-{p}, kappa={p}*{count}',
)
KNOWN: Final = [form for form in OBSERVATIONS if "Poisson" in form or "{count}" in form]
"""Those that a known array may multiply."""
NUMBERS: Final = {"p": ("2", "3", "4", "0.5"), "r": ("0", "0.5")}
"""What may stand in place of a hyperparameter."""


@dataclass(frozen=True, repr=False)
class Declared:
    """A model as its text."""

    text: str

    def __repr__(self) -> str:
        return f"\n{self.text}"

    @property
    def declaration(self) -> Declaration:
        names: dict[str, object] = {"ppm": ppm}
        exec(self.text, names)  # noqa: S102 - written above
        return names["model"].declaration  # type: ignore[attr-defined, no-any-return]


class Writer:
    """Writes one declaration, line by line, as a strategy draws it."""

    def __init__(self, draw: st.DrawFn, *, real: bool) -> None:
        self.draw = draw
        self.real = real
        self.lines: list[str] = []
        self.hyperparameters: dict[str, list[str]] = {"p": [], "r": [], "share": []}
        self.variables = 0

    def hyperparameter(self, kind: str = "p") -> str:
        """Return a new hyperparameter, one that is there, one times a number, or a number."""
        names = self.hyperparameters[kind]
        how = self.draw(st.sampled_from(["new", "new", "new", "shared", "tied", "number"]))
        if how == "number" and kind in NUMBERS:
            return self.draw(st.sampled_from(NUMBERS[kind]))
        if how in ("shared", "tied") and names:
            name = self.draw(st.sampled_from(names))
            return f"2*{name}" if how == "tied" and kind != "share" else name
        names.append(f"{kind[0]}{len(names)}")
        return names[-1]

    def variable(self, dims: str, levels: int, *, positive: bool = False) -> str:
        """Declare a latent variable, and up to so many above it; return its name."""
        self.variables += 1
        name = f"x{self.variables}"
        forms = PRIORS[:POSITIVE] if positive else (*PRIORS, *(REAL if self.real else ()))
        form = self.draw(st.sampled_from(forms))
        above = ""
        if "{up}" in form and levels and self.draw(st.booleans()):
            axes = dims.split()
            kept = self.draw(st.lists(st.sampled_from(axes), unique=True)) if axes else []
            below = " ".join(axis for axis in axes if axis in kept)
            above = self.variable(below, levels - 1, positive=True)
        self.write(form, name, dims, up=above)
        return name

    def write(self, form: str, name: str, dims: str, **texts: str) -> None:
        """Write the line of a variable, each hyperparameter in it drawn anew."""
        for kind in ("p", "r", "share"):
            while f"{{{kind}}}" in form:
                form = form.replace(f"{{{kind}}}", self.hyperparameter(kind), 1)
        up = texts.pop("up", "") or (self.hyperparameter() if "{up}" in form else "")
        line = form.format(name=repr(name), up=up, **texts)
        self.lines.append(f'{name} = ppm.{line}, dims="{dims}"')


@st.composite
def declarations(draw: st.DrawFn) -> Declared:
    """Draw a factor model: two or three axes, hierarchies, weights, effects, exposures, ties."""
    form = draw(st.sampled_from(OBSERVATIONS))
    writer = Writer(draw, real=form in OF_ANY_MEAN)
    axes = AXES[: draw(st.sampled_from([2, 2, 2, 3]))]
    factor = draw(st.sampled_from(["factor", "factor", "factor", ""]))
    parts = [writer.variable(f"{axis} {factor}".strip(), 2) for axis in axes]
    if factor and draw(st.integers(0, 3)) == 3:
        parts.append(writer.variable("factor", 0))
    mean = "*".join(parts)
    mean = f'ppm.sum({mean}, over="factor")' if factor else mean
    if draw(st.integers(0, 3)) == 3:
        effect = writer.variable(draw(st.sampled_from(axes)), 1)
        mean = f"({mean} + {effect})"
    # What divides the data must divide their noise as well.
    if form in KNOWN and draw(st.integers(0, 3)) == 3:
        dims = " ".join(draw(st.sampled_from([axes[:1], axes[1:2], axes])))
        writer.lines.append(f'u = ppm.Known("u", dims="{dims}")')
        mean = f"u*{mean}"
    dims = " ".join(axes)
    if "{count}" in form:
        writer.write("Poisson({name}, rate={mean}", "N", dims, mean=mean)
    writer.write(form, "Y", dims, mean=mean, count="N")
    writer.lines[-1] += ", observed=True"
    given = writer.hyperparameters
    kinds = {"": [*given["p"], *given["share"]], ', domain="real"': given["r"]}
    head = [
        f'{", ".join(names)} = ppm.hyperparameters("{" ".join(names)}"{domain})'
        for domain, names in kinds.items()
        if names
    ]
    body = "\n".join(f"    {line})" if " = ppm.Known" not in line and n > 0 else f"    {line}"
                     for n, line in enumerate([*head, *writer.lines], 1 - len(head)))  # fmt: skip
    return Declared(f'with ppm.Model("drawn") as model:\n{body}\n')
