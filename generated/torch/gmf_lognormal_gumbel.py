"""gmf_lognormal_gumbel: Gumbel observations, Log-Normal priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 4745976a55f3203d, generator 85a07bd5adb1c4c3, body 04f4db0312b691f1
"""

import torch

NAME = 'gmf_lognormal_gumbel'
TITLE = 'Gumbel observations, Log-Normal priors'
HYPERPARAMETERS = (('mu_theta', 'real', None, False), ('sigma_theta', 'positive', None, False), ('mu_beta', 'real', None, False), ('sigma_beta', 'positive', None, False), ('scale_Y', 'positive', None, False))
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
LATENTS = (('theta', 'LogNormal', ('row', 'factor')), ('beta', 'LogNormal', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (0,)), ((3,), (1,), (0,)), ((4,), (2,), (1,), (0,)), ((5,), (3,), (2,), (1,), (0,)), ((6,), (4,), (3,), (2,), (1,), (0,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = torch.exp(2.0*p["mu_beta"])
    t1 = torch.exp(2.0*p["mu_theta"])
    t2 = 6.0*p["K"]*t0*t1
    t3 = torch.exp(p["sigma_beta"] ** 2)
    t4 = torch.exp(p["sigma_theta"] ** 2)
    t5 = t2*(t3*t4)
    t6 = 9.869604401089358*p["scale_Y"] ** 2 + t2*torch.exp(2.0*p["sigma_beta"] ** 2)*torch.exp(2.0*p["sigma_theta"] ** 2) - t5
    t7 = t4 - 1.0
    t8 = t5/t6
    t9 = t3 - 1.0
    t10 = p["K"]*t0*t1*(t3*t4)
    return {
        "mean": p["K"]*torch.exp(p["mu_beta"])*torch.exp(p["mu_theta"])*torch.exp((0.5)*p["sigma_beta"] ** 2)*torch.exp((0.5)*p["sigma_theta"] ** 2),
        "variance": (0.16666666666666666)*t6,
        "rho_row": t7*t8,
        "rho_col": t8*t9,
        "cov_row": t7*t10,
        "cov_col": t9*t10,
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
