"""cpmf_gamma_binomial: Sums of a Poisson number of Binomial draws, Gamma priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model c68c5fa284664ae8, generator 85a07bd5adb1c4c3, body cc69f2c849867500
"""

import torch

NAME = 'cpmf_gamma_binomial'
TITLE = 'Sums of a Poisson number of Binomial draws, Gamma priors'
HYPERPARAMETERS = (('a', 'positive', None, False), ('b', 'positive', None, False), ('c', 'positive', None, False), ('d', 'positive', None, False), ('w', 'real', None, False), ('kappa', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'ExponentialDispersion[binomial]'
INTEGRAL = True
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
    t0 = torch.exp(p["w"])
    t1 = t0 + 1.0
    t2 = p["a"]*(p["kappa"]*t0)
    t3 = t2*(p["K"]*p["c"])
    t4 = p["c"]*(p["kappa"]*t0)
    t5 = p["kappa"]*t0*(p["b"]*p["d"]) + p["kappa"]*t0 + t2 + p["b"]*p["d"] + t4
    t6 = 1.0/(p["b"] ** 2*p["d"] ** 2*t1 ** 2)
    t7 = 1.0 / t5
    t8 = p["kappa"] ** 2*t6*torch.exp(2.0*p["w"])
    return {
        "mean": t3/(p["b"]*p["d"]*t1),
        "variance": t3*t5*t6,
        "rho_row": t7*t4,
        "rho_col": t7*t2,
        "cov_row": p["K"]*p["a"]*p["c"] ** 2*t8,
        "cov_col": p["a"] ** 2*t8*(p["K"]*p["c"]),
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
        t0 = torch.exp(q["w"])
        return q["kappa"]*t0/(t0 + 1.0)
    if order == 2:
        t0 = torch.exp(q["w"])
        t1 = 1.0 / (t0 + 1.0) ** 2
        return q["kappa"] ** 2*t1*torch.exp(2.0*q["w"]) + q["kappa"]*t0*t1
    if order == 3:
        t0 = torch.exp(q["w"])
        t1 = 1.0 / (t0 + 1.0) ** 3
        t2 = q["kappa"]*t1
        t3 = torch.exp(2.0*q["w"])
        return q["kappa"] ** 3*t1*torch.exp(3.0*q["w"]) + 3.0*q["kappa"] ** 2*t1*t3 + t0*t2 - t2*t3
    if order == 4:
        t0 = torch.exp(q["w"])
        t1 = 1.0 / (t0 + 1.0) ** 4
        t2 = q["kappa"]*t1
        t3 = torch.exp(3.0*q["w"])
        t4 = torch.exp(2.0*q["w"])
        t5 = q["kappa"] ** 2
        t6 = t1*t3
        return q["kappa"] ** 4*t1*torch.exp(4.0*q["w"]) + 6.0*q["kappa"] ** 3*t6 + t0*t2 + 7.0*t1*t4*t5 + t2*t3 - 4.0*t2*t4 - 4.0*t5*t6
    if order == 5:
        t0 = torch.exp(q["w"])
        t1 = 1.0 / (t0 + 1.0) ** 5
        t2 = q["kappa"]*t1
        t3 = torch.exp(2.0*q["w"])
        t4 = 11.0*t2
        t5 = torch.exp(3.0*q["w"])
        t6 = torch.exp(4.0*q["w"])
        t7 = q["kappa"] ** 2*t1
        t8 = q["kappa"] ** 3*t1
        t9 = 10.0*t6
        return q["kappa"] ** 5*t1*torch.exp(5.0*q["w"]) + q["kappa"] ** 4*t1*t9 + t0*t2 - t2*t6 - t3*t4 + 15.0*t3*t7 + t4*t5 - 30.0*t5*t7 + 25.0*t5*t8 + 5.0*t6*t7 - t8*t9
    if order == 6:
        t0 = torch.exp(q["w"])
        t1 = 1.0 / (t0 + 1.0) ** 6
        t2 = q["kappa"]*t1
        t3 = torch.exp(5.0*q["w"])
        t4 = torch.exp(2.0*q["w"])
        t5 = 26.0*t2
        t6 = torch.exp(3.0*q["w"])
        t7 = torch.exp(4.0*q["w"])
        t8 = q["kappa"] ** 2*t1
        t9 = q["kappa"] ** 3*t1
        t10 = q["kappa"] ** 4
        t11 = t1*t3
        return q["kappa"] ** 6*t1*torch.exp(6.0*q["w"]) + 15.0*q["kappa"] ** 5*t11 + t0*t2 + 65.0*t1*t10*t7 - 20.0*t10*t11 + t2*t3 + 66.0*t2*t6 - 6.0*t3*t8 + 15.0*t3*t9 - t4*t5 + 31.0*t4*t8 - t5*t7 - 146.0*t6*t8 + 90.0*t6*t9 + 91.0*t7*t8 - 120.0*t7*t9
    raise ValueError(f"there is no moment of order {order}")
