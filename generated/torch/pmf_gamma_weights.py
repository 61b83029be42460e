"""pmf_gamma_weights: Poisson factorization with random factor weights, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 4c80f520cd774a9e, generator 85a07bd5adb1c4c3, body 9e72230c2232d07a
"""

import torch

from symppm.stochastic.special import upper_gamma

NAME = 'pmf_gamma_weights'
TITLE = 'Poisson factorization with random factor weights'
HYPERPARAMETERS = (('a', 'positive', None, False), ('b', 'positive', None, False), ('c', 'positive', None, False), ('d', 'positive', None, False), ('e', 'positive', None, False), ('f', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'Poisson'
INTEGRAL = True
SIGN = 'nonnegative'
SHARED = True
CONTINUOUS = True
CLOSED = ('mean', 'variance', 'rho_row', 'rho_col', 'cov_row', 'cov_col')
MOMENTS = 6
LATENTS = (('theta', 'Gamma', ('row', 'factor')), ('beta', 'Gamma', ('col', 'factor')), ('weight', 'Gamma', ('factor',)))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (1,)), ((3,), (2,), (1,)), ((4,), (3,), (2,), (1,)), ((5,), (4,), (3,), (2,), (1,)), ((6,), (5,), (4,), (3,), (2,), (1,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')), ('weight', ('factor',)))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["K"]*(p["a"]*p["e"])
    t1 = p["e"] + 1.0
    t2 = p["a"] + p["b"]*p["d"]*p["f"] + p["c"] + p["a"]*p["e"] + p["c"]*p["e"] + t1
    t3 = 1.0/(p["b"] ** 2*p["d"] ** 2*p["f"] ** 2)
    t4 = t1/t2
    return {
        "mean": p["c"]*t0/(p["b"]*p["d"]*p["f"]),
        "variance": p["c"]*t0*t2*t3,
        "rho_row": p["c"]*t4,
        "rho_col": p["a"]*t4,
        "cov_row": p["c"] ** 2*t0*(t1*t3),
        "cov_col": p["K"]*p["a"] ** 2*(p["c"]*p["e"])*(t1*t3),
    }


def log_density_Gamma(value, parameters):
    """Return the logarithm of the density, or probability, of Gamma."""
    return -parameters["rate"]*value + parameters["shape"]*torch.log(parameters["rate"]) + (parameters["shape"] - 1.0)*torch.log(value) - torch.lgamma(parameters["shape"])


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    if layered:
        return v
    given = leaf_parameters(p, v, draw)
    v["theta"] = draw.variable("theta", given["theta"], ('row', 'factor'), log_density_Gamma)
    v["beta"] = draw.variable("beta", given["beta"], ('col', 'factor'), log_density_Gamma)
    v["weight"] = draw.variable("weight", given["weight"], ('factor',), log_density_Gamma)
    return v


def parameters(p, v, draw):
    """Return the parameters of Y given the latent variables."""
    s0 = draw.total(v["beta"]*v["theta"]*v["weight"], "factor")
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
    return (v["beta"]*v["theta"]*v["weight"],)


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
    theta_parameters = {"shape": p["a"], "rate": p["b"]}
    beta_parameters = {"shape": p["c"], "rate": p["d"]}
    weight_parameters = {"shape": p["e"], "rate": p["f"]}
    return {"theta": theta_parameters, "beta": beta_parameters, "weight": weight_parameters}


def leaf_moment(name, order, q):
    """Return E[X^order] of one of LEAVES given its parameters."""
    if name in ('theta', 'beta', 'weight') and order == 1:
        return q["shape"]/q["rate"]
    if name in ('theta', 'beta', 'weight') and order == 2:
        return q["shape"]*(q["shape"] + 1.0)/q["rate"] ** 2
    if name in ('theta', 'beta', 'weight') and order == 3:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)/q["rate"] ** 3
    if name in ('theta', 'beta', 'weight') and order == 4:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)*(q["shape"] + 3.0)/q["rate"] ** 4
    if name in ('theta', 'beta', 'weight') and order == 5:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)*(q["shape"] + 3.0)*(q["shape"] + 4.0)/q["rate"] ** 5
    if name in ('theta', 'beta', 'weight') and order == 6:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)*(q["shape"] + 3.0)*(q["shape"] + 4.0)*(q["shape"] + 5.0)/q["rate"] ** 6
    raise ValueError(f"there is no moment of order {order} of {name}")


def terms(p, v):
    """Return the terms of every summand: coefficient, and powers of LEAVES."""
    return (((1.0, (('theta', 1), ('beta', 1), ('weight', 1))),),)
