"""hpf_rows_gamma: Poisson factorization with a level above the rows only, Gamma priors, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model df0480d398197a33, generator 85a07bd5adb1c4c3, body fd7cc9a6474e8957
"""

import torch

from symppm.stochastic.special import upper_gamma

NAME = 'hpf_rows_gamma'
TITLE = 'Poisson factorization with a level above the rows only, Gamma priors'
HYPERPARAMETERS = (('a', 'positive', None, False), ('a_prime', 'positive', None, False), ('b_prime', 'positive', None, False), ('c', 'positive', None, False), ('d', 'positive', None, False))
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
LATENTS = (('xi', 'Gamma', ('row',)), ('theta', 'Gamma', ('row', 'factor')), ('beta', 'Gamma', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (1,)), ((3,), (2,), (1,)), ((4,), (3,), (2,), (1,)), ((5,), (4,), (3,), (2,), (1,)), ((6,), (5,), (4,), (3,), (2,), (1,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = p["a_prime"] - 1.0
    t1 = p["K"]*p["c"]*(p["a"]*p["a_prime"])
    t2 = p["a_prime"] - 2.0
    t3 = 1.0 / t2
    t4 = p["a"]*p["a_prime"] ** 2
    t5 = p["c"]*p["a_prime"] ** 2
    t6 = -3.0*p["a_prime"]*(p["b_prime"]*p["d"]) - p["a_prime"] - p["a"]*p["a_prime"] + t1 + p["a_prime"] ** 2*(p["b_prime"]*p["d"]) + p["a_prime"] ** 2 - p["a_prime"]*p["c"] + 2.0*(p["b_prime"]*p["d"]) + t4 + t5
    t7 = 1.0/(p["b_prime"] ** 2*p["d"] ** 2*t0 ** 2)
    t8 = 1.0 / t6
    t9 = p["K"]*p["a"] + t0
    return {
        "mean": t1/(p["b_prime"]*p["d"]*t0),
        "variance": t6*t7*t1*t3,
        "rho_row": t8*t9*(p["a_prime"]*p["c"]),
        "rho_col": p["a"]*p["a_prime"]*t8*t2,
        "cov_row": p["c"] ** 2*t9*(p["K"]*t7)*t3*t4,
        "cov_col": p["a"] ** 2*(p["K"]*t7)*t5,
    }


def conditions(p):
    """Return what must be positive for a closed form to be a moment, by "target: condition"."""
    t0 = p["a_prime"] - 1.0
    t1 = p["a_prime"] - 2.0
    return {
        "mean: a_prime - 1": t0,
        "variance: a_prime - 2": t1,
        "variance: a_prime - 1": t0,
        "rho_row: a_prime - 2": t1,
        "rho_row: a_prime - 1": t0,
        "rho_col: a_prime - 2": t1,
        "rho_col: a_prime - 1": t0,
        "cov_row: a_prime - 2": t1,
        "cov_row: a_prime - 1": t0,
        "cov_col: a_prime - 1": t0,
    }


def log_density_Gamma(value, parameters):
    """Return the logarithm of the density, or probability, of Gamma."""
    return -parameters["rate"]*value + parameters["shape"]*torch.log(parameters["rate"]) + (parameters["shape"] - 1.0)*torch.log(value) - torch.lgamma(parameters["shape"])


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    v["xi"] = draw.variable("xi", {"shape": p["a_prime"], "rate": p["a_prime"]/p["b_prime"]}, ('row',), log_density_Gamma)
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
