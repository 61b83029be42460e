"""gmf_beta_laplace: Laplace observations, Beta priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model f1aad255a94e4c2c, generator 85a07bd5adb1c4c3, body 04d34cd687f4ed21
"""

import torch

NAME = 'gmf_beta_laplace'
TITLE = 'Laplace observations, Beta priors'
HYPERPARAMETERS = (('alpha_theta', 'positive', None, False), ('beta_theta', 'positive', None, False), ('alpha_beta', 'positive', None, False), ('beta_beta', 'positive', None, False), ('scale_Y', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'Laplace'
INTEGRAL = False
SIGN = 'real'
SHARED = False
CONTINUOUS = True
CLOSED = ('mean', 'variance', 'rho_row', 'rho_col', 'cov_row', 'cov_col')
MOMENTS = 6
LATENTS = (('theta', 'Beta', ('row', 'factor')), ('beta', 'Beta', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (0,)), ((3,), (1,)), ((4,), (2,), (0,)), ((5,), (3,), (1,)), ((6,), (4,), (2,), (0,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["alpha_beta"] + p["beta_beta"]
    t1 = p["alpha_theta"] + p["beta_theta"]
    t2 = t0 + 1.0
    t3 = 1.0 / t2
    t4 = p["beta_beta"]*(p["alpha_theta"]*p["beta_theta"])
    t5 = p["beta_beta"]*p["alpha_theta"] ** 2
    t6 = p["K"]*p["alpha_beta"]*t5
    t7 = p["alpha_theta"] ** 3
    t8 = p["K"]*(p["alpha_theta"]*p["beta_theta"])
    t9 = p["alpha_beta"] ** 2*t8
    t10 = p["alpha_beta"] ** 3
    t11 = p["alpha_beta"]*p["scale_Y"] ** 2
    t12 = 4.0*p["scale_Y"] ** 2
    t13 = p["beta_beta"]*(p["alpha_beta"]*t12)
    t14 = p["beta_theta"] ** 3
    t15 = t12*(p["alpha_theta"]*p["beta_theta"])
    t16 = p["beta_beta"] ** 3
    t17 = 2.0*p["scale_Y"] ** 2
    t18 = p["alpha_beta"] ** 2*t17
    t19 = t17*p["alpha_theta"] ** 2
    t20 = p["beta_beta"] ** 2*t17
    t21 = p["alpha_theta"]*p["beta_theta"] ** 2
    t22 = p["alpha_beta"] ** 2*p["scale_Y"] ** 2
    t23 = 6.0*p["scale_Y"] ** 2
    t24 = p["beta_beta"] ** 2*t23
    t25 = p["alpha_beta"] ** 2*t23
    t26 = p["beta_theta"]*p["alpha_theta"] ** 2
    t27 = 18.0*t11*p["beta_beta"] ** 2
    t28 = p["beta_beta"]*t9 + p["beta_theta"]*t6 + t7*t18 + t7*(t10*t17) + t7*(p["alpha_beta"]*t24) + p["beta_beta"]*t7*(p["alpha_beta"]*t12) + p["beta_beta"]*t7*(p["K"]*p["alpha_beta"]) + p["beta_beta"]*t7*t25 + p["alpha_beta"] ** 2*t15 + t8*t10 + t9 + t10*t15 + t10*(t21*t23) + t10*(t23*t26) + 8.0*t11*t4 + p["alpha_beta"]*t12*t5 + p["K"]*p["alpha_beta"]*t4 + p["beta_theta"] ** 2*t13 + p["beta_theta"] ** 2*t18 + p["beta_theta"] ** 2*(t10*t17) + p["beta_theta"] ** 2*t20 + p["beta_theta"] ** 2*(t16*t17) + p["beta_theta"] ** 2*(p["alpha_beta"]*t24) + p["beta_theta"] ** 2*(p["beta_beta"]*t25) + t13*t14 + t14*t18 + t14*(t10*t17) + t14*t20 + t14*(t16*t17) + t14*(p["alpha_beta"]*t24) + t14*(p["beta_beta"]*t25) + t15*p["beta_beta"] ** 2 + t15*t16 + p["beta_beta"] ** 2*t19 + p["beta_beta"] ** 2*(t7*t17) + p["beta_beta"] ** 2*(12.0*t11)*(p["alpha_theta"]*p["beta_theta"]) + t16*t19 + t16*(t7*t17) + t16*(t21*t23) + t16*(t23*t26) + t18*p["alpha_theta"] ** 2 + t10*t17*p["alpha_theta"] ** 2 + 12.0*t11*(p["beta_beta"]*t21) + 12.0*t11*(p["beta_theta"]*t5) + t21*t24 + t21*t25 + t21*t27 + p["beta_beta"]*t21*(18.0*t22) + p["beta_theta"]*t5*(18.0*t22) + 12.0*t22*t4 + t24*t26 + p["alpha_beta"]*t24*p["alpha_theta"] ** 2 + t25*t26 + t25*t5 + t26*t27 + t6
    t29 = 1.0 / t0 ** 2
    t30 = 1.0 / t1 ** 2
    t31 = t1 + 1.0
    t32 = t29*t30/t31
    t33 = 1.0 / t28
    return {
        "mean": p["alpha_theta"]*(p["K"]*p["alpha_beta"])/(t0*t1),
        "variance": t3*t28*t32,
        "rho_row": t9*t2*t33,
        "rho_col": t31*t33*t6,
        "cov_row": t9*t32,
        "cov_col": t3*t29*t30*t6,
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
    return {"mean": s0, "scale": p["scale_Y"]}


def moment(order, q):
    """Return E[Y^order] given its parameters, for orders up to MOMENTS."""
    if order == 1:
        return q["mean"]
    if order == 2:
        return q["mean"] ** 2 + 2.0*q["scale"] ** 2
    if order == 3:
        return q["mean"] ** 3 + 6.0*q["mean"]*q["scale"] ** 2
    if order == 4:
        return q["mean"] ** 4 + 12.0*q["mean"] ** 2*q["scale"] ** 2 + 24.0*q["scale"] ** 4
    if order == 5:
        return q["mean"] ** 5 + 20.0*q["mean"] ** 3*q["scale"] ** 2 + 120.0*q["mean"]*q["scale"] ** 4
    if order == 6:
        return q["mean"] ** 6 + 30.0*q["mean"] ** 4*q["scale"] ** 2 + 360.0*q["mean"] ** 2*q["scale"] ** 4 + 720.0*q["scale"] ** 6
    raise ValueError(f"there is no moment of order {order}")


def log_density(value, q):
    """Return the logarithm of the density, or probability, of Y."""
    return -torch.log(2.0*q["scale"]) - torch.abs(q["mean"] - value)/q["scale"]


def cumulative(value, q):
    """Return P(Y <= value)."""
    t0 = (0.5)*torch.exp(-torch.abs(q["mean"] - value)/q["scale"])
    return torch.where((q["mean"] > value), t0, 1.0 - t0)


def summands(p, v):
    """Return what is summed over factor in the parameters of Y."""
    return (v["beta"]*v["theta"],)


def polynomial(order, p, v):
    """Return E[Y^order | latent variables] as coefficients and exponents of sums."""
    if order == 1:
        return ((1.0, (1,)),)
    if order == 2:
        return ((1.0, (2,)), (2.0*p["scale_Y"] ** 2, (0,)),)
    if order == 3:
        return ((1.0, (3,)), (6.0*p["scale_Y"] ** 2, (1,)),)
    if order == 4:
        return ((1.0, (4,)), (12.0*p["scale_Y"] ** 2, (2,)), (24.0*p["scale_Y"] ** 4, (0,)),)
    if order == 5:
        return ((1.0, (5,)), (20.0*p["scale_Y"] ** 2, (3,)), (120.0*p["scale_Y"] ** 4, (1,)),)
    if order == 6:
        return ((1.0, (6,)), (30.0*p["scale_Y"] ** 2, (4,)), (360.0*p["scale_Y"] ** 4, (2,)), (720.0*p["scale_Y"] ** 6, (0,)),)
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
