"""admixture: Genotypes of two copies each, from mixed populations with Beta frequencies.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run
    python tools/regenerate.py

model:     sha256 0b7f99295f22dc8ad03ebc82cbf2a567b0a2a19d8f0679da52c4ce6dd8fb9cbc
record:    sha256 650230d780edc016407b2619cf7c93618fa12211ca050133367689e028d5fb1b
generator: sha256 5724bcda03cf68be2445f4cdec4e25f0b77a851d5eb088c4c3eee6fb08d93884
body:      sha256 e6011b4a62148bc068b6fc57c515ba09e8acf89d0217c56f5e86ffdf33db33cf
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "admixture",
"title": "Genotypes of two copies each, from mixed populations with Beta frequencies",
"targets": ["mean", "cov_row", "cov_col", "cycle"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "alpha", "meaning": "concentration of theta"},
{"name": "a", "meaning": "first shape of frequency: mean = alpha / (alpha + beta)"},
{"name": "b", "meaning": "second shape of frequency: mean = alpha / (alpha + beta)"}],
"needs": ["alpha"], "route": "numeric", "branches": 0, "coordinates": ["mean_frequency",
"cv_frequency"],
"requirements": ["a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
"a is positive", "b is positive", "the numbers stay finite"],
"identified": [{"name": "K", "exponents": {"K": 1}, "meaning": "number of factors"},
{"name": "mean_frequency", "exponents": {"mean_frequency": 1}, "meaning": "mean of frequency"},
{"name": "cv_frequency", "exponents": {"cv_frequency": 1}, "meaning": "standard deviation / mean of frequency"}],
"has_margins": false,
"anchored": {}, "priors": ["frequency"], "priors_depend_on": ["alpha", "mean_frequency",
"cv_frequency"], "axes": ["row", "col"]}
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
    t0 = (cv_frequency * cv_frequency)
    t1 = 1.0 / t0
    t2 = mean_frequency - 1.0
    t3 = mean_frequency*t0 + t2
    alpha_value = alpha
    a_value = -t1*t3
    b_value = t1*t2*t3/mean_frequency
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
    """Return mean, cov_row, cov_col, cycle.

    mean = 2*a/(a + b)
    cov_row = 0
    cov_col = 4*a*b/(K*(a + b)**2*(a + b + 1))
    cycle = 16*a**2*b**2*(K - 1)/(K**2*(a + b)**4*(K*alpha + 1)**2*(a + b + 1)**2)
    """
    t0 = a + b
    t1 = t0 + 1.0
    mean_value = 2.0*a/t0
    cov_row_value = 0.0
    cov_col_value = 4.0*a*b/(K*(t0 * t0)*t1)
    cycle_value = 16.0*(a * a)*(b * b)*(K - 1.0)/((K * K)*(t0 * t0 * t0 * t0)*(t1 * t1)*((K*alpha + 1.0) * (K*alpha + 1.0)))
    return (mean_value, cov_row_value, cov_col_value, cycle_value,)
