"""Wrong uses of the laws of cumulants and of relabelling are caught: thousands, each one change."""

from __future__ import annotations

import collections
from dataclasses import replace

import pytest
import sympy
from mutants import changed_steps, same_value

from symppm.errors import DerivationError, SymPPMError
from symppm.laws import Derivation, Step, derive
from symppm.laws.engine import rewrite
from symppm.laws.operators import Covariance, Cumulant, Expectation, Variance, cumulant
from symppm.laws.records import read_record, record_json
from symppm.laws.rules.base import Condition
from symppm.model import Declaration, catalogue_model
from symppm.model.nodes import AxisSum, Entry, index, reindex

pytestmark = pytest.mark.thorough

ROW, T, J, L, K, M = map(index, "itjlkm")

RECORDS = {
    "total_cumulance": [("pmf_gamma", "ij ij il"), ("hpf_gamma", "ij il tj")],
    "multilinearity": [("hpf_gamma", "ij il tj"), ("pmf_gamma_effects", "ij il tj")],
    "sum_of_independents": [("pmf_gamma", "ij il tj"), ("pmf_gamma", "ij ij ij")],
    "independent_cumulant": [("pmf_gamma", "ij il tj"), ("pmf_gamma_effects", "ij il tj")],
    "cumulant_in_moments": [("pmf_gamma", "ij il tj"), ("hpf_gamma", "ij il tj")],
    "relabelling": [("pmf_gamma", "ij il tj"), ("pmf_gamma_exposure", "ij il tj")],
    "family_moment": [("gmf_gamma_gumbel", "ij ij ij"), ("pmf_gamma", "ij ij ij")],
}
MOST = 60
"""How many mutants of one rule's steps in one record are tried, evenly spread over all of them."""


def derivation_of(name: str, pattern: str) -> Derivation:
    return derive(catalogue_model(name), f"cumulant {pattern}")


def uses(derivation: Derivation, rule: str) -> list[int]:
    """Return where a rule is used; of a family's moments, where it gives a cumulant."""
    return [
        place
        for place, step in enumerate(derivation.steps)
        if step.rule == rule
        and (rule != "family_moment" or isinstance(step.before, (Cumulant, Variance)))
    ]


def as_good(changed: Step, step: Step) -> bool:
    """Tell whether a step says what it said before."""
    kept = (changed.rule, changed.conditions) == (step.rule, step.conditions)
    sides = ((changed.before, step.before), (changed.after, step.after))
    return kept and all(same_value(one, two) for one, two in sides)


def complains(derivation: Derivation, place: int, changed: Step) -> bool:
    """Tell whether a changed step fails by itself, or no longer fits between its neighbours."""
    steps = (*derivation.steps[:place], changed, *derivation.steps[place + 1 :])
    wrong = replace(derivation, steps=steps)
    if changed.before != derivation.steps[place].before:
        return bool(wrong._chain_failures() or wrong._step_complaint(changed))
    if wrong._step_complaint(changed) is not None:
        return True
    # A row's letter where a column's belongs is refused before anything is checked.
    try:
        read_record(record_json((wrong,)))
    except DerivationError as error:
        return "with one index for each of its axes" in str(error)
    # At one size of the axis the step may be right: the result is computed at two.
    return not made_to_fit(derivation, place, changed).verify().ok


def made_to_fit(derivation: Derivation, place: int, wrong: Step) -> Derivation:
    """Return the derivation with a wrong step from which the engine itself goes on."""
    reached = derivation.states()[place].xreplace({wrong.before: wrong.after})
    rest = rewrite("rest", reached, derivation.declaration)
    steps = (*derivation.steps[:place], wrong, *rest.steps)
    return replace(derivation, steps=steps, result=rest.result)


@pytest.mark.parametrize("rule", RECORDS)
def test_every_mutant_of_a_step_is_caught(rule: str) -> None:
    tried, missed = 0, collections.Counter[str]()
    for name, pattern in RECORDS[rule]:
        derivation = derivation_of(name, pattern)
        places = uses(derivation, rule)
        assert places, (name, pattern)
        # The shorter steps first: all of theirs are tried before the limit is reached.
        places.sort(key=lambda place: len(str(derivation.steps[place].after)))
        mutants = [
            (place, kind, changed)
            for place in places[:3]
            for kind, changed in changed_steps(derivation.steps[place], derivation.declaration)
        ]
        every = -(-len(mutants) // MOST)
        for place, kind, changed in mutants[::every]:
            if as_good(changed, derivation.steps[place]):
                continue
            tried += 1
            if not complains(derivation, place, changed):
                missed[f"{name}, {pattern}, step {place + 1}, {kind}: {changed}"] += 1
    print(f"{rule}: {tried} mutants, {tried - missed.total()} caught")
    assert tried >= 60
    assert missed == {}


# --- independence that is not there ---------------------------------------------------------------


def test_terms_with_a_parent_in_common_do_not_add_up() -> None:
    """The sum over factors is taken out of the cumulant, and all else is made to fit."""
    declaration = catalogue_model("hpf_rows_gamma")
    original = derive(declaration, "cumulant ij il in")
    assert original.verify().ok
    assert "sum_of_independents" not in {step.rule for step in original.steps}
    place, node = next(
        (place, step.before)
        for place, step in enumerate(original.steps)
        if isinstance(step.before, Cumulant)
        and not step.before.given
        and all(isinstance(each, AxisSum) for each in step.before.operands)
    )
    bound, size = node.operands[0].bound, node.operands[0].size
    inner = cumulant([reindex(each.summand, {each.bound: bound}) for each in node.operands])
    after = AxisSum(inner, bound, size)
    term = sympy.Mul(*dict.fromkeys(inner.operands))
    condition = Condition("independent", (term, reindex(term, {bound: M})))
    wrong = Step("sum_of_independents", node, after, (condition,))
    forged = made_to_fit(original, place, wrong)
    assert sympy.simplify(forged.result - original.result) != 0
    failures = forged.verify().failures
    assert len(failures) == 1
    assert failures[0].startswith(f"step {place + 1} (sum_of_independents): ")
    assert "are not independent" in failures[0]


def complaint(declaration: Declaration, step: Step) -> str | None:
    probe = Derivation("probe", declaration, step.before, (step,), step.after)
    try:
        return probe._step_complaint(step)
    except SymPPMError as error:
        return str(error)


def third(declaration: Declaration, axis: str) -> sympy.Symbol:
    return declaration.axis(axis).pool(3)[2]


def entry(declaration: Declaration, name: str, *letters: sympy.Symbol) -> Entry:
    return declaration.by_name[name].at(*letters)


def test_variables_with_an_ancestor_in_common_are_not_independent() -> None:
    declaration = catalogue_model("hpf_rows_gamma")
    one, two = (entry(declaration, "theta", ROW, letter) for letter in (K, M))
    beta = entry(declaration, "beta", J, K)
    node = Cumulant(one, two, beta, sympy.Tuple())
    right = Step("independent_cumulant", node, sympy.S.Zero,
                 (Condition("independent", (beta, one * two)),))  # fmt: skip
    assert complaint(declaration, right) is None
    for sides in ((one, two * beta), (two, one * beta), (one * beta, two), (beta, one), ()):
        wrong = replace(right, conditions=(Condition("independent", sides),))
        assert complaint(declaration, wrong) is not None, sides
    shared = Cumulant(one, two, entry(declaration, "theta", ROW, K) ** 2, sympy.Tuple())
    wrong = Step("independent_cumulant", shared, sympy.S.Zero,
                 (Condition("independent", (two, one**3)),))  # fmt: skip
    assert complaint(declaration, wrong) is not None


def test_given_too_little_the_noises_are_not_independent() -> None:
    derivation = derivation_of("pmf_gamma", "ij il tj")
    place = next(
        place
        for place in uses(derivation, "independent_cumulant")
        if derivation.steps[place].before.given
    )
    step = derivation.steps[place]
    for drop in range(len(step.before.given)):
        given = sympy.Tuple(*(e for n, e in enumerate(step.before.given) if n != drop))
        node = Cumulant(*step.before.operands, given)
        conditions = tuple(Condition("own_noise", (each, *given)) for each in node.operands)
        wrong = Step(step.rule, node, sympy.S.Zero, conditions)
        assert complaint(derivation.declaration, wrong) is not None
    same = step.before.operands[0]
    node = Cumulant(same, same, same, step.before.given)
    wrong = Step(step.rule, node, sympy.S.Zero, (Condition("own_noise", (same, *node.given)),))
    assert complaint(derivation.declaration, wrong) is not None


# --- other letters --------------------------------------------------------------------------------


def relabelled(before: sympy.Expr, *letters: sympy.Symbol) -> Step:
    mapping = dict(zip(letters[::2], letters[1::2], strict=True))
    return Step(
        "relabelling", before, reindex(before, mapping), (Condition("relabelled", letters),)
    )


def test_letters_may_be_exchanged_but_not_merged() -> None:
    declaration = catalogue_model("pmf_gamma")
    one, two = (entry(declaration, "theta", letter, K) for letter in (ROW, T))
    beta = entry(declaration, "beta", L, K)
    moment = Expectation(one * two**2 * beta)
    other = third(declaration, "col")
    for letters in ((ROW, T, T, ROW), (L, J), (L, J, ROW, T, T, ROW), (K, M), (L, other)):
        assert complaint(declaration, relabelled(moment, *letters)) is None, letters
    wrong = {
        "merges two rows": (T, ROW),
        "merges them by a third": (T, third(declaration, "row"), ROW, third(declaration, "row")),
        "crosses the axes": (L, T),
        "from row to column": (ROW, J, T, L, L, ROW),
        "changes nothing": (ROW, ROW),
        "names a letter that is not there": (J, L),
    }
    for why, letters in wrong.items():
        assert complaint(declaration, relabelled(moment, *letters)) is not None, why
    good = relabelled(moment, L, J)
    for after in (2 * good.after, moment, Expectation(one * two * beta), Variance(one), 0):
        assert complaint(declaration, replace(good, after=sympy.sympify(after))) is not None
    for conditions in (
        (),
        (Condition("relabelled", (L,)),),
        (Condition("relabelled", ()),),
        (Condition("relabelled", (L, J, L, J)),),
        (Condition("relabelled", (J, L)),),
        (Condition("same_law", (L, J)),),
        (*good.conditions, *good.conditions),
        (Condition("relabelled", (sympy.Integer(1), J)),),
    ):
        assert complaint(declaration, replace(good, conditions=conditions)) is not None, conditions


def test_a_known_array_keeps_its_index() -> None:
    declaration = catalogue_model("pmf_gamma_exposure")
    y = [entry(declaration, "Y", ROW, letter) for letter in (J, L)]
    beta = entry(declaration, "beta", L, K)
    assert complaint(declaration, relabelled(Expectation(beta), L, J)) is None
    assert complaint(declaration, relabelled(Expectation(y[0]), ROW, T)) is None
    for moment in (
        Expectation(y[1]),
        Variance(y[1]),
        Covariance(*y),
        Cumulant(*y, y[1], sympy.Tuple()),
        Expectation(y[1] * beta),
    ):
        letters = (
            (L, third(declaration, "col")) if isinstance(moment, (Covariance, Cumulant)) else (L, J)
        )
        assert complaint(declaration, relabelled(moment, *letters)) is not None, moment
    exposure = declaration.known[0].generic.subs(J, L)
    assert complaint(declaration, relabelled(Expectation(exposure * beta), L, J)) is not None


def test_an_index_that_is_summed_over_is_not_relabelled() -> None:
    declaration = catalogue_model("pmf_gamma")
    inner = Expectation(entry(declaration, "theta", ROW, K) * entry(declaration, "theta", ROW, M))
    (size, *_) = declaration.sizes
    target = AxisSum(AxisSum(inner, K, size), M, size)
    step = relabelled(inner, K, M, M, K)
    if step.after != step.before:
        wrong = Derivation("probe", declaration, target, (step,), target)
        assert not wrong.verify().ok
    out = relabelled(inner, M, third(declaration, "factor"))
    state = target.xreplace({out.before: out.after})
    failures = Derivation("probe", declaration, target, (out,), state)._chain_failures()
    assert any("inside a sum" in failure for failure in failures)
