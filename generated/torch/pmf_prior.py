"""pmf_prior: Poisson factorization, any positive priors F(mean, variance), in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model ee4fdccc6e555aed, generator 85a07bd5adb1c4c3, body 26452b529bf39f81
"""

import torch

from symppm.stochastic.special import upper_gamma

NAME = 'pmf_prior'
TITLE = 'Poisson factorization, any positive priors F(mean, variance)'
HYPERPARAMETERS = (('mu_theta', 'positive', None, False), ('sigma_theta', 'positive', None, False), ('mu_beta', 'positive', None, False), ('sigma_beta', 'positive', None, False))
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
LATENTS = (('theta', 'Prior', ('row', 'factor')), ('beta', 'Prior', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (1,)), ((3,), (2,), (1,)), ((4,), (3,), (2,), (1,)), ((5,), (4,), (3,), (2,), (1,)), ((6,), (5,), (4,), (3,), (2,), (1,)))
LEAVES = ()
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["mu_beta"] ** 2*p["sigma_theta"] ** 2
    t1 = p["mu_theta"] ** 2*p["sigma_beta"] ** 2
    t2 = p["mu_beta"]*p["mu_theta"] + p["sigma_theta"] ** 2*p["sigma_beta"] ** 2 + t0 + t1
    t3 = 1.0 / t2
    return {
        "mean": p["K"]*(p["mu_beta"]*p["mu_theta"]),
        "variance": p["K"]*t2,
        "rho_row": t0*t3,
        "rho_col": t1*t3,
        "cov_row": p["K"]*t0,
        "cov_col": p["K"]*t1,
    }


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    v["theta"] = draw.variable("theta", {"mean": p["mu_theta"], "variance": p["sigma_theta"] ** 2}, ('row', 'factor'), None)
    v["beta"] = draw.variable("beta", {"mean": p["mu_beta"], "variance": p["sigma_beta"] ** 2}, ('col', 'factor'), None)
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
