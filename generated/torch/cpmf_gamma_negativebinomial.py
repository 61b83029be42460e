"""cpmf_gamma_negativebinomial: Sums of a Poisson number of Negative Binomial draws, Gamma priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 4fdf47d97d6e2c11, generator 85a07bd5adb1c4c3, body 33bc587252285e10
"""

import torch

NAME = 'cpmf_gamma_negativebinomial'
TITLE = 'Sums of a Poisson number of Negative Binomial draws, Gamma priors'
HYPERPARAMETERS = (('a', 'positive', None, False), ('b', 'positive', None, False), ('c', 'positive', None, False), ('d', 'positive', None, False), ('w', 'negative', None, False), ('kappa', 'positive', None, False))
SIZES = (('factor', 'K'),)
AXES = ('row', 'factor', 'col')
OBSERVED = 'Y'
OBSERVED_AXES = ('row', 'col')
OBSERVED_FAMILY = 'ExponentialDispersion[negative_binomial]'
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
    t1 = t0 - 1.0
    t2 = p["a"]*(p["kappa"]*t0)
    t3 = t2*(p["K"]*p["c"])
    t4 = p["c"]*(p["kappa"]*t0)
    t5 = p["kappa"]*t0*(p["b"]*p["d"]) + p["kappa"]*t0 + t2 + p["b"]*p["d"] + t4
    t6 = 1.0/(p["b"] ** 2*p["d"] ** 2*t1 ** 2)
    t7 = 1.0 / t5
    t8 = p["kappa"] ** 2*t6*torch.exp(2.0*p["w"])
    return {
        "mean": -t3/(p["b"]*p["d"]*t1),
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
        return -q["kappa"]/(1.0 - torch.exp(-q["w"]))
    if order == 2:
        t0 = torch.exp(q["w"])
        return q["kappa"] ** 2/(1.0 - 2.0*torch.exp(-q["w"]) + torch.exp(-2.0*q["w"])) + q["kappa"]*t0/(t0 - 1.0) ** 2
    if order == 3:
        t0 = torch.exp(q["w"])
        t1 = t0 - 1.0
        t2 = 1.0 / t1 ** 3
        t3 = q["kappa"]*t2
        t4 = 2.0*q["w"]
        t5 = torch.exp(t4)
        t6 = q["kappa"] ** 2
        t7 = torch.exp(-t4)
        t8 = torch.exp(-q["w"])
        t9 = t1 ** 2
        return -q["kappa"] ** 3/(3.0*t7 - 3.0*t8 + 1.0 - torch.exp(-3.0*q["w"])) - t0*t3 - t2*t5*t6 - t3*t5 - 2.0*t6/(-t7*t9 + t8*t9)
    if order == 4:
        t0 = torch.exp(q["w"])
        t1 = t0 - 1.0
        t2 = 1.0 / t1 ** 4
        t3 = q["kappa"]*t2
        t4 = 3.0*q["w"]
        t5 = 2.0*q["w"]
        t6 = torch.exp(t5)
        t7 = q["kappa"] ** 2
        t8 = q["kappa"] ** 3
        t9 = torch.exp(-t5)
        t10 = t1 ** 3
        t11 = t10*t9
        t12 = torch.exp(-t4)
        t13 = 1.0 / (-t10*t12 + t11)
        t14 = torch.exp(-q["w"])
        t15 = 4.0*t7
        t16 = t1 ** 2
        return q["kappa"] ** 4/(-4.0*t12 - 4.0*t14 + 6.0*t9 + 1.0 + torch.exp(-4.0*q["w"])) + t0*t3 + t13*t15 + t13*t8 + t15/(t10*t14 - t11) + 3.0*t2*t6*t7 + 4.0*t3*t6 + t3*torch.exp(t4) + 5.0*t8/(t12*t16 + t14*t16 - 2.0*t16*t9)
    if order == 5:
        t0 = torch.exp(q["w"])
        t1 = t0 - 1.0
        t2 = 1.0 / t1 ** 5
        t3 = q["kappa"]*t2
        t4 = 4.0*q["w"]
        t5 = 2.0*q["w"]
        t6 = torch.exp(t5)
        t7 = 11.0*t3
        t8 = 3.0*q["w"]
        t9 = torch.exp(t8)
        t10 = q["kappa"] ** 2
        t11 = 10.0*t10*t2
        t12 = q["kappa"] ** 3
        t13 = torch.exp(-t8)
        t14 = t1 ** 4
        t15 = t13*t14
        t16 = torch.exp(-t4)
        t17 = 5.0*t10
        t18 = torch.exp(-t5)
        t19 = t14*t18
        t20 = 1.0 / (-t15 + t19)
        t21 = torch.exp(-q["w"])
        t22 = q["kappa"] ** 4
        t23 = t1 ** 3
        t24 = t18*t23
        t25 = t13*t23
        t26 = 1.0 / (t16*t23 + t24 - 2.0*t25)
        t27 = 10.0*t12
        t28 = t1 ** 2
        t29 = 3.0*t28
        return -q["kappa"] ** 5/(-10.0*t13 + 5.0*t16 + 10.0*t18 - 5.0*t21 + 1.0 - torch.exp(-5.0*q["w"])) - t0*t3 - 20.0*t10*t20 - t11*t6 - t11*t9 - 4.0*t12*t2*t9 - 11.0*t12*t20 - t17/(t14*t21 - t19) - t17/(-t14*t16 + t15) - t22*t26 - 9.0*t22/(t13*t29 - t16*t28 - t18*t29 + t21*t28) - t26*t27 - t27/(t21*t23 - 2.0*t24 + t25) - t3*torch.exp(t4) - t6*t7 - t7*t9
    if order == 6:
        t0 = torch.exp(q["w"])
        t1 = t0 - 1.0
        t2 = 1.0 / t1 ** 6
        t3 = q["kappa"]*t2
        t4 = 5.0*q["w"]
        t5 = 2.0*q["w"]
        t6 = torch.exp(t5)
        t7 = 26.0*t3
        t8 = 3.0*q["w"]
        t9 = torch.exp(t8)
        t10 = 4.0*q["w"]
        t11 = torch.exp(t10)
        t12 = q["kappa"] ** 2
        t13 = 25.0*t12
        t14 = t2*t9
        t15 = t11*t2
        t16 = q["kappa"] ** 3
        t17 = torch.exp(-t10)
        t18 = t1 ** 5
        t19 = t17*t18
        t20 = torch.exp(-t4)
        t21 = 6.0*t12
        t22 = torch.exp(-t8)
        t23 = t18*t22
        t24 = 1.0 / (-t19 + t23)
        t25 = 66.0*t12
        t26 = torch.exp(-t5)
        t27 = t18*t26
        t28 = 1.0 / (-t23 + t27)
        t29 = torch.exp(-q["w"])
        t30 = 50.0*t16
        t31 = q["kappa"] ** 4
        t32 = t1 ** 4
        t33 = t22*t32
        t34 = t17*t32
        t35 = 15.0*t16
        t36 = t26*t32
        t37 = 1.0 / (-2.0*t33 + t34 + t36)
        t38 = q["kappa"] ** 5
        t39 = t1 ** 3
        t40 = t26*t39
        t41 = t17*t39
        t42 = 3.0*t22*t39
        t43 = 1.0 / (-t20*t39 + t40 + 3.0*t41 - t42)
        t44 = 20.0*t31
        t45 = t1 ** 2
        t46 = 4.0*t45
        return q["kappa"] ** 6/(15.0*t17 - 6.0*t20 - 20.0*t22 + 15.0*t26 - 6.0*t29 + 1.0 + torch.exp(-6.0*q["w"])) + t0*t3 + t11*t7 + 80.0*t12*t14 + t13*t15 + t13*t2*t6 + 25.0*t14*t16 + 10.0*t15*t16 + 60.0*t16*t37 + t21/(t18*t29 - t27) + t21/(-t18*t20 + t19) + t24*t25 + t24*t30 + 9.0*t24*t31 + t25*t28 + t28*t30 + 66.0*t3*t9 + t3*torch.exp(t4) + 36.0*t31*t37 + t35/(t29*t32 + t33 - 2.0*t36) + t35/(t20*t32 + t33 - 2.0*t34) + t38*t43 + 14.0*t38/(-t17*t46 + t20*t45 + 6.0*t22*t45 - t26*t46 + t29*t45) + t43*t44 + t44/(t29*t39 - 3.0*t40 - t41 + t42) + t6*t7
    raise ValueError(f"there is no moment of order {order}")
