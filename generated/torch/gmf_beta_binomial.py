"""gmf_beta_binomial: Binomial observations, Beta priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 8bbdf09bad174625, generator 85a07bd5adb1c4c3, body 9ef5b9e3890d3593
"""

import torch

from symppm.stochastic.special import incomplete_beta

NAME = 'gmf_beta_binomial'
TITLE = 'Binomial observations, Beta priors'
HYPERPARAMETERS = (('alpha_theta', 'positive', None, False), ('beta_theta', 'positive', None, False), ('alpha_beta', 'positive', None, False), ('beta_beta', 'positive', None, False), ('trials', 'positive', None, True))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'Binomial'
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
    t2 = p["alpha_beta"]*p["alpha_theta"]*p["trials"]
    t3 = 1.0 / p["K"]
    t4 = 1.0 / t0 ** 2
    t5 = 1.0 / t1 ** 2
    t6 = t1 + 1.0
    t7 = 1.0 / t6
    t8 = t0 + 1.0
    t9 = 1.0 / t8
    t10 = p["K"]*(p["alpha_beta"]*p["beta_theta"])
    t11 = p["K"]*(p["alpha_theta"]*p["beta_beta"])
    t12 = p["alpha_beta"]*p["beta_theta"]*p["trials"]
    t13 = p["alpha_theta"]*p["beta_beta"]*p["trials"]
    t14 = p["beta_theta"]*p["alpha_beta"] ** 2
    t15 = p["beta_beta"]*p["alpha_theta"] ** 2
    t16 = p["K"]*p["beta_theta"] ** 2
    t17 = p["K"]*p["beta_beta"] ** 2
    t18 = p["K"]*(p["beta_beta"]*p["beta_theta"]) + p["alpha_beta"]*t11 + p["alpha_beta"]*(p["K"]*t15) + p["alpha_theta"]*t10 + p["alpha_theta"]*(p["K"]*t14) - p["beta_beta"]*(p["alpha_beta"]*p["beta_theta"]) + p["beta_beta"]*t12 + p["beta_beta"]*t16 - p["beta_theta"]*(p["alpha_theta"]*p["beta_beta"]) + p["beta_theta"]*t13 + p["beta_theta"]*t17 - p["alpha_beta"]*p["beta_theta"] + 3.0*(p["alpha_theta"]*p["beta_beta"])*t10 - p["alpha_theta"]*p["beta_beta"] + p["beta_beta"]*p["beta_theta"]*p["trials"] - p["beta_beta"]*p["beta_theta"] + t10*(2.0*p["beta_beta"]) + t10 + t11*(2.0*p["beta_theta"]) + t11 + t12 + t13 + p["alpha_beta"] ** 2*t16 + t14*p["trials"] - t14 + p["alpha_theta"] ** 2*t17 + t15*p["trials"] - t15 + t16*p["beta_beta"] ** 2 + p["alpha_beta"]*t16*(2.0*p["beta_beta"]) + p["alpha_beta"]*t16 + p["K"]*t14 + p["alpha_theta"]*t17*(2.0*p["beta_theta"]) + p["alpha_theta"]*t17 + p["K"]*t15
    t19 = 1.0 / t18
    t20 = t3*t4*t5*p["trials"] ** 2
    return {
        "mean": t2/(t0*t1),
        "variance": t2*t3*t18*t4*t5*t7*t9,
        "rho_row": t12*t19*t8,
        "rho_col": t13*t19*t6,
        "cov_row": p["alpha_theta"]*t14*t20*t7,
        "cov_col": p["alpha_beta"]*t15*t20*t9,
    }


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
    return {"mean": s0*p["trials"]/draw.size("factor"), "trials": p["trials"]}


def moment(order, q):
    """Return E[Y^order] given its parameters, for orders up to MOMENTS."""
    if order == 1:
        return q["mean"]
    if order == 2:
        return q["mean"] ** 2*(1.0 - 1.0/q["trials"]) + q["mean"]
    if order == 3:
        t0 = 1.0 / q["trials"]
        t1 = 1.0 - t0
        return q["mean"] ** 3*t1*(1.0 - 2.0*t0) + 3.0*q["mean"] ** 2*t1 + q["mean"]
    if order == 4:
        t0 = 1.0 / q["trials"]
        t1 = 1.0 - t0
        t2 = t1*(1.0 - 2.0*t0)
        return q["mean"] ** 4*t2*(1.0 - 3.0*t0) + 6.0*q["mean"] ** 3*t2 + 7.0*q["mean"] ** 2*t1 + q["mean"]
    if order == 5:
        t0 = 1.0 / q["trials"]
        t1 = 1.0 - t0
        t2 = t1*(1.0 - 2.0*t0)
        t3 = t2*(1.0 - 3.0*t0)
        return q["mean"] ** 5*t3*(1.0 - 4.0*t0) + 10.0*q["mean"] ** 4*t3 + 25.0*q["mean"] ** 3*t2 + 15.0*q["mean"] ** 2*t1 + q["mean"]
    if order == 6:
        t0 = 1.0 / q["trials"]
        t1 = 1.0 - t0
        t2 = t1*(1.0 - 2.0*t0)
        t3 = t2*(1.0 - 3.0*t0)
        t4 = t3*(1.0 - 4.0*t0)
        return q["mean"] ** 6*t4*(1.0 - 5.0*t0) + 15.0*q["mean"] ** 5*t4 + 65.0*q["mean"] ** 4*t3 + 90.0*q["mean"] ** 3*t2 + 31.0*q["mean"] ** 2*t1 + q["mean"]
    raise ValueError(f"there is no moment of order {order}")


def log_density(value, q):
    """Return the logarithm of the density, or probability, of Y."""
    t0 = q["trials"] - value
    t1 = q["mean"]/q["trials"]
    return t0*torch.log(torch.where((t0 > 0.0), 1.0 - t1, 1.0)) + value*torch.log(torch.where((value > 0.0), t1, 1.0)) + torch.lgamma(q["trials"] + 1.0) - torch.lgamma(t0 + 1.0) - torch.lgamma(value + 1.0)


def cumulative(value, q):
    """Return P(Y <= value)."""
    t0 = torch.floor(value)
    t1 = (value >= 0.0)
    t2 = (q["trials"] > value)
    t3 = (t1 & t2)
    return torch.where(t1, torch.where(t2, incomplete_beta(torch.where(t3, q["trials"] - t0, 1.0), torch.where(t3, t0 + 1.0, 1.0), -q["mean"]/q["trials"] + 1.0), 1.0), 0.0)


def summands(p, v):
    """Return what is summed over factor in the parameters of Y."""
    return (v["beta"]*v["theta"],)


def polynomial(order, p, v):
    """Return E[Y^order | latent variables] as coefficients and exponents of sums."""
    if order == 1:
        return ((p["trials"]/p["K"], (1,)),)
    if order == 2:
        return (((p["trials"] ** 2 - p["trials"])/p["K"] ** 2, (2,)), (p["trials"]/p["K"], (1,)),)
    if order == 3:
        t0 = 3.0*p["trials"] ** 2
        return (((-t0 + p["trials"] ** 3 + 2.0*p["trials"])/p["K"] ** 3, (3,)), ((t0 - 3.0*p["trials"])/p["K"] ** 2, (2,)), (p["trials"]/p["K"], (1,)),)
    if order == 4:
        t0 = p["trials"] ** 2
        t1 = 6.0*p["trials"] ** 3
        return (((11.0*t0 - t1 + p["trials"] ** 4 - 6.0*p["trials"])/p["K"] ** 4, (4,)), ((-18.0*t0 + t1 + 12.0*p["trials"])/p["K"] ** 3, (3,)), ((7.0*t0 - 7.0*p["trials"])/p["K"] ** 2, (2,)), (p["trials"]/p["K"], (1,)),)
    if order == 5:
        t0 = p["trials"] ** 2
        t1 = p["trials"] ** 3
        t2 = 10.0*p["trials"] ** 4
        return (((-50.0*t0 + 35.0*t1 - t2 + p["trials"] ** 5 + 24.0*p["trials"])/p["K"] ** 5, (5,)), ((110.0*t0 - 60.0*t1 + t2 - 60.0*p["trials"])/p["K"] ** 4, (4,)), ((-75.0*t0 + 25.0*t1 + 50.0*p["trials"])/p["K"] ** 3, (3,)), ((15.0*t0 - 15.0*p["trials"])/p["K"] ** 2, (2,)), (p["trials"]/p["K"], (1,)),)
    if order == 6:
        t0 = p["trials"] ** 2
        t1 = p["trials"] ** 3
        t2 = p["trials"] ** 4
        t3 = 15.0*p["trials"] ** 5
        return (((274.0*t0 - 225.0*t1 + 85.0*t2 - t3 + p["trials"] ** 6 - 120.0*p["trials"])/p["K"] ** 6, (6,)), ((-750.0*t0 + 525.0*t1 - 150.0*t2 + t3 + 360.0*p["trials"])/p["K"] ** 5, (5,)), ((715.0*t0 - 390.0*t1 + 65.0*t2 - 390.0*p["trials"])/p["K"] ** 4, (4,)), ((-270.0*t0 + 90.0*t1 + 180.0*p["trials"])/p["K"] ** 3, (3,)), ((31.0*t0 - 31.0*p["trials"])/p["K"] ** 2, (2,)), (p["trials"]/p["K"], (1,)),)
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
