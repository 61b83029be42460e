"""Models as NumPyro and Pyro code, which differ in little but their array library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from symppm.exports.arrays import ArrayWriter
from symppm.exports.compound import Compound, compound_in
from symppm.exports.compound_classes import class_lines
from symppm.exports.distributions import Plain, missing, plain
from symppm.exports.plates import Plates
from symppm.exports.program import Program, program_of
from symppm.exports.python_code import comment_on_data, described, inputs_of, settings_lines
from symppm.exports.sampling import TAKEN
from symppm.exports.stored_entries import stored_in
from symppm.exports.types import BOTH, ZEROS, Chosen, Export
from symppm.model.declaration import Variable

_MATRIX: Final = 2

_SHARED: Final = MappingProxyType(
    {
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
)

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


class NumPyroWriter(ArrayWriter):
    """Writes JAX expressions."""

    language = "NumPyro"
    einsum = "jnp.einsum"
    broadcast = "jnp.broadcast_to({0}, {1})"
    functions: ClassVar[Mapping[str, str]] = {
        "Abs": "jnp.abs({0})",
        "Logistic": "jax.nn.sigmoid({0})",
        "Max": "jnp.maximum({0}, {1})",
        "Min": "jnp.minimum({0}, {1})",
        "Softplus": "jax.nn.softplus({0})",
        "cos": "jnp.cos({0})",
        "erf": "jax.scipy.special.erf({0})",
        "exp": "jnp.exp({0})",
        "log": "jnp.log({0})",
        "sin": "jnp.sin({0})",
        "sqrt": "jnp.sqrt({0})",
        "tanh": "jnp.tanh({0})",
    }


class PyroWriter(ArrayWriter):
    """Writes PyTorch expressions."""

    language = "Pyro"
    einsum = "torch.einsum"
    broadcast = "torch.broadcast_to(torch.as_tensor({0}), {1})"
    functions: ClassVar[Mapping[str, str]] = {
        "Abs": "torch.abs({0})",
        "Logistic": "torch.sigmoid({0})",
        "Max": "torch.maximum(torch.as_tensor({0}), torch.as_tensor({1}))",
        "Min": "torch.minimum(torch.as_tensor({0}), torch.as_tensor({1}))",
        "Softplus": "torch.nn.functional.softplus({0})",
        "cos": "torch.cos({0})",
        "erf": "torch.erf({0})",
        "exp": "torch.exp({0})",
        "log": "torch.log({0})",
        "sin": "torch.sin({0})",
        "sqrt": "torch.sqrt({0})",
        "tanh": "torch.tanh({0})",
    }

    def turn(self, order: list[int]) -> str:
        """Return the call that puts the axes of a tensor in another order."""
        return f".permute({', '.join(map(str, order))})"


@dataclass(frozen=True)
class _Library:
    """What the two libraries call things."""

    target: str
    title: str
    module: str
    imports: tuple[str, ...]
    precision: tuple[str, ...]
    writer: type[ArrayWriter]
    calls: Mapping[str, str]
    stack: str
    shifts: bool
    notes: tuple[str, ...]
    array: str = ""


_NUMPYRO: Final = _Library(
    target="numpyro",
    title="NumPyro",
    module="numpyro",
    imports=(
        "import jax",
        "import jax.numpy as jnp",
        "import numpyro",
        "import numpyro.distributions as dist",
    ),
    precision=("numpyro.enable_x64()  # Gamma draws with small shapes vanish in single precision",),
    writer=NumPyroWriter,
    calls=_SHARED | _JAX_ONLY,
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
    module="pyro",
    imports=("import pyro", "import pyro.distributions as dist", "import torch"),
    precision=(
        "torch.set_default_dtype(torch.float64)  # small Gamma draws vanish in single precision",
    ),
    writer=PyroWriter,
    calls=_SHARED | _TORCH_ONLY,
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
    reserved = (
        "jax",
        "jnp",
        "torch",
        "numpyro",
        "pyro",
        "dist",
        "model",
        "map",
        "TERMS",
        "CompoundPoisson",
        "scipy",
        "np",
        "stored",
        "symppm",
        "sys",
        "paths",
        *TAKEN,
    )
    program = program_of(chosen, reserved, ascii_only=False)
    ending = compound_in(program)
    program, compound = ending or (program, None)
    write = library.writer(program)
    drawn = [
        each for each in program.declaration.variables if not compound or each is not compound.count
    ]
    plates = Plates(drawn, program, library.module, write.places)
    data = program.names[program.observed.name]
    stored = stored_in(chosen, program, library.writer)
    taken = f"{stored.helper}({data})" if stored else data
    body: list[str] = []
    for variable in drawn:
        if compound is not None and variable.observed:
            rate = write.parameter(variable, compound.rate)
            line = f'{library.module}.sample("{variable.name}", CompoundPoisson({rate}), '
            line += f"obs={_values(variable, program, write)})"
            body += [f"with {plates.around(variable)}:", f"    {line}"]
            continue
        if stored is None or not variable.observed:
            body += _statement(variable, program, library, write, plates)
            continue
        free = _statement(variable, program, library, write, plates, given=False)
        body += stored.statements(library.module, data, free)
    sizes = ", ".join(program.size(axis) for axis in program.observed_axes)
    known = [program.names[each.name] for each in program.known]
    arguments = ", ".join([sizes, *known, *([write.places] if write.places else [])])
    lines = [
        *library.imports,
        *(stored.imports if stored else ()),
        "",
        *library.precision,
        "",
        *settings_lines(program),
        "",
        *(_compound_class(compound, library, write) if compound else ()),
        *(("", *stored.definition(library.array), "") if stored else ()),
        "",
        f"def model({arguments}, {data}=None):",
        *(f"    {line}" for line in comment_on_data(program, "#", taken)),
        *([f"    # {write.places}: the indices of what was observed"] if write.places else []),
        *(f"    {line}" for line in plates.lines),
        *(f"    {line}" for line in body),
    ]
    usage = (
        note.replace("SIZES", arguments).replace("=DATA", f"={taken}").replace("DATA", data)
        for note in library.notes
    )
    code = "\n".join(lines) + "\n"
    if "jax." not in code.partition("import jax.numpy as jnp")[2]:
        code = code.removeprefix("import jax\n")
    notes = (
        described(chosen),
        *usage,
        *_listed(program, data, write.places),
        *(compound.notes if compound else ()),
        *(stored.notes if stored else ()),
    )
    return Export(
        library.target,
        library.title,
        program.settings(),
        code,
        notes,
        data,
        inputs_of(program, write.places),
        prepared=(f"{sizes} = {data}.shape", f"{data} = {taken}") if stored else None,
    )


def _listed(program: Program, data: str, places: str) -> tuple[str, ...]:
    """Say of data with gaps what to pass."""
    if not places:
        return ()
    seen = f"mask & ({data} != 0)" if program.gaps == BOTH else "mask"
    said = f"{places} is np.nonzero({seen}), with mask True where an entry was observed."
    if program.gaps == ZEROS:
        said = f"Entries that are zero were not observed: {places} is np.nonzero({data})."
        if len(program.observed_axes) == _MATRIX:
            said += (
                f" Of a sparse matrix, those that are stored were, zeros among them: with "
                f"found = {data}.tocsr().tocoo(), {places} is (found.row, found.col), and "
                f"{data} is found.toarray()."
            )
    return (
        f"{said} Only the observed entries have a likelihood, or are drawn, and the site {data} is "
        "the vector of them.",
    )


def _values(variable: Variable, program: Program, write: ArrayWriter) -> str:
    """Return the expression for what was observed of the data."""
    data = program.names[variable.name]
    return f"None if {data} is None else {data}[{write.places}]" if write.places else data


def _statement(
    variable: Variable,
    program: Program,
    library: _Library,
    write: ArrayWriter,
    plates: Plates,
    *,
    given: bool = True,
) -> list[str]:
    distribution = plain(variable)
    drawn = _drawn(distribution, variable, library, write)
    name = program.names[variable.name]
    sample = f"{library.module}.sample"
    shift = distribution.parameters.get("location")
    shifted = library.shifts and distribution.name in ("HalfCauchy", "HalfNormal") and shift != 0
    if variable.observed:
        if shifted:
            moved = f"dist.transforms.AffineTransform({write.parameter(variable, shift)}, 1.0)"
            drawn = f"dist.TransformedDistribution({drawn}, {moved})"
        given_data = f", obs={_values(variable, program, write)}" if given else ""
        line = f'{sample}("{variable.name}", {drawn}{given_data})'
    elif shifted:
        offset = f'{sample}("{variable.name}_above", {drawn})'
        value = f"{write(shift, variable.axes)} + {offset}"
        line = f'{name} = {library.module}.deterministic("{variable.name}", {value})'
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
    given = _drawn(compound.given, compound.outcome, library, write)
    return class_lines(compound, given, in_torch=library.target == "pyro")
