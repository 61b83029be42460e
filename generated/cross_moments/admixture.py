"""admixture: Genotypes of two copies each, from mixed populations with Beta frequencies.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 0b7f99295f22dc8a, record 650230d780edc016, generator 17dcd894fe957c05, body 8aa9fe244e8edabf
"""

import math

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, nonnegative, positive, settled, side
from symppm.codegen.spec import specification

MODEL = load_generated("admixture")
SPEC = specification("""
{"targets": ["mean", "cov_row", "cov_col", "cycle"], "branches": 2, "identified_at_k": [],
"held_at_k": [],
"conditions": [{"text": "the quadratic equation for K has real roots"}, {"text": "K > 0"},
{"text": "mean_frequency > 0"}, {"text": "cv_frequency > 0"}], "conditions_at_k": [],
"has_margins": false}
""", MODEL.SPEC)
prior_means = MODEL.prior_means
hyperparameters = MODEL.hyperparameters
coordinates = MODEL.coordinates


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


@kernel
def solve(mean, cov_row, cov_col, cycle, alpha):
    """Return K, mean_frequency, cv_frequency and a status."""
    K_square = (alpha * alpha)*cycle
    K_linear = 2.0*alpha*cycle - (cov_col * cov_col)
    K_constant = (cov_col * cov_col) + cycle
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = nonnegative(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_constant/K_half
    status = positive(K, 2, status)
    mean_frequency = (0.5)*mean
    status = positive(mean_frequency, 3, status)
    cv_frequency = (0.5)*math.sqrt(K)*math.sqrt(cov_col)/mean_frequency
    status = positive(cv_frequency, 4, status)
    K_value = K
    mean_frequency_value = mean_frequency
    cv_frequency_value = cv_frequency
    return (if_ok(K_value, status), if_ok(mean_frequency_value, status), if_ok(cv_frequency_value, status), status,)


@kernel
def solve_2(mean, cov_row, cov_col, cycle, alpha):
    """Return K, mean_frequency, cv_frequency and a status."""
    K_square = (alpha * alpha)*cycle
    K_linear = 2.0*alpha*cycle - (cov_col * cov_col)
    K_constant = (cov_col * cov_col) + cycle
    K_discriminant = settled(-4.0*K_constant*K_square + (K_linear * K_linear), (K_linear * K_linear))
    status = positive(K_discriminant, 1, OK)
    K_side = side(K_linear)
    K_half = -0.5*math.sqrt(K_discriminant)*K_side - 0.5*K_linear
    K = K_half/K_square
    status = positive(K, 2, status)
    mean_frequency = (0.5)*mean
    status = positive(mean_frequency, 3, status)
    cv_frequency = (0.5)*math.sqrt(K)*math.sqrt(cov_col)/mean_frequency
    status = positive(cv_frequency, 4, status)
    K_value = K
    mean_frequency_value = mean_frequency
    cv_frequency_value = cv_frequency
    return (if_ok(K_value, status), if_ok(mean_frequency_value, status), if_ok(cv_frequency_value, status), status,)
