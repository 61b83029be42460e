"""gmf_prior_observation: any observations, any positive priors F(mean, variance), in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 1e18a2144509bc79, generator 85a07bd5adb1c4c3, body 385faf0a63ad1e31
"""

import torch

NAME = 'gmf_prior_observation'
TITLE = 'any observations, any positive priors F(mean, variance)'
HYPERPARAMETERS = (('mu_theta', 'positive', None, False), ('sigma_theta', 'positive', None, False), ('mu_beta', 'positive', None, False), ('sigma_beta', 'positive', None, False), ('variance_Y', 'positive', None, False))
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
LATENTS = (('theta', 'Prior', ('row', 'factor')), ('beta', 'Prior', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (0,)))
LEAVES = ()
HAS_DENSITY = False
HAS_CUMULATIVE = False


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["K"]*p["sigma_theta"] ** 2
    t1 = p["mu_beta"] ** 2*t0
    t2 = p["K"]*p["mu_theta"] ** 2*p["sigma_beta"] ** 2
    t3 = t0*p["sigma_beta"] ** 2 + t1 + t2 + p["variance_Y"]
    t4 = 1.0 / t3
    return {
        "mean": p["K"]*p["mu_beta"]*p["mu_theta"],
        "variance": t3,
        "rho_row": t1*t4,
        "rho_col": t2*t4,
        "cov_row": t1,
        "cov_col": t2,
    }


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    v["theta"] = draw.variable("theta", {"mean": p["mu_theta"], "variance": p["sigma_theta"] ** 2}, ('row', 'factor'), None)
    v["beta"] = draw.variable("beta", {"mean": p["mu_beta"], "variance": p["sigma_beta"] ** 2}, ('col', 'factor'), None)
    return v


def parameters(p, v, draw):
    """Return the parameters of Y given the latent variables."""
    s0 = draw.total(v["beta"]*v["theta"], "factor")
    return {"mean": s0, "variance": p["variance_Y"]}


def moment(order, q):
    """Return E[Y^order] given its parameters, for orders up to MOMENTS."""
    if order == 1:
        return q["mean"]
    if order == 2:
        return q["mean"] ** 2 + q["variance"]
    raise ValueError(f"there is no moment of order {order}")


def summands(p, v):
    """Return what is summed over factor in the parameters of Y."""
    return (v["beta"]*v["theta"],)


def polynomial(order, p, v):
    """Return E[Y^order | latent variables] as coefficients and exponents of sums."""
    if order == 1:
        return ((1.0, (1,)),)
    if order == 2:
        return ((1.0, (2,)), (p["variance_Y"], (0,)),)
    raise ValueError(f"there is no moment of order {order}")
