"""gmf_gamma_negativebinomial: Negative Binomial observations, Gamma priors (shape and rate), in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 01daa4ec5a958f2a, generator 85a07bd5adb1c4c3, body 66991886c968c9db
"""

import torch

from symppm.stochastic.special import incomplete_beta

NAME = 'gmf_gamma_negativebinomial'
TITLE = 'Negative Binomial observations, Gamma priors (shape and rate)'
HYPERPARAMETERS = (('a', 'positive', None, False), ('b', 'positive', None, False), ('c', 'positive', None, False), ('d', 'positive', None, False), ('r', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'NegativeBinomial'
INTEGRAL = True
SIGN = 'nonnegative'
SHARED = False
CONTINUOUS = True
CLOSED = ('mean', 'variance', 'rho_row', 'rho_col', 'cov_row', 'cov_col')
MOMENTS = 6
LATENTS = (('theta', 'Gamma', ('row', 'factor')), ('beta', 'Gamma', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (1,)), ((3,), (2,), (1,)), ((4,), (3,), (2,), (1,)), ((5,), (4,), (3,), (2,), (1,)), ((6,), (5,), (4,), (3,), (2,), (1,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["c"]*(p["K"]*p["a"])
    t1 = p["a"] + p["b"]*p["d"]*p["r"] + p["c"] + p["r"] + t0 + p["a"]*p["r"] + p["c"]*p["r"] + 1.0
    t2 = 1.0/(p["b"] ** 2*p["d"] ** 2)
    t3 = 1.0 / t1
    return {
        "mean": t0/(p["b"]*p["d"]),
        "variance": t0*t1*t2/p["r"],
        "rho_row": p["c"]*p["r"]*t3,
        "rho_col": p["a"]*p["r"]*t3,
        "cov_row": p["c"] ** 2*(p["K"]*p["a"])*t2,
        "cov_col": p["K"]*p["a"] ** 2*p["c"]*t2,
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
    return v


def parameters(p, v, draw):
    """Return the parameters of Y given the latent variables."""
    s0 = draw.total(v["beta"]*v["theta"], "factor")
    return {"mean": s0, "size": p["r"]}


def moment(order, q):
    """Return E[Y^order] given its parameters, for orders up to MOMENTS."""
    if order == 1:
        return q["mean"]
    if order == 2:
        return q["mean"] ** 2*(1.0 + 1.0 / q["size"]) + q["mean"]
    if order == 3:
        t0 = 1.0 / q["size"]
        t1 = t0 + 1.0
        return q["mean"] ** 3*t1*(2.0*t0 + 1.0) + 3.0*q["mean"] ** 2*t1 + q["mean"]
    if order == 4:
        t0 = 1.0 / q["size"]
        t1 = t0 + 1.0
        t2 = t1*(2.0*t0 + 1.0)
        return q["mean"] ** 4*t2*(3.0*t0 + 1.0) + 6.0*q["mean"] ** 3*t2 + 7.0*q["mean"] ** 2*t1 + q["mean"]
    if order == 5:
        t0 = 1.0 / q["size"]
        t1 = t0 + 1.0
        t2 = t1*(2.0*t0 + 1.0)
        t3 = t2*(3.0*t0 + 1.0)
        return q["mean"] ** 5*t3*(4.0*t0 + 1.0) + 10.0*q["mean"] ** 4*t3 + 25.0*q["mean"] ** 3*t2 + 15.0*q["mean"] ** 2*t1 + q["mean"]
    if order == 6:
        t0 = 1.0 / q["size"]
        t1 = t0 + 1.0
        t2 = t1*(2.0*t0 + 1.0)
        t3 = t2*(3.0*t0 + 1.0)
        t4 = t3*(4.0*t0 + 1.0)
        return q["mean"] ** 6*t4*(5.0*t0 + 1.0) + 15.0*q["mean"] ** 5*t4 + 65.0*q["mean"] ** 4*t3 + 90.0*q["mean"] ** 3*t2 + 31.0*q["mean"] ** 2*t1 + q["mean"]
    raise ValueError(f"there is no moment of order {order}")


def log_density(value, q):
    """Return the logarithm of the density, or probability, of Y."""
    return -q["size"]*torch.log(q["mean"]/q["size"] + 1.0) + value*torch.log(torch.where((value > 0.0), q["mean"]/(q["mean"] + q["size"]), 1.0)) - torch.lgamma(q["size"]) + torch.lgamma(q["size"] + value) - torch.lgamma(value + 1.0)


def cumulative(value, q):
    """Return P(Y <= value)."""
    t0 = (value >= 0.0)
    return torch.where(t0, incomplete_beta(q["size"], torch.floor(torch.where(t0, value, 1.0)) + 1.0, q["size"]/(q["mean"] + q["size"])), 0.0)


def summands(p, v):
    """Return what is summed over factor in the parameters of Y."""
    return (v["beta"]*v["theta"],)


def polynomial(order, p, v):
    """Return E[Y^order | latent variables] as coefficients and exponents of sums."""
    if order == 1:
        return ((1.0, (1,)),)
    if order == 2:
        return (((p["r"] + 1.0)/p["r"], (2,)), (1.0, (1,)),)
    if order == 3:
        t0 = p["r"] ** 2
        t1 = 3.0*p["r"]
        return (((t0 + t1 + 2.0)/t0, (3,)), ((t1 + 3.0)/p["r"], (2,)), (1.0, (1,)),)
    if order == 4:
        t0 = p["r"] ** 3
        t1 = p["r"] ** 2
        t2 = 6.0*t1
        return (((11.0*p["r"] + t0 + t2 + 6.0)/t0, (4,)), ((18.0*p["r"] + t2 + 12.0)/t1, (3,)), ((7.0*p["r"] + 7.0)/p["r"], (2,)), (1.0, (1,)),)
    if order == 5:
        t0 = p["r"] ** 4
        t1 = p["r"] ** 2
        t2 = p["r"] ** 3
        t3 = 10.0*t2
        return (((50.0*p["r"] + t0 + 35.0*t1 + t3 + 24.0)/t0, (5,)), ((110.0*p["r"] + 60.0*t1 + t3 + 60.0)/t2, (4,)), ((75.0*p["r"] + 25.0*t1 + 50.0)/t1, (3,)), ((15.0*p["r"] + 15.0)/p["r"], (2,)), (1.0, (1,)),)
    if order == 6:
        t0 = p["r"] ** 5
        t1 = p["r"] ** 2
        t2 = p["r"] ** 3
        t3 = p["r"] ** 4
        t4 = 15.0*t3
        return (((274.0*p["r"] + t0 + 225.0*t1 + 85.0*t2 + t4 + 120.0)/t0, (6,)), ((750.0*p["r"] + 525.0*t1 + 150.0*t2 + t4 + 360.0)/t3, (5,)), ((715.0*p["r"] + 390.0*t1 + 65.0*t2 + 390.0)/t2, (4,)), ((270.0*p["r"] + 90.0*t1 + 180.0)/t1, (3,)), ((31.0*p["r"] + 31.0)/p["r"], (2,)), (1.0, (1,)),)
    raise ValueError(f"there is no moment of order {order}")


def leaf_parameters(p, v, draw):
    """Return the parameters of LEAVES given what is above them."""
    theta_parameters = {"shape": p["a"], "rate": p["b"]}
    beta_parameters = {"shape": p["c"], "rate": p["d"]}
    return {"theta": theta_parameters, "beta": beta_parameters}


def leaf_moment(name, order, q):
    """Return E[X^order] of one of LEAVES given its parameters."""
    if name in ('theta', 'beta') and order == 1:
        return q["shape"]/q["rate"]
    if name in ('theta', 'beta') and order == 2:
        return q["shape"]*(q["shape"] + 1.0)/q["rate"] ** 2
    if name in ('theta', 'beta') and order == 3:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)/q["rate"] ** 3
    if name in ('theta', 'beta') and order == 4:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)*(q["shape"] + 3.0)/q["rate"] ** 4
    if name in ('theta', 'beta') and order == 5:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)*(q["shape"] + 3.0)*(q["shape"] + 4.0)/q["rate"] ** 5
    if name in ('theta', 'beta') and order == 6:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)*(q["shape"] + 3.0)*(q["shape"] + 4.0)*(q["shape"] + 5.0)/q["rate"] ** 6
    raise ValueError(f"there is no moment of order {order} of {name}")


def terms(p, v):
    """Return the terms of every summand: coefficient, and powers of LEAVES."""
    return (((1.0, (('theta', 1), ('beta', 1))),),)
