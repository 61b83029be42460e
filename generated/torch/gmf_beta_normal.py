"""gmf_beta_normal: Normal observations, Beta priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 65a352754eff647d, generator 85a07bd5adb1c4c3, body 36f6c6d068fcd645
"""

import torch

NAME = 'gmf_beta_normal'
TITLE = 'Normal observations, Beta priors'
HYPERPARAMETERS = (('alpha_theta', 'positive', None, False), ('beta_theta', 'positive', None, False), ('alpha_beta', 'positive', None, False), ('beta_beta', 'positive', None, False), ('sigma_Y', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'Normal'
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
    t4 = p["beta_beta"]*(p["K"]*p["alpha_beta"])
    t5 = t4*p["alpha_theta"] ** 2
    t6 = p["alpha_theta"] ** 3
    t7 = p["K"]*(p["alpha_theta"]*p["beta_theta"])
    t8 = p["alpha_beta"] ** 2*t7
    t9 = p["alpha_beta"] ** 3
    t10 = p["sigma_Y"] ** 2*(p["alpha_beta"]*p["beta_beta"])
    t11 = p["alpha_beta"] ** 2*p["sigma_Y"] ** 2
    t12 = t11*p["alpha_theta"] ** 2
    t13 = t11*p["beta_theta"] ** 2
    t14 = p["beta_theta"] ** 3
    t15 = t9*p["sigma_Y"] ** 2
    t16 = t15*p["alpha_theta"] ** 2
    t17 = p["beta_theta"] ** 2*t15
    t18 = p["sigma_Y"] ** 2*p["alpha_theta"] ** 2
    t19 = p["beta_beta"] ** 2*t18
    t20 = p["beta_beta"] ** 3
    t21 = p["sigma_Y"] ** 2*t6
    t22 = p["beta_beta"] ** 2*t21
    t23 = p["sigma_Y"] ** 2*p["beta_beta"] ** 2
    t24 = p["beta_theta"] ** 2*t23
    t25 = p["sigma_Y"] ** 2*t20
    t26 = p["beta_theta"] ** 2*t25
    t27 = 2.0*(p["alpha_beta"]*p["beta_beta"])
    t28 = p["sigma_Y"] ** 2*t27
    t29 = 2.0*(p["alpha_theta"]*p["beta_theta"])
    t30 = 6.0*(p["alpha_theta"]*p["beta_theta"])
    t31 = p["alpha_beta"]*t23*t30 + 6.0*p["alpha_theta"]*t10*p["beta_theta"] ** 2 + p["alpha_theta"]*t13*(9.0*p["beta_beta"]) + p["alpha_theta"]*t24*(9.0*p["alpha_beta"]) + p["beta_beta"]*t8 + p["beta_beta"]*t11*t30 + 6.0*p["beta_theta"]*(p["alpha_beta"]*p["beta_beta"])*t18 + p["beta_theta"]*t12*(9.0*p["beta_beta"]) + p["beta_theta"]*t19*(9.0*p["alpha_beta"]) + p["beta_theta"]*t5 + t7*t9 + t8 + 4.0*t10*(p["alpha_theta"]*p["beta_theta"]) + t11*t29 + t12*(3.0*p["beta_beta"]) + t12*(3.0*p["beta_theta"]) + t12 + t11*t6*(3.0*p["beta_beta"]) + t11*t6 + p["beta_theta"] ** 2*t28 + t13*(3.0*p["alpha_theta"]) + t13*(3.0*p["beta_beta"]) + t13 + t14*t15 + t14*t25 + t14*t28 + t11*t14*(3.0*p["beta_beta"]) + t11*t14 + t15*t29 + t15*t6 + t16*(3.0*p["beta_theta"]) + t16 + t17*(3.0*p["alpha_theta"]) + t17 + t18*t27 + t19*(3.0*p["alpha_beta"]) + t19*(3.0*p["beta_theta"]) + t19 + t20*t21 + t18*t20*(3.0*p["beta_theta"]) + t18*t20 + t21*t27 + t22*(3.0*p["alpha_beta"]) + t22 + t23*t29 + t24*(3.0*p["alpha_beta"]) + t24*(3.0*p["alpha_theta"]) + t24 + t14*t23*(3.0*p["alpha_beta"]) + t14*t23 + t25*t29 + t26*(3.0*p["alpha_theta"]) + t26 + t4*(p["alpha_theta"]*p["beta_theta"]) + t4*t6 + t5
    t32 = 1.0 / t0 ** 2
    t33 = 1.0 / t1 ** 2
    t34 = t1 + 1.0
    t35 = t32*t33/t34
    t36 = 1.0 / t31
    return {
        "mean": p["alpha_theta"]*(p["K"]*p["alpha_beta"])/(t0*t1),
        "variance": t3*t31*t35,
        "rho_row": t8*t2*t36,
        "rho_col": t34*t36*t5,
        "cov_row": t8*t35,
        "cov_col": t3*t32*t33*t5,
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
    return {"mean": s0, "variance": p["sigma_Y"] ** 2}


def moment(order, q):
    """Return E[Y^order] given its parameters, for orders up to MOMENTS."""
    if order == 1:
        return q["mean"]
    if order == 2:
        return q["mean"] ** 2 + q["variance"]
    if order == 3:
        return q["mean"] ** 3 + 3.0*q["mean"]*q["variance"]
    if order == 4:
        return q["mean"] ** 4 + 6.0*q["mean"] ** 2*q["variance"] + 3.0*q["variance"] ** 2
    if order == 5:
        return q["mean"] ** 5 + 10.0*q["mean"] ** 3*q["variance"] + 15.0*q["mean"]*q["variance"] ** 2
    if order == 6:
        return q["mean"] ** 6 + 15.0*q["mean"] ** 4*q["variance"] + 45.0*q["mean"] ** 2*q["variance"] ** 2 + 15.0*q["variance"] ** 3
    raise ValueError(f"there is no moment of order {order}")


def log_density(value, q):
    """Return the logarithm of the density, or probability, of Y."""
    return -0.5*torch.log(2.0*3.141592653589793*q["variance"]) - 0.5*(-q["mean"] + value) ** 2/q["variance"]


def cumulative(value, q):
    """Return P(Y <= value)."""
    return (0.5)*torch.erfc((0.5)*1.4142135623730951*(q["mean"] - value)/torch.sqrt(q["variance"]))


def summands(p, v):
    """Return what is summed over factor in the parameters of Y."""
    return (v["beta"]*v["theta"],)


def polynomial(order, p, v):
    """Return E[Y^order | latent variables] as coefficients and exponents of sums."""
    if order == 1:
        return ((1.0, (1,)),)
    if order == 2:
        return ((1.0, (2,)), (p["sigma_Y"] ** 2, (0,)),)
    if order == 3:
        return ((1.0, (3,)), (3.0*p["sigma_Y"] ** 2, (1,)),)
    if order == 4:
        return ((1.0, (4,)), (6.0*p["sigma_Y"] ** 2, (2,)), (3.0*p["sigma_Y"] ** 4, (0,)),)
    if order == 5:
        return ((1.0, (5,)), (10.0*p["sigma_Y"] ** 2, (3,)), (15.0*p["sigma_Y"] ** 4, (1,)),)
    if order == 6:
        return ((1.0, (6,)), (15.0*p["sigma_Y"] ** 2, (4,)), (45.0*p["sigma_Y"] ** 4, (2,)), (15.0*p["sigma_Y"] ** 6, (0,)),)
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
