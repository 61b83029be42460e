"""pmf_inversegamma: Poisson factorization, Inverse-Gamma priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model a7e3527d59a04849, generator 85a07bd5adb1c4c3, body 32c385f6d32f71e7
"""

import torch

from symppm.stochastic.special import upper_gamma

NAME = 'pmf_inversegamma'
TITLE = 'Poisson factorization, Inverse-Gamma priors'
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
LATENTS = (('theta', 'InverseGamma', ('row', 'factor')), ('beta', 'InverseGamma', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (1,)), ((3,), (2,), (1,)), ((4,), (3,), (2,), (1,)), ((5,), (4,), (3,), (2,), (1,)), ((6,), (5,), (4,), (3,), (2,), (1,)))
LEAVES = ()
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["shape_beta"] - 1.0
    t1 = p["shape_theta"] - 1.0
    t2 = p["K"]*(p["scale_beta"]*p["scale_theta"])
    t3 = p["shape_beta"] - 2.0
    t4 = 1.0 / t3
    t5 = 9.0*p["shape_beta"]*p["shape_theta"] + p["shape_beta"]*(p["scale_beta"]*p["scale_theta"]) - 3.0*p["shape_beta"]*p["shape_theta"] ** 2 - 6.0*p["shape_beta"] + p["shape_theta"]*(p["scale_beta"]*p["scale_theta"]) - 3.0*p["shape_theta"]*p["shape_beta"] ** 2 - 6.0*p["shape_theta"] - 3.0*(p["scale_beta"]*p["scale_theta"]) + p["shape_beta"] ** 2*p["shape_theta"] ** 2 + 2.0*p["shape_beta"] ** 2 + 2.0*p["shape_theta"] ** 2 + 4.0
    t6 = 1.0 / t0 ** 2
    t7 = 1.0 / t1 ** 2
    t8 = p["shape_theta"] - 2.0
    t9 = t7*t6/t8
    t10 = p["scale_beta"]*p["scale_theta"]/t5
    t11 = p["K"]*p["scale_beta"] ** 2*p["scale_theta"] ** 2
    return {
        "mean": t2/(t0*t1),
        "variance": t9*t2*t4*t5,
        "rho_row": t10*t3,
        "rho_col": t8*t10,
        "cov_row": t9*t11,
        "cov_col": t7*t11*t4*t6,
    }


def conditions(p):
    """Return what must be positive for a closed form to be a moment, by "target: condition"."""
    t0 = p["shape_beta"] - 1.0
    t1 = p["shape_theta"] - 1.0
    t2 = p["shape_beta"] - 2.0
    t3 = p["shape_theta"] - 2.0
    return {
        "mean: shape_beta - 1": t0,
        "mean: shape_theta - 1": t1,
        "variance: shape_beta - 2": t2,
        "variance: shape_theta - 2": t3,
        "variance: shape_beta - 1": t0,
        "variance: shape_theta - 1": t1,
        "rho_row: shape_beta - 2": t2,
        "rho_row: shape_theta - 2": t3,
        "rho_row: shape_beta - 1": t0,
        "rho_row: shape_theta - 1": t1,
        "rho_col: shape_beta - 2": t2,
        "rho_col: shape_theta - 2": t3,
        "rho_col: shape_beta - 1": t0,
        "rho_col: shape_theta - 1": t1,
        "cov_row: shape_theta - 2": t3,
        "cov_row: shape_beta - 1": t0,
        "cov_row: shape_theta - 1": t1,
        "cov_col: shape_beta - 2": t2,
        "cov_col: shape_beta - 1": t0,
        "cov_col: shape_theta - 1": t1,
    }


def log_density_InverseGamma(value, parameters):
    """Return the logarithm of the density, or probability, of InverseGamma."""
    return -parameters["scale"]/value + parameters["shape"]*torch.log(parameters["scale"]) - (parameters["shape"] + 1.0)*torch.log(value) - torch.lgamma(parameters["shape"])


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    v["theta"] = draw.variable("theta", {"shape": p["shape_theta"], "scale": p["scale_theta"]}, ('row', 'factor'), log_density_InverseGamma)
    v["beta"] = draw.variable("beta", {"shape": p["shape_beta"], "scale": p["scale_beta"]}, ('col', 'factor'), log_density_InverseGamma)
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
