"""Distributions of compound Poisson sums, as classes for NumPyro and Pyro."""

from __future__ import annotations

from typing import Final

from symppm.exports.compound import Compound
from symppm.exports.python_code import ONE_FOR_ZERO

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
        counts = dist.Poisson(self.rate[..., None]).log_prob({n})
@@
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
        counts = dist.Poisson(self.rate[..., None]).log_prob({n})
@@
        inner = {inner}
        terms = counts + {given}.log_prob(inner[..., None])
        total = terms.logsumexp(-1)
        return torch.where(value == 0, {zero}, total)

"""


def class_lines(compound: Compound, given: str, *, in_torch: bool) -> list[str]:
    """Return the class that draws a compound and has its density."""
    # A sum of few draws may not reach the value: its density is then zero, and no error.
    given = f"{given[:-1]}, validate_args=False)"
    array = "torch" if in_torch else "jnp"
    inner, zero = "value", "-self.rate"
    if compound.discrete:
        zero = f"{array}.logaddexp({zero}, total)"
    else:
        one = "torch.ones_like(value)" if in_torch else "1.0"
        inner = f"{array}.where(value == 0, {one}, value)"
    template = _TORCH_COMPOUND if in_torch else _JAX_COMPOUND
    text = template.format(
        terms=compound.terms, n=compound.name, given=given, inner=inner, zero=zero
    )
    head, _, tail = text.partition("@@\n")
    remark = () if compound.discrete else (f"        {ONE_FOR_ZERO}",)
    return [*head.splitlines(), *remark, *tail.splitlines()]
