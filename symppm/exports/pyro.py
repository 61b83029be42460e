"""Models as NumPyro and Pyro code, which differ in little but their array library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from symppm.exports.arrays import ONE_FOR_ZERO, ArrayWriter, Laid, laid_out
from symppm.exports.expressions import functions
from symppm.exports.program import Compound, Plain, comment_on_data, described, missing, plain
from symppm.exports.sampling import TAKEN
from symppm.exports.types import BOTH, NOT_STORED, ZEROS, Chosen, Export
from symppm.model.declaration import Variable

_RESERVED: Final = f"""
jax jnp torch numpyro pyro dist model map TERMS CompoundPoisson scipy np stored symppm sys paths
{TAKEN}
"""
_SHARED: Final = {
    "Bernoulli": "dist.Bernoulli(probs={mean})",
    "Beta": "dist.Beta({alpha}, {beta})",
    "Binomial": "dist.Binomial(total_count={trials}, probs={probability})",
    "Exponential": "dist.Exponential({rate})",
    "Gamma": "dist.Gamma({shape}, {rate})",
    "Gumbel": "dist.Gumbel({mode}, {scale})",
    "InverseGamma": "dist.InverseGamma({shape}, {scale})",
    "Laplace": "dist.Laplace({mean}, {scale})",
    "LogNormal": "dist.LogNormal({mu}, {sigma})",
    "Normal": "dist.Normal({mean}, {sd})",
    "Poisson": "dist.Poisson({rate})",
    "StudentT": "dist.StudentT({degrees}, {location}, {scale})",
    "Uniform": "dist.Uniform({low}, {high})",
    "Weibull": "dist.Weibull({scale}, {shape})",
}
_JAX_ONLY: Final = {
    "HalfCauchy": "dist.TruncatedCauchy({location}, {scale}, low={location})",
    "HalfNormal": "dist.TruncatedNormal({location}, {scale}, low={location})",
    "NegativeBinomial": "dist.NegativeBinomial2({mean}, {size})",
    "ZeroInflatedPoisson": "dist.ZeroInflatedPoisson({drop}, {rate})",
}
_TORCH_ONLY: Final = {
    "HalfCauchy": "dist.HalfCauchy({scale})",
    "HalfNormal": "dist.HalfNormal({scale})",
    "NegativeBinomial": "dist.GammaPoisson({size}, {rate})",
    "ZeroInflatedPoisson": "dist.ZeroInflatedPoisson({rate}, gate=torch.as_tensor({drop}))",
}
_JAX_COMPOUND: Final = """\
TERMS = {terms}


class CompoundPoisson(dist.Distribution):
    support = dist.constraints.real
    arg_constraints = {{"rate": dist.constraints.nonnegative}}

    def __init__(self, rate, *, validate_args=None):
        self.rate = jnp.asarray(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    def sample(self, key, sample_shape=()):
        first, second = jax.random.split(key)
        counts = dist.Poisson(self.rate).sample(first, sample_shape)
        {n} = jnp.maximum(counts, 1)
        return jnp.where(counts > 0, {given}.sample(second), 0)

    def log_prob(self, value):
        {n} = jnp.arange(1, TERMS + 1)
        counts = dist.Poisson(self.rate[..., None]).log_prob({n}){remark}
        inner = {inner}
        terms = counts + {given}.log_prob(inner[..., None])
        total = jax.scipy.special.logsumexp(terms, axis=-1)
        return jnp.where(value == 0, {zero}, total)
"""
_TORCH_COMPOUND: Final = """\
TERMS = {terms}


class CompoundPoisson(dist.TorchDistribution):
    support = dist.constraints.real
    arg_constraints = {{"rate": dist.constraints.nonnegative}}

    def __init__(self, rate, validate_args=None):
        self.rate = torch.as_tensor(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return CompoundPoisson(self.rate.expand(batch_shape))

    def sample(self, sample_shape=()):
        counts = dist.Poisson(self.rate).sample(sample_shape)
        {n} = counts.clamp(min=1)
        return torch.where(counts > 0, {given}.sample(), torch.zeros_like(counts))

    def log_prob(self, value):
        {n} = torch.arange(1.0, TERMS + 1)
        counts = dist.Poisson(self.rate[..., None]).log_prob({n}){remark}
        inner = {inner}
        terms = counts + {given}.log_prob(inner[..., None])
        total = terms.logsumexp(-1)
        return torch.where(value == 0, {zero}, total)
"""


class NumPyroWriter(ArrayWriter):
    """Writes JAX expressions."""

    language = "NumPyro"
    einsum = "jnp.einsum"
    broadcast = "jnp.broadcast_to({0}, {1})"
    functions: ClassVar[Mapping[str, str]] = functions(
        "jnp.{}({{0}})",
        Logistic="jax.nn.sigmoid({0})",
        Max="jnp.maximum({0}, {1})",
        Min="jnp.minimum({0}, {1})",
        Softplus="jax.nn.softplus({0})",
        erf="jax.scipy.special.erf({0})",
    )


class PyroWriter(ArrayWriter):
    """Writes PyTorch expressions."""

    language = "Pyro"
    einsum = "torch.einsum"
    broadcast = "torch.broadcast_to(torch.as_tensor({0}), {1})"
    functions: ClassVar[Mapping[str, str]] = functions(
        "torch.{}({{0}})",
        Logistic="torch.sigmoid({0})",
        Max="torch.maximum(torch.as_tensor({0}), torch.as_tensor({1}))",
        Min="torch.minimum(torch.as_tensor({0}), torch.as_tensor({1}))",
        Softplus="torch.nn.functional.softplus({0})",
    )

    def turn(self, order: list[int]) -> str:
        """Return the call that puts the axes of a tensor in another order."""
        return f".permute({', '.join(map(str, order))})"


@dataclass(frozen=True)
class _Library:
    """What the two libraries call things."""

    target: str
    title: str
    head: str
    writer: type[ArrayWriter]
    calls: Mapping[str, str]
    compound: str
    module: str  # of arrays
    one: str
    stack: str  # makes shares probabilities along a last axis
    shifts: bool  # a half-line that starts elsewhere than at zero is a sum with a constant
    notes: tuple[str, ...]
    array: str = ""  # what makes an array of NumPy one of the library, where it must be


_NUMPYRO: Final = _Library(
    target="numpyro",
    title="NumPyro",
    head="""\
import jax
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist
{imports}
numpyro.enable_x64()  # Gamma draws with small shapes vanish in single precision
""",
    writer=NumPyroWriter,
    calls=_SHARED | _JAX_ONLY,
    compound=_JAX_COMPOUND,
    module="jnp",
    one="1.0",
    stack="jnp.stack(jnp.broadcast_arrays({}), axis=-1)",
    shifts=False,
    notes=(
        "NumPyro: Gamma(concentration=shape, rate), InverseGamma(concentration=shape, rate=our "
        "scale), Normal(loc, scale=standard deviation), NegativeBinomial2(mean, "
        "concentration=size), Weibull(scale, concentration=shape), Gumbel(loc=mode, not mean).",
        "Predictive(model, num_samples=100)(jax.random.key(0), SIZES) draws from the prior; "
        "MCMC(NUTS(model), ...).run(jax.random.key(0), SIZES, DATA=DATA) fits.",
    ),
)

_PYRO: Final = _Library(
    target="pyro",
    title="Pyro",
    head="""\
import pyro
import pyro.distributions as dist
import torch
{imports}
torch.set_default_dtype(torch.float64)  # small Gamma draws vanish in single precision
""",
    writer=PyroWriter,
    calls=_SHARED | _TORCH_ONLY,
    compound=_TORCH_COMPOUND,
    module="torch",
    one="torch.ones_like(value)",
    stack="torch.stack(torch.broadcast_tensors(*map(torch.as_tensor, ({},))), -1)",
    shifts=True,
    notes=(
        "Pyro: Gamma(concentration=shape, rate), InverseGamma(concentration=shape, rate=our "
        "scale), Normal(loc, scale=standard deviation), GammaPoisson(size, size / mean) for the "
        "negative binomial, Weibull(scale, concentration=shape), Gumbel(loc=mode, not mean).",
        "pyro.infer.Predictive(model, num_samples=100)(SIZES) draws from the prior; "
        "SVI(model, AutoNormal(model), Adam(...), Trace_ELBO()).step(SIZES, DATA=DATA) fits, "
        "with DATA a tensor.",
    ),
    array="torch.as_tensor({})",
)


def to_numpyro(chosen: Chosen) -> Export:
    """Return NumPyro code for a match; errors as for :func:`to_pyro`."""
    return _written(chosen, _NUMPYRO)


def to_pyro(chosen: Chosen) -> Export:
    """Return Pyro code for a match."""
    return _written(chosen, _PYRO)


def _written(chosen: Chosen, library: _Library) -> Export:
    laid = laid_out(chosen, _RESERVED, library.writer)
    program, compound, stored, write = laid.program, laid.compound, laid.stored, laid.write
    data = laid.data
    plates = _Plates(laid, library.target)
    body: list[str] = []
    for variable in laid.drawn:
        lines = _statement(variable, laid, library, plates, given=not stored)
        if stored is not None and variable.observed:
            lines = stored.statements(library.target, data, lines)
        body += lines
    taken = f"{stored.helper}({data})" if stored else data
    sizes = ", ".join(program.size(axis) for axis in program.observed_axes)
    known = [program.names[each.name] for each in program.known]
    arguments = ", ".join([sizes, *known, *([write.places] if write.places else [])])
    imports = "".join(f"{line}\n" for line in stored.imports) if stored else ""
    lines = [
        library.head.format(imports=imports),
        *laid.settings,
        "",
        *(_compound_class(compound, library, write) if compound else ()),
        *(("", *stored.definition(library.array), "") if stored else ()),
        "",
        f"def model({arguments}, {data}=None):",
        *(f"    {line}" for line in comment_on_data(program, "#", taken)),
        *([f"    # {write.places}: the indices of what was observed"] if write.places else []),
        *(f"    {line}" for line in [*plates.lines, *body]),
    ]
    usage = (
        note.replace("SIZES", arguments).replace("=DATA", f"={taken}").replace("DATA", data)
        for note in library.notes
    )
    code = "\n".join(lines) + "\n"
    if "jax." not in code.partition("import jax.numpy as jnp")[2]:
        code = code.removeprefix("import jax\n")
    notes = (described(chosen), *usage, *_listed(laid), *laid.notes)
    prepared = (f"{sizes} = {data}.shape", f"{data} = {taken}") if stored else None
    return Export(
        library.target, library.title, program.settings(), code, notes, data, laid.inputs, prepared
    )


class _Plates:
    """A plate for each axis at each place that it has in an array: guides need one place each."""

    def __init__(self, laid: Laid, module: str) -> None:
        self.lines: list[str] = []
        self._names: dict[tuple[str, int], str] = {}
        self._listed = ""
        program, places = laid.program, laid.write.places
        taken = {variable.name for variable in laid.drawn}
        for variable in laid.drawn:
            if variable.observed and places:
                self._listed = program.free("observed_plate")
                plate = f'{module}.plate("{self._listed}", len({places}[0]))'
                self.lines.append(f"{self._listed} = {plate}")
                continue
            for place, axis in enumerate(variable.axes, start=-len(variable.axes)):
                if (axis.name, place) in self._names:
                    continue
                label = axis.name
                while label in taken:
                    label = f"{axis.name}_{-place}" if label == axis.name else label + "_"
                taken.add(label)
                name = self._names[axis.name, place] = program.free(f"{label}_plate")
                plate = f'{module}.plate("{label}", {program.size(axis)}, dim={place})'
                self.lines.append(f"{name} = {plate}")

    def around(self, variable: Variable) -> str:
        """Return the plates of a variable, separated by commas."""
        if variable.observed and self._listed:
            return self._listed
        places = enumerate(variable.axes, start=-len(variable.axes))
        return ", ".join(self._names[axis.name, place] for place, axis in places)


def _listed(laid: Laid) -> tuple[str, ...]:
    """Say what to pass where entries are missing."""
    program, data, places = laid.program, laid.data, laid.write.places
    if not places:
        return ()
    seen = f"mask & ({data} != 0)" if program.missing == BOTH else "mask"
    said = f"{places} is np.nonzero({seen}), with mask True where an entry was observed."
    if program.missing == ZEROS:
        said = f"Entries that are zero were not observed: {places} is np.nonzero({data})."
        if len(program.observed_axes) == 2:
            said = (
                f"{NOT_STORED} and of either, with found = scipy.sparse.csr_array({data}).tocoo(), "
                f"{places} is (found.row, found.col), and {data} is found.toarray()."
            )
    return (
        f"{said} Only the observed entries have a likelihood, or are drawn, and the site {data} is "
        "the vector of them.",
    )


def _statement(
    variable: Variable, laid: Laid, library: _Library, plates: _Plates, *, given: bool
) -> list[str]:
    """Return the lines that draw a variable, given its data unless these are taken apart."""
    write, name, sample = laid.write, laid.program.names[variable.name], f"{library.target}.sample"
    observed = ""
    if variable.observed and given:
        places = write.places
        observed = f", obs={f'None if {name} is None else {name}[{places}]' if places else name}"
    if laid.compound is not None and variable.observed:
        rate = write.parameter(variable, laid.compound.rate)
        line = f'{sample}("{variable.name}", CompoundPoisson({rate}){observed})'
        return [f"with {plates.around(variable)}:", f"    {line}"]
    distribution = plain(variable)
    drawn = _drawn(distribution, variable, library, write)
    shift = distribution.parameters.get("location")
    shifted = library.shifts and distribution.name in ("HalfCauchy", "HalfNormal") and shift != 0
    if variable.observed:
        if shifted:
            moved = f"dist.transforms.AffineTransform({write.parameter(variable, shift)}, 1.0)"
            drawn = f"dist.TransformedDistribution({drawn}, {moved})"
        line = f'{sample}("{variable.name}", {drawn}{observed})'
    elif shifted:
        value = f'{write(shift, variable.axes)} + {sample}("{variable.name}_above", {drawn})'
        line = f'{name} = {library.target}.deterministic("{variable.name}", {value})'
    else:
        line = f'{name} = {sample}("{variable.name}", {drawn})'
    if not variable.axes:
        return [line]
    return [f"with {plates.around(variable)}:", f"    {line}"]


def _drawn(distribution: Plain, variable: Variable, library: _Library, write: ArrayWriter) -> str:
    texts = {name: write.parameter(variable, v) for name, v in distribution.parameters.items()}
    if distribution.name == "Categorical":
        return f"dist.Categorical(probs={library.stack.format(', '.join(texts.values()))})"
    template = library.calls.get(distribution.name)
    if template is None:
        has = "PyMC" if distribution.name == "InverseGaussian" else ""
        raise missing(distribution.name, library.title, has)
    return template.format(**texts)


def _compound_class(compound: Compound, library: _Library, write: ArrayWriter) -> list[str]:
    """Return the class that draws a compound and has its density."""
    # A sum of few draws may not reach the value: its density is then zero, and no error.
    given = _drawn(compound.given, compound.outcome, library, write)
    zero, inner, remark = "-self.rate", "value", ""
    if compound.discrete:
        zero = f"{library.module}.logaddexp({zero}, total)"
    else:
        inner = f"{library.module}.where(value == 0, {library.one}, value)"
        remark = f"\n        {ONE_FOR_ZERO}"
    text = library.compound.format(
        terms=compound.terms,
        n=compound.name,
        given=f"{given[:-1]}, validate_args=False)",
        inner=inner,
        zero=zero,
        remark=remark,
    )
    return [*text.splitlines(), ""]
