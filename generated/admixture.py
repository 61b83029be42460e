"""admixture: Genotypes of two copies each, from mixed populations with Beta frequencies.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 0b7f99295f22dc8a, record 98e41bcfebdfe3f5, generator 17dcd894fe957c05, body 57ad95a5d4c2a029
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "admixture",
"title": "Genotypes of two copies each, from mixed populations with Beta frequencies",
"targets": ["mean", "variance", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha", "meaning": "concentration of theta"},
{"name": "a", "meaning": "first shape of frequency: mean = alpha / (alpha + beta)"},
{"name": "b", "meaning": "second shape of frequency: mean = alpha / (alpha + beta)"}],
"needs": ["alpha"], "coordinates": ["mean_frequency", "cv_frequency"],
"requirements": ["a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"a is positive", "b is positive", "the numbers stay finite"],
"identified": [{"name": "K"},
{"name": "mean_frequency", "exponents": {"mean_frequency": 1}, "meaning": "mean of frequency"},
{"name": "cv_frequency", "exponents": {"cv_frequency": 1}, "meaning": "standard deviation / mean of frequency"}],
"identified_at_k": ["mean_frequency", "cv_frequency"], "held_at_k": ["mean", "variance"],
"conditions": [{"text": "mean > 0"},
{"text": "variance*(mean**2*rho_col - 2*mean*rho_col + alpha*mean**2*rho_col - 2*alpha*mean*rho_col - 4*alpha*mean**2 + 8*alpha*mean) + 4*alpha*mean**3 + variance**2*(2*rho_col + 2*alpha*rho_col - 4*alpha) > alpha*mean**4 + 4*alpha*mean**2"},
{"text": "variance*(mean**2*rho_col**2 - 2*mean*rho_col**2 + alpha*mean**2*rho_col**2 - 4*alpha*mean**2*rho_col - 2*alpha*mean*rho_col**2 + 8*alpha*mean*rho_col) + 4*alpha*mean**3*rho_col + variance**2*(2*rho_col**2 - 4*alpha*rho_col + 2*alpha*rho_col**2) > alpha*mean**4*rho_col + 4*alpha*mean**2*rho_col"}],
"conditions_at_k": [{"text": "mean > 0"}, {"text": "mean**2 + 2*variance > 2*mean"}],
"anchored": {"K": {"K": 1.0}, "mean_frequency": {"mean_frequency": 1.0}, "cv_frequency": {"cv_frequency": 1.0}},
"priors": ["frequency"], "priors_depend_on": ["alpha", "mean_frequency", "cv_frequency"],
"axes": ["row", "col"]}
""")


@kernel
def prior_means(alpha, mean_frequency, cv_frequency):
    """Return the means of frequency."""
    frequency_value = mean_frequency
    return (frequency_value,)


@kernel
def hyperparameters(alpha, mean_frequency, cv_frequency):
    """Return alpha, a, b, and a status."""
    status = positive(-(cv_frequency * cv_frequency)*(mean_frequency * mean_frequency) - (mean_frequency * mean_frequency) + mean_frequency, 1, OK)
    status = positive(-mean_frequency - mean_frequency/(cv_frequency * cv_frequency) + 1.0 / ((cv_frequency * cv_frequency)), 2, status)
    status = positive(mean_frequency - 1.0 + mean_frequency/(cv_frequency * cv_frequency) - 2.0/(cv_frequency * cv_frequency) + 1.0/((cv_frequency * cv_frequency)*mean_frequency), 3, status)
    t0 = 1.0 / (cv_frequency * cv_frequency)
    t1 = mean_frequency - 1.0
    t2 = mean_frequency*(cv_frequency * cv_frequency) + t1
    alpha_value = alpha
    a_value = -t0*t2
    b_value = t0*t1*t2/mean_frequency
    status = positive(alpha_value, 4, status)
    status = positive(a_value, 4, status)
    status = positive(b_value, 4, status)
    return (if_ok(alpha_value, status), if_ok(a_value, status), if_ok(b_value, status), status,)


@kernel
def coordinates(alpha, a, b):
    """Return alpha, mean_frequency, cv_frequency."""
    t0 = a + b
    alpha_value = alpha
    mean_frequency_value = a/t0
    cv_frequency_value = math.sqrt(b)/(math.sqrt(a)*math.sqrt(t0 + 1.0))
    return (alpha_value, mean_frequency_value, cv_frequency_value,)


@kernel
def moments(K, alpha, a, b):
    """Return mean, variance, rho_col.

    mean = 2*a/(a + b)
    rho_col = 2*(K*alpha + 1)/(K*(K*a*alpha + K*alpha*b + K*alpha + a + alpha + b + 2))
    """
    t0 = a + b
    t1 = K*alpha + 1.0
    t2 = a*(K*alpha) + alpha + b*(K*alpha) + t0 + K*alpha + 2.0
    mean_value = 2.0*a/t0
    variance_value = b*(2.0*a)*t2/((t0 * t0)*t1*(t0 + 1.0))
    rho_col_value = 2.0*t1/(K*t2)
    return (mean_value, variance_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_col, alpha):
    """Return K, mean_frequency, cv_frequency and a status.

    mean_frequency = mean/2
    """
    status = positive(mean, 1, OK)
    status = positive(-alpha*(mean * mean * mean * mean) + 4.0*alpha*(mean * mean * mean) - 4.0*alpha*(mean * mean) + (variance * variance)*(2.0*alpha*rho_col - 4.0*alpha + 2.0*rho_col) + variance*(alpha*(mean * mean)*rho_col - 4.0*alpha*(mean * mean) - 2.0*alpha*mean*rho_col + 8.0*alpha*mean + (mean * mean)*rho_col - 2.0*mean*rho_col), 2, status)
    status = positive(-alpha*(mean * mean * mean * mean)*rho_col + 4.0*alpha*(mean * mean * mean)*rho_col - 4.0*alpha*(mean * mean)*rho_col + (variance * variance)*(2.0*alpha*(rho_col * rho_col) - 4.0*alpha*rho_col + 2.0*(rho_col * rho_col)) + variance*(alpha*(mean * mean)*(rho_col * rho_col) - 4.0*alpha*(mean * mean)*rho_col - 2.0*alpha*mean*(rho_col * rho_col) + 8.0*alpha*mean*rho_col + (mean * mean)*(rho_col * rho_col) - 2.0*mean*(rho_col * rho_col)), 3, status)
    t_0 = -2.0*mean + (mean * mean) + 2.0*variance
    t_1 = 1.0 / (-2.0*alpha*mean + alpha*(mean * mean) - alpha*(rho_col*variance) + 2.0*alpha*variance - rho_col*variance)
    K_value = -t_0*t_1
    mean_frequency_value = (0.5)*mean
    cv_frequency_value = math.sqrt(variance)*math.sqrt(-rho_col*t_0*t_1)/mean
    return (if_ok(K_value, status), if_ok(mean_frequency_value, status), if_ok(cv_frequency_value, status), status,)


@kernel
def solve_at_k(K, mean, variance, rho_col, alpha):
    """Return mean_frequency, cv_frequency and a status, for a given K; mean, variance hold."""
    status = positive(mean, 1, OK)
    status = positive((mean * mean) - 2.0*mean + 2.0*variance, 2, status)
    mean_frequency_value = (0.5)*mean
    cv_frequency_value = math.sqrt(K*alpha + 1.0)*math.sqrt((mean * mean) - 2.0*mean + 2.0*variance)/(mean*math.sqrt(alpha + 1.0))
    return (if_ok(mean_frequency_value, status), if_ok(cv_frequency_value, status), status,)
