"""Models as PyMC code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from symppm.exports.arrays import ArrayWriter
from symppm.exports.expressions import functions
from symppm.exports.types import Export, ExportTask
from symppm.model.declaration import Variable

_CALLS: Final = {
    "Bernoulli": "pm.Bernoulli({}, p={mean})",
    "Beta": "pm.Beta({}, alpha={alpha}, beta={beta})",
    "Binomial": "pm.Binomial({}, n={trials}, p={probability})",
    "Categorical": "pm.Categorical({}, p=pt.stack(pt.broadcast_arrays({shares}), axis=-1))",
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


class PyMCWriter(ArrayWriter):
    """Writes PyTensor expressions."""

    language = "PyMC"
    reserved = "TERMS compound compound_logp mask model pm pt range"
    calls = _CALLS
    elsewhere: ClassVar[Mapping[str, str]] = {}
    einsum = "pt.einsum"
    broadcast = "pt.broadcast_to({0}, {1})"
    functions: ClassVar[Mapping[str, str]] = functions(
        "pm.math.{}({{0}})",
        Logistic="pm.math.sigmoid({0})",
        Max="pm.math.maximum({0}, {1})",
        Min="pm.math.minimum({0}, {1})",
        Softplus="pm.math.log1pexp({0})",
    )


def to_pymc(task: ExportTask) -> Export:
    """Return PyMC code for a match."""
    write = PyMCWriter.of(task)
    declaration = write.program.declaration
    # Names of axes, other than those of variables, which PyMC would confuse.
    names = {variable.name for variable in declaration.variables}
    dims = {a.name: f"{a.name}_axis" if a.name in names else a.name for a in declaration.axes}
    statements = [(v.observed, _declared(v, write, dims)) for v in write.program.drawn]
    conditional = write.given("{}").replace("({}, ", ".dist(")
    return write.export(task, "pymc", (), given=conditional, dims=dims, statements=statements)


def _declared(variable: Variable, write: ArrayWriter, dims: Mapping[str, str]) -> str:
    """Return the statement that declares a variable, with its dims or its data."""
    compound, name = write.program.compound, write.program.names[variable.name]
    shown = ", ".join(f'"{dims[dim]}"' for dim in variable.dims)
    tail = f", dims=({shown}{',' if len(variable.dims) == 1 else ''})" if shown else ""
    if compound is not None and variable.observed:
        kind = ', dtype="int64"' if compound.discrete else ""
        rate = write.parameter(variable, compound.rate)
        arguments = f'"{variable.name}", {rate}, dist=compound, logp=compound_logp{kind}'
        call = f"pm.CustomDist({arguments})"
    else:
        call = write.distribution(variable, f'"{variable.name}"')
    if not variable.observed:
        return f"{name} = {call[:-1]}{tail})"
    if write.places:
        return f"{call[:-1]}, observed={name}[{write.places}])"
    return f"{call[:-1]}{tail}, observed={name})"
