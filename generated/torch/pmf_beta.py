"""pmf_beta: Poisson factorization, Beta priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model bf64d87ce5baf069, generator 85a07bd5adb1c4c3, body c4be1687f2f3ed83
"""

import torch

from symppm.stochastic.special import upper_gamma

NAME = 'pmf_beta'
TITLE = 'Poisson factorization, Beta priors'
HYPERPARAMETERS = (('alpha_theta', 'positive', None, False), ('beta_theta', 'positive', None, False), ('alpha_beta', 'positive', None, False), ('beta_beta', 'positive', None, False))
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
LATENTS = (('theta', 'Beta', ('row', 'factor')), ('beta', 'Beta', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (1,)), ((3,), (2,), (1,)), ((4,), (3,), (2,), (1,)), ((5,), (4,), (3,), (2,), (1,)), ((6,), (5,), (4,), (3,), (2,), (1,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["alpha_beta"] + p["beta_beta"]
    t1 = p["alpha_theta"] + p["beta_theta"]
    t2 = p["K"]*(p["alpha_beta"]*p["alpha_theta"])
    t3 = 1.0 / t0 ** 2
    t4 = 1.0 / t1 ** 2
    t5 = t1 + 1.0
    t6 = 1.0 / t5
    t7 = t0 + 1.0
    t8 = 1.0 / t7
    t9 = p["alpha_beta"]*p["alpha_theta"] ** 2
    t10 = p["alpha_beta"]*p["beta_theta"] ** 2
    t11 = p["alpha_theta"]*p["alpha_beta"] ** 2
    t12 = p["alpha_theta"]*p["beta_beta"] ** 2
    t13 = p["alpha_beta"]*(2.0*p["beta_theta"]) + p["alpha_theta"]*p["beta_theta"]*(3.0*p["beta_beta"]) + p["alpha_theta"]*(2.0*p["beta_beta"]) + 4.0*p["beta_beta"]*p["beta_theta"]*(p["alpha_beta"]*p["alpha_theta"]) + p["beta_beta"]*(2.0*p["beta_theta"]) + p["beta_beta"]*p["beta_theta"] ** 2 + p["beta_theta"]*p["beta_beta"] ** 2 + 2.0*p["beta_theta"]*p["alpha_beta"] ** 2 + 2.0*p["beta_theta"]*t11 + 2.0*p["beta_theta"]*t12 + 2.0*p["beta_theta"]*(p["alpha_beta"]*p["alpha_theta"]) + 2.0*p["beta_beta"]*p["alpha_theta"] ** 2 + 2.0*p["beta_beta"]*t9 + 2.0*p["beta_beta"]*t10 + 2.0*p["beta_beta"]*(p["alpha_beta"]*p["alpha_theta"]) + p["alpha_theta"] ** 2*p["alpha_beta"] ** 2 + p["alpha_theta"] ** 2*p["beta_beta"] ** 2 + t9 + p["beta_theta"] ** 2*p["alpha_beta"] ** 2 + p["beta_theta"] ** 2*p["beta_beta"] ** 2 + t10 + t11 + t12 + p["alpha_beta"]*p["alpha_theta"] + p["alpha_beta"]*p["beta_theta"]*(3.0*p["beta_beta"])
    t14 = 1.0 / t13
    t15 = p["K"]*t3*t4
    return {
        "mean": t2/(t0*t1),
        "variance": t13*t2*t3*t4*t6*t8,
        "rho_row": p["alpha_beta"]*p["beta_theta"]*t14*t7,
        "rho_col": p["alpha_theta"]*p["beta_beta"]*t14*t5,
        "cov_row": p["beta_theta"]*t11*t15*t6,
        "cov_col": p["beta_beta"]*t9*t15*t8,
    }


def log_density_Beta(value, parameters):
    """Return the logarithm of the density, or probability, of Beta."""
    return (parameters["alpha"] - 1.0)*torch.log(value) + (parameters["beta"] - 1.0)*torch.log(1.0 - value) - torch.lgamma(parameters["alpha"]) - torch.lgamma(parameters["beta"]) + torch.lgamma(parameters["alpha"] + parameters["beta"])


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    if layered:
        return v
    given = leaf_parameters(p, v, draw)
    v["theta"] = draw.variable("theta", given["theta"], ('row', 'factor'), log_density_Beta)
    v["beta"] = draw.variable("beta", given["beta"], ('col', 'factor'), log_density_Beta)
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
    theta_parameters = {"alpha": p["alpha_theta"], "beta": p["beta_theta"]}
    beta_parameters = {"alpha": p["alpha_beta"], "beta": p["beta_beta"]}
    return {"theta": theta_parameters, "beta": beta_parameters}


def leaf_moment(name, order, q):
    """Return E[X^order] of one of LEAVES given its parameters."""
    if name in ('theta', 'beta') and order == 1:
        return q["alpha"]/(q["alpha"] + q["beta"])
    if name in ('theta', 'beta') and order == 2:
        t0 = q["alpha"] + q["beta"]
        return q["alpha"]*(q["alpha"] + 1.0)/(t0*(t0 + 1.0))
    if name in ('theta', 'beta') and order == 3:
        t0 = q["alpha"] + q["beta"]
        return q["alpha"]*(q["alpha"] + 1.0)*(q["alpha"] + 2.0)/(t0*(t0 + 1.0)*(t0 + 2.0))
    if name in ('theta', 'beta') and order == 4:
        t0 = q["alpha"] + q["beta"]
        return q["alpha"]*(q["alpha"] + 1.0)*(q["alpha"] + 2.0)*(q["alpha"] + 3.0)/(t0*(t0 + 1.0)*(t0 + 2.0)*(t0 + 3.0))
    if name in ('theta', 'beta') and order == 5:
        t0 = q["alpha"] + q["beta"]
        return q["alpha"]*(q["alpha"] + 1.0)*(q["alpha"] + 2.0)*(q["alpha"] + 3.0)*(q["alpha"] + 4.0)/(t0*(t0 + 1.0)*(t0 + 2.0)*(t0 + 3.0)*(t0 + 4.0))
    if name in ('theta', 'beta') and order == 6:
        t0 = q["alpha"] + q["beta"]
        return q["alpha"]*(q["alpha"] + 1.0)*(q["alpha"] + 2.0)*(q["alpha"] + 3.0)*(q["alpha"] + 4.0)*(q["alpha"] + 5.0)/(t0*(t0 + 1.0)*(t0 + 2.0)*(t0 + 3.0)*(t0 + 4.0)*(t0 + 5.0))
    raise ValueError(f"there is no moment of order {order} of {name}")


def terms(p, v):
    """Return the terms of every summand: coefficient, and powers of LEAVES."""
    return (((1.0, (('theta', 1), ('beta', 1))),),)
