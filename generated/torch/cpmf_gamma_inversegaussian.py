"""cpmf_gamma_inversegaussian: Sums of a Poisson number of Inverse Gaussian draws, Gamma priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 31d00a9ca231725c, generator 85a07bd5adb1c4c3, body d0b99b728e023d20
"""

import torch

NAME = 'cpmf_gamma_inversegaussian'
TITLE = 'Sums of a Poisson number of Inverse Gaussian draws, Gamma priors'
HYPERPARAMETERS = (('a', 'positive', None, False), ('b', 'positive', None, False), ('c', 'positive', None, False), ('d', 'positive', None, False), ('w', 'negative', None, False), ('kappa', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'ExponentialDispersion[inverse_gaussian]'
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
    t0 = -p["w"]
    t1 = (0.5)*p["K"]*p["a"]
    t2 = t0 ** (1.5)
    t3 = 2.0*p["kappa"]*t2
    t4 = -p["b"]*p["d"]*t3 + 1.4142135623730951*p["b"]*p["d"]*p["w"] - t3 - p["a"]*t3 - p["c"]*t3
    t5 = 1.0/(p["b"] ** 2*p["d"] ** 2*p["w"])
    t6 = 1.0 / t4
    t7 = p["kappa"] ** 2*t5
    return {
        "mean": 1.4142135623730951*p["c"]*p["kappa"]*t1/(p["b"]*p["d"]*torch.sqrt(t0)),
        "variance": (0.25)*p["a"]*p["kappa"]*t4*t5*(p["K"]*p["c"])/t2,
        "rho_row": -t6*(p["c"]*t3),
        "rho_col": -t6*(p["a"]*t3),
        "cov_row": -p["c"] ** 2*t7*t1,
        "cov_col": -0.5*p["a"] ** 2*t7*(p["K"]*p["c"]),
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
        return (0.5)*1.4142135623730951*q["kappa"]/torch.sqrt(-q["w"])
    if order == 2:
        return -0.5*q["kappa"] ** 2/q["w"] + (0.25)*1.4142135623730951*q["kappa"]/(-q["w"]) ** (1.5)
    if order == 3:
        t1 = -q["w"]
        return -0.25*1.4142135623730951*q["kappa"] ** 3/(q["w"]*torch.sqrt(t1)) + (0.75)*q["kappa"] ** 2/q["w"] ** 2 + (0.375)*1.4142135623730951*q["kappa"]/t1 ** (2.5)
    if order == 4:
        t0 = 1.0 / q["w"] ** 2
        t2 = -q["w"]
        t3 = (0.375)*1.4142135623730951*q["kappa"] ** 3
        return (0.25)*q["kappa"] ** 4*t0 - 1.875*q["kappa"] ** 2/q["w"] ** 3 + (0.9375)*1.4142135623730951*q["kappa"]/t2 ** (3.5) + t0*t3/torch.sqrt(t2) - t3/(q["w"]*t2 ** (1.5))
    if order == 5:
        t0 = 1.0 / q["w"] ** 3
        t2 = -q["w"]
        t3 = 1.0 / torch.sqrt(t2)
        t4 = 1.4142135623730951*q["kappa"] ** 3
        t5 = 1.0 / q["w"] ** 2
        return (0.125)*1.4142135623730951*q["kappa"] ** 5*t3*t5 - 1.25*q["kappa"] ** 4*t0 + (6.5625)*q["kappa"] ** 2/q["w"] ** 4 + (3.28125)*1.4142135623730951*q["kappa"]/t2 ** (4.5) - 0.9375*t0*t3*t4 + (0.75)*t4*t5/t2 ** (1.5) - 1.125*t4/(q["w"]*t2 ** (2.5))
    if order == 6:
        t0 = 1.0 / q["w"] ** 4
        t1 = 1.0 / q["w"] ** 3
        t3 = -q["w"]
        t4 = q["kappa"] ** 3
        t5 = 1.0 / torch.sqrt(t3)
        t6 = 1.0 / t3 ** (1.5)
        t7 = 1.4142135623730951*t4
        t8 = 1.0 / q["w"] ** 2
        t9 = q["kappa"] ** 5
        return -0.125*q["kappa"] ** 6*t1 + (6.5625)*q["kappa"] ** 4*t0 - 29.53125*q["kappa"] ** 2/q["w"] ** 5 + (14.765625)*1.4142135623730951*q["kappa"]/t3 ** (5.5) + (3.28125)*1.4142135623730951*t0*t4*t5 - 0.625*1.4142135623730951*t1*t5*t9 - 2.34375*t1*t6*t7 + (0.3125)*1.4142135623730951*t6*t8*t9 + (2.8125)*1.4142135623730951*t4*t8/t3 ** (2.5) - 4.6875*t7/(q["w"]*t3 ** (3.5))
    raise ValueError(f"there is no moment of order {order}")
