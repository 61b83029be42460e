"""cpmf_gamma_normal: Sums of a Poisson number of Normal draws, Gamma priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 217b536dbcebcbec6787d222e8a904bd9a4830dc66bd26cb56aafc415cde1fbb
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 f7aa1d6b5786b325305962a37514f655a5d93d668188b6243009492b999f2e9f
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
    t0 = p["K"]*p["a"]
    t1 = p["c"]*p["kappa"]*t0
    t2 = p["b"]*p["d"]
    t3 = p["w"] ** 2
    t4 = p["kappa"]*t3
    t5 = p["a"]*t4
    t6 = p["c"]*t4
    t7 = t2*t4 + t2 + t4 + t5 + t6
    t8 = 1.0/(p["b"] ** 2*p["d"] ** 2)
    t9 = 1.0 / t7
    t10 = p["kappa"] ** 2*t3*t8
    return {
        "mean": t1*p["w"]/(p["b"]*p["d"]),
        "variance": t1*t7*t8,
        "rho_row": t6*t9,
        "rho_col": t5*t9,
        "cov_row": p["c"] ** 2*t0*t10,
        "cov_col": p["K"]*p["a"] ** 2*p["c"]*t10,
    }


def conditions(p):
    """Return what must be positive for a closed form to be a moment, by "target: condition"."""
    return {}


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
