"""Posterior of Poisson factorization and its quality, for the paper's Section 7.2."""
