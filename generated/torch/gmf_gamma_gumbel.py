"""gmf_gamma_gumbel: Gumbel observations, Gamma priors (shape and rate), in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model ebe8f20ce71b3b3b, generator 85a07bd5adb1c4c3, body 062ae555e57ce3f4
"""

import torch

NAME = 'gmf_gamma_gumbel'
TITLE = 'Gumbel observations, Gamma priors (shape and rate)'
HYPERPARAMETERS = (('a', 'positive', None, False), ('b', 'positive', None, False), ('c', 'positive', None, False), ('d', 'positive', None, False), ('scale_Y', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'Gumbel'
INTEGRAL = False
SIGN = 'real'
SHARED = False
CONTINUOUS = True
CLOSED = ('mean', 'variance', 'rho_row', 'rho_col', 'cov_row', 'cov_col')
MOMENTS = 6
LATENTS = (('theta', 'Gamma', ('row', 'factor')), ('beta', 'Gamma', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (0,)), ((3,), (1,), (0,)), ((4,), (2,), (1,), (0,)), ((5,), (3,), (2,), (1,), (0,)), ((6,), (4,), (3,), (2,), (1,), (0,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = 6.0*(p["K"]*p["a"])
    t1 = t0*p["c"] ** 2
    t2 = p["K"]*p["a"] ** 2*p["c"]
    t3 = p["c"]*t0 + 9.869604401089358*p["scale_Y"] ** 2*p["b"] ** 2*p["d"] ** 2 + t1 + 6.0*t2
    t4 = 1.0/(p["b"] ** 2*p["d"] ** 2)
    t5 = 1.0 / t3
    return {
        "mean": p["c"]*(p["K"]*p["a"])/(p["b"]*p["d"]),
        "variance": (0.16666666666666666)*t3*t4,
        "rho_row": t5*t1,
        "rho_col": t5*(6.0*t2),
        "cov_row": p["K"]*p["a"]*p["c"] ** 2*t4,
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
        return q["mean"] ** 2 + (0.16666666666666666)*9.869604401089358*q["scale"] ** 2
    if order == 3:
        return q["mean"] ** 3 + (0.5)*9.869604401089358*q["mean"]*q["scale"] ** 2 + 2.0*q["scale"] ** 3*1.2020569031595942
    if order == 4:
        return q["mean"] ** 4 + 9.869604401089358*q["mean"] ** 2*q["scale"] ** 2 + 8.0*q["mean"]*q["scale"] ** 3*1.2020569031595942 + (0.15)*97.40909103400244*q["scale"] ** 4
    if order == 5:
        return q["mean"] ** 5 + (1.6666666666666667)*9.869604401089358*q["mean"] ** 3*q["scale"] ** 2 + 20.0*q["mean"] ** 2*q["scale"] ** 3*1.2020569031595942 + (0.75)*97.40909103400244*q["mean"]*q["scale"] ** 4 + q["scale"] ** 5*(24.0*1.03692775514337 + (3.3333333333333335)*9.869604401089358*1.2020569031595942)
    if order == 6:
        return q["mean"] ** 6 + (2.5)*9.869604401089358*q["mean"] ** 4*q["scale"] ** 2 + 40.0*q["mean"] ** 3*q["scale"] ** 3*1.2020569031595942 + (2.25)*97.40909103400244*q["mean"] ** 2*q["scale"] ** 4 + 6.0*q["mean"]*q["scale"] ** 5*(24.0*1.03692775514337 + (3.3333333333333335)*9.869604401089358*1.2020569031595942) + q["scale"] ** 6*(40.0*1.4449407984336342 + (0.3630952380952381)*961.3891935753045)
    raise ValueError(f"there is no moment of order {order}")


def log_density(value, q):
    """Return the logarithm of the density, or probability, of Y."""
    t0 = 0.5772156649015329 + (-q["mean"] + value)/q["scale"]
    return -t0 - torch.log(q["scale"]) - torch.exp(-t0)


def cumulative(value, q):
    """Return P(Y <= value)."""
    return torch.exp(-torch.exp(-0.5772156649015329 - (-q["mean"] + value)/q["scale"]))


def summands(p, v):
    """Return what is summed over factor in the parameters of Y."""
    return (v["beta"]*v["theta"],)


def polynomial(order, p, v):
    """Return E[Y^order | latent variables] as coefficients and exponents of sums."""
    if order == 1:
        return ((1.0, (1,)),)
    if order == 2:
        return ((1.0, (2,)), ((0.16666666666666666)*9.869604401089358*p["scale_Y"] ** 2, (0,)),)
    if order == 3:
        return ((1.0, (3,)), ((0.5)*9.869604401089358*p["scale_Y"] ** 2, (1,)), (2.0*p["scale_Y"] ** 3*1.2020569031595942, (0,)),)
    if order == 4:
        return ((1.0, (4,)), (9.869604401089358*p["scale_Y"] ** 2, (2,)), (8.0*p["scale_Y"] ** 3*1.2020569031595942, (1,)), ((0.15)*97.40909103400244*p["scale_Y"] ** 4, (0,)),)
    if order == 5:
        t2 = p["scale_Y"] ** 5
        return ((1.0, (5,)), ((1.6666666666666667)*9.869604401089358*p["scale_Y"] ** 2, (3,)), (20.0*p["scale_Y"] ** 3*1.2020569031595942, (2,)), ((0.75)*97.40909103400244*p["scale_Y"] ** 4, (1,)), (24.0*t2*1.03692775514337 + (3.3333333333333335)*9.869604401089358*t2*1.2020569031595942, (0,)),)
    if order == 6:
        t2 = p["scale_Y"] ** 5
        t3 = p["scale_Y"] ** 6
        return ((1.0, (6,)), ((2.5)*9.869604401089358*p["scale_Y"] ** 2, (4,)), (40.0*p["scale_Y"] ** 3*1.2020569031595942, (3,)), ((2.25)*97.40909103400244*p["scale_Y"] ** 4, (2,)), (144.0*t2*1.03692775514337 + 20.0*9.869604401089358*t2*1.2020569031595942, (1,)), (40.0*t3*1.4449407984336342 + (0.3630952380952381)*961.3891935753045*t3, (0,)),)
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
