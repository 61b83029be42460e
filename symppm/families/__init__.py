"""Distributions as suppliers of moments: parameters, support, raw moments, samplers."""

from symppm.families.base import Family, Moment, Parameter, Requirement, Support
from symppm.families.gamma import GAMMA
from symppm.families.poisson import POISSON
from symppm.families.two_moments import TWO_MOMENTS

__all__ = ["GAMMA", "POISSON", "TWO_MOMENTS", "Family", "Moment", "Parameter", "Requirement", "Support"]
