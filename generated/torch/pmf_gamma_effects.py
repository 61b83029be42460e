"""pmf_gamma_effects: Poisson factorization with additive row and column effects, Gamma priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model af9d64e9a0876468, generator 85a07bd5adb1c4c3, body dac2aae34dae0e99
"""

import torch

from symppm.stochastic.special import upper_gamma

NAME = 'pmf_gamma_effects'
TITLE = 'Poisson factorization with additive row and column effects, Gamma priors'
HYPERPARAMETERS = (('a', 'positive', None, False), ('b', 'positive', None, False), ('c', 'positive', None, False), ('d', 'positive', None, False), ('a_row', 'positive', None, False), ('b_row', 'positive', None, False), ('a_col', 'positive', None, False), ('b_col', 'positive', None, False))
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
LATENTS = (('theta', 'Gamma', ('row', 'factor')), ('beta', 'Gamma', ('col', 'factor')), ('row_effect', 'Gamma', ('row',)), ('col_effect', 'Gamma', ('col',)))
SUMS = 1
EXPONENTS = (((1,), (0,)), ((2,), (1,), (0,)), ((3,), (2,), (1,), (0,)), ((4,), (3,), (2,), (1,), (0,)), ((5,), (4,), (3,), (2,), (1,), (0,)), ((6,), (5,), (4,), (3,), (2,), (1,), (0,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = 1.0 / p["b_col"] ** 2
    t1 = p["K"]*p["a"]*p["b_row"] ** 2
    t2 = p["c"]*p["b_col"] ** 2
    t3 = p["b"] ** 2*p["d"] ** 2
    t4 = p["a_col"]*t3*p["b_row"] ** 2
    t5 = p["a_row"]*t3*p["b_col"] ** 2
    t6 = p["c"] ** 2*t1
    t7 = p["K"]*p["a"] ** 2*t2
    t8 = p["b_col"]*t4 + p["b_row"]*t5 + p["b"]*p["d"]*(t1*t2) + t4 + t5 + t6*p["b_col"] ** 2 + t7*p["b_row"] ** 2 + t1*t2
    t9 = 1.0/(p["b"] ** 2*p["d"] ** 2)
    t10 = t9/p["b_row"] ** 2
    t11 = p["a_row"]*t3 + t6
    t12 = 1.0 / t8
    t13 = p["a_col"]*t3 + t7
    return {
        "mean": (p["a_col"]*p["b_row"]*(p["b"]*p["d"]) + p["a_row"]*p["b_col"]*(p["b"]*p["d"]) + p["b_col"]*p["b_row"]*p["c"]*(p["K"]*p["a"]))/(p["b"]*p["b_col"]*p["b_row"]*p["d"]),
        "variance": t8*t10*t0,
        "rho_row": p["b_col"] ** 2*t11*t12,
        "rho_col": t12*t13*p["b_row"] ** 2,
        "cov_row": t10*t11,
        "cov_col": t9*t13*t0,
    }


def log_density_Gamma(value, parameters):
    """Return the logarithm of the density, or probability, of Gamma."""
    return -parameters["rate"]*value + parameters["shape"]*torch.log(parameters["rate"]) + (parameters["shape"] - 1.0)*torch.log(value) - torch.lgamma(parameters["shape"])


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    v["row_effect"] = draw.variable("row_effect", {"shape": p["a_row"], "rate": p["b_row"]}, ('row',), log_density_Gamma)
    v["col_effect"] = draw.variable("col_effect", {"shape": p["a_col"], "rate": p["b_col"]}, ('col',), log_density_Gamma)
    if layered:
        return v
    given = leaf_parameters(p, v, draw)
    v["theta"] = draw.variable("theta", given["theta"], ('row', 'factor'), log_density_Gamma)
    v["beta"] = draw.variable("beta", given["beta"], ('col', 'factor'), log_density_Gamma)
    return v


def parameters(p, v, draw):
    """Return the parameters of Y given the latent variables."""
    s0 = draw.total(v["beta"]*v["theta"], "factor")
    return {"rate": s0 + v["col_effect"] + v["row_effect"]}


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
        return ((1.0, (1,)), (v["col_effect"] + v["row_effect"], (0,)),)
    if order == 2:
        t0 = 2.0*v["col_effect"]
        return ((1.0, (2,)), (t0 + 2.0*v["row_effect"] + 1.0, (1,)), (t0*v["row_effect"] + v["col_effect"] ** 2 + v["col_effect"] + v["row_effect"] ** 2 + v["row_effect"], (0,)),)
    if order == 3:
        t0 = 3.0*v["col_effect"]
        t1 = 3.0*v["row_effect"]
        t2 = 6.0*v["col_effect"]
        t3 = v["col_effect"] ** 2
        t4 = v["row_effect"] ** 2
        t5 = t2*v["row_effect"] + 3.0*t3 + 3.0*t4
        return ((1.0, (3,)), (t0 + t1 + 3.0, (2,)), (t2 + t5 + 6.0*v["row_effect"] + 1.0, (1,)), (t0*t4 + t1*t3 + t5 + v["col_effect"] ** 3 + v["col_effect"] + v["row_effect"] ** 3 + v["row_effect"], (0,)),)
    if order == 4:
        t0 = 4.0*v["col_effect"]
        t1 = 4.0*v["row_effect"]
        t2 = 18.0*v["col_effect"]
        t3 = 18.0*v["row_effect"]
        t4 = 12.0*v["col_effect"]
        t5 = v["col_effect"] ** 2
        t6 = 6.0*t5
        t7 = v["row_effect"] ** 2
        t8 = 14.0*v["col_effect"]
        t9 = v["col_effect"] ** 3
        t10 = v["row_effect"] ** 3
        return ((1.0, (4,)), (t0 + t1 + 6.0, (3,)), (t2 + t3 + t4*v["row_effect"] + t6 + 6.0*t7 + 7.0, (2,)), (4.0*t10 + t4*t7 + 12.0*t5*v["row_effect"] + 18.0*t5 + 18.0*t7 + t8 + 4.0*t9 + 36.0*v["col_effect"]*v["row_effect"] + 14.0*v["row_effect"] + 1.0, (1,)), (t0*t10 + t1*t9 + 6.0*t10 + t2*t7 + t3*t5 + 7.0*t5 + t6*t7 + 7.0*t7 + t8*v["row_effect"] + 6.0*t9 + v["col_effect"] ** 4 + v["col_effect"] + v["row_effect"] ** 4 + v["row_effect"], (0,)),)
    if order == 5:
        t0 = 5.0*v["col_effect"]
        t1 = 5.0*v["row_effect"]
        t2 = 40.0*v["col_effect"]
        t3 = 40.0*v["row_effect"]
        t4 = v["col_effect"]*v["row_effect"]
        t5 = v["col_effect"] ** 2
        t6 = 10.0*t5
        t7 = v["row_effect"] ** 2
        t8 = 10.0*t7
        t9 = 75.0*v["col_effect"]
        t10 = 75.0*v["row_effect"]
        t11 = 60.0*t5
        t12 = v["col_effect"] ** 3
        t13 = v["row_effect"] ** 3
        t14 = 30.0*v["col_effect"]
        t15 = 30.0*v["row_effect"]
        t16 = v["col_effect"] ** 4
        t17 = v["row_effect"] ** 4
        return ((1.0, (5,)), (t0 + t1 + 10.0, (4,)), (t2 + t3 + 20.0*t4 + t6 + t8 + 25.0, (3,)), (t10 + t11 + 10.0*t12 + 10.0*t13 + t14*t7 + t15*t5 + 120.0*t4 + 60.0*t7 + t9 + 15.0, (2,)), (20.0*t12*v["row_effect"] + 40.0*t12 + 20.0*t13*v["col_effect"] + 40.0*t13 + t14 + t15 + 5.0*t16 + 5.0*t17 + 150.0*t4 + 30.0*t5*t7 + 120.0*t5*v["row_effect"] + 75.0*t5 + 120.0*t7*v["col_effect"] + 75.0*t7 + 1.0, (1,)), (t0*t17 + t1*t16 + t10*t5 + t11*t7 + t12*t3 + t12*t8 + 25.0*t12 + t13*t2 + t13*t6 + 25.0*t13 + t14*v["row_effect"] + 10.0*t16 + 10.0*t17 + 15.0*t5 + t7*t9 + 15.0*t7 + v["col_effect"] ** 5 + v["col_effect"] + v["row_effect"] ** 5 + v["row_effect"], (0,)),)
    if order == 6:
        t0 = 6.0*v["col_effect"]
        t1 = 6.0*v["row_effect"]
        t2 = 75.0*v["col_effect"]
        t3 = 75.0*v["row_effect"]
        t4 = v["col_effect"]*v["row_effect"]
        t5 = v["col_effect"] ** 2
        t6 = 15.0*t5
        t7 = v["row_effect"] ** 2
        t8 = 15.0*t7
        t9 = 260.0*v["col_effect"]
        t10 = 260.0*v["row_effect"]
        t11 = 150.0*t5
        t12 = v["col_effect"] ** 3
        t13 = 20.0*t12
        t14 = 150.0*t7
        t15 = v["row_effect"] ** 3
        t16 = 60.0*v["col_effect"]
        t17 = 60.0*v["row_effect"]
        t18 = 270.0*v["col_effect"]
        t19 = 270.0*v["row_effect"]
        t20 = 390.0*t5
        t21 = v["col_effect"] ** 4
        t22 = v["row_effect"] ** 4
        t23 = t7*v["col_effect"]
        t24 = t5*v["row_effect"]
        t25 = t5*t7
        t26 = 62.0*v["col_effect"]
        t27 = v["col_effect"] ** 5
        t28 = v["row_effect"] ** 5
        return ((1.0, (6,)), (t0 + t1 + 15.0, (5,)), (t2 + t3 + 30.0*t4 + t6 + t8 + 65.0, (4,)), (t10 + t11 + t13 + t14 + 20.0*t15 + t16*t7 + t17*t5 + 300.0*t4 + t9 + 90.0, (3,)), (t12*t17 + 150.0*t12 + t15*t16 + 150.0*t15 + t18 + t19 + t20 + 15.0*t21 + 15.0*t22 + 450.0*t23 + 450.0*t24 + 90.0*t25 + 780.0*t4 + 390.0*t7 + 31.0, (2,)), (60.0*t12*t7 + 300.0*t12*v["row_effect"] + 260.0*t12 + 60.0*t15*t5 + 300.0*t15*v["col_effect"] + 260.0*t15 + 30.0*t21*v["row_effect"] + 75.0*t21 + 30.0*t22*v["col_effect"] + 75.0*t22 + 780.0*t23 + 780.0*t24 + 450.0*t25 + t26 + 6.0*t27 + 6.0*t28 + 540.0*t4 + 270.0*t5 + 270.0*t7 + 62.0*v["row_effect"] + 1.0, (1,)), (t0*t28 + t1*t27 + t10*t12 + t11*t15 + t12*t14 + 90.0*t12 + t13*t15 + t15*t9 + 90.0*t15 + t18*t7 + t19*t5 + t2*t22 + t20*t7 + t21*t3 + t21*t8 + 65.0*t21 + t22*t6 + 65.0*t22 + t26*v["row_effect"] + 15.0*t27 + 15.0*t28 + 31.0*t5 + 31.0*t7 + v["col_effect"] ** 6 + v["col_effect"] + v["row_effect"] ** 6 + v["row_effect"], (0,)),)
    raise ValueError(f"there is no moment of order {order}")


def leaf_parameters(p, v, draw):
    """Return the parameters of LEAVES given what is above them."""
    theta_parameters = {"shape": p["a"], "rate": p["b"]}
    beta_parameters = {"shape": p["c"], "rate": p["d"]}
    return {"theta": theta_parameters, "beta": beta_parameters}


def leaf_moment(name, order, q):
    """Return E[X^order] of one of LEAVES given its parameters."""
    if name in ('theta', 'beta') and order == 1:
        return q["shape"]/q["rate"]
    if name in ('theta', 'beta') and order == 2:
        return q["shape"]*(q["shape"] + 1.0)/q["rate"] ** 2
    if name in ('theta', 'beta') and order == 3:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)/q["rate"] ** 3
    if name in ('theta', 'beta') and order == 4:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)*(q["shape"] + 3.0)/q["rate"] ** 4
    if name in ('theta', 'beta') and order == 5:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)*(q["shape"] + 3.0)*(q["shape"] + 4.0)/q["rate"] ** 5
    if name in ('theta', 'beta') and order == 6:
        return q["shape"]*(q["shape"] + 1.0)*(q["shape"] + 2.0)*(q["shape"] + 3.0)*(q["shape"] + 4.0)*(q["shape"] + 5.0)/q["rate"] ** 6
    raise ValueError(f"there is no moment of order {order} of {name}")


def terms(p, v):
    """Return the terms of every summand: coefficient, and powers of LEAVES."""
    return (((1.0, (('theta', 1), ('beta', 1))),),)
