"""pmf_uniform: Poisson factorization, Uniform priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 3bbe357524488b4a, generator 85a07bd5adb1c4c3, body 05c898c469426651
"""

import torch

from symppm.stochastic.special import upper_gamma

NAME = 'pmf_uniform'
TITLE = 'Poisson factorization, Uniform priors'
HYPERPARAMETERS = (('low_theta', 'nonnegative', None, False), ('high_theta', 'positive', None, False), ('low_beta', 'nonnegative', None, False), ('high_beta', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'Poisson'
INTEGRAL = True
SIGN = 'nonnegative'
SHARED = False
CONTINUOUS = True
CLOSED = ('mean', 'variance', 'rho_row', 'rho_col', 'cov_row', 'cov_col')
MOMENTS = 6
LATENTS = (('theta', 'Uniform', ('row', 'factor')), ('beta', 'Uniform', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (1,)), ((3,), (2,), (1,)), ((4,), (3,), (2,), (1,)), ((5,), (4,), (3,), (2,), (1,)), ((6,), (5,), (4,), (3,), (2,), (1,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["high_beta"] + p["low_beta"]
    t1 = p["high_theta"] + p["low_theta"]
    t2 = 2.0*(p["high_beta"]*p["low_beta"])
    t3 = 2.0*(p["high_theta"]*p["low_theta"])
    t4 = 7.0*p["high_beta"] ** 2
    t5 = 7.0*p["low_beta"] ** 2
    t6 = p["high_theta"]*(36.0*p["high_beta"]) + p["high_theta"]*(36.0*p["low_beta"]) + p["low_theta"]*(36.0*p["high_beta"]) + p["low_theta"]*(36.0*p["low_beta"]) - t3*p["low_beta"] ** 2 - t3*p["high_beta"] ** 2 + t4*p["high_theta"] ** 2 + t4*p["low_theta"] ** 2 + t5*p["high_theta"] ** 2 + t5*p["low_theta"] ** 2 - 20.0*(p["high_beta"]*p["low_beta"])*(p["high_theta"]*p["low_theta"]) - p["high_theta"] ** 2*t2 - t2*p["low_theta"] ** 2
    t7 = 3.0/t6
    t8 = t0 ** 2*(p["high_theta"] - p["low_theta"]) ** 2
    t9 = t1 ** 2*(p["high_beta"] - p["low_beta"]) ** 2
    t10 = (0.020833333333333332)*p["K"]
    return {
        "mean": (0.25)*p["K"]*t0*t1,
        "variance": (0.006944444444444444)*p["K"]*t6,
        "rho_row": t7*t8,
        "rho_col": t7*t9,
        "cov_row": t8*t10,
        "cov_col": t9*t10,
    }


def log_density_Uniform(value, parameters):
    """Return the logarithm of the density, or probability, of Uniform."""
    return -torch.log(parameters["high"] - parameters["low"])


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    if layered:
        return v
    given = leaf_parameters(p, v, draw)
    v["theta"] = draw.variable("theta", given["theta"], ('row', 'factor'), log_density_Uniform)
    v["beta"] = draw.variable("beta", given["beta"], ('col', 'factor'), log_density_Uniform)
    return v


def parameters(p, v, draw):
    """Return the parameters of Y given the latent variables."""
    s0 = draw.total(v["beta"]*v["theta"], "factor")
    return {"rate": s0}


def moment(order, q):
    """Return E[Y^order] given its parameters, for orders up to MOMENTS."""
    if order == 1:
        return q["rate"]
    if order == 2:
        return q["rate"] ** 2 + q["rate"]
    if order == 3:
        return q["rate"] ** 3 + 3.0*q["rate"] ** 2 + q["rate"]
    if order == 4:
        return q["rate"] ** 4 + 6.0*q["rate"] ** 3 + 7.0*q["rate"] ** 2 + q["rate"]
    if order == 5:
        return q["rate"] ** 5 + 10.0*q["rate"] ** 4 + 25.0*q["rate"] ** 3 + 15.0*q["rate"] ** 2 + q["rate"]
    if order == 6:
        return q["rate"] ** 6 + 15.0*q["rate"] ** 5 + 65.0*q["rate"] ** 4 + 90.0*q["rate"] ** 3 + 31.0*q["rate"] ** 2 + q["rate"]
    raise ValueError(f"there is no moment of order {order}")


def log_density(value, q):
    """Return the logarithm of the density, or probability, of Y."""
    return -q["rate"] + value*torch.log(torch.where((value > 0.0), q["rate"], 1.0)) - torch.lgamma(value + 1.0)


def cumulative(value, q):
    """Return P(Y <= value)."""
    t0 = (value >= 0.0)
    return torch.where(t0, upper_gamma(torch.floor(torch.where(t0, value, 1.0)) + 1.0, q["rate"]), 0.0)


def summands(p, v):
    """Return what is summed over factor in the parameters of Y."""
    return (v["beta"]*v["theta"],)


def polynomial(order, p, v):
    """Return E[Y^order | latent variables] as coefficients and exponents of sums."""
    if order == 1:
        return ((1.0, (1,)),)
    if order == 2:
        return ((1.0, (2,)), (1.0, (1,)),)
    if order == 3:
        return ((1.0, (3,)), (3.0, (2,)), (1.0, (1,)),)
    if order == 4:
        return ((1.0, (4,)), (6.0, (3,)), (7.0, (2,)), (1.0, (1,)),)
    if order == 5:
        return ((1.0, (5,)), (10.0, (4,)), (25.0, (3,)), (15.0, (2,)), (1.0, (1,)),)
    if order == 6:
        return ((1.0, (6,)), (15.0, (5,)), (65.0, (4,)), (90.0, (3,)), (31.0, (2,)), (1.0, (1,)),)
    raise ValueError(f"there is no moment of order {order}")


def leaf_parameters(p, v, draw):
    """Return the parameters of LEAVES given what is above them."""
    theta_parameters = {"low": p["low_theta"], "high": p["high_theta"]}
    beta_parameters = {"low": p["low_beta"], "high": p["high_beta"]}
    return {"theta": theta_parameters, "beta": beta_parameters}


def leaf_moment(name, order, q):
    """Return E[X^order] of one of LEAVES given its parameters."""
    if name in ('theta', 'beta') and order == 1:
        return (0.5)*q["high"] + (0.5)*q["low"]
    if name in ('theta', 'beta') and order == 2:
        return (0.3333333333333333)*q["high"] ** 2 + (0.3333333333333333)*q["high"]*q["low"] + (0.3333333333333333)*q["low"] ** 2
    if name in ('theta', 'beta') and order == 3:
        return (0.25)*q["high"] ** 3 + (0.25)*q["high"] ** 2*q["low"] + (0.25)*q["high"]*q["low"] ** 2 + (0.25)*q["low"] ** 3
    if name in ('theta', 'beta') and order == 4:
        return (0.2)*q["high"] ** 4 + (0.2)*q["high"] ** 3*q["low"] + (0.2)*q["high"] ** 2*q["low"] ** 2 + (0.2)*q["high"]*q["low"] ** 3 + (0.2)*q["low"] ** 4
    if name in ('theta', 'beta') and order == 5:
        return (0.16666666666666666)*q["high"] ** 5 + (0.16666666666666666)*q["high"] ** 4*q["low"] + (0.16666666666666666)*q["high"] ** 3*q["low"] ** 2 + (0.16666666666666666)*q["high"] ** 2*q["low"] ** 3 + (0.16666666666666666)*q["high"]*q["low"] ** 4 + (0.16666666666666666)*q["low"] ** 5
    if name in ('theta', 'beta') and order == 6:
        return (0.14285714285714285)*q["high"] ** 6 + (0.14285714285714285)*q["high"] ** 5*q["low"] + (0.14285714285714285)*q["high"] ** 4*q["low"] ** 2 + (0.14285714285714285)*q["high"] ** 3*q["low"] ** 3 + (0.14285714285714285)*q["high"] ** 2*q["low"] ** 4 + (0.14285714285714285)*q["high"]*q["low"] ** 5 + (0.14285714285714285)*q["low"] ** 6
    raise ValueError(f"there is no moment of order {order} of {name}")


def terms(p, v):
    """Return the terms of every summand: coefficient, and powers of LEAVES."""
    return (((1.0, (('theta', 1), ('beta', 1))),),)
