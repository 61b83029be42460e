"""Texts of Python files that declare models."""

BLOCK = """
with ppm.Model("{name}") as {variable}:
    a, b, c, d = ppm.hyperparameters("a b c d")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
    ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
"""
MINE = "import symppm as ppm\n" + BLOCK.format(name="mine", variable="my_model")
TWO = MINE + BLOCK.format(name="second", variable="other")
SMALL = """import symppm as ppm
with ppm.Model("mine") as my_model:
    s, r = ppm.hyperparameters("s r")
    theta = ppm.Gamma("theta", shape=s, rate=r, dims="row")
    ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
"""
