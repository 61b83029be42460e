"""pmf_weibull: Poisson factorization, Weibull priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 431d43d09c99b2c4, generator 85a07bd5adb1c4c3, body 98969deb5463b00d
"""

import torch

from symppm.stochastic.special import upper_gamma

NAME = 'pmf_weibull'
TITLE = 'Poisson factorization, Weibull priors'
HYPERPARAMETERS = (('shape_theta', 'positive', None, False), ('scale_theta', 'positive', None, False), ('shape_beta', 'positive', None, False), ('scale_beta', 'positive', None, False))
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
LATENTS = (('theta', 'Weibull', ('row', 'factor')), ('beta', 'Weibull', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (1,)), ((3,), (2,), (1,)), ((4,), (3,), (2,), (1,)), ((5,), (4,), (3,), (2,), (1,)), ((6,), (5,), (4,), (3,), (2,), (1,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = 1.0 / p["shape_beta"]
    t1 = torch.exp(torch.lgamma(t0 + 1.0))
    t2 = 1.0 / p["shape_theta"]
    t3 = torch.exp(torch.lgamma(t2 + 1.0))
    t4 = p["K"]*(p["scale_beta"]*p["scale_theta"])
    t5 = torch.exp(torch.lgamma(2.0*t0 + 1.0))
    t6 = torch.exp(torch.lgamma(2.0*t2 + 1.0))
    t7 = t1 ** 2*(p["scale_beta"]*p["scale_theta"])
    t8 = -t7*t3 ** 2 + t1*t3 + p["scale_beta"]*p["scale_theta"]*t5*t6
    t9 = -1.0/t8
    t10 = -t6 + t3 ** 2
    t11 = t1 ** 2 - t5
    t12 = p["K"]*p["scale_beta"] ** 2*p["scale_theta"] ** 2
    return {
        "mean": t1*t3*t4,
        "variance": t8*t4,
        "rho_row": t7*t9*t10,
        "rho_col": t9*t11*(p["scale_beta"]*p["scale_theta"])*t3 ** 2,
        "cov_row": -t1 ** 2*t10*t12,
        "cov_col": -t11*t12*t3 ** 2,
    }


def log_density_Weibull(value, parameters):
    """Return the logarithm of the density, or probability, of Weibull."""
    return -parameters["shape"]*torch.log(parameters["scale"]) - (value/parameters["scale"]) ** parameters["shape"] + (parameters["shape"] - 1.0)*torch.log(value) + torch.log(parameters["shape"])


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    if layered:
        return v
    given = leaf_parameters(p, v, draw)
    v["theta"] = draw.variable("theta", given["theta"], ('row', 'factor'), log_density_Weibull)
    v["beta"] = draw.variable("beta", given["beta"], ('col', 'factor'), log_density_Weibull)
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
    theta_parameters = {"shape": p["shape_theta"], "scale": p["scale_theta"]}
    beta_parameters = {"shape": p["shape_beta"], "scale": p["scale_beta"]}
    return {"theta": theta_parameters, "beta": beta_parameters}


def leaf_moment(name, order, q):
    """Return E[X^order] of one of LEAVES given its parameters."""
    if name in ('theta', 'beta') and order == 1:
        return q["scale"]*torch.exp(torch.lgamma(1.0 + 1.0 / q["shape"]))
    if name in ('theta', 'beta') and order == 2:
        return q["scale"] ** 2*torch.exp(torch.lgamma(1.0 + 2.0/q["shape"]))
    if name in ('theta', 'beta') and order == 3:
        return q["scale"] ** 3*torch.exp(torch.lgamma(1.0 + 3.0/q["shape"]))
    if name in ('theta', 'beta') and order == 4:
        return q["scale"] ** 4*torch.exp(torch.lgamma(1.0 + 4.0/q["shape"]))
    if name in ('theta', 'beta') and order == 5:
        return q["scale"] ** 5*torch.exp(torch.lgamma(1.0 + 5.0/q["shape"]))
    if name in ('theta', 'beta') and order == 6:
        return q["scale"] ** 6*torch.exp(torch.lgamma(1.0 + 6.0/q["shape"]))
    raise ValueError(f"there is no moment of order {order} of {name}")


def terms(p, v):
    """Return the terms of every summand: coefficient, and powers of LEAVES."""
    return (((1.0, (('theta', 1), ('beta', 1))),),)
