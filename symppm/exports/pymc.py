"""Models as PyMC code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from symppm.exports.arrays import (
    ONE_FOR_ZERO,
    ArrayWriter,
    Laid,
    StoredEntries,
    laid_out,
    nonzero_lines,
)
from symppm.exports.expressions import functions
from symppm.exports.program import Compound, Plain, comment_on_data, described, missing, plain
from symppm.exports.sampling import TAKEN
from symppm.exports.types import BOTH, MASK, ZEROS, Chosen, Export
from symppm.model.declaration import Declaration, Variable

_RESERVED: Final = f"""
np pm pt model range TERMS compound compound_logp scipy mask stored symppm sys paths {TAKEN}
"""
_CALLS: Final = {
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
_COMPOUND: Final = """\
TERMS = {terms}


def compound(rate, size):
    counts = pm.Poisson.dist(mu=rate, size=size)
    {n} = pt.maximum(counts, 1)
    return pt.switch(pt.gt(counts, 0), {drawn}, 0)


def compound_logp(value, rate):
    {n} = np.arange(1, TERMS + 1)
    counts = pm.logp(pm.Poisson.dist(mu=rate[..., None]), {n}){remark}
    inner = {inner}
    terms = counts + pm.logp({drawn}, inner[..., None])
    total = pt.logsumexp(terms, axis=-1)
    return pt.switch(pt.eq(value, 0), {zero}, total)
"""
_CONVENTION: Final = (
    "PyMC: Gamma(alpha=shape, beta=rate), Normal(mu, sigma=standard deviation), "
    "NegativeBinomial(mu=mean, alpha=size), InverseGamma(alpha=shape, beta=scale), "
    "Weibull(alpha=shape, beta=scale), Gumbel(mu=mode, not mean)."
)


class PyMCWriter(ArrayWriter):
    """Writes PyTensor expressions."""

    language = "PyMC"
    einsum = "pt.einsum"
    broadcast = "pt.broadcast_to({0}, {1})"
    functions: ClassVar[Mapping[str, str]] = functions(
        "pm.math.{}({{0}})",
        Logistic="pm.math.sigmoid({0})",
        Max="pm.math.maximum({0}, {1})",
        Min="pm.math.minimum({0}, {1})",
        Softplus="pm.math.log1pexp({0})",
    )


def to_pymc(chosen: Chosen) -> Export:
    """Return PyMC code for a match."""
    laid = laid_out(chosen, _RESERVED, PyMCWriter)
    program, compound, stored, data = laid.program, laid.compound, laid.stored, laid.data
    dims = _dims(program.declaration)
    body: list[str] = []
    for variable in laid.drawn:
        if stored is not None and variable.observed:
            body += _stored_lines(stored)
        else:
            body.append(f"    {_declared(variable, laid, dims)}")
    sizes = ", ".join(program.size(axis) for axis in program.observed_axes)
    comma = "," if len(program.observed_axes) == 1 else ""
    read = [f"{stored.unpacked} = {stored.helper}({data})"] if stored else _data_lines(laid)
    lines = [
        *(("", *stored.definition(), "", "") if stored else ()),
        *comment_on_data(program, "#"),
        *read,
        *(f"{program.names[k.name]} = np.asarray({program.names[k.name]})" for k in program.known),
        f"{sizes}{comma} = {data}.shape",
        *laid.settings,
        "",
        *(_compound_lines(compound, laid.write) if compound else ()),
        "coords = {",
        *(f'    "{dims[a.name]}": range({program.size(a)}),' for a in program.declaration.axes),
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
    usage = (
        f"{_brought(laid)} pm.sample(), pm.fit() and pm.sample_prior_predictive() run inside "
        "`with model:`."
    )
    return Export(
        "pymc",
        "PyMC",
        program.settings(),
        "\n".join([*imports, "", code]),
        (described(chosen), usage, _CONVENTION, *laid.notes),
        data,
        laid.inputs,
        prepared=() if stored else None,
    )


def _data_lines(laid: Laid) -> list[str]:
    """Return the lines that make an array of the data, and find what was observed of it."""
    data, places, missing = laid.data, laid.write.places, laid.program.missing
    if missing in (MASK, BOTH):
        seen = "mask" if missing == MASK else f"mask & ({data} != 0)"
        return [
            "# mask: True where an entry was observed, an array of the same shape",
            f"{data} = np.asarray({data})",
            f"{places} = np.nonzero({seen})",
        ]
    if missing == ZEROS:
        return nonzero_lines(data, places)
    return [f"{data} = np.asarray({data})"]


def _brought(laid: Laid) -> str:
    """Say what the code takes."""
    known = [laid.program.names[each.name] for each in laid.program.known]
    masked = laid.program.missing in (MASK, BOTH)
    data, places = laid.data, laid.write.places
    taken = [data, *known, *(["mask"] if masked else [])]
    said = f"{data} is an array that you bring."
    if len(taken) > 1:
        said = f"{', '.join(taken[:-1])} and {taken[-1]} are arrays that you bring."
    if places:
        said += f" In the model {data} is the vector of the observed entries, {data}[{places}]."
    return said


def _dims(declaration: Declaration) -> dict[str, str]:
    """Return the name of each axis, other than those of variables, which PyMC would confuse."""
    names = {variable.name for variable in declaration.variables}
    return {a.name: f"{a.name}_axis" if a.name in names else a.name for a in declaration.axes}


def _declared(variable: Variable, laid: Laid, dims: Mapping[str, str]) -> str:
    """Return the statement that declares a variable, with its dims or its data."""
    compound, write = laid.compound, laid.write
    name = laid.program.names[variable.name]
    shown = ", ".join(f'"{dims[each]}"' for each in variable.dims)
    tail = f", dims=({shown}{',' if len(variable.dims) == 1 else ''})" if shown else ""
    call = ""
    if compound is not None and variable.observed:
        rate = write.parameter(variable, compound.rate)
        kind = ', dtype="int64"' if compound.discrete else ""
        call = f'"{variable.name}", {rate}, dist=compound, logp=compound_logp{kind}'
        call = f"pm.CustomDist({call})"
    else:
        call = _call(plain(variable), variable, write)
    if not variable.observed:
        return f"{name} = {call[:-1]}{tail})"
    if write.places:
        return f"{call[:-1]}, observed={name}[{write.places}])"
    return f"{call[:-1]}{tail}, observed={name})"


def _call(distribution: Plain, variable: Variable, write: ArrayWriter, name: str = "") -> str:
    """Return the call that declares a variable, with its arguments, but neither dims nor data."""
    texts = {key: write.parameter(variable, of) for key, of in distribution.parameters.items()}
    quoted = name or f'"{variable.name}"'
    if distribution.name == "Categorical":
        shares = f"pt.stack(pt.broadcast_arrays({', '.join(texts.values())}), axis=-1)"
        return f"pm.Categorical({quoted}, p={shares})"
    template = _CALLS.get(distribution.name)
    if template is None:
        raise missing(distribution.name, "PyMC", "")
    return template.format(quoted, **texts)


def _stored_lines(stored: StoredEntries) -> list[str]:
    """Return the lines of a likelihood of stored entries and of all zeros."""
    return [
        f"    {stored.rate} = {stored.rates}",
        f'    pm.Poisson("{stored.observed}", mu={stored.rate}, observed={stored.values})',
        f'    pm.Potential("{stored.zeros}", {stored.rest})',
    ]


def _compound_lines(compound: Compound, write: ArrayWriter) -> list[str]:
    """Return the two functions that say how a compound is drawn and what density it has."""
    drawn = _call(compound.given, compound.outcome, write, "{}").replace("({}, ", ".dist(")
    zero, inner, remark = "-rate", "pt.switch(pt.eq(value, 0), 1.0, value)", f"\n    {ONE_FOR_ZERO}"
    if compound.discrete:
        zero, inner, remark = "pt.logaddexp(-rate, total)", "value", ""
    text = _COMPOUND.format(
        terms=compound.terms, n=compound.name, drawn=drawn, zero=zero, inner=inner, remark=remark
    )
    return [*text.splitlines(), "", ""]
