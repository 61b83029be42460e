"""Models as PyMC code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from symppm.exports.arrays import ArrayWriter
from symppm.exports.compound import Compound, compound_in
from symppm.exports.distributions import Plain, missing, plain
from symppm.exports.program import Program, program_of
from symppm.exports.python_code import (
    ONE_FOR_ZERO,
    comment_on_data,
    described,
    inputs_of,
    nonzero_lines,
    settings_lines,
)
from symppm.exports.sampling import TAKEN
from symppm.exports.stored_entries import StoredEntries, stored_in
from symppm.exports.types import BOTH, MASK, ZEROS, Chosen, Export
from symppm.model.declaration import Declaration, Variable

_RESERVED: Final = (
    "np",
    "pm",
    "pt",
    "model",
    "range",
    "TERMS",
    "compound",
    "compound_logp",
    "scipy",
    "mask",
    "stored",
    "symppm",
    "sys",
    "paths",
    *TAKEN,
)

_CALLS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Bernoulli": "pm.Bernoulli({}, p={mean})",
        "Beta": "pm.Beta({}, alpha={alpha}, beta={beta})",
        "Binomial": "pm.Binomial({}, n={trials}, p={probability})",
        "Exponential": "pm.Exponential({}, lam={rate})",
        "Gamma": "pm.Gamma({}, alpha={shape}, beta={rate})",
        "Gumbel": "pm.Gumbel({}, mu={mode}, beta={scale})",
        "HalfCauchy": "pm.Truncated({}, pm.Cauchy.dist({location}, {scale}), lower={location})",
        "HalfNormal": "pm.TruncatedNormal({}, mu={location}, sigma={scale}, lower={location})",
        "InverseGamma": "pm.InverseGamma({}, alpha={shape}, beta={scale})",
        "InverseGaussian": "pm.Wald({}, mu={mean}, lam={shape})",
        "Laplace": "pm.Laplace({}, mu={mean}, b={scale})",
        "LogNormal": "pm.LogNormal({}, mu={mu}, sigma={sigma})",
        "NegativeBinomial": "pm.NegativeBinomial({}, mu={mean}, alpha={size})",
        "Normal": "pm.Normal({}, mu={mean}, sigma={sd})",
        "Poisson": "pm.Poisson({}, mu={rate})",
        "StudentT": "pm.StudentT({}, nu={degrees}, mu={location}, sigma={scale})",
        "Uniform": "pm.Uniform({}, lower={low}, upper={high})",
        "Weibull": "pm.Weibull({}, alpha={shape}, beta={scale})",
        "ZeroInflatedPoisson": "pm.ZeroInflatedPoisson({}, psi={keep}, mu={rate})",
    }
)


class PyMCWriter(ArrayWriter):
    """Writes PyTensor expressions."""

    language = "PyMC"
    einsum = "pt.einsum"
    broadcast = "pt.broadcast_to({0}, {1})"
    functions: ClassVar[Mapping[str, str]] = {
        "Abs": "pm.math.abs({0})",
        "Logistic": "pm.math.sigmoid({0})",
        "Max": "pm.math.maximum({0}, {1})",
        "Min": "pm.math.minimum({0}, {1})",
        "Softplus": "pm.math.log1pexp({0})",
        "cos": "pm.math.cos({0})",
        "erf": "pm.math.erf({0})",
        "exp": "pm.math.exp({0})",
        "log": "pm.math.log({0})",
        "sin": "pm.math.sin({0})",
        "sqrt": "pm.math.sqrt({0})",
        "tanh": "pm.math.tanh({0})",
    }


def to_pymc(chosen: Chosen) -> Export:
    """Return PyMC code for a match."""
    program = program_of(chosen, _RESERVED, ascii_only=False)
    ending = compound_in(program)
    program, compound = ending or (program, None)
    write = PyMCWriter(program)
    declaration = program.declaration
    dims = _dims(declaration)
    data = program.names[program.observed.name]
    stored = stored_in(chosen, program, PyMCWriter)
    body = []
    for variable in declaration.variables:
        if compound is not None and variable is compound.count:
            continue
        if stored is not None and variable.observed:
            body += _stored_lines(stored)
            continue
        shown = ", ".join(f'"{dims[each]}"' for each in variable.dims)
        if len(variable.dims) == 1:
            shown += ","
        tail = f", dims=({shown})" if shown else ""
        if variable.observed and write.places:
            tail = f", observed={data}[{write.places}]"
        elif variable.observed:
            tail += f", observed={data}"
        if compound is not None and variable.observed:
            call = _compound_call(compound, write)
        else:
            call = _call(plain(variable), variable, write)
        target = "" if variable.observed else f"{program.names[variable.name]} = "
        body.append(f"    {target}{call[:-1]}{tail})")
    sizes = ", ".join(program.size(axis) for axis in program.observed_axes)
    comma = "," if len(program.observed_axes) == 1 else ""
    lines = [
        *(("", *stored.definition(), "", "") if stored else ()),
        *comment_on_data(program, "#"),
        *(
            [f"{stored.unpacked} = {stored.helper}({data})"]
            if stored
            else _data_lines(program, data, write.places)
        ),
        *(f"{program.names[k.name]} = np.asarray({program.names[k.name]})" for k in program.known),
        f"{sizes}{comma} = {data}.shape",
        *settings_lines(program),
        "",
        *(_compound_lines(compound, write) if compound else ()),
        "coords = {",
        *(f'    "{dims[a.name]}": range({program.size(a)}),' for a in declaration.axes),
        "}",
        "with pm.Model(coords=coords) as model:",
        *body,
    ]
    code = "\n".join(lines) + "\n"
    imports = ["import numpy as np", "import pymc as pm"]
    if stored is not None:
        imports += [each for each in stored.imports if each not in imports]
        imports = [each for each in imports if each != "import numpy as np" or "np." in code]
    if re.search(r"\bpt\.", code):
        imports.append("import pytensor.tensor as pt")
    notes = (
        described(chosen),
        _brought(program, data, write.places) + " pm.sample(), pm.fit() and "
        "pm.sample_prior_predictive() run inside `with model:`.",
        "PyMC: Gamma(alpha=shape, beta=rate), Normal(mu, sigma=standard deviation), "
        "NegativeBinomial(mu=mean, alpha=size), InverseGamma(alpha=shape, beta=scale), "
        "Weibull(alpha=shape, beta=scale), Gumbel(mu=mode, not mean).",
        *(compound.notes if compound else ()),
        *(stored.notes if stored else ()),
    )
    return Export(
        "pymc",
        "PyMC",
        program.settings(),
        "\n".join([*imports, "", code]),
        notes,
        data,
        inputs_of(program, write.places),
        prepared=() if stored else None,
    )


def _data_lines(program: Program, data: str, places: str) -> list[str]:
    """Return the lines that make an array of the data, and find what was observed of it."""
    if program.gaps in (MASK, BOTH):
        seen = "mask" if program.gaps == MASK else f"mask & ({data} != 0)"
        return [
            "# mask: True where an entry was observed, an array of the same shape",
            f"{data} = np.asarray({data})",
            f"{places} = np.nonzero({seen})",
        ]
    if program.gaps == ZEROS:
        return nonzero_lines(data, places)
    return [f"{data} = np.asarray({data})"]


def _brought(program: Program, data: str, places: str) -> str:
    """Say what the code takes."""
    known = [program.names[each.name] for each in program.known]
    taken = [data, *known, *(["mask"] if program.gaps in (MASK, BOTH) else [])]
    said = "an array that you bring" if len(taken) == 1 else "arrays that you bring"
    listed = ", ".join(taken[:-1]) + (" and " if taken[:-1] else "") + taken[-1]
    said = f"{listed} {'is' if len(taken) == 1 else 'are'} {said}."
    if places:
        said += f" In the model {data} is the vector of the observed entries, {data}[{places}]."
    return said


def _dims(declaration: Declaration) -> dict[str, str]:
    """Return the name of each axis, other than those of variables, which PyMC would confuse."""
    names = {variable.name for variable in declaration.variables}
    return {a.name: f"{a.name}_axis" if a.name in names else a.name for a in declaration.axes}


def _call(distribution: Plain, variable: Variable, write: PyMCWriter, name: str = "") -> str:
    """Return the call that declares a variable, with its arguments, but neither dims nor data."""
    parameters = distribution.parameters
    quoted = name or f'"{variable.name}"'
    if distribution.name == "Categorical":
        shares = ", ".join(write.parameter(variable, share) for share in parameters.values())
        shares = f"pt.stack(pt.broadcast_arrays({shares}), axis=-1)"
        return f"pm.Categorical({quoted}, p={shares})"
    template = _CALLS.get(distribution.name)
    if template is None:
        raise missing(distribution.name, "PyMC", "")
    return template.format(
        quoted, **{name: write.parameter(variable, value) for name, value in parameters.items()}
    )


def _stored_lines(stored: StoredEntries) -> list[str]:
    """Return the lines of a likelihood of stored entries and of all zeros."""
    return [
        f"    {stored.rate} = {stored.rates}",
        f'    pm.Poisson("{stored.observed}", mu={stored.rate}, observed={stored.values})',
        f'    pm.Potential("{stored.zeros}", {stored.rest})',
    ]


def _compound_call(compound: Compound, write: PyMCWriter) -> str:
    rate = write.parameter(compound.outcome, compound.rate)
    kind = ', dtype="int64"' if compound.discrete else ""
    return (
        f'pm.CustomDist("{compound.outcome.name}", {rate}, dist=compound, logp=compound_logp{kind})'
    )


def _compound_lines(compound: Compound, write: PyMCWriter) -> list[str]:
    """Return the two functions that say how a compound is drawn and what density it has."""
    n = compound.name
    call = _call(compound.given, compound.outcome, write, "{}")
    drawn = call.replace("({}, ", ".dist(")
    zero, inner = "-rate", "pt.switch(pt.eq(value, 0), 1.0, value)"
    if compound.discrete:
        zero, inner = "pt.logaddexp(-rate, total)", "value"
    return [
        f"TERMS = {compound.terms}",
        "",
        "",
        "def compound(rate, size):",
        "    counts = pm.Poisson.dist(mu=rate, size=size)",
        f"    {n} = pt.maximum(counts, 1)",
        f"    return pt.switch(pt.gt(counts, 0), {drawn}, 0)",
        "",
        "",
        "def compound_logp(value, rate):",
        f"    {n} = np.arange(1, TERMS + 1)",
        f"    counts = pm.logp(pm.Poisson.dist(mu=rate[..., None]), {n})",
        *(() if compound.discrete else (f"    {ONE_FOR_ZERO}",)),
        f"    inner = {inner}",
        f"    terms = counts + pm.logp({drawn}, inner[..., None])",
        "    total = pt.logsumexp(terms, axis=-1)",
        f"    return pt.switch(pt.eq(value, 0), {zero}, total)",
        "",
        "",
    ]
