"""``derivations/errata.md``, and the proof that cross-moments determine K, ``cross_moments.md``.

The words are those of templates; every formula and every table in them is computed here.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

import jinja2
import sympy

from symppm.counting import identical, joint_cumulant
from symppm.errors import DerivationError
from symppm.laws import coincidences, derive, interaction
from symppm.laws.coincidences import Pattern
from symppm.laws.patterns import Pattern as Places
from symppm.laws.patterns import pattern_of
from symppm.model.catalogue import catalogue_model
from symppm.model.declaration import Declaration
from symppm.solve import solve
from symppm.solve.needs import cross_moment_targets, star_targets
from symppm.solve.system import prepare, rank
from symppm.solve.targets import CYCLE, moment

_PLAIN: Final = "pmf_prior"
_FOUR: Final = ("mean", "cov_row", "cov_col", CYCLE)
_NOISY: Final = ("gmf_gamma_negativebinomial", "gmf_gamma_zeroinflatedpoisson", "gmf_gamma_normal",
                 "gmf_gamma_gumbel", "gmf_gamma_laplace", "gmf_gamma_gamma",
                 "cpmf_prior_any")  # fmt: skip
_LATEX: Final[Mapping[str, str]] = MappingProxyType(
    {
        "mean": "E",
        "variance": "V",
        "cov_row": "R",
        "cov_col": "C",
        CYCLE: r"\mathrm{cyc}",
        "cumulant_ij_il_in": "S_R",
        "cumulant_ij_tj_sj": "S_C",
    }
)
_SUMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ij_ij_ij_ij": "S_4",
        "ij_ij_il_il": "S_R",
        "ij_ij_tj_tj": "S_C",
        "ij_ij_tl_tl": "S_S",
        "ij_il_tj_tl": "S_G",
    }
)
_LEAST_SIDE: Final = 4


def errata_markdown() -> str:
    """Write every place where the paper's text disagrees with what is derived, with evidence."""
    sys.path.insert(0, str(Path(__file__).parent / "paper"))
    from errata import ERRATA, FORMULAS  # noqa: PLC0415 - with the scripts of the paper

    return _rendered(
        "errata.md.j2",
        errata=ERRATA,
        transcribed=len(FORMULAS),
        holding=sum(not formula.erratum for formula in FORMULAS),
        counts=Counter(erratum.kind for erratum in ERRATA),
    )


def cross_moments_markdown() -> str:
    """Write the proof as Markdown that GitHub shows with formulas.

    Raises
    ------
    DerivationError
        If both routes of derivation do not agree, or what the text says does not hold.
    """
    return _rendered(
        "cross_moments.md.j2",
        cycle=_cycle_formula(),
        patterns=_patterns(),
        ratios=_ratios(),
        noise=list(_noise()),
        determined=_ranks(),
        closed=_closed(),
        **_averages(),
        **_solved(),
        **_equation_for_size(),
        **_transfer(),
        **_third_order(),
    )


def _rendered(template: str, /, **values: object) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=False,  # noqa: S701 - Markdown, not HTML
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(template).render(values)


def _shown(latex: object) -> str:
    """Write a formula inside a line, in the form that needs no escaping on GitHub."""
    return f"$`{latex if isinstance(latex, str) else sympy.latex(latex)}`$"


def _table(rows: Iterable[Sequence[object]]) -> str:
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)


def _holds(difference: sympy.Expr, what: str) -> None:
    if not identical(difference, sympy.S.Zero):
        raise DerivationError(what, expected="an identity", do="Report this.")


def _product(product: interaction.Product) -> str:
    declaration = catalogue_model(_PLAIN)
    words = (", ".join(Places(places).words(declaration)) for places in product)
    return r"\,".join(rf"\kappa({each})" for each in words)


def _averages() -> dict[str, object]:
    """Tabulate the 256 products by what is taken, and add up what they contribute."""
    grouped = Counter(
        (tuple(map(taken.count, interaction.AVERAGES)), sign, cumulants)
        for taken, sign, cumulants in interaction.expanded_cycle()
    )
    alive = sorted(
        (item for item in grouped.items() if item[0][2]), key=lambda item: (-item[0][0][0], item)
    )
    rows = [
        (*counts, number, "+" if sign > 0 else "−", _shown(" + ".join(map(_product, cumulants))))
        for (counts, sign, cumulants), number in alive
    ]
    gone = sum(number for key, number in grouped.items() if not key[2])
    return {"averages": _table(rows), "gone": gone}


def _cycle_formula() -> str:
    return _signed(
        (value, rf"\,{_product(product)}" if abs(value) != 1 else _product(product))
        for product, value in interaction.cycle_terms().items()
    )


def _signed(terms: Iterable[tuple[int, str]]) -> str:
    """Write a sum of whole multiples."""
    text = ""
    for value, what in terms:
        sign = "- " if value < 0 else "+ " if text else ""
        text += f" {sign}{'' if abs(value) == 1 else abs(value)}{what}"
    return text.removeprefix(" ")


def _both_routes(declaration: Declaration, words: Sequence[str]) -> sympy.Expr:
    """Return a joint cumulant by the laws, if counting says the same."""
    value = derive(declaration, " ".join(["cumulant", *words])).result
    entries = pattern_of(declaration, words).entries(declaration)
    if not identical(value, joint_cumulant(declaration, entries).value):
        raise DerivationError(
            f"two values of the joint cumulant of {' '.join(words)} in {declaration.name!r}",
            expected="the same by the laws and by counting",
            do="Report this model.",
        )
    return value


def _patterns() -> str:
    declaration = catalogue_model(_PLAIN)
    listed = [("ij",), ("ij", "il"), ("ij", "tj"), ("ij", "il", "tj")]
    listed += [words for _, words in interaction.cycle_cumulants(declaration)]
    rows = [
        (_shown(", ".join(words)), _shown(sympy.factor(_both_routes(declaration, words))))
        for words in listed
    ]
    mean, row, col, cycle = (moment(declaration, name) for name in _FOUR)
    path = derive(declaration, "cumulant ij il tj").result
    whole = derive(declaration, "cumulant ij il tj tl").result
    _holds(path - row * col / mean, "kappa(ij, il, tj) = R C / E")
    _holds(cycle - (whole - 2 * (row + col) * row * col / mean**2), "cyc by R, C and E")
    return _table([*rows, (_shown(_LATEX[CYCLE]), _shown(cycle))])


def _in_letters(value: sympy.Expr) -> str:
    names = {s: _LATEX.get(s.name, _upright(s)) for s in value.free_symbols}
    return str(sympy.latex(value, symbol_names=names))


def _upright(symbol: sympy.Symbol) -> str:
    """Set words such as "scale" upright; Greek letters and single ones stay as they are."""
    head, line, index = str(sympy.latex(symbol)).partition("_")
    if head.startswith("\\") or len(head) == 1:
        return f"{head}{line}{index}"
    return rf"\mathrm{{{head}}}{line}{index}"


def _symbols(name: str) -> dict[str, sympy.Symbol]:
    declaration = catalogue_model(name)
    return {s.name: s for s in (*declaration.sizes, *declaration.hyperparameters)}


def _solved() -> dict[str, str]:
    solution = solve(catalogue_model(_PLAIN), _FOUR)
    rows = (
        rf"{sympy.latex(sympy.sympify(key, locals=_symbols(_PLAIN)))} &= {_in_letters(value)}"
        for key, value in solution.expressions.items()
    )
    texts = (_shown(f"{_in_letters(each.positive)} {each.relation} 0")
             for each in solution.conditions)  # fmt: skip
    return {"solved": " \\\\\n".join(rows), "conditions": ", ".join(texts)}


def _ratios() -> str:
    """Compare moments with and without entries set to zero at random."""
    whole, thinned = catalogue_model("pmf_gamma"), catalogue_model("gmf_gamma_zeroinflatedpoisson")
    keep = sympy.Symbol("p", positive=True)
    rows = []
    for name, power in zip(_FOUR, (1, 2, 2, 4), strict=True):
        one, other = moment(whole, name), moment(thinned, name)
        _holds(other / one - keep**power, f"{name} of thinned data")
        rows.append([_shown(each) for each in (_LATEX[name], one, other, keep**power)])
    return _table(rows)


def _noise() -> Iterator[tuple[str, str, str]]:
    """Yield, for each model, its name, what has to be given, and what its noise is."""
    for name in _NOISY:
        declaration, symbols = catalogue_model(name), _symbols(name)
        given = ("kappa", "psi_first") if name == "cpmf_prior_any" else ()
        fixed = {each: symbols[each] for each in given}
        solution = solve(declaration, (*_FOUR, "variance"), fixed)
        values = declaration.observed.parameters.values()
        inside = set().union(*(value.free_symbols for value in values))
        for own in declaration.hyperparameters:
            if own in inside and own.name not in given:
                value = _in_letters(solution.expressions[own.name])
                known = " and ".join(_shown(symbols[each]) for each in given)
                yield name, f", with {known} given" if given else "", f"{_upright(own)} = {value}"


def _ranks() -> str:
    rows = []
    for name in ("pmf_gamma", "hpf_rows_gamma", "hpf_gamma"):
        declaration = catalogue_model(name)
        row, column = star_targets(declaration)
        asked = [_FOUR, (*_FOUR, "variance"), (*_FOUR, row), (*_FOUR, row, column),
                 (*_FOUR, row, column, "cumulant_ij_il_tj")]  # fmt: skip
        systems = [prepare(declaration, each, {}) for each in asked]
        size = len(systems[0].unknowns) - len(systems[0].scales)
        rows.append((f"`{name}`", size, *map(rank, systems)))
    return _table(rows)


def _equation_for_size() -> dict[str, str]:
    """Check the equation for K with both shapes given, and return what its shape follows from."""
    declaration, symbols = catalogue_model("hpf_gamma"), _symbols("hpf_gamma")
    path = derive(declaration, "cumulant ij il tj").result
    mean, row, col, cycle = (moment(declaration, name) for name in _FOUR)
    _holds(path - row * col / mean, "kappa(ij, il, tj) = R C / E in hpf_gamma")
    size, a, c, above = (symbols[each] for each in ("K", "a", "c", "a_prime"))
    by_row, by_col = row / mean**2, col / mean**2
    _holds(
        1 + by_row - (1 + 1 / (size * a)) * (above - 1) / (above - 2), "R / E^2 by K a and a prime"
    )
    of_size = (size - 1) / ((size * a + 1) * (size * c + 1)) ** 2
    rest = cycle / mean**4 - (by_row * by_col) ** 2
    _holds(rest - of_size * ((1 + by_row) * (1 + by_col)) ** 2, "the equation for K")
    slope = sympy.diff(sympy.log(of_size), size) * (size - 1) * (size * a + 1) * (size * c + 1)
    quadratic = sympy.Poly(sympy.cancel(slope), size)
    leading, _, constant = quadratic.all_coeffs()
    at_one = sympy.factor(quadratic.eval(1))
    if not (leading.is_negative and constant.is_positive and at_one.is_positive):
        raise DerivationError(
            f"{quadratic.as_expr()} as the slope of the equation for K",
            expected="a quadratic that falls and is positive at 0 and at 1",
            do="Report this.",
        )
    return {
        "slope": sympy.latex(sympy.collect(quadratic.as_expr(), size)),
        "at_one": sympy.latex(at_one),
    }


def _closed() -> list[str]:
    declaration = catalogue_model("hpf_gamma")
    (branch,) = solve(declaration, cross_moment_targets(declaration, stars=True)).branches
    names = {"K_a": "Ka", "c_prime": "c'"}
    return [f"{name} = {_in_letters(branch.assignments[key])}" for key, name in names.items()]


def _transfer() -> dict[str, str]:
    """Return what the estimator of the cycle follows from: transfer, its ranks, and what it is."""
    pairings = coincidences.paired(4)
    transfers = [coincidences.centring(4).subs(coincidences.N, rows)
                 for rows in range(1, _LEAST_SIDE)]  # fmt: skip
    (lost,) = transfers[-1].nullspace()
    # With patterns of columns that differ, the direction changes the cycle if this is not zero.
    moved = [lost[pairings.index(each)] for each in coincidences.CYCLE]
    if any(transfer * lost != sympy.zeros(4, 1) for transfer in transfers) or 0 in moved:
        raise DerivationError(
            f"{list(lost)} as what {_LEAST_SIDE - 1} rows and fewer do not show",
            expected="a direction in which all sums stay and the cycle changes",
            do="Report this.",
        )
    derived = coincidences.uncentred(4)
    terms = (
        rf"\Bigl({sympy.latex(derived.estimators[coincidences.CYCLE, summed])}\Bigr)\, "
        + _SUMS[coincidences.name(summed)]
        for summed in reversed(derived.patterns)
    )
    return {
        "partitions": ", ".join(_shown(_blocks(each)) for each in pairings),
        "transfer": sympy.latex(coincidences.centring(4)),
        "determinant": sympy.latex(sympy.factor(coincidences.centring(4).det())),
        "estimator": " \\\\\n&\\quad + ".join(terms),
        "ranks": ", ".join(_shown(str(transfer.rank())) for transfer in transfers),
        "lost": ", ".join(map(str, lost)),
    }


def _blocks(partition: tuple[int, ...]) -> str:
    blocks = (
        "".join(str(e + 1) for e, other in enumerate(partition) if other == block)
        for block in range(max(partition) + 1)
    )
    return r" \mid ".join(blocks)


def _third_order() -> dict[str, str]:
    every = coincidences.patterns(3)
    joined = [each for each in every if coincidences.connected(each)]
    return {
        "powers": "\n".join(f"* {_shown(f's[{_short(each)}] = {_sum(each)}')}" for each in every),
        "distincts": _combined("d", "s", {each: coincidences.distinct(each) for each in every}),
        "cumulants": _combined(
            r"\kappa", "m", {each: coincidences.cumulant(each) for each in joined}
        ),
    }


def _short(pattern: Pattern) -> str:
    return ",".join(coincidences.name(pattern).split("_"))


def _sum(pattern: Pattern) -> str:
    entries = coincidences.name(pattern).split("_")
    indices = sorted({letter for entry in entries for letter in entry})
    return rf"\sum_{{{''.join(indices)}}} " + " ".join(f"y_{{{entry}}}" for entry in entries)


def _combined(result: str, of: str, terms: Mapping[Pattern, Mapping[Pattern, int]]) -> str:
    """List what each pattern is of others."""
    order = coincidences.patterns(3).index
    lines = []
    for pattern, values in terms.items():
        several = ((values[each], f"{of}[{_short(each)}]") for each in sorted(values, key=order))
        lines.append(f"* {_shown(f'{result}[{_short(pattern)}] = {_signed(several)}')}")
    return "\n".join(lines)
