"""gmf_beta_gumbel: Gumbel observations, Beta priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 1db09ca9e496968d, generator 85a07bd5adb1c4c3, body da7fa4d220808d10
"""

import torch

NAME = 'gmf_beta_gumbel'
TITLE = 'Gumbel observations, Beta priors'
HYPERPARAMETERS = (('alpha_theta', 'positive', None, False), ('beta_theta', 'positive', None, False), ('alpha_beta', 'positive', None, False), ('beta_beta', 'positive', None, False), ('scale_Y', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'Gumbel'
INTEGRAL = False
SIGN = 'real'
SHARED = False
CONTINUOUS = True
CLOSED = ('mean', 'variance', 'rho_row', 'rho_col', 'cov_row', 'cov_col')
MOMENTS = 6
LATENTS = (('theta', 'Beta', ('row', 'factor')), ('beta', 'Beta', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (0,)), ((3,), (1,), (0,)), ((4,), (2,), (1,), (0,)), ((5,), (3,), (2,), (1,), (0,)), ((6,), (4,), (3,), (2,), (1,), (0,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["alpha_beta"] + p["beta_beta"]
    t1 = p["alpha_theta"] + p["beta_theta"]
    t2 = p["alpha_theta"]*(p["K"]*p["alpha_beta"])
    t3 = t0 + 1.0
    t4 = 1.0 / t3
    t5 = p["beta_theta"]*(6.0*p["beta_beta"])
    t6 = p["K"]*p["alpha_beta"]*(6.0*p["beta_beta"])
    t7 = p["alpha_theta"] ** 2*t6
    t8 = p["alpha_theta"] ** 3
    t9 = 6.0*(p["alpha_theta"]*p["beta_theta"])
    t10 = p["alpha_beta"] ** 2*(p["K"]*t9)
    t11 = p["alpha_beta"] ** 3
    t12 = p["alpha_theta"]*p["beta_theta"]*(6.0*p["beta_beta"])
    t13 = p["K"]*p["alpha_beta"] ** 2
    t14 = 9.869604401089358*p["scale_Y"] ** 2
    t15 = p["alpha_beta"] ** 2*t14
    t16 = t15*p["alpha_theta"] ** 2
    t17 = t15*p["beta_theta"] ** 2
    t18 = p["beta_theta"] ** 3
    t19 = t11*t14*p["alpha_theta"] ** 2
    t20 = p["beta_theta"] ** 2*(t11*t14)
    t21 = t14*p["alpha_theta"] ** 2
    t22 = p["beta_beta"] ** 2*t21
    t23 = p["beta_beta"] ** 3
    t24 = p["beta_beta"] ** 2*(t8*t14)
    t25 = t14*p["beta_beta"] ** 2
    t26 = p["beta_theta"] ** 2*t25
    t27 = p["beta_theta"] ** 2*(t14*t23)
    t28 = 2.0*(p["alpha_beta"]*p["beta_beta"])
    t29 = 2.0*(p["alpha_theta"]*p["beta_theta"])
    t30 = p["alpha_beta"]*t9*t25 + p["alpha_beta"]*t21*t5 + p["alpha_beta"]*t22*(9.0*p["beta_theta"]) + 9.0*p["alpha_theta"]*p["beta_beta"]*t17 + p["beta_beta"]*t16*(9.0*p["beta_theta"]) + p["beta_theta"]*t7 + t7 + t8*(t11*t14) + t8*t6 + 4.0*(p["alpha_theta"]*p["beta_theta"])*t14*(p["alpha_beta"]*p["beta_beta"]) + p["K"]*t9*t11 + t10 + t12*t13 + t12*t15 + t14*p["beta_theta"] ** 2*(p["alpha_beta"]*p["alpha_theta"])*(6.0*p["beta_beta"]) + t15*t29 + t16*(3.0*p["beta_beta"]) + t16*(3.0*p["beta_theta"]) + t16 + t8*t15*(3.0*p["beta_beta"]) + t8*t15 + p["beta_theta"] ** 2*(t14*t28) + t17*(3.0*p["alpha_theta"]) + t17*(3.0*p["beta_beta"]) + t17 + t18*(t11*t14) + t18*(t14*t23) + t18*(t14*t28) + t15*t18*(3.0*p["beta_beta"]) + t15*t18 + t11*t14*t29 + t2*t5 + t19*(3.0*p["beta_theta"]) + t19 + t20*(3.0*p["alpha_theta"]) + t20 + t21*t28 + t22*(3.0*p["alpha_beta"]) + t22*(3.0*p["beta_theta"]) + t22 + t23*(t8*t14) + t21*t23*(3.0*p["beta_theta"]) + t21*t23 + t8*t14*t28 + t24*(3.0*p["alpha_beta"]) + t24 + t25*t29 + 9.0*t26*(p["alpha_beta"]*p["alpha_theta"]) + t26*(3.0*p["alpha_beta"]) + t26*(3.0*p["alpha_theta"]) + t26 + t18*t25*(3.0*p["alpha_beta"]) + t18*t25 + t14*t23*t29 + t27*(3.0*p["alpha_theta"]) + t27
    t31 = 1.0 / t0 ** 2
    t32 = 1.0 / t1 ** 2
    t33 = t1 + 1.0
    t34 = t31*t32/t33
    t35 = 1.0 / t30
    return {
        "mean": t2/(t0*t1),
        "variance": (0.16666666666666666)*t4*t30*t34,
        "rho_row": t10*t3*t35,
        "rho_col": t7*t33*t35,
        "cov_row": p["alpha_theta"]*p["beta_theta"]*t13*t34,
        "cov_col": p["beta_beta"]*(p["K"]*p["alpha_beta"])*t4*t31*t32*p["alpha_theta"] ** 2,
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
        return q["mean"] ** 2 + (0.16666666666666666)*9.869604401089358*q["scale"] ** 2
    if order == 3:
        return q["mean"] ** 3 + (0.5)*9.869604401089358*q["mean"]*q["scale"] ** 2 + 2.0*q["scale"] ** 3*1.2020569031595942
    if order == 4:
        return q["mean"] ** 4 + 9.869604401089358*q["mean"] ** 2*q["scale"] ** 2 + 8.0*q["mean"]*q["scale"] ** 3*1.2020569031595942 + (0.15)*97.40909103400244*q["scale"] ** 4
    if order == 5:
        return q["mean"] ** 5 + (1.6666666666666667)*9.869604401089358*q["mean"] ** 3*q["scale"] ** 2 + 20.0*q["mean"] ** 2*q["scale"] ** 3*1.2020569031595942 + (0.75)*97.40909103400244*q["mean"]*q["scale"] ** 4 + q["scale"] ** 5*(24.0*1.03692775514337 + (3.3333333333333335)*9.869604401089358*1.2020569031595942)
    if order == 6:
        return q["mean"] ** 6 + (2.5)*9.869604401089358*q["mean"] ** 4*q["scale"] ** 2 + 40.0*q["mean"] ** 3*q["scale"] ** 3*1.2020569031595942 + (2.25)*97.40909103400244*q["mean"] ** 2*q["scale"] ** 4 + 6.0*q["mean"]*q["scale"] ** 5*(24.0*1.03692775514337 + (3.3333333333333335)*9.869604401089358*1.2020569031595942) + q["scale"] ** 6*(40.0*1.4449407984336342 + (0.3630952380952381)*961.3891935753045)
    raise ValueError(f"there is no moment of order {order}")


def log_density(value, q):
    """Return the logarithm of the density, or probability, of Y."""
    t0 = 0.5772156649015329 + (-q["mean"] + value)/q["scale"]
    return -t0 - torch.log(q["scale"]) - torch.exp(-t0)


def cumulative(value, q):
    """Return P(Y <= value)."""
    return torch.exp(-torch.exp(-0.5772156649015329 - (-q["mean"] + value)/q["scale"]))


def summands(p, v):
    """Return what is summed over factor in the parameters of Y."""
    return (v["beta"]*v["theta"],)


def polynomial(order, p, v):
    """Return E[Y^order | latent variables] as coefficients and exponents of sums."""
    if order == 1:
        return ((1.0, (1,)),)
    if order == 2:
        return ((1.0, (2,)), ((0.16666666666666666)*9.869604401089358*p["scale_Y"] ** 2, (0,)),)
    if order == 3:
        return ((1.0, (3,)), ((0.5)*9.869604401089358*p["scale_Y"] ** 2, (1,)), (2.0*p["scale_Y"] ** 3*1.2020569031595942, (0,)),)
    if order == 4:
        return ((1.0, (4,)), (9.869604401089358*p["scale_Y"] ** 2, (2,)), (8.0*p["scale_Y"] ** 3*1.2020569031595942, (1,)), ((0.15)*97.40909103400244*p["scale_Y"] ** 4, (0,)),)
    if order == 5:
        t2 = p["scale_Y"] ** 5
        return ((1.0, (5,)), ((1.6666666666666667)*9.869604401089358*p["scale_Y"] ** 2, (3,)), (20.0*p["scale_Y"] ** 3*1.2020569031595942, (2,)), ((0.75)*97.40909103400244*p["scale_Y"] ** 4, (1,)), (24.0*t2*1.03692775514337 + (3.3333333333333335)*9.869604401089358*t2*1.2020569031595942, (0,)),)
    if order == 6:
        t2 = p["scale_Y"] ** 5
        t3 = p["scale_Y"] ** 6
        return ((1.0, (6,)), ((2.5)*9.869604401089358*p["scale_Y"] ** 2, (4,)), (40.0*p["scale_Y"] ** 3*1.2020569031595942, (3,)), ((2.25)*97.40909103400244*p["scale_Y"] ** 4, (2,)), (144.0*t2*1.03692775514337 + 20.0*9.869604401089358*t2*1.2020569031595942, (1,)), (40.0*t3*1.4449407984336342 + (0.3630952380952381)*961.3891935753045*t3, (0,)),)
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
