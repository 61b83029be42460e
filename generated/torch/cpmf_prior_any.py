"""cpmf_prior_any: Compound Poisson with any exponential dispersion model, any positive priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 60257964a0821deb, generator 85a07bd5adb1c4c3, body 8c66a83aefff338b
"""

import torch

NAME = 'cpmf_prior_any'
TITLE = 'Compound Poisson with any exponential dispersion model, any positive priors'
HYPERPARAMETERS = (('mu_theta', 'positive', None, False), ('sigma_theta', 'positive', None, False), ('mu_beta', 'positive', None, False), ('sigma_beta', 'positive', None, False), ('kappa', 'positive', None, False), ('psi_first', 'positive', None, False), ('psi_second', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'Observation'
INTEGRAL = False
SIGN = 'real'
SHARED = False
CONTINUOUS = True
CLOSED = ('mean', 'variance', 'rho_row', 'rho_col', 'cov_row', 'cov_col')
MOMENTS = 2
LATENTS = (('theta', 'Prior', ('row', 'factor')), ('beta', 'Prior', ('col', 'factor')), ('N', 'Poisson', ('row', 'col')))
SUMS = 0
EXPONENTS = ()
LEAVES = ()
HAS_DENSITY = False
HAS_CUMULATIVE = False


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["kappa"]*p["psi_first"] ** 2
    t1 = t0*p["sigma_theta"] ** 2
    t2 = p["mu_beta"] ** 2*t1
    t3 = p["mu_theta"] ** 2*p["sigma_beta"] ** 2
    t4 = p["psi_second"]*(p["mu_beta"]*p["mu_theta"]) + p["mu_beta"]*p["mu_theta"]*t0 + t0*t3 + t1*p["sigma_beta"] ** 2 + t2
    t5 = 1.0 / t4
    t6 = p["K"]*p["kappa"] ** 2*p["psi_first"] ** 2
    return {
        "mean": p["psi_first"]*(p["mu_beta"]*p["mu_theta"])*(p["K"]*p["kappa"]),
        "variance": p["K"]*p["kappa"]*t4,
        "rho_row": t5*t2,
        "rho_col": t0*t3*t5,
        "cov_row": t6*p["mu_beta"] ** 2*p["sigma_theta"] ** 2,
        "cov_col": t6*t3,
    }


def log_density_Poisson(value, parameters):
    """Return the logarithm of the density, or probability, of Poisson."""
    return -parameters["rate"] + value*torch.log(torch.where((value > 0.0), parameters["rate"], 1.0)) - torch.lgamma(value + 1.0)


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    v["theta"] = draw.variable("theta", {"mean": p["mu_theta"], "variance": p["sigma_theta"] ** 2}, ('row', 'factor'), None)
    v["beta"] = draw.variable("beta", {"mean": p["mu_beta"], "variance": p["sigma_beta"] ** 2}, ('col', 'factor'), None)
    s0 = draw.total(v["beta"]*v["theta"], "factor")
    v["N"] = draw.variable("N", {"rate": s0}, ('row', 'col'), log_density_Poisson)
    return v


def parameters(p, v, draw):
    """Return the parameters of Y given the latent variables."""
    t0 = p["kappa"]*v["N"]
    return {"mean": p["psi_first"]*t0, "variance": p["psi_second"]*t0}


def moment(order, q):
    """Return E[Y^order] given its parameters, for orders up to MOMENTS."""
    if order == 1:
        return q["mean"]
    if order == 2:
        return q["mean"] ** 2 + q["variance"]
    raise ValueError(f"there is no moment of order {order}")
