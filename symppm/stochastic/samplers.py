"""Draws from families by their name, and the values of those that have few.

Parameters are those of the families in ``symppm.families``, as tensors that broadcast against the
shape that is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import torch

from symppm.errors import ParameterError
from symppm.families import CategoricalFamily, Family

Parameters = Mapping[str, torch.Tensor]
Shape = tuple[int, ...]

_LONG_SUM: Final = 1e-9
"""Relative error of a sum that must not exceed its limit."""

_SMALL_SHAPE: Final = 0.1
"""Gamma variables of a smaller shape under- or overflow when divided; then logarithms are used."""

_ROUNDING: Final = 2.0**-53
"""Half a unit of the last place of one."""

_FEW_TRIALS: Final = 63
_MOVING_SUPPORT: Final = frozenset({"HalfCauchy", "HalfNormal", "Uniform"})


def is_pathwise(family: Family) -> bool:
    """Tell whether draws of a family can be differentiated by its parameters."""
    return family.name in PATHWISE


def has_moving_support(family: Family) -> bool:
    """Tell whether the support moves with the parameters, so that the score function is biased."""
    return family.name in _MOVING_SUPPORT


def sample(
    name: str, family: Family, parameters: Parameters, shape: Shape, generator: torch.Generator
) -> torch.Tensor:
    """Draw values, differentiable by the parameters where :func:`is_pathwise` says so."""
    _check(name, family, parameters)
    sampler = PATHWISE.get(family.name) or _PLAIN.get(family.name)
    if isinstance(family, CategoricalFamily):
        sampler = _categorical
    try:
        if sampler is None:
            values = _by_numpy(family, parameters, shape, generator)
        else:
            values = sampler(parameters, Noise(shape, generator)).expand(shape)
    except torch.cuda.OutOfMemoryError:
        raise
    except (RuntimeError, ValueError) as error:
        raise _unfit(f"{name} cannot be drawn from {family.name}: {error}") from error
    if not bool(torch.isfinite(values.detach()).all()):
        raise _unfit(f"{name}, drawn from {family.name}, overflows")
    return values


def _unfit(given: str) -> ParameterError:
    return ParameterError(
        given,
        expected="parameters and draws within double precision and their domains",
        do="Use less extreme hyperparameters.",
    )


def _check(name: str, family: Family, parameters: Parameters) -> None:
    """See that parameters are in their domains: torch's samplers would not end, or crash."""
    limits: list[tuple[str, str, torch.Tensor]] = []
    for spec in family.parameters:
        value = parameters[spec.name].detach()
        inside = {
            "positive": value > 0,
            "nonnegative": value >= 0,
            "negative": value < 0,
            "real": value == value,  # noqa: PLR0124 - false for NaN
        }[spec.domain] & torch.isfinite(value)
        if not bool(inside.all()):
            raise _unfit(
                f"{name} cannot be drawn from {family.name}: its {spec.name} under- or overflows"
            )
        if spec.upper is not None:
            limits.append((spec.name, str(spec.upper), value.new_tensor(float(spec.upper))))
    limits += ((low, high, parameters[high].detach()) for low, high in family.ordered)
    for low, high, limit in limits:
        if bool((parameters[low].detach() > limit + limit.abs() * _LONG_SUM).any()):
            raise _unfit(f"{name} cannot be drawn from {family.name}: its {low} exceeds {high}")


def _by_numpy(
    family: Family, parameters: Parameters, shape: Shape, generator: torch.Generator
) -> torch.Tensor:
    """Draw with the family's own sampler, seeded from the generator."""
    family.check_sampled()
    seed = torch.randint(2**62, (), generator=generator, device=generator.device)
    arrays = {key: value.detach().cpu().numpy() for key, value in parameters.items()}
    values = np.asarray(family.sample(np.random.default_rng(int(seed)), arrays, shape), dtype=float)
    return torch.as_tensor(values, dtype=torch.float64, device=generator.device)


def finite_support(
    family: Family, parameters: Parameters
) -> tuple[tuple[float, ...], Parameters] | None:
    """Return the values that a variable can have, if it is discrete and they are few.

    With them come its parameters, where a probability that has rounded to zero or one is moved by a
    unit of rounding: its logarithm keeps a derivative then.
    """
    if family.name == "Bernoulli":
        return (0.0, 1.0), {"mean": parameters["mean"].clamp(_ROUNDING, 1.0 - _ROUNDING)}
    if family.name == "Binomial":
        trials = parameters["trials"]
        if trials.numel() != 1 or trials.requires_grad or float(trials) > _FEW_TRIALS:
            return None
        share = (parameters["mean"] / trials).clamp(_ROUNDING, 1.0 - _ROUNDING)
        states = tuple(map(float, range(int(trials) + 1)))
        return states, {"mean": share * trials, "trials": trials}
    if isinstance(family, CategoricalFamily):
        return tuple(map(float, range(len(parameters)))), parameters
    return None


# How each family is drawn


@dataclass(frozen=True)
class Noise:
    """Standard variables of one shape."""

    shape: Shape
    generator: torch.Generator

    def full(self, values: torch.Tensor) -> torch.Tensor:
        """Repeat values to the shape, where the generator is."""
        return values.to(self.generator.device).expand(self.shape)

    def uniform(self) -> torch.Tensor:
        """Draw from the open interval: neither end, so that logarithms are finite."""
        values = torch.rand(
            self.shape, generator=self.generator, dtype=torch.float64, device=self.generator.device
        )
        return values.clamp_min(_ROUNDING / 2)

    def normal(self) -> torch.Tensor:
        """Draw standard normal variables."""
        return torch.randn(
            self.shape, generator=self.generator, dtype=torch.float64, device=self.generator.device
        )

    def exponential(self) -> torch.Tensor:
        """Draw exponential variables of rate one."""
        return -torch.log(self.uniform())

    def gamma(self, concentration: torch.Tensor) -> torch.Tensor:
        """Draw Gamma variables of rate one."""
        values: torch.Tensor = _StandardGamma.apply(self.full(concentration), self.generator)
        return values

    def log_gamma(self, concentration: torch.Tensor) -> torch.Tensor:
        """Draw logarithms of Gamma variables of rate one, which do not underflow.

        With G of shape a + 1 and a uniform U, the variable is G U^(1/a).
        """
        above = self.gamma(concentration + 1.0)
        return torch.log(above) + torch.log(self.uniform()) / concentration

    def poisson(self, rate: torch.Tensor) -> torch.Tensor:
        """Draw counts."""
        return torch.poisson(self.full(rate), generator=self.generator)

    def gamma_poisson(self, size: torch.Tensor, ratio: torch.Tensor) -> torch.Tensor:
        """Draw counts whose rates are Gamma variables; a size of zero gives zero."""
        mixed = self.gamma(torch.where(size > 0, size, 1.0))
        return self.poisson(torch.where(size > 0, mixed, 0.0) * ratio)

    def binomial(self, trials: torch.Tensor, success: torch.Tensor) -> torch.Tensor:
        """Draw counts of successes."""
        # A long sum of what are shares of one can round to a little more than one.
        probability = self.full(success).clamp(0.0, 1.0)
        count = self.full(trials).contiguous()
        return torch.binomial(count, probability, generator=self.generator)


class _StandardGamma(torch.autograd.Function):
    """Draws with implicit gradients (Figurnov, Mohamed and Mnih, 2018), which torch computes.

    They are slow, and every statistic asks for them: torch alone would compute them each time.
    """

    @staticmethod
    def forward(context: Any, shape: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
        values = torch._standard_gamma(shape, generator=generator)
        context.save_for_backward(shape, values)
        context.slopes = None
        return values

    @staticmethod
    def backward(context: Any, grad: torch.Tensor) -> tuple[torch.Tensor, None]:
        if context.slopes is None:
            context.slopes = torch._standard_gamma_grad(*context.saved_tensors)
        return grad * context.slopes, None


Sampler = Callable[[Parameters, Noise], torch.Tensor]


def _root(square: torch.Tensor) -> torch.Tensor:
    """Return the square root, with a derivative of zero at zero in place of infinity."""
    positive = square > 0
    return torch.where(positive, torch.sqrt(torch.where(positive, square, 1.0)), 0.0)


def _student_t(q: Parameters, noise: Noise) -> torch.Tensor:
    half = q["degrees"] / 2
    square = noise.gamma(half) / half
    return q["location"] + q["scale"] * noise.normal() / torch.sqrt(square)


def _laplace(q: Parameters, noise: Noise) -> torch.Tensor:
    two_sided = 2.0 * noise.uniform() - 1.0
    return q["mean"] - q["scale"] * torch.sign(two_sided) * torch.log1p(-torch.abs(two_sided))


def _beta(q: Parameters, noise: Noise) -> torch.Tensor:
    """Draw G/(G + H); by their logarithms where both of G and H can underflow."""
    alpha, beta = q["alpha"], q["beta"]
    if min(float(alpha.detach().min()), float(beta.detach().min())) < _SMALL_SHAPE:
        return torch.sigmoid(noise.log_gamma(alpha) - noise.log_gamma(beta))
    gamma = noise.gamma(alpha)
    return gamma / (gamma + noise.gamma(beta))


def _gamma_dispersion(q: Parameters, noise: Noise) -> torch.Tensor:
    """Draw a Gamma variable of shape kappa, which is zero where kappa is."""
    positive = q["kappa"] > 0
    gamma = noise.gamma(torch.where(positive, q["kappa"], 1.0))
    return torch.where(positive, gamma, 0.0) / -q["w"]


def _zero_inflated(q: Parameters, noise: Noise) -> torch.Tensor:
    counts = noise.poisson(q["rate"])
    return torch.where(noise.uniform() < q["keep"], counts, 0.0)


def _categorical(q: Parameters, noise: Noise) -> torch.Tensor:
    """Draw numbers from zero on, each with probability proportional to its weight."""
    weights = torch.broadcast_tensors(*(q[f"weight_{n}"] for n in range(len(q))))
    cumulated = torch.cumsum(torch.stack(weights), 0)
    place = noise.uniform() * cumulated[-1]
    passed = ((place >= threshold).to(torch.float64) for threshold in cumulated[:-1])
    return sum(passed, start=torch.zeros_like(place))


PATHWISE: Final[Mapping[str, Sampler]] = MappingProxyType(
    {
        "Beta": _beta,
        "Exponential": lambda q, noise: noise.exponential() / q["rate"],
        "ExponentialDispersion[gamma]": _gamma_dispersion,
        "ExponentialDispersion[normal]": lambda q, noise: (
            q["kappa"] * q["w"] + _root(q["kappa"]) * noise.normal()
        ),
        "Gamma": lambda q, noise: noise.gamma(q["shape"]) / q["rate"],
        "Gumbel": lambda q, noise: (
            q["mean"] + q["scale"] * (-torch.log(noise.exponential()) - float(np.euler_gamma))
        ),
        "HalfCauchy": lambda q, noise: (
            q["location"] + q["scale"] * torch.tan(math.pi / 2 * noise.uniform())
        ),
        "HalfNormal": lambda q, noise: q["location"] + q["scale"] * torch.abs(noise.normal()),
        "InverseGamma": lambda q, noise: q["scale"] * torch.exp(-noise.log_gamma(q["shape"])),
        "Laplace": _laplace,
        "LogNormal": lambda q, noise: torch.exp(q["mu"] + q["sigma"] * noise.normal()),
        "Normal": lambda q, noise: q["mean"] + _root(q["variance"]) * noise.normal(),
        "StudentT": _student_t,
        "Uniform": lambda q, noise: q["low"] + (q["high"] - q["low"]) * noise.uniform(),
        "Weibull": lambda q, noise: q["scale"] * noise.exponential() ** (1.0 / q["shape"]),
    }
)
"""Samplers whose draws are differentiable functions of the parameters, by the family's name."""

_PLAIN: Final[Mapping[str, Sampler]] = MappingProxyType(
    {
        "Bernoulli": lambda q, noise: (noise.uniform() < q["mean"]).to(torch.float64),
        "Binomial": lambda q, noise: noise.binomial(q["trials"], q["mean"] / q["trials"]),
        "ExponentialDispersion[binomial]": lambda q, noise: noise.binomial(
            q["kappa"], torch.sigmoid(q["w"])
        ),
        "ExponentialDispersion[negative_binomial]": lambda q, noise: noise.gamma_poisson(
            q["kappa"], 1.0 / torch.expm1(-q["w"])
        ),
        "ExponentialDispersion[poisson]": lambda q, noise: noise.poisson(
            q["kappa"] * torch.exp(q["w"])
        ),
        "NegativeBinomial": lambda q, noise: noise.gamma_poisson(q["size"], q["mean"] / q["size"]),
        "Poisson": lambda q, noise: noise.poisson(q["rate"]),
        "ZeroInflatedPoisson": _zero_inflated,
    }
)
"""Samplers whose draws are not differentiable, by the family's name."""
