"""All rules, in the order in which the engine tries them."""

from __future__ import annotations

from symppm.errors import DerivationError, did_you_mean
from symppm.laws.rules.base import Rule
from symppm.laws.rules.definitions import (
    ALGEBRA,
    CORRELATION,
    CUMULANT_IN_MOMENTS,
    DEFINITION,
    PRODUCTS_OF_SUMS,
)
from symppm.laws.rules.independence import (
    INDEPENDENT_COVARIANCE,
    INDEPENDENT_CUMULANT,
    INDEPENDENT_PRODUCT,
    INDEPENDENT_SUMS,
    SUM_OF_INDEPENDENTS,
    VARIANCE_OF_PRODUCT,
)
from symppm.laws.rules.linear import (
    BILINEARITY,
    KNOWN_FACTOR,
    LINEARITY,
    MULTILINEARITY,
    VARIANCE_OF_SUM,
)
from symppm.laws.rules.moments import FAMILY_MOMENT, JOINT_MOMENT
from symppm.laws.rules.relabelling import RELABELLING
from symppm.laws.rules.sums import EXCHANGEABLE_SUM
from symppm.laws.rules.total import (
    TOTAL_COVARIANCE,
    TOTAL_CUMULANCE,
    TOTAL_EXPECTATION,
    TOTAL_VARIANCE,
)

RULES: tuple[Rule, ...] = (
    EXCHANGEABLE_SUM,
    CORRELATION,
    INDEPENDENT_SUMS,
    LINEARITY,
    KNOWN_FACTOR,
    FAMILY_MOMENT,
    JOINT_MOMENT,
    INDEPENDENT_PRODUCT,
    TOTAL_EXPECTATION,
    TOTAL_VARIANCE,
    INDEPENDENT_COVARIANCE,
    VARIANCE_OF_SUM,
    VARIANCE_OF_PRODUCT,
    BILINEARITY,
    TOTAL_COVARIANCE,
    DEFINITION,
    INDEPENDENT_CUMULANT,
    SUM_OF_INDEPENDENTS,
    PRODUCTS_OF_SUMS,
    MULTILINEARITY,
    TOTAL_CUMULANCE,
    CUMULANT_IN_MOMENTS,
)
"""Rules that rewrite one operator; the first that applies is used."""


def rule(name: str) -> Rule:
    """Return the rule of a name found in a derivation file."""
    known = {each.name: each for each in (*RULES, RELABELLING, ALGEBRA)}
    if name not in known:
        raise DerivationError(
            f"a step by the rule {name!r}",
            expected="a rule of this version of symppm",
            do=did_you_mean(name, known),
        )
    return known[name]
