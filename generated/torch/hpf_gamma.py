"""hpf_gamma: Hierarchical Poisson factorization, Gamma priors on rates, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model eab1bc2210b1adae, generator 85a07bd5adb1c4c3, body 9c5d58722f5a9d67
"""

import torch

from symppm.stochastic.special import upper_gamma

NAME = 'hpf_gamma'
TITLE = 'Hierarchical Poisson factorization, Gamma priors on rates'
HYPERPARAMETERS = (('a', 'positive', None, False), ('a_prime', 'positive', None, False), ('b_prime', 'positive', None, False), ('c', 'positive', None, False), ('c_prime', 'positive', None, False), ('d_prime', 'positive', None, False))
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
LATENTS = (('xi', 'Gamma', ('row',)), ('theta', 'Gamma', ('row', 'factor')), ('eta', 'Gamma', ('col',)), ('beta', 'Gamma', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (1,)), ((3,), (2,), (1,)), ((4,), (3,), (2,), (1,)), ((5,), (4,), (3,), (2,), (1,)), ((6,), (5,), (4,), (3,), (2,), (1,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["a_prime"] - 1.0
    t1 = p["c_prime"] - 1.0
    t2 = p["c"]*(p["a_prime"]*p["c_prime"])
    t3 = p["K"]*p["a"]*t2
    t4 = 1.0 / p["b_prime"] ** 2
    t5 = 1.0 / p["d_prime"] ** 2
    t6 = 1.0 / t0 ** 2
    t7 = 1.0 / t1 ** 2
    t8 = p["a_prime"] - 2.0
    t9 = 1.0 / t8
    t10 = p["c_prime"] - 2.0
    t11 = 1.0 / t10
    t12 = p["a"]*(p["a_prime"]*p["c_prime"])
    t13 = 6.0*(p["b_prime"]*p["d_prime"])
    t14 = p["a_prime"]*p["c_prime"] ** 2
    t15 = p["c_prime"]*p["a_prime"] ** 2
    t16 = p["c_prime"] ** 2*p["a_prime"] ** 2
    t17 = 2.0*(p["b_prime"]*p["d_prime"])
    t18 = 3.0*(p["b_prime"]*p["d_prime"])
    t19 = -p["a"]*t14 - p["a"]*t15 + p["a"]*t16 - p["a_prime"]*t13 + p["c"]*t16 - p["c_prime"]*t13 + p["b_prime"]*p["d_prime"]*t16 + 9.0*(p["b_prime"]*p["d_prime"])*(p["a_prime"]*p["c_prime"]) + 4.0*(p["b_prime"]*p["d_prime"]) + t12 + p["c_prime"] ** 2*t17 - t14*t18 - t14 + p["a_prime"] ** 2*t17 + p["K"]*p["a"]*(p["c"]*t14) + p["K"]*p["a"]*(p["c"]*t15) - t15*t18 - t15 + t16 - p["c"]*t14 - p["c"]*t15 + p["a_prime"]*p["c_prime"] + t2 - 3.0*t3
    t20 = 1.0 / t19
    t21 = t0 + p["K"]*p["a"]
    t22 = t1 + p["K"]*p["c"]
    t23 = t16*t4*t5*t6*t7
    return {
        "mean": t3/(p["b_prime"]*p["d_prime"]*t0*t1),
        "variance": t9*t11*t19*t3*t4*t5*t6*t7,
        "rho_row": t10*t20*t21*t2,
        "rho_col": t8*t12*t20*t22,
        "cov_row": p["c"] ** 2*t9*(p["K"]*p["a"])*t21*t23,
        "cov_col": p["a"] ** 2*t11*(p["K"]*p["c"])*t22*t23,
    }


def conditions(p):
    """Return what must be positive for a closed form to be a moment, by "target: condition"."""
    t0 = p["a_prime"] - 1.0
    t1 = p["c_prime"] - 1.0
    t2 = p["c_prime"] - 2.0
    t3 = p["a_prime"] - 2.0
    return {
        "mean: a_prime - 1": t0,
        "mean: c_prime - 1": t1,
        "variance: c_prime - 2": t2,
        "variance: a_prime - 2": t3,
        "variance: c_prime - 1": t1,
        "variance: a_prime - 1": t0,
        "rho_row: c_prime - 2": t2,
        "rho_row: a_prime - 2": t3,
        "rho_row: c_prime - 1": t1,
        "rho_row: a_prime - 1": t0,
        "rho_col: c_prime - 2": t2,
        "rho_col: a_prime - 2": t3,
        "rho_col: c_prime - 1": t1,
        "rho_col: a_prime - 1": t0,
        "cov_row: a_prime - 2": t3,
        "cov_row: a_prime - 1": t0,
        "cov_row: c_prime - 1": t1,
        "cov_col: c_prime - 2": t2,
        "cov_col: a_prime - 1": t0,
        "cov_col: c_prime - 1": t1,
    }


def log_density_Gamma(value, parameters):
    """Return the logarithm of the density, or probability, of Gamma."""
    return -parameters["rate"]*value + parameters["shape"]*torch.log(parameters["rate"]) + (parameters["shape"] - 1.0)*torch.log(value) - torch.lgamma(parameters["shape"])


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    v["xi"] = draw.variable("xi", {"shape": p["a_prime"], "rate": p["a_prime"]/p["b_prime"]}, ('row',), log_density_Gamma)
    v["eta"] = draw.variable("eta", {"shape": p["c_prime"], "rate": p["c_prime"]/p["d_prime"]}, ('col',), log_density_Gamma)
    if layered:
        return v
    given = leaf_parameters(p, v, draw)
    v["theta"] = draw.variable("theta", given["theta"], ('row', 'factor'), log_density_Gamma)
    v["beta"] = draw.variable("beta", given["beta"], ('col', 'factor'), log_density_Gamma)
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
    theta_parameters = {"shape": p["a"], "rate": v["xi"]}
    beta_parameters = {"shape": p["c"], "rate": v["eta"]}
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
