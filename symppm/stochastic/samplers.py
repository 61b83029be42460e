"""Draws from families by their name, and the values of those that have few."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import torch

from symppm.errors import ParameterError
from symppm.families import CategoricalFamily, Family
from symppm.stochastic.transforms import (
    PATHWISE,
    PLAIN,
    ROUNDING,
    Parameters,
    Sampler,
    Shape,
    categorical,
)

_LONG_SUM: Final = 1e-9
"""Relative error of a sum that must not exceed its limit."""

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
    sampler = _sampler(family)
    try:
        if sampler is None:
            drawn = _by_numpy(family, parameters, shape, generator)
        else:
            drawn = sampler(parameters, shape, generator).expand(shape)
    except torch.cuda.OutOfMemoryError:
        raise
    except (RuntimeError, ValueError) as error:
        raise _unfit(f"{name} cannot be drawn from {family.name}: {error}") from error
    if not bool(torch.isfinite(drawn.detach()).all()):
        raise _unfit(f"{name}, drawn from {family.name}, overflows")
    return drawn


def _unfit(given: str) -> ParameterError:
    return ParameterError(
        given,
        expected="parameters and draws within double precision and their domains",
        do="Use less extreme hyperparameters.",
    )


def _check(name: str, family: Family, parameters: Parameters) -> None:
    """See that parameters are in their domains: torch's samplers would not end, or crash."""
    for each in family.parameters:
        value = parameters[each.name].detach()
        inside = {
            "positive": value > 0,
            "nonnegative": value >= 0,
            "negative": value < 0,
            "real": value == value,  # noqa: PLR0124 - false for NaN
        }[each.domain] & torch.isfinite(value)
        if not bool(inside.all()):
            raise _unfit(
                f"{name} cannot be drawn from {family.name}: its {each.name} under- or overflows"
            )
        if each.upper is not None:
            _check_limit(
                name, family, (each.name, str(each.upper)), value, torch.tensor(float(each.upper))
            )
    for low, high in family.ordered:
        limit = parameters[high].detach()
        _check_limit(name, family, (low, high), parameters[low].detach(), limit)


def _check_limit(
    name: str,
    family: Family,
    what: tuple[str, str],
    value: torch.Tensor,
    limit: torch.Tensor,
) -> None:
    slack = limit.abs() * _LONG_SUM
    if bool((value > limit + slack).any()):
        raise _unfit(f"{name} cannot be drawn from {family.name}: its {what[0]} exceeds {what[1]}")


def _sampler(family: Family) -> Sampler | None:
    if isinstance(family, CategoricalFamily):
        return categorical
    return PATHWISE.get(family.name) or PLAIN.get(family.name)


def _by_numpy(
    family: Family, parameters: Parameters, shape: Shape, generator: torch.Generator
) -> torch.Tensor:
    """Draw with the family's own sampler, seeded from the generator."""
    family.check_sampled()
    seed = torch.randint(2**62, (), generator=generator, device=generator.device)
    arrays = {key: value.detach().cpu().numpy() for key, value in parameters.items()}
    drawn = family.sample(np.random.default_rng(int(seed)), arrays, shape)
    return torch.as_tensor(
        np.asarray(drawn, dtype=np.float64), dtype=torch.float64, device=generator.device
    )


@dataclass(frozen=True)
class Support:
    """The values of a discrete variable that has few of them.

    Attributes
    ----------
    values : tuple of float
        All of them.
    parameters : mapping of str to torch.Tensor
        The variable's, a probability that has rounded to zero or one moved by a unit of rounding:
        its logarithm keeps a derivative then.
    """

    values: tuple[float, ...]
    parameters: Parameters


def finite_support(family: Family, parameters: Parameters) -> Support | None:
    """Return the values that a variable can have, if it is discrete and they are few."""
    if family.name == "Bernoulli":
        inside = parameters["mean"].clamp(ROUNDING, 1.0 - ROUNDING)
        return Support((0.0, 1.0), {"mean": inside})
    if family.name == "Binomial":
        trials = parameters["trials"]
        if trials.numel() != 1 or trials.requires_grad or float(trials) > _FEW_TRIALS:
            return None
        share = (parameters["mean"] / trials).clamp(ROUNDING, 1.0 - ROUNDING)
        count = int(trials)
        states = tuple(float(n) for n in range(count + 1))
        return Support(states, {"mean": share * trials, "trials": trials})
    if isinstance(family, CategoricalFamily):
        return Support(tuple(float(n) for n in range(len(parameters))), parameters)
    return None
