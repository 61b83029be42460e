"""gmf_beta_laplace: Laplace observations, Beta priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 f1aad255a94e4c2cabcd9719f3197233ad668e12c824943893b91a96ea648778
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 2db3219423fb6a44f9954078fe562de9ae3ee36406359b4d9abc67a83ffe3559
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
    t2 = p["K"]*p["alpha_beta"]
    t3 = t0 + 1.0
    t4 = 1.0 / t3
    t5 = p["alpha_theta"]*p["beta_theta"]
    t6 = p["beta_beta"]*t5
    t7 = p["alpha_theta"] ** 2
    t8 = p["beta_beta"]*t7
    t9 = t2*t8
    t10 = p["alpha_theta"] ** 3
    t11 = p["beta_beta"]*t10
    t12 = p["alpha_beta"] ** 2
    t13 = p["K"]*t5
    t14 = t12*t13
    t15 = p["alpha_beta"] ** 3
    t16 = p["scale_Y"] ** 2
    t17 = p["alpha_beta"]*t16
    t18 = 4.0*t16
    t19 = p["alpha_beta"]*t18
    t20 = p["beta_theta"] ** 2
    t21 = p["beta_beta"]*t19
    t22 = p["beta_theta"] ** 3
    t23 = t18*t5
    t24 = p["beta_beta"] ** 2
    t25 = p["beta_beta"] ** 3
    t26 = 2.0*t16
    t27 = t12*t26
    t28 = t15*t26
    t29 = t26*t7
    t30 = t10*t26
    t31 = t24*t26
    t32 = t25*t26
    t33 = 12.0*t17
    t34 = p["alpha_theta"]*t20
    t35 = p["beta_beta"]*t34
    t36 = p["beta_theta"]*t8
    t37 = t12*t16
    t38 = 6.0*t16
    t39 = t24*t38
    t40 = p["alpha_beta"]*t39
    t41 = t12*t38
    t42 = p["beta_theta"]*t7
    t43 = p["beta_beta"]*t41
    t44 = t34*t38
    t45 = t38*t42
    t46 = 18.0*t17*t24
    t47 = 18.0*t37
    t48 = p["beta_beta"]*t14 + p["beta_theta"]*t9 + t10*t27 + t10*t28 + t10*t40 + t11*t19 + t11*t2 + t11*t41 + t12*t23 + t13*t15 + t14 + t15*t23 + t15*t44 + t15*t45 + 8.0*t17*t6 + t19*t8 + t2*t6 + t20*t21 + t20*t27 + t20*t28 + t20*t31 + t20*t32 + t20*t40 + t20*t43 + t21*t22 + t22*t27 + t22*t28 + t22*t31 + t22*t32 + t22*t40 + t22*t43 + t23*t24 + t23*t25 + t24*t29 + t24*t30 + t24*t33*t5 + t25*t29 + t25*t30 + t25*t44 + t25*t45 + t27*t7 + t28*t7 + t33*t35 + t33*t36 + t34*t39 + t34*t41 + t34*t46 + t35*t47 + t36*t47 + 12.0*t37*t6 + t39*t42 + t40*t7 + t41*t42 + t41*t8 + t42*t46 + t9
    t49 = 1.0 / t0 ** 2
    t50 = 1.0 / t1 ** 2
    t51 = t1 + 1.0
    t52 = t49*t50/t51
    t53 = 1.0 / t48
    return {
        "mean": p["alpha_theta"]*t2/(t0*t1),
        "variance": t4*t48*t52,
        "rho_row": t14*t3*t53,
        "rho_col": t51*t53*t9,
        "cov_row": t14*t52,
        "cov_col": t4*t49*t50*t9,
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
