"""The proof that cumulants of distinct entries determine K: ``derivations/distinct.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import sympy

from symppm.counting import identical, joint_cumulant
from symppm.errors import LedgerError
from symppm.laws import derive
from symppm.laws.interaction import (
    KEPT,
    OVER_BOTH,
    OVER_COLUMNS,
    OVER_ROWS,
    Choice,
    Product,
    choices,
    cycle_cumulants,
    cycle_terms,
)
from symppm.laws.patterns import Pattern, pattern_of
from symppm.model.catalogue import catalogue_model
from symppm.model.declaration import Declaration
from symppm.report.distinct_pages import HIERARCHICAL, NOISE, OPENING, RESULT, THINNING
from symppm.report.estimators_proof import estimator_markdown
from symppm.report.github import as_github
from symppm.solve import Solution, solve
from symppm.solve.distinct import distinct_targets, star_targets
from symppm.solve.system import prepare, rank
from symppm.solve.targets import CYCLE, moment

_PLAIN = "pmf_prior"
_NOISY = ("gmf_gamma_negativebinomial", "gmf_gamma_zeroinflatedpoisson", "gmf_gamma_normal",
          "gmf_gamma_gumbel", "gmf_gamma_laplace", "gmf_gamma_gamma", "cpmf_prior_any")  # fmt: skip
_LATEX = {
    "mean": "E",
    "variance": "V",
    "cov_row": "R",
    "cov_col": "C",
    CYCLE: r"\mathrm{cyc}",
    "cumulant_ij_il_in": "S_R",
    "cumulant_ij_tj_sj": "S_C",
}


def distinct_markdown() -> str:
    """Write the proof, with every formula and every table computed.

    Returns
    -------
    str
        Markdown that GitHub shows with formulas.

    Raises
    ------
    LedgerError
        If both routes of derivation do not agree, or what the text says does not hold.
    """
    pages = (
        _filled(OPENING, {"averages": _averages(), "formula": _cycle_formula()}),
        _filled(RESULT, {"patterns": _patterns(), **_solved(_PLAIN)}),
        _filled(THINNING, {"ratios": _ratios()}),
        _filled(NOISE, {"noise": "\n\n".join(_noise())}),
        _filled(HIERARCHICAL, {"ranks": _ranks(), "closed": _closed(), **_equation_for_size()}),
    )
    return as_github("\n\n".join(pages)) + "\n" + estimator_markdown()


def _filled(page: str, parts: Mapping[str, str]) -> str:
    for place, text in parts.items():
        page = page.replace(f"<{place}>", text)
    return page


def _product_text(product: Product) -> str:
    declaration = catalogue_model(_PLAIN)
    words = (", ".join(Pattern(places).words(declaration)) for places in product)
    return r"\,".join(rf"\kappa({each})" for each in words)


def _averages() -> str:
    """Tabulate the 256 products by what is taken, and add up what they contribute."""
    grouped: dict[tuple[tuple[int, ...], int, tuple[Product, ...]], int] = Counter(
        (_counts(choice), choice.sign, choice.cumulants) for choice in choices()
    )
    rows = [
        "| entries kept | averaged over columns | over rows | over both | products | sign "
        "| expectation of each, in cumulants |",
        "|---:|---:|---:|---:|---:|:---:|---|",
    ]
    alive = sorted(
        (item for item in grouped.items() if item[0][2]), key=lambda item: (-item[0][0][0], item)
    )
    for (counts, sign, cumulants), number in alive:
        numbers = " | ".join(map(str, counts))
        value = " + ".join(_product_text(each) for each in cumulants)
        rows.append(f"| {numbers} | {number} | {'+' if sign > 0 else '−'} | ${value}$ |")
    gone = sum(number for key, number in grouped.items() if not key[2])
    rows.append(f"| all others | | | | {gone} | | $0$ |")
    return "\n".join(rows)


def _counts(choice: Choice) -> tuple[int, ...]:
    found = Counter(choice.taken)
    return tuple(found[what] for what in (KEPT, OVER_COLUMNS, OVER_ROWS, OVER_BOTH))


def _cycle_formula() -> str:
    parts = []
    for product, coefficient in cycle_terms().items():
        size = "" if abs(coefficient) == 1 else rf"{abs(coefficient)}\,"
        parts.append(f"{'+' if coefficient > 0 else '-'} {size}{_product_text(product)}")
    return " ".join(parts).removeprefix("+ ")


def _both_routes(declaration: Declaration, words: Sequence[str]) -> sympy.Expr:
    """Return a joint cumulant by the laws, if counting says the same."""
    value = derive(declaration, " ".join(["cumulant", *words])).result
    entries = pattern_of(declaration, words).entries(declaration)
    if not identical(value, joint_cumulant(declaration, entries).value):
        raise LedgerError(
            f"two values of the joint cumulant of {' '.join(words)} in {declaration.name!r}",
            expected="the same by the laws and by counting",
            do="Report this model.",
        )
    return value


def _patterns() -> str:
    declaration = catalogue_model(_PLAIN)
    listed = [("ij",), ("ij", "il"), ("ij", "tj"), ("ij", "il", "tj")]
    listed += [words for _, words in cycle_cumulants(declaration)]
    rows = ["| entries | joint cumulant |", "|---|---|"]
    for words in listed:
        value = sympy.factor(_both_routes(declaration, words))
        rows.append(f"| ${', '.join(words)}$ | ${sympy.latex(value)}$ |")
    cycle = moment(declaration, CYCLE)
    rows.append(rf"| $\mathrm{{cyc}}$ | ${sympy.latex(cycle)}$ |")
    path = derive(declaration, "cumulant ij il tj").result
    mean, row, col = (moment(declaration, name) for name in ("mean", "cov_row", "cov_col"))
    whole = derive(declaration, "cumulant ij il tj tl").result
    _holds(path - row * col / mean, "kappa(ij, il, tj) = R C / E")
    _holds(cycle - (whole - 2 * (row + col) * row * col / mean**2), "cyc by R, C and E")
    return "\n".join(rows)


def _holds(difference: sympy.Expr, what: str) -> None:
    if not identical(difference, sympy.S.Zero):
        raise LedgerError(what, expected="an identity", do="Report this.")


def _in_letters(value: sympy.Expr) -> str:
    names = {s: _LATEX.get(s.name, _upright(s)) for s in value.free_symbols}
    return str(sympy.latex(value, symbol_names=names))


def _upright(symbol: sympy.Symbol) -> str:
    """Set words such as "scale" upright; Greek letters and single ones stay as they are."""
    head, line, index = str(sympy.latex(symbol)).partition("_")
    if head.startswith("\\") or len(head) == 1:
        return f"{head}{line}{index}"
    return rf"\mathrm{{{head}}}{line}{index}"


def _solved(name: str) -> dict[str, str]:
    solution = solve(catalogue_model(name), ("mean", "cov_row", "cov_col", CYCLE))
    lines = [
        rf"{sympy.latex(sympy.sympify(key, locals=_symbols(name)))} &= {_in_letters(value)}"
        for key, value in solution.expressions.items()
    ]
    rows = " \\\\\n".join(lines)
    texts = (f"${_in_letters(each.positive)} {each.relation} 0$" for each in solution.conditions)
    return {
        "solved": f"$$\n\\begin{{aligned}}\n{rows}\n\\end{{aligned}}\n$$",
        "conditions": ", ".join(texts),
    }


def _symbols(name: str) -> dict[str, sympy.Symbol]:
    declaration = catalogue_model(name)
    return {s.name: s for s in (*declaration.sizes, *declaration.hyperparameters)}


def _ratios() -> str:
    """Compare moments with and without entries set to zero at random."""
    whole, thinned = catalogue_model("pmf_gamma"), catalogue_model("gmf_gamma_zeroinflatedpoisson")
    rows = ["| target | without | entries kept with probability $p$ | ratio |", "|---|---|---|---|"]
    keep = sympy.Symbol("p", positive=True)
    for name, power in (("mean", 1), ("cov_row", 2), ("cov_col", 2), (CYCLE, 4)):
        one, other = moment(whole, name), moment(thinned, name)
        _holds(other / one - keep**power, f"{name} of thinned data")
        latex = (sympy.latex(each) for each in (one, other, keep**power))
        rows.append(f"| ${_LATEX[name]}$ | " + " | ".join(f"${each}$" for each in latex) + " |")
    return "\n".join(rows)


def _noise() -> Iterator[str]:
    for name in _NOISY:
        declaration = catalogue_model(name)
        targets = ("mean", "cov_row", "cov_col", CYCLE, "variance")
        given = ("kappa", "psi_first") if name == "cpmf_prior_any" else ()
        symbols = _symbols(name)
        solution = solve(declaration, targets, {each: symbols[each] for each in given})
        inside = set().union(
            *(value.free_symbols for value in declaration.observed.parameters.values())
        )
        for own in declaration.hyperparameters:
            if own not in inside or own.name in given:
                continue
            value = _in_letters(solution.expressions[own.name])
            known = "$ and $".join(sympy.latex(symbols[each]) for each in given)
            remark = f", with ${known}$ given" if given else ""
            yield f"In `{name}`{remark}:\n\n$$\n{_upright(own)} = {value}\n$$"


def _ranks() -> str:
    rows = [
        r"| model | identifiable combinations | $E, R, C, \mathrm{cyc}$ | with $V$ "
        r"| with the row star | with both stars | with both stars and $\kappa(ij, il, tj)$ |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name in ("pmf_gamma", "hpf_rows_gamma", "hpf_gamma"):
        declaration = catalogue_model(name)
        base = ("mean", "cov_row", "cov_col", CYCLE)
        row, column = star_targets(declaration)
        asked = [base, (*base, "variance"), (*base, row), (*base, row, column)]
        asked.append((*base, row, column, "cumulant_ij_il_tj"))
        systems = [prepare(declaration, each, {}) for each in asked]
        size = len(systems[0].unknowns) - len(systems[0].gauges)
        numbers = " | ".join(str(rank(each)) for each in systems)
        rows.append(f"| `{name}` | {size} | {numbers} |")
    return "\n".join(rows)


def _equation_for_size() -> dict[str, str]:
    """Check the equation for K with both shapes given, and return what its shape follows from."""
    declaration = catalogue_model("hpf_gamma")
    path = derive(declaration, "cumulant ij il tj").result
    mean, row_cov, col_cov = (moment(declaration, n) for n in ("mean", "cov_row", "cov_col"))
    _holds(path - row_cov * col_cov / mean, "kappa(ij, il, tj) = R C / E in hpf_gamma")
    symbols = _symbols("hpf_gamma")
    size, a, c, above = (symbols[each] for each in ("K", "a", "c", "a_prime"))
    by_row, by_col = row_cov / mean**2, col_cov / mean**2
    _holds(
        1 + by_row - (1 + 1 / (size * a)) * (above - 1) / (above - 2), "R / E^2 by K a and a prime"
    )
    rest = moment(declaration, CYCLE) / mean**4 - (by_row * by_col) ** 2
    of_size = (size - 1) / ((size * a + 1) * (size * c + 1)) ** 2
    _holds(rest - of_size * ((1 + by_row) * (1 + by_col)) ** 2, "the equation for K")
    slope = sympy.diff(sympy.log(of_size), size) * (size - 1) * (size * a + 1) * (size * c + 1)
    quadratic = sympy.Poly(sympy.cancel(slope), size)
    leading, _, constant = quadratic.all_coeffs()
    at_one = sympy.factor(quadratic.eval(1))
    if not (leading.is_negative and constant.is_positive and at_one.is_positive):
        raise LedgerError(
            f"{quadratic.as_expr()} as the slope of the equation for K",
            expected="a quadratic that falls and is positive at 0 and at 1",
            do="Report this.",
        )
    return {
        "slope": sympy.latex(sympy.collect(quadratic.as_expr(), size)),
        "at_one": sympy.latex(at_one),
    }


def _closed() -> str:
    declaration = catalogue_model("hpf_gamma")
    targets = distinct_targets(declaration, stars=True)
    solution: Solution = solve(declaration, targets)
    (branch,) = solution.branches
    names = {"K_a": "Ka", "K_c": "Kc", "a_prime": "a'", "c_prime": "c'"}
    lines = []
    for key in ("K_a", "c_prime"):
        value = branch.assignments[key]
        lines.append(f"{names[key]} = {_in_letters(value)}")
    return "\n\n".join(f"$$\n{line}\n$$" for line in lines)
