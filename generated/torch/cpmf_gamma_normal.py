"""cpmf_gamma_normal: Sums of a Poisson number of Normal draws, Gamma priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 217b536dbcebcbec, generator 85a07bd5adb1c4c3, body aeeee888b835b2d9
"""

import torch

NAME = 'cpmf_gamma_normal'
TITLE = 'Sums of a Poisson number of Normal draws, Gamma priors'
HYPERPARAMETERS = (('a', 'positive', None, False), ('b', 'positive', None, False), ('c', 'positive', None, False), ('d', 'positive', None, False), ('w', 'real', None, False), ('kappa', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'ExponentialDispersion[normal]'
INTEGRAL = False
SIGN = 'real'
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
    t0 = p["c"]*p["kappa"]*(p["K"]*p["a"])
    t1 = p["kappa"]*p["w"] ** 2
    t2 = p["b"]*p["d"]*t1 + p["b"]*p["d"] + t1 + p["a"]*t1 + p["c"]*t1
    t3 = 1.0/(p["b"] ** 2*p["d"] ** 2)
    t4 = 1.0 / t2
    t5 = p["kappa"] ** 2*p["w"] ** 2*t3
    return {
        "mean": t0*p["w"]/(p["b"]*p["d"]),
        "variance": t0*t2*t3,
        "rho_row": p["c"]*t1*t4,
        "rho_col": p["a"]*t1*t4,
        "cov_row": p["c"] ** 2*(p["K"]*p["a"])*t5,
        "cov_col": p["K"]*p["a"] ** 2*p["c"]*t5,
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
        return q["kappa"]*q["w"]
    if order == 2:
        return q["kappa"] ** 2*q["w"] ** 2 + q["kappa"]
    if order == 3:
        return q["kappa"] ** 3*q["w"] ** 3 + 3.0*q["kappa"] ** 2*q["w"]
    if order == 4:
        return q["kappa"] ** 4*q["w"] ** 4 + 6.0*q["kappa"] ** 3*q["w"] ** 2 + 3.0*q["kappa"] ** 2
    if order == 5:
        return q["kappa"] ** 5*q["w"] ** 5 + 10.0*q["kappa"] ** 4*q["w"] ** 3 + 15.0*q["kappa"] ** 3*q["w"]
    if order == 6:
        return q["kappa"] ** 6*q["w"] ** 6 + 15.0*q["kappa"] ** 5*q["w"] ** 4 + 45.0*q["kappa"] ** 4*q["w"] ** 2 + 15.0*q["kappa"] ** 3
    raise ValueError(f"there is no moment of order {order}")
