"""All rules, in the order in which the engine tries them."""

from __future__ import annotations

from symppm.errors import DerivationError, did_you_mean
from symppm.laws.rules import (
    definitions,
    independence,
    linear,
    moments,
    relabelling,
    sums,
    total,
)
from symppm.laws.rules.base import Rule

RULES: tuple[Rule, ...] = (
    sums.EXCHANGEABLE_SUM,
    definitions.CORRELATION,
    independence.INDEPENDENT_SUMS,
    linear.LINEARITY,
    linear.KNOWN_FACTOR,
    moments.FAMILY_MOMENT,
    moments.JOINT_MOMENT,
    independence.INDEPENDENT_PRODUCT,
    total.TOTAL_EXPECTATION,
    total.TOTAL_VARIANCE,
    independence.INDEPENDENT_COVARIANCE,
    linear.VARIANCE_OF_SUM,
    independence.VARIANCE_OF_PRODUCT,
    linear.BILINEARITY,
    total.TOTAL_COVARIANCE,
    definitions.DEFINITION,
    independence.INDEPENDENT_CUMULANT,
    independence.SUM_OF_INDEPENDENTS,
    definitions.PRODUCTS_OF_SUMS,
    linear.MULTILINEARITY,
    total.TOTAL_CUMULANCE,
    definitions.CUMULANT_IN_MOMENTS,
)
"""Rules that rewrite one operator; the first that applies is used."""


def rule(name: str) -> Rule:
    """Return the rule of a name found in a derivation file."""
    known = {rule.name: rule for rule in (*RULES, relabelling.RELABELLING, definitions.ALGEBRA)}
    if name not in known:
        raise DerivationError(
            f"a step by the rule {name!r}",
            expected="a rule of this version of symppm",
            do=did_you_mean(name, known),
        )
    return known[name]
