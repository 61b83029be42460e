"""gmf_lognormal_normal: Normal observations, Log-Normal priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 26f2dfd9e46de86f, generator 85a07bd5adb1c4c3, body 4cb1d3cfc5c161d6
"""

import torch

NAME = 'gmf_lognormal_normal'
TITLE = 'Normal observations, Log-Normal priors'
HYPERPARAMETERS = (('mu_theta', 'real', None, False), ('sigma_theta', 'positive', None, False), ('mu_beta', 'real', None, False), ('sigma_beta', 'positive', None, False), ('sigma_Y', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'Normal'
INTEGRAL = False
SIGN = 'real'
SHARED = False
CONTINUOUS = True
CLOSED = ('mean', 'variance', 'rho_row', 'rho_col', 'cov_row', 'cov_col')
MOMENTS = 6
LATENTS = (('theta', 'LogNormal', ('row', 'factor')), ('beta', 'LogNormal', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (0,)), ((3,), (1,)), ((4,), (2,), (0,)), ((5,), (3,), (1,)), ((6,), (4,), (2,), (0,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = torch.exp(p["sigma_beta"] ** 2)
    t1 = torch.exp(p["sigma_theta"] ** 2)
    t2 = p["K"]*torch.exp(2.0*p["mu_beta"])*torch.exp(2.0*p["mu_theta"])
    t3 = t0*t1*t2
    t4 = p["sigma_Y"] ** 2 + t2*torch.exp(2.0*p["sigma_beta"] ** 2)*torch.exp(2.0*p["sigma_theta"] ** 2) - t3
    t5 = 1.0 / t4
    t6 = t3*(t1 - 1.0)
    t7 = t3*(t0 - 1.0)
    return {
        "mean": p["K"]*torch.exp(p["mu_beta"])*torch.exp(p["mu_theta"])*torch.exp((0.5)*p["sigma_beta"] ** 2)*torch.exp((0.5)*p["sigma_theta"] ** 2),
        "variance": t4,
        "rho_row": t5*t6,
        "rho_col": t5*t7,
        "cov_row": t6,
        "cov_col": t7,
    }


def log_density_LogNormal(value, parameters):
    """Return the logarithm of the density, or probability, of LogNormal."""
    t0 = torch.log(value)
    return -t0 - torch.log(parameters["sigma"]) - 0.5*1.8378770664093456 - 0.5*(-parameters["mu"] + t0) ** 2/parameters["sigma"] ** 2


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    if layered:
        return v
    given = leaf_parameters(p, v, draw)
    v["theta"] = draw.variable("theta", given["theta"], ('row', 'factor'), log_density_LogNormal)
    v["beta"] = draw.variable("beta", given["beta"], ('col', 'factor'), log_density_LogNormal)
    return v


def parameters(p, v, draw):
    """Return the parameters of Y given the latent variables."""
    s0 = draw.total(v["beta"]*v["theta"], "factor")
    return {"mean": s0, "variance": p["sigma_Y"] ** 2}


def moment(order, q):
    """Return E[Y^order] given its parameters, for orders up to MOMENTS."""
    if order == 1:
        return q["mean"]
    if order == 2:
        return q["mean"] ** 2 + q["variance"]
    if order == 3:
        return q["mean"] ** 3 + 3.0*q["mean"]*q["variance"]
    if order == 4:
        return q["mean"] ** 4 + 6.0*q["mean"] ** 2*q["variance"] + 3.0*q["variance"] ** 2
    if order == 5:
        return q["mean"] ** 5 + 10.0*q["mean"] ** 3*q["variance"] + 15.0*q["mean"]*q["variance"] ** 2
    if order == 6:
        return q["mean"] ** 6 + 15.0*q["mean"] ** 4*q["variance"] + 45.0*q["mean"] ** 2*q["variance"] ** 2 + 15.0*q["variance"] ** 3
    raise ValueError(f"there is no moment of order {order}")


def log_density(value, q):
    """Return the logarithm of the density, or probability, of Y."""
    return -0.5*torch.log(2.0*3.141592653589793*q["variance"]) - 0.5*(-q["mean"] + value) ** 2/q["variance"]


def cumulative(value, q):
    """Return P(Y <= value)."""
    return (0.5)*torch.erfc((0.5)*1.4142135623730951*(q["mean"] - value)/torch.sqrt(q["variance"]))


def summands(p, v):
    """Return what is summed over factor in the parameters of Y."""
    return (v["beta"]*v["theta"],)


def polynomial(order, p, v):
    """Return E[Y^order | latent variables] as coefficients and exponents of sums."""
    if order == 1:
        return ((1.0, (1,)),)
    if order == 2:
        return ((1.0, (2,)), (p["sigma_Y"] ** 2, (0,)),)
    if order == 3:
        return ((1.0, (3,)), (3.0*p["sigma_Y"] ** 2, (1,)),)
    if order == 4:
        return ((1.0, (4,)), (6.0*p["sigma_Y"] ** 2, (2,)), (3.0*p["sigma_Y"] ** 4, (0,)),)
    if order == 5:
        return ((1.0, (5,)), (10.0*p["sigma_Y"] ** 2, (3,)), (15.0*p["sigma_Y"] ** 4, (1,)),)
    if order == 6:
        return ((1.0, (6,)), (15.0*p["sigma_Y"] ** 2, (4,)), (45.0*p["sigma_Y"] ** 4, (2,)), (15.0*p["sigma_Y"] ** 6, (0,)),)
    raise ValueError(f"there is no moment of order {order}")


def leaf_parameters(p, v, draw):
    """Return the parameters of LEAVES given what is above them."""
    theta_parameters = {"mu": p["mu_theta"], "sigma": p["sigma_theta"]}
    beta_parameters = {"mu": p["mu_beta"], "sigma": p["sigma_beta"]}
    return {"theta": theta_parameters, "beta": beta_parameters}


def leaf_moment(name, order, q):
    """Return E[X^order] of one of LEAVES given its parameters."""
    if name in ('theta', 'beta') and order == 1:
        return torch.exp(q["mu"] + (0.5)*q["sigma"] ** 2)
    if name in ('theta', 'beta') and order == 2:
        return torch.exp(2.0*q["mu"] + 2.0*q["sigma"] ** 2)
    if name in ('theta', 'beta') and order == 3:
        return torch.exp(3.0*q["mu"] + (4.5)*q["sigma"] ** 2)
    if name in ('theta', 'beta') and order == 4:
        return torch.exp(4.0*q["mu"] + 8.0*q["sigma"] ** 2)
    if name in ('theta', 'beta') and order == 5:
        return torch.exp(5.0*q["mu"] + (12.5)*q["sigma"] ** 2)
    if name in ('theta', 'beta') and order == 6:
        return torch.exp(6.0*q["mu"] + 18.0*q["sigma"] ** 2)
    raise ValueError(f"there is no moment of order {order} of {name}")


def terms(p, v):
    """Return the terms of every summand: coefficient, and powers of LEAVES."""
    return (((1.0, (('theta', 1), ('beta', 1))),),)
