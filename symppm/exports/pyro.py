"""Models as NumPyro and Pyro code, which differ in little but their array library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from symppm.exports.arrays import ArrayWriter
from symppm.exports.expressions import functions
from symppm.exports.program import plain
from symppm.exports.types import Export, ExportTask
from symppm.model.declaration import Variable

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


class _Writer(ArrayWriter):
    """What the two libraries call things."""

    reserved = "CompoundPoisson TERMS dist jax jnp map model numpyro pyro torch"
    target: ClassVar[str]
    shifts: ClassVar[bool]
    """Whether a half-line that starts elsewhere than at zero is a sum with a constant."""
    array: ClassVar[str]
    """What makes an array of NumPy one of the library, where it must be."""


class NumPyroWriter(_Writer):
    """Writes JAX expressions."""

    language = "NumPyro"
    target = "numpyro"
    shifts = False
    array = ""
    calls: ClassVar[Mapping[str, str]] = {
        **_SHARED,
        "HalfCauchy": "dist.TruncatedCauchy({location}, {scale}, low={location})",
        "HalfNormal": "dist.TruncatedNormal({location}, {scale}, low={location})",
        "NegativeBinomial": "dist.NegativeBinomial2({mean}, {size})",
        "ZeroInflatedPoisson": "dist.ZeroInflatedPoisson({drop}, {rate})",
        "Categorical": "dist.Categorical(probs=jnp.stack(jnp.broadcast_arrays({shares}), axis=-1))",
    }
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


class PyroWriter(_Writer):
    """Writes PyTorch expressions."""

    language = "Pyro"
    target = "pyro"
    shifts = True
    array = "torch.as_tensor"
    calls: ClassVar[Mapping[str, str]] = {
        **_SHARED,
        "HalfCauchy": "dist.HalfCauchy({scale})",
        "HalfNormal": "dist.HalfNormal({scale})",
        "NegativeBinomial": "dist.GammaPoisson({size}, {rate})",
        "ZeroInflatedPoisson": "dist.ZeroInflatedPoisson({rate}, gate=torch.as_tensor({drop}))",
        "Categorical": "dist.Categorical(probs=torch.stack(torch.broadcast_tensors("
        "*map(torch.as_tensor, ({shares},))), -1))",
    }
    einsum = "torch.einsum"
    broadcast = "torch.broadcast_to(torch.as_tensor({0}), {1})"
    turn = ".permute({})"
    functions: ClassVar[Mapping[str, str]] = functions(
        "torch.{}({{0}})",
        Logistic="torch.sigmoid({0})",
        Max="torch.maximum(torch.as_tensor({0}), torch.as_tensor({1}))",
        Min="torch.minimum(torch.as_tensor({0}), torch.as_tensor({1}))",
        Softplus="torch.nn.functional.softplus({0})",
    )


def to_numpyro(task: ExportTask) -> Export:
    """Return NumPyro code for a match; errors as for :func:`to_pyro`."""
    return _written(task, NumPyroWriter)


def to_pyro(task: ExportTask) -> Export:
    """Return Pyro code for a match."""
    return _written(task, PyroWriter)


def _written(task: ExportTask, library: type[_Writer]) -> Export:
    write = library.of(task)
    program, stored, data = write.program, write.stored, write.program.data
    plates, plates_of = _plates(write)
    stored_data = f"{stored.helper}({data})" if stored else data
    places = [write.places] if write.places else []
    arguments = ", ".join([*program.data_sizes, *program.known, *places])
    return write.export(
        task,
        write.target,
        (f"{', '.join(program.data_sizes)} = {data}.shape", f"{data} = {stored_data}"),
        arguments=arguments,
        taken=stored_data,
        plates=plates,
        # A sum of few draws may not reach the value: its density is then zero, and no error.
        given=f"{write.given()[:-1]}, validate_args=False)",
        statements=[(v.observed, plates_of[v.name], _statement(v, write)) for v in program.drawn],
    )


def _plates(write: _Writer) -> tuple[list[str], dict[str, str]]:
    """Return lines that make plates, and those of each variable, separated by commas.

    There is one for each axis at each place that it has in an array: guides need one place each.
    """
    program, places, module = write.program, write.places, write.target
    names: dict[tuple[str, int], str] = {}
    lines, plates_of, used = [], {}, {variable.name for variable in program.drawn}
    for variable in program.drawn:
        placed = [*enumerate(variable.axes, start=-len(variable.axes))]
        if variable.observed and places:
            name = plates_of[variable.name] = program.free("observed_plate")
            lines.append(f'{name} = {module}.plate("{name}", len({places}[0]))')
            continue
        for place, axis in placed:
            if (axis.name, place) in names:
                continue
            label = axis.name
            while label in used:
                label = f"{axis.name}_{-place}" if label == axis.name else label + "_"
            used.add(label)
            name = names[axis.name, place] = program.free(f"{label}_plate")
            size = program.size(axis)
            lines.append(f'{name} = {module}.plate("{label}", {size}, dim={place})')
        plates_of[variable.name] = ", ".join(names[axis.name, place] for place, axis in placed)
    return lines, plates_of


def _statement(variable: Variable, write: _Writer) -> str:
    """Return the statement that draws a variable, given its data unless these are taken apart."""
    name, sample = write.program.names[variable.name], f"{write.target}.sample"
    observed = ""
    if variable.observed and not write.stored:
        places = write.places
        observed = f", obs={f'None if {name} is None else {name}[{places}]' if places else name}"
    compound = write.program.compound
    if compound is not None and variable.observed:
        rate = write.parameter(variable, compound.rate)
        return f'{sample}("{variable.name}", CompoundPoisson({rate}){observed})'
    distribution = write.distribution(variable)
    half = variable.family.name in ("HalfCauchy", "HalfNormal")
    shift = plain(variable).parameters["location"] if write.shifts and half else 0
    if variable.observed:
        if shift != 0:
            transform = f"dist.transforms.AffineTransform({write.parameter(variable, shift)}, 1.0)"
            distribution = f"dist.TransformedDistribution({distribution}, {transform})"
        return f'{sample}("{variable.name}", {distribution}{observed})'
    if shift != 0:
        value = f'{write(shift, variable.axes)} + {sample}("{variable.name}_above", {distribution})'
        return f'{name} = {write.target}.deterministic("{variable.name}", {value})'
    return f'{name} = {sample}("{variable.name}", {distribution})'
