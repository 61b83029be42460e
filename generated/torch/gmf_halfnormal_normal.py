"""gmf_halfnormal_normal: Normal observations, Half-Normal priors with a location, in torch.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 7093b862de5b2eef, generator 85a07bd5adb1c4c3, body 1f8fb5de58829d7d
"""

import torch

NAME = 'gmf_halfnormal_normal'
TITLE = 'Normal observations, Half-Normal priors with a location'
HYPERPARAMETERS = (('location_theta', 'nonnegative', None, False), ('scale_theta', 'positive', None, False), ('location_beta', 'nonnegative', None, False), ('scale_beta', 'positive', None, False), ('sigma_Y', 'positive', None, False))
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
LATENTS = (('theta', 'HalfNormal', ('row', 'factor')), ('beta', 'HalfNormal', ('col', 'factor')))
SUMS = 1
EXPONENTS = (((1,),), ((2,), (0,)), ((3,), (1,)), ((4,), (2,), (0,)), ((5,), (3,), (1,)), ((6,), (4,), (2,), (0,)))
LEAVES = (('theta', ('row', 'factor')), ('beta', ('col', 'factor')))
HAS_DENSITY = True
HAS_CUMULATIVE = True


def closed(p):
    """Return the prior predictive moments that are known in closed form, by target."""
    t0 = 1.4142135623730951*p["scale_beta"] + 1.772453850905516*p["location_beta"]
    t1 = 1.4142135623730951*p["scale_theta"] + 1.772453850905516*p["location_theta"]
    t2 = p["K"]*p["scale_theta"] ** 2
    t3 = p["scale_beta"] ** 2*t2
    t4 = p["location_beta"] ** 2*t2
    t5 = p["K"]*p["scale_beta"] ** 2
    t6 = p["location_theta"] ** 2*t5
    t7 = 1.4142135623730951*p["scale_beta"]*t2
    t8 = t5*(1.4142135623730951*p["scale_theta"])
    t9 = 2.0*5.568327996831708*p["location_beta"]*t7 + 2.0*5.568327996831708*p["location_theta"]*t8 + 9.869604401089358*p["sigma_Y"] ** 2 - 4.0*t3 + 9.869604401089358*t3 - 2.0*3.141592653589793*t4 + 9.869604401089358*t4 - 2.0*3.141592653589793*t6 + 9.869604401089358*t6 - 4.0*t7*(1.772453850905516*p["location_beta"]) - 4.0*t8*(1.772453850905516*p["location_theta"])
    t10 = (-2.0 + 3.141592653589793)/t9
    t11 = t2*t0 ** 2
    t12 = t5*t1 ** 2
    return {
        "mean": p["K"]*t0*t1/3.141592653589793,
        "variance": t9/9.869604401089358,
        "rho_row": t10*t11,
        "rho_col": t10*t12,
        "cov_row": t11*(-2.0 + 3.141592653589793)/9.869604401089358,
        "cov_col": t12*(-2.0 + 3.141592653589793)/9.869604401089358,
    }


def log_density_HalfNormal(value, parameters):
    """Return the logarithm of the density, or probability, of HalfNormal."""
    return -torch.log(parameters["scale"]) + (0.5)*-0.4515827052894549 - 0.5*(-parameters["location"] + value) ** 2/parameters["scale"] ** 2


def latents(p, draw, layered=False):
    """Draw the latent variables from the roots down, without LEAVES if these are integrated."""
    v = {}
    if layered:
        return v
    given = leaf_parameters(p, v, draw)
    v["theta"] = draw.variable("theta", given["theta"], ('row', 'factor'), log_density_HalfNormal)
    v["beta"] = draw.variable("beta", given["beta"], ('col', 'factor'), log_density_HalfNormal)
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
    theta_parameters = {"location": p["location_theta"], "scale": p["scale_theta"]}
    beta_parameters = {"location": p["location_beta"], "scale": p["scale_beta"]}
    return {"theta": theta_parameters, "beta": beta_parameters}


def leaf_moment(name, order, q):
    """Return E[X^order] of one of LEAVES given its parameters."""
    if name in ('theta', 'beta') and order == 1:
        return q["location"] + 1.4142135623730951*q["scale"]/1.772453850905516
    if name in ('theta', 'beta') and order == 2:
        return q["location"] ** 2 + 2.0*1.4142135623730951*q["location"]*q["scale"]/1.772453850905516 + q["scale"] ** 2
    if name in ('theta', 'beta') and order == 3:
        return q["location"] ** 3 + 3.0*1.4142135623730951*q["location"] ** 2*q["scale"]/1.772453850905516 + 3.0*q["location"]*q["scale"] ** 2 + 2.0*1.4142135623730951*q["scale"] ** 3/1.772453850905516
    if name in ('theta', 'beta') and order == 4:
        return q["location"] ** 4 + 4.0*1.4142135623730951*q["location"] ** 3*q["scale"]/1.772453850905516 + 6.0*q["location"] ** 2*q["scale"] ** 2 + 8.0*1.4142135623730951*q["location"]*q["scale"] ** 3/1.772453850905516 + 3.0*q["scale"] ** 4
    if name in ('theta', 'beta') and order == 5:
        return q["location"] ** 5 + 5.0*1.4142135623730951*q["location"] ** 4*q["scale"]/1.772453850905516 + 10.0*q["location"] ** 3*q["scale"] ** 2 + 20.0*1.4142135623730951*q["location"] ** 2*q["scale"] ** 3/1.772453850905516 + 15.0*q["location"]*q["scale"] ** 4 + 8.0*1.4142135623730951*q["scale"] ** 5/1.772453850905516
    if name in ('theta', 'beta') and order == 6:
        return q["location"] ** 6 + 6.0*1.4142135623730951*q["location"] ** 5*q["scale"]/1.772453850905516 + 15.0*q["location"] ** 4*q["scale"] ** 2 + 40.0*1.4142135623730951*q["location"] ** 3*q["scale"] ** 3/1.772453850905516 + 45.0*q["location"] ** 2*q["scale"] ** 4 + 48.0*1.4142135623730951*q["location"]*q["scale"] ** 5/1.772453850905516 + 15.0*q["scale"] ** 6
    raise ValueError(f"there is no moment of order {order} of {name}")


def terms(p, v):
    """Return the terms of every summand: coefficient, and powers of LEAVES."""
    return (((1.0, (('theta', 1), ('beta', 1))),),)
