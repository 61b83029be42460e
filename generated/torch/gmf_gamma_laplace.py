"""gmf_gamma_laplace: Laplace observations, Gamma priors (shape and rate), in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 166316af8f442bf8, generator 85a07bd5adb1c4c3, body a82743ea788ed5ad
"""

import torch

NAME = 'gmf_gamma_laplace'
TITLE = 'Laplace observations, Gamma priors (shape and rate)'
HYPERPARAMETERS = (('a', 'positive', None, False), ('b', 'positive', None, False), ('c', 'positive', None, False), ('d', 'positive', None, False), ('scale_Y', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'Laplace'
INTEGRAL = False
SIGN = 'real'
SHARED = False
CONTINUOUS = True
CLOSED = ('mean', 'variance', 'rho_row', 'rho_col', 'cov_row', 'cov_col')
MOMENTS = 6
LATENTS = (('theta', 'Gamma', ('row', 'factor')), ('beta', 'Gamma', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (0,)), ((3,), (1,)), ((4,), (2,), (0,)), ((5,), (3,), (1,)), ((6,), (4,), (2,), (0,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["c"]*(p["K"]*p["a"])
    t1 = p["c"] ** 2*(p["K"]*p["a"])
    t2 = p["K"]*p["a"] ** 2*p["c"]
    t3 = 2.0*p["scale_Y"] ** 2*p["b"] ** 2*p["d"] ** 2 + t0 + t1 + t2
    t4 = 1.0/(p["b"] ** 2*p["d"] ** 2)
    t5 = 1.0 / t3
    return {
        "mean": t0/(p["b"]*p["d"]),
        "variance": t3*t4,
        "rho_row": t1*t5,
        "rho_col": t2*t5,
        "cov_row": t1*t4,
        "cov_col": t2*t4,
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
    return {"mean": s0, "scale": p["scale_Y"]}


def moment(order, q):
    """Return E[Y^order] given its parameters, for orders up to MOMENTS."""
    if order == 1:
        return q["mean"]
    if order == 2:
        return q["mean"] ** 2 + 2.0*q["scale"] ** 2
    if order == 3:
        return q["mean"] ** 3 + 6.0*q["mean"]*q["scale"] ** 2
    if order == 4:
        return q["mean"] ** 4 + 12.0*q["mean"] ** 2*q["scale"] ** 2 + 24.0*q["scale"] ** 4
    if order == 5:
        return q["mean"] ** 5 + 20.0*q["mean"] ** 3*q["scale"] ** 2 + 120.0*q["mean"]*q["scale"] ** 4
    if order == 6:
        return q["mean"] ** 6 + 30.0*q["mean"] ** 4*q["scale"] ** 2 + 360.0*q["mean"] ** 2*q["scale"] ** 4 + 720.0*q["scale"] ** 6
    raise ValueError(f"there is no moment of order {order}")


def log_density(value, q):
    """Return the logarithm of the density, or probability, of Y."""
    return -torch.log(2.0*q["scale"]) - torch.abs(q["mean"] - value)/q["scale"]


def cumulative(value, q):
    """Return P(Y <= value)."""
    t0 = (0.5)*torch.exp(-torch.abs(q["mean"] - value)/q["scale"])
    return torch.where((q["mean"] > value), t0, 1.0 - t0)


def summands(p, v):
    """Return what is summed over factor in the parameters of Y."""
    return (v["beta"]*v["theta"],)


def polynomial(order, p, v):
    """Return E[Y^order | latent variables] as coefficients and exponents of sums."""
    if order == 1:
        return ((1.0, (1,)),)
    if order == 2:
        return ((1.0, (2,)), (2.0*p["scale_Y"] ** 2, (0,)),)
    if order == 3:
        return ((1.0, (3,)), (6.0*p["scale_Y"] ** 2, (1,)),)
    if order == 4:
        return ((1.0, (4,)), (12.0*p["scale_Y"] ** 2, (2,)), (24.0*p["scale_Y"] ** 4, (0,)),)
    if order == 5:
        return ((1.0, (5,)), (20.0*p["scale_Y"] ** 2, (3,)), (120.0*p["scale_Y"] ** 4, (1,)),)
    if order == 6:
        return ((1.0, (6,)), (30.0*p["scale_Y"] ** 2, (4,)), (360.0*p["scale_Y"] ** 4, (2,)), (720.0*p["scale_Y"] ** 6, (0,)),)
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
