"""cpmf_gamma_gamma: Sums of a Poisson number of Gamma draws, Gamma priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model a01fd0f5b186da59, generator 85a07bd5adb1c4c3, body 1abe71e61dcb3d0e
"""

import torch

NAME = 'cpmf_gamma_gamma'
TITLE = 'Sums of a Poisson number of Gamma draws, Gamma priors'
HYPERPARAMETERS = (('a', 'positive', None, False), ('b', 'positive', None, False), ('c', 'positive', None, False), ('d', 'positive', None, False), ('w', 'negative', None, False), ('kappa', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'ExponentialDispersion[gamma]'
INTEGRAL = False
SIGN = 'nonnegative'
SHARED = False
CONTINUOUS = True
CLOSED = ('mean', 'variance', 'rho_row', 'rho_col', 'cov_row', 'cov_col')
MOMENTS = 6
LATENTS = (('theta', 'Gamma', ('row', 'factor')), ('beta', 'Gamma', ('col', 'factor')), ('N', 'Poisson', ('row', 'col')))
SUMS = 0
EXPONENTS = ()
LEAVES = ()
HAS_DENSITY = False
HAS_CUMULATIVE = False


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["a"]*p["kappa"]*(p["K"]*p["c"])
    t1 = p["kappa"]*(p["b"]*p["d"]) + p["kappa"] + p["a"]*p["kappa"] + p["b"]*p["d"] + p["c"]*p["kappa"]
    t2 = 1.0/(p["b"] ** 2*p["d"] ** 2*p["w"] ** 2)
    t3 = 1.0 / t1
    t4 = p["kappa"] ** 2*t2
    return {
        "mean": -t0/(p["b"]*p["d"]*p["w"]),
        "variance": t0*t1*t2,
        "rho_row": p["c"]*p["kappa"]*t3,
        "rho_col": p["a"]*p["kappa"]*t3,
        "cov_row": p["K"]*p["a"]*p["c"] ** 2*t4,
        "cov_col": p["a"] ** 2*(p["K"]*p["c"])*t4,
    }


def log_density_Gamma(value, parameters):
    """Return the logarithm of the density, or probability, of Gamma."""
    return -parameters["rate"]*value + parameters["shape"]*torch.log(parameters["rate"]) + (parameters["shape"] - 1.0)*torch.log(value) - torch.lgamma(parameters["shape"])


def log_density_Poisson(value, parameters):
    """Return the logarithm of the density, or probability, of Poisson."""
    return -parameters["rate"] + value*torch.log(torch.where((value > 0.0), parameters["rate"], 1.0)) - torch.lgamma(value + 1.0)


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    v["theta"] = draw.variable("theta", {"shape": p["a"], "rate": p["b"]}, ('row', 'factor'), log_density_Gamma)
    v["beta"] = draw.variable("beta", {"shape": p["c"], "rate": p["d"]}, ('col', 'factor'), log_density_Gamma)
    s0 = draw.total(v["beta"]*v["theta"], "factor")
    v["N"] = draw.variable("N", {"rate": s0}, ('row', 'col'), log_density_Poisson)
    return v


def parameters(p, v, draw):
    """Return the parameters of Y given the latent variables."""
    return {"w": p["w"], "kappa": p["kappa"]*v["N"]}


def moment(order, q):
    """Return E[Y^order] given its parameters, for orders up to MOMENTS."""
    if order == 1:
        return -q["kappa"]/q["w"]
    if order == 2:
        t0 = 1.0 / q["w"] ** 2
        return q["kappa"] ** 2*t0 + q["kappa"]*t0
    if order == 3:
        t0 = 1.0 / q["w"] ** 3
        return -q["kappa"] ** 3*t0 - 3.0*q["kappa"] ** 2*t0 - 2.0*q["kappa"]*t0
    if order == 4:
        t0 = 1.0 / q["w"] ** 4
        t1 = 6.0*t0
        return q["kappa"] ** 4*t0 + q["kappa"] ** 3*t1 + 11.0*q["kappa"] ** 2*t0 + q["kappa"]*t1
    if order == 5:
        t0 = 1.0 / q["w"] ** 5
        return -q["kappa"] ** 5*t0 - 10.0*q["kappa"] ** 4*t0 - 35.0*q["kappa"] ** 3*t0 - 50.0*q["kappa"] ** 2*t0 - 24.0*q["kappa"]*t0
    if order == 6:
        t0 = 1.0 / q["w"] ** 6
        return q["kappa"] ** 6*t0 + 15.0*q["kappa"] ** 5*t0 + 85.0*q["kappa"] ** 4*t0 + 225.0*q["kappa"] ** 3*t0 + 274.0*q["kappa"] ** 2*t0 + 120.0*q["kappa"]*t0
    raise ValueError(f"there is no moment of order {order}")
