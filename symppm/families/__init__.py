"""Distributions as suppliers of moments: parameters, support, raw moments, samplers."""

from symppm.families.base import SIZE, Family, JointFamily, Moment, Parameter, Requirement, Support
from symppm.families.bernoulli import BERNOULLI
from symppm.families.beta import BETA
from symppm.families.binomial import BINOMIAL
from symppm.families.categorical import CATEGORICAL, CategoricalFamily
from symppm.families.dirichlet import BASE_DIRICHLET, DIRICHLET
from symppm.families.dispersion import GENERAL_DISPERSION
from symppm.families.dispersion_types import (
    BINOMIAL_DISPERSION,
    GAMMA_DISPERSION,
    INVERSE_GAUSSIAN_DISPERSION,
    NEGATIVE_BINOMIAL_DISPERSION,
    NORMAL_DISPERSION,
    POISSON_DISPERSION,
)
from symppm.families.exponential import EXPONENTIAL
from symppm.families.gamma import GAMMA
from symppm.families.gumbel import GUMBEL
from symppm.families.half_cauchy import HALF_CAUCHY
from symppm.families.half_normal import HALF_NORMAL
from symppm.families.inverse_gamma import INVERSE_GAMMA
from symppm.families.laplace import LAPLACE
from symppm.families.log_normal import LOG_NORMAL
from symppm.families.multinomial import MULTINOMIAL
from symppm.families.negative_binomial import NEGATIVE_BINOMIAL
from symppm.families.normal import NORMAL
from symppm.families.observation import OBSERVATION
from symppm.families.poisson import POISSON
from symppm.families.registry import BUILT_IN, family_named
from symppm.families.student_t import STUDENT_T
from symppm.families.two_moments import TWO_MOMENTS
from symppm.families.uniform import UNIFORM
from symppm.families.weibull import WEIBULL, WeibullShape
from symppm.families.zero_inflated_poisson import ZERO_INFLATED_POISSON

__all__ = [
    "BASE_DIRICHLET",
    "BERNOULLI",
    "BETA",
    "BINOMIAL",
    "BINOMIAL_DISPERSION",
    "BUILT_IN",
    "CATEGORICAL",
    "DIRICHLET",
    "EXPONENTIAL",
    "GAMMA",
    "GAMMA_DISPERSION",
    "GENERAL_DISPERSION",
    "GUMBEL",
    "HALF_CAUCHY",
    "HALF_NORMAL",
    "INVERSE_GAMMA",
    "INVERSE_GAUSSIAN_DISPERSION",
    "LAPLACE",
    "LOG_NORMAL",
    "MULTINOMIAL",
    "NEGATIVE_BINOMIAL",
    "NEGATIVE_BINOMIAL_DISPERSION",
    "NORMAL",
    "NORMAL_DISPERSION",
    "OBSERVATION",
    "POISSON",
    "POISSON_DISPERSION",
    "SIZE",
    "STUDENT_T",
    "TWO_MOMENTS",
    "UNIFORM",
    "WEIBULL",
    "ZERO_INFLATED_POISSON",
    "CategoricalFamily",
    "Family",
    "JointFamily",
    "Moment",
    "Parameter",
    "Requirement",
    "Support",
    "WeibullShape",
    "family_named",
]
