"""cpmf_gamma_gamma: Sums of a Poisson number of Gamma draws, Gamma priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 a01fd0f5b186da59ec5d7d4cdf5b634c1b62b718bcdc7b73ced12291a0f0e7da
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 fb823e1c001f28a3c99c02926b1b938406da83d5de9a473dd8b25048253ea372
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
    t0 = p["a"]*p["kappa"]
    t1 = p["K"]*p["c"]
    t2 = t0*t1
    t3 = p["b"]*p["d"]
    t4 = p["c"]*p["kappa"]
    t5 = p["kappa"]*t3 + p["kappa"] + t0 + t3 + t4
    t6 = 1.0/(p["b"] ** 2*p["d"] ** 2*p["w"] ** 2)
    t7 = 1.0 / t5
    t8 = p["kappa"] ** 2*t6
    return {
        "mean": -t2/(p["b"]*p["d"]*p["w"]),
        "variance": t2*t5*t6,
        "rho_row": t4*t7,
        "rho_col": t0*t7,
        "cov_row": p["K"]*p["a"]*p["c"] ** 2*t8,
        "cov_col": p["a"] ** 2*t1*t8,
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
