"""pmf_dirichlet: Poisson factorization given totals u, v of rows and columns, Dirichlet factors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 1472a7d0e08ab2f8, record 4c9bf07976e670c0, generator 17dcd894fe957c05, body 2f16129cafd51ef6
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive, settled, side
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_dirichlet",
"title": "Poisson factorization given totals u, v of rows and columns, Dirichlet factors",
"targets": ["mean", "variance"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "a", "meaning": "concentration of theta"},
{"name": "c", "meaning": "concentration of beta"}, {"name": "mu", "meaning": "in the rate of Y"},
{"name": "mean_inverse_exposure", "meaning": "average of 1 / exposure over the observed entries; 1 without exposures", "of_data": true}],
"needs": ["a", "c", "mean_inverse_exposure"], "branches": 2, "coordinates": ["mu"],
"identified": [{"name": "K"}, {"name": "mu"}],
"conditions": [{"text": "the quadratic equation for K has real roots"}, {"text": "K > 0"},
{"text": "mu > 0"}], "has_margins": false,
"anchored": {"K": {"K": 1.0}, "mu": {"mu": 1.0}}, "priors_depend_on": ["a", "c", "mu"],
"axes": ["row", "col"],
"exposures": [{"name": "u", "power": 1, "axes": ["row"]},
{"name": "v", "power": 1, "axes": ["col"]}]}
""")


@kernel
def prior_means(a, c, mu):
    """Return the means of no prior."""
    return ()


@kernel
def moments(K, a, c, mu, mean_inverse_exposure):
    """Return mean, variance.

    mean = mu
    """
    mean_value = mu
    variance_value = mu*((K * K)*a*c*mean_inverse_exposure + K*mu + mean_inverse_exposure*(K*a) + mean_inverse_exposure*(K*c) + mean_inverse_exposure - mu)/((K*a + 1.0)*(K*c + 1.0))
    return (mean_value, variance_value,)


@kernel
def solve(mean, variance, a, c, mean_inverse_exposure):
    """Return K, mu and a status."""
    K_square = a*c*(mean*mean_inverse_exposure - variance)
    K_linear = a*(mean*mean_inverse_exposure) - a*variance + c*(mean*mean_inverse_exposure) - c*variance + (mean * mean)
    K_constant = -(mean * mean) + mean*mean_inverse_exposure - variance
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = nonnegative(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_constant/K_half
    status = positive(K, 2, status)
    mu = mean
    status = positive(mu, 3, status)
    K_value = K
    mu_value = mu
    return (if_ok(K_value, status), if_ok(mu_value, status), status,)


@kernel
def solve_2(mean, variance, a, c, mean_inverse_exposure):
    """Return K, mu and a status."""
    K_square = a*c*(mean*mean_inverse_exposure - variance)
    K_linear = a*(mean*mean_inverse_exposure) - a*variance + c*(mean*mean_inverse_exposure) - c*variance + (mean * mean)
    K_constant = -(mean * mean) + mean*mean_inverse_exposure - variance
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_half/K_square
    status = positive(K, 2, status)
    mu = mean
    status = positive(mu, 3, status)
    K_value = K
    mu_value = mu
    return (if_ok(K_value, status), if_ok(mu_value, status), status,)
