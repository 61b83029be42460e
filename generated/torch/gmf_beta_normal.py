"""gmf_beta_normal: Normal observations, Beta priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 65a352754eff647da4b42641161362a01f4f3057d822a1ea6a490ff3c6bc52eb
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 aa007647c85e47cb7ed0fe1bc7009be0ab1567845ce4a7929ef46bbb23ceb23e
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
    t2 = p["K"]*p["alpha_beta"]
    t3 = t0 + 1.0
    t4 = 1.0 / t3
    t5 = p["beta_beta"]*t2
    t6 = p["alpha_theta"]*p["beta_theta"]
    t7 = p["alpha_theta"] ** 2
    t8 = t5*t7
    t9 = p["alpha_theta"] ** 3
    t10 = p["alpha_beta"] ** 2
    t11 = p["K"]*t6
    t12 = t10*t11
    t13 = p["alpha_beta"] ** 3
    t14 = p["sigma_Y"] ** 2
    t15 = p["alpha_beta"]*p["beta_beta"]
    t16 = t14*t15
    t17 = t10*t14
    t18 = t17*t7
    t19 = t17*t9
    t20 = p["beta_theta"] ** 2
    t21 = t17*t20
    t22 = p["beta_theta"] ** 3
    t23 = t17*t22
    t24 = t13*t14
    t25 = t24*t7
    t26 = t20*t24
    t27 = p["beta_beta"] ** 2
    t28 = t14*t7
    t29 = t27*t28
    t30 = p["beta_beta"] ** 3
    t31 = t28*t30
    t32 = t14*t9
    t33 = t27*t32
    t34 = t14*t27
    t35 = t20*t34
    t36 = t22*t34
    t37 = t14*t30
    t38 = t20*t37
    t39 = 2.0*t15
    t40 = t14*t39
    t41 = 2.0*t6
    t42 = 6.0*t6
    t43 = 3.0*p["alpha_beta"]
    t44 = 3.0*p["alpha_theta"]
    t45 = 3.0*p["beta_beta"]
    t46 = 3.0*p["beta_theta"]
    t47 = 9.0*p["alpha_beta"]
    t48 = 9.0*p["beta_beta"]
    t49 = p["alpha_beta"]*t34*t42 + 6.0*p["alpha_theta"]*t16*t20 + p["alpha_theta"]*t21*t48 + p["alpha_theta"]*t35*t47 + p["beta_beta"]*t12 + p["beta_beta"]*t17*t42 + 6.0*p["beta_theta"]*t15*t28 + p["beta_theta"]*t18*t48 + p["beta_theta"]*t29*t47 + p["beta_theta"]*t8 + t11*t13 + t12 + 4.0*t16*t6 + t17*t41 + t18*t45 + t18*t46 + t18 + t19*t45 + t19 + t20*t40 + t21*t44 + t21*t45 + t21 + t22*t24 + t22*t37 + t22*t40 + t23*t45 + t23 + t24*t41 + t24*t9 + t25*t46 + t25 + t26*t44 + t26 + t28*t39 + t29*t43 + t29*t46 + t29 + t30*t32 + t31*t46 + t31 + t32*t39 + t33*t43 + t33 + t34*t41 + t35*t43 + t35*t44 + t35 + t36*t43 + t36 + t37*t41 + t38*t44 + t38 + t5*t6 + t5*t9 + t8
    t50 = 1.0 / t0 ** 2
    t51 = 1.0 / t1 ** 2
    t52 = t1 + 1.0
    t53 = t50*t51/t52
    t54 = 1.0 / t49
    return {
        "mean": p["alpha_theta"]*t2/(t0*t1),
        "variance": t4*t49*t53,
        "rho_row": t12*t3*t54,
        "rho_col": t52*t54*t8,
        "cov_row": t12*t53,
        "cov_col": t4*t50*t51*t8,
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
