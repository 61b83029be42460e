"""Scripts that sample a program's posterior, score held-out entries, and save the factors."""

from __future__ import annotations

from textwrap import indent
from typing import Final

from symppm.exports.types import Export

_NUMPYRO: Final = '''
def fit(places):
    """Draw from the posterior, given the entries at these places."""
    chain = MCMC(NUTS(model), num_warmup=DRAWS, num_samples=DRAWS)
    chain.run(jax.random.key(1), *{data}.shape, {known}places, {data}={data})
    return chain.get_samples()


def log_likelihoods(draws, places):
    """Return a row for each draw, with a column for each of these entries."""
    found = log_likelihood(model, draws, *{data}.shape, {known}places, {data}={data})
    return np.asarray(*found.values())
'''
_PYRO: Final = '''
def fit(places):
    """Draw from the posterior, given the entries at these places."""
    pyro.set_rng_seed(1)
    chain = MCMC(NUTS(model), num_samples=DRAWS, warmup_steps=DRAWS)
    chain.run(*{data}.shape, {known}places, {data}={data})
    return chain.get_samples()


def log_likelihoods(draws, places):
    """Return a row for each draw, with a column for each of these entries."""
    found = []
    for n in range(DRAWS):
        given = pyro.condition(model, {{name: each[n] for name, each in draws.items()}})
        trace = pyro.poutine.trace(given).get_trace(*{data}.shape, {known}places, {data}={data})
        site = trace.nodes["{data}"]
        found.append(site["fn"].log_prob(site["value"]))
    return np.stack(found)
'''
_PYMC: Final = '''
def fit(places):
    """Draw from the posterior, given the entries at these places."""
    return pm.sample(DRAWS, tune=DRAWS, chains=1, model=build(places), random_seed=1)


def log_likelihoods(draws, places):
    """Return a row for each draw, with a column for each of these entries."""
    found = pm.compute_log_likelihood(draws, model=build(places), extend_inferencedata=False)
    return np.asarray(*found.values())[0]
'''
_SCORED: Final = '''

def held_out(places):
    """Print how well a tenth of the entries is predicted from the others."""
    size = len(places[0])
    tenth = np.random.default_rng(1).choice(size, size // 10, replace=False)
    others = np.delete(np.arange(size), tenth)
    out, rest = (tuple(each[part] for each in places) for part in (tenth, others))
    scores = log_likelihoods(fit(rest), out)
    fitted = logsumexp(scores, axis=0) - np.log(len(scores))
    print(f"log-likelihood per held-out entry: {{fitted.mean():.5g}}")
'''
_INDEPENDENCE: Final = """\
    y, (i, j), rows, cols = np.asarray({data}), rest, *map(np.ones, {data}.shape)
    for _ in range(100):
        rows = np.bincount(i, y[rest], len(rows)) / np.bincount(i, cols[j], len(rows)).clip(1e-10)
        cols = np.bincount(j, y[rest], len(cols)) / np.bincount(j, rows[i], len(cols)).clip(1e-10)
    rates = (rows[out[0]] * cols[out[1]]).clip(1e-10)
    independent = xlogy(y[out], rates) - rates - gammaln(y[out] + 1)
    gain = fitted - independent
    print(f"of independence of rows and columns: {{independent.mean():.5g}}")
    error = gain.std() / len(gain) ** 0.5
    print(f"difference: {{gain.mean():+.3g}} +- {{error:.2g}}, {{len(gain):,}} entries")
"""
_MAIN: Final = """

if __name__ == "__main__":
    held_out({places})
    draws = fit({places}){own}
    # Means of one chain, in which factors keep their places unless it swaps them.
    np.savez(factors, **{{name: np.asarray(draws[name]).mean(0) for name in draws}})
    print(f"{{', '.join(draws)}}, of all entries: {{factors}}")
"""
_IMPORTS: Final = {
    "numpyro": ("import jax", "from numpyro.infer import MCMC, NUTS, log_likelihood"),
    "pyro": ("from pyro.infer import MCMC, NUTS",),
    "pymc": (),
}
_FITS: Final = {"numpyro": _NUMPYRO, "pyro": _PYRO, "pymc": _PYMC}

TAKEN: Final = (
    "DRAWS MCMC NUTS build draws factors fit gammaln held_out log_likelihood log_likelihoods "
    "logsumexp name xlogy"
)
"""Names that these scripts use, which programs leave free."""


def sampled(export: Export, lines: list[str], *, counts: bool) -> str:
    """Return a script of a program whose likelihood takes the places of entries."""
    places = export.inputs["observed"]
    known = [f"{each}, " for name, each in export.inputs.items() if name != "observed"]
    names = {"data": export.data, "places": places, "known": "".join(known)}
    functions = "gammaln, logsumexp, xlogy" if counts else "logsumexp"
    imports = [*_IMPORTS[export.target], f"from scipy.special import {functions}"]
    code, own = [export.code, "", *lines], ""
    if export.target == "pymc":
        # Known arrays and data come first; a model is of some places, and so a function of them.
        start = export.code.index("with pm.Model(")
        body = indent(export.code[start:] + "return model", "    ").splitlines()
        built = ["", f"def build({places}):", *body, "", "", f"model = build({places})"]
        code, own = [*lines, "", export.code[:start], *built], ".posterior.isel(chain=0).data_vars"
    tail = (_FITS[export.target] + _SCORED + _INDEPENDENCE * counts + _MAIN).format(
        own=own, **names
    )
    draws = "DRAWS = 500  # and as many before; fewer for a first look"
    return "\n".join([*imports, *code, draws, "", tail])
