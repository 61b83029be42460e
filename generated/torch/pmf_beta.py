"""pmf_beta: Poisson factorization, Beta priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 bf64d87ce5baf069f070f9c3672d8a54a5e61ef968bc5e35716c21456c411033
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 444a8894b577c35b7b325ffb0700a3b019deee45d3486d712c178c693a0c8ace
"""

import torch

from symppm.stochastic.special import upper_gamma

NAME = 'pmf_beta'
TITLE = 'Poisson factorization, Beta priors'
HYPERPARAMETERS = (('alpha_theta', 'positive', None, False), ('beta_theta', 'positive', None, False), ('alpha_beta', 'positive', None, False), ('beta_beta', 'positive', None, False))
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
LATENTS = (('theta', 'Beta', ('row', 'factor')), ('beta', 'Beta', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (1,)), ((3,), (2,), (1,)), ((4,), (3,), (2,), (1,)), ((5,), (4,), (3,), (2,), (1,)), ((6,), (5,), (4,), (3,), (2,), (1,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["alpha_beta"] + p["beta_beta"]
    t1 = p["alpha_theta"] + p["beta_theta"]
    t2 = p["alpha_beta"]*p["alpha_theta"]
    t3 = p["K"]*t2
    t4 = 1.0 / t0 ** 2
    t5 = 1.0 / t1 ** 2
    t6 = t1 + 1.0
    t7 = 1.0 / t6
    t8 = t0 + 1.0
    t9 = 1.0 / t8
    t10 = 2.0*p["beta_theta"]
    t11 = 2.0*p["beta_beta"]
    t12 = p["alpha_theta"] ** 2
    t13 = p["alpha_beta"]*t12
    t14 = p["beta_theta"] ** 2
    t15 = p["alpha_beta"]*t14
    t16 = p["alpha_beta"] ** 2
    t17 = p["alpha_theta"]*t16
    t18 = p["beta_beta"] ** 2
    t19 = p["alpha_theta"]*t18
    t20 = p["alpha_beta"]*p["beta_theta"]
    t21 = 3.0*p["beta_beta"]
    t22 = p["alpha_beta"]*t10 + p["alpha_theta"]*p["beta_theta"]*t21 + p["alpha_theta"]*t11 + 4.0*p["beta_beta"]*p["beta_theta"]*t2 + p["beta_beta"]*t10 + p["beta_beta"]*t14 + p["beta_theta"]*t18 + t10*t16 + t10*t17 + t10*t19 + t10*t2 + t11*t12 + t11*t13 + t11*t15 + t11*t2 + t12*t16 + t12*t18 + t13 + t14*t16 + t14*t18 + t15 + t17 + t19 + t2 + t20*t21
    t23 = 1.0 / t22
    t24 = p["K"]*t4*t5
    return {
        "mean": t3/(t0*t1),
        "variance": t22*t3*t4*t5*t7*t9,
        "rho_row": t20*t23*t8,
        "rho_col": p["alpha_theta"]*p["beta_beta"]*t23*t6,
        "cov_row": p["beta_theta"]*t17*t24*t7,
        "cov_col": p["beta_beta"]*t13*t24*t9,
    }


def conditions(p):
    """Return what must be positive for a closed form to be a moment, by "target: condition"."""
    return {}


def log_density_Beta(value, parameters):
    """Return the logarithm of the density, or probability, of Beta."""
    return (parameters["alpha"] - 1.0)*torch.log(value) + (parameters["beta"] - 1.0)*torch.log(1.0 - value) - torch.lgamma(parameters["alpha"]) - torch.lgamma(parameters["beta"]) + torch.lgamma(parameters["alpha"] + parameters["beta"])


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    if layered:
        return v
    given = leaf_parameters(p, v, draw)
    v["theta"] = draw.variable("theta", given["theta"], ('row', 'factor'), log_density_Beta)
    v["beta"] = draw.variable("beta", given["beta"], ('col', 'factor'), log_density_Beta)
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


def leaf_parameters(p, v, draw):
    """Return the parameters of LEAVES given what is above them."""
    theta_parameters = {"alpha": p["alpha_theta"], "beta": p["beta_theta"]}
    beta_parameters = {"alpha": p["alpha_beta"], "beta": p["beta_beta"]}
    return {"theta": theta_parameters, "beta": beta_parameters}


def leaf_moment(name, order, q):
    """Return E[X^order] of one of LEAVES given its parameters."""
    if name in ('theta', 'beta') and order == 1:
        return q["alpha"]/(q["alpha"] + q["beta"])
    if name in ('theta', 'beta') and order == 2:
        t0 = q["alpha"] + q["beta"]
        return q["alpha"]*(q["alpha"] + 1.0)/(t0*(t0 + 1.0))
    if name in ('theta', 'beta') and order == 3:
        t0 = q["alpha"] + q["beta"]
        return q["alpha"]*(q["alpha"] + 1.0)*(q["alpha"] + 2.0)/(t0*(t0 + 1.0)*(t0 + 2.0))
    if name in ('theta', 'beta') and order == 4:
        t0 = q["alpha"] + q["beta"]
        return q["alpha"]*(q["alpha"] + 1.0)*(q["alpha"] + 2.0)*(q["alpha"] + 3.0)/(t0*(t0 + 1.0)*(t0 + 2.0)*(t0 + 3.0))
    if name in ('theta', 'beta') and order == 5:
        t0 = q["alpha"] + q["beta"]
        return q["alpha"]*(q["alpha"] + 1.0)*(q["alpha"] + 2.0)*(q["alpha"] + 3.0)*(q["alpha"] + 4.0)/(t0*(t0 + 1.0)*(t0 + 2.0)*(t0 + 3.0)*(t0 + 4.0))
    if name in ('theta', 'beta') and order == 6:
        t0 = q["alpha"] + q["beta"]
        return q["alpha"]*(q["alpha"] + 1.0)*(q["alpha"] + 2.0)*(q["alpha"] + 3.0)*(q["alpha"] + 4.0)*(q["alpha"] + 5.0)/(t0*(t0 + 1.0)*(t0 + 2.0)*(t0 + 3.0)*(t0 + 4.0)*(t0 + 5.0))
    raise ValueError(f"there is no moment of order {order} of {name}")


def terms(p, v):
    """Return the terms of every summand: coefficient, and powers of LEAVES."""
    return (((1.0, (('theta', 1), ('beta', 1))),),)
