"""The technical illustrations: starting points, stochastic search, coordinates, estimators."""
