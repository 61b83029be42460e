"""A derivation that is wrong anywhere does not verify: thousands, each with one change."""

from __future__ import annotations

import collections
import itertools
import math
from collections.abc import Iterator
from dataclasses import replace

import pytest
import sympy
from cases import core
from models import MOMENTS, named
from mutants import changed_derivations, forgeries, inside_out, says_the_same

from symppm.laws import Derivation, Step, derive
from symppm.laws.operators import Covariance, Expectation
from symppm.laws.rules import Outcome, rule
from symppm.laws.rules.base import Condition

NAMES = ("pmf_gamma", "pmf_prior", "hpf_gamma")
QUESTIONS = [
    (name, what)
    for name, what in itertools.product(NAMES, MOMENTS)
    # Rows and columns may be exchanged in all three: columns are altered where that is quickest.
    if not what.endswith("col") or name == "pmf_gamma"
]
AT_ONCE = [("pmf_gamma", "mean")]
"""Altered by the core suite; the rest takes minutes."""
EVERY = {"pmf_gamma": 3, "pmf_prior": 11, "hpf_gamma": 71}
"""One in how many mutants of a long derivation is tried; all of a short one's."""


@pytest.fixture(scope="module", autouse=True)
def remember_checks_of_unchanged_steps() -> Iterator[None]:
    """Check each distinct step and result once: the checks are pure functions of what is named."""
    plain, known = Derivation._step_complaint, {}

    def remembered(self: Derivation, step: Step) -> str | None:
        if step.rule == "lemma":
            return plain(self, step)
        key = (self.declaration.name, step, self.conditions)
        if key not in known:
            known[key] = plain(self, step)
        return known[key]

    plain_result, results = Derivation._result_failures, {}

    def remembered_result(self: Derivation) -> list[str]:
        key = (self.declaration.name, self.target, self.result, self.conditions)
        if key not in results:
            results[key] = plain_result(self)
        return results[key]

    patch = pytest.MonkeyPatch()
    patch.setattr(Derivation, "_step_complaint", remembered)
    patch.setattr(Derivation, "_result_failures", remembered_result)
    yield
    patch.undo()


def still_right(kind: str, changed: Derivation, original: Derivation) -> bool:
    """Tell whether a change left a true statement with a whole chain of right steps.

    Two steps that commute may be swapped; a step that is repeated later, because the same moment
    comes up again, may be left out before; and a target times anything is still zero if it was.
    """
    if kind.startswith("target"):
        return bool(original.result == 0)
    if kind == "steps swapped" or (kind == "dropped step" and changed.steps):
        return set(changed.steps) == set(original.steps) and _whole(changed)
    return False


def _whole(derivation: Derivation) -> bool:
    states = derivation.states()
    applied = all(one != two for one, two in itertools.pairwise(states))
    return applied and states[-1] == derivation.result


@pytest.mark.parametrize("question", core(QUESTIONS, AT_ONCE), ids="-".join)
def test_every_mutant_is_caught(question: tuple[str, str]) -> None:
    name, what = question
    original = derive(named(name), what)
    assert original.verify().ok
    size = sum(int(step.after.count_ops()) for step in original.steps)
    every = EVERY[name] if size > 20 or len(original.steps) > 10 else 1
    if len(original.steps) < 15:
        every = math.isqrt(every)
    tried = [
        (kind, changed)
        for kind, changed in itertools.islice(changed_derivations(original), 0, None, every)
        if not still_right(kind, changed, original) and not says_the_same(changed, original)
    ]
    missed, crashed = collections.Counter[str](), collections.Counter[str]()
    for kind, changed in tried:
        try:
            verdict = changed.verify()
        except Exception as error:
            crashed[f"{kind}: {type(error).__name__}"] += 1
            continue
        assert verdict.ok == (not verdict.failures)
        if verdict.ok:
            missed[kind] += 1
    caught = len(tried) - missed.total() - crashed.total()
    print(f"{name}, {what}: {len(tried)} mutants, {caught} caught")
    assert len(tried) >= 60
    assert missed == {}
    assert crashed == {}


def test_a_step_about_a_moment_that_the_family_lacks_fails_without_a_crash() -> None:
    derivation = derive(named("pmf_prior"), "mean")
    place, step = next(
        (n, s) for n, s in enumerate(derivation.steps) if s.rule == "family_moment" and n
    )
    for order in (-1, 3):
        steps = list(derivation.steps)
        (entry,) = step.before.operands
        steps[place] = replace(step, before=Expectation(entry**order))
        verdict = replace(derivation, steps=tuple(steps)).verify()
        assert any(f.startswith(f"step {place + 1} ") for f in verdict.failures)


FORGED = [
    ("row_sums", "mean", 1),
    ("row_sums", "variance", 3),
    ("row_sums", "covariance row", 1),
    ("pmf_gamma", "mean", 1),
    ("pmf_gamma", "variance", 5),
    ("pmf_gamma", "covariance row", 5),
    ("hpf_gamma", "mean", 7),
    ("hpf_gamma", "covariance row", 67),
]


@pytest.mark.thorough
@pytest.mark.parametrize("case", FORGED, ids=lambda case: case[0])
def test_a_wrong_result_is_not_verified_when_all_else_is_made_to_fit(
    case: tuple[str, str, int],
) -> None:
    name, what, every = case
    original = derive(named(name), what)
    symbols = (*original.declaration.hyperparameters, *original.declaration.sizes)
    primes = dict(zip(symbols, sympy.sieve, strict=False))

    def at(result: sympy.Expr) -> sympy.Expr:
        """Return its value at one point, which no two of so few are likely to share by chance."""
        return sympy.sympify(result).subs(primes)

    tried, missed = 0, collections.Counter[str]()
    for place, step in enumerate(original.steps):
        for kind, forged in forgeries(original, place, every):
            if at(forged.result) == at(original.result):
                continue
            tried += 1
            if forged.verify().ok:
                missed[f"{step.rule}: {kind}"] += 1
    print(f"{name}, {what}: {tried} forged derivation files, {tried - missed.total()} caught")
    assert tried >= 20
    assert missed == {}


@pytest.mark.parametrize("what", ["mean", "variance", "covariance row"])
@pytest.mark.parametrize("name", core(["row_sums", "pmf_gamma", "hpf_gamma"], ["pmf_gamma"]))
def test_sums_rewritten_from_the_inside_verify_only_if_the_result_is_right(
    name: str, what: str
) -> None:
    # Under sums over k and m, Cov[X_k, X_m] is not zero for every m: m reaches k.
    original = derive(named(name), what)
    other = inside_out(original)
    same = sympy.simplify(other.result - original.result) == 0
    assert other.verify().ok == same


def test_a_repeated_condition_is_no_new_claim_but_a_missing_one_is() -> None:
    derivation = derive(named("pmf_gamma"), "mean")
    place, step = next((n, s) for n, s in enumerate(derivation.steps) if s.conditions)
    for conditions in ((), (Condition("exchangeable", step.conditions[0].arguments[:1]),)):
        steps = list(derivation.steps)
        steps[place] = Step(step.rule, step.before, step.after, conditions)
        assert not replace(derivation, steps=tuple(steps)).verify().ok


def test_laws_of_conditional_moments_are_used_one_at_a_time() -> None:
    declaration = named("pmf_gamma")
    theta, beta = (declaration.by_name[name].generic for name in ("theta", "beta"))
    observed = declaration.observed.generic
    given = sympy.Tuple(theta)
    right = Outcome(theta * Expectation(beta * observed, given))
    split = Outcome(theta * Expectation(beta, given) * Expectation(observed, given))
    before = Expectation(theta * beta * observed, given)
    assert rule("known_factor").check(before, right, declaration) is None
    assert rule("known_factor").check(before, split, declaration)
    # A power is no entry: what follows from its parents is left to other rules.
    square = Covariance(theta**2, beta, given)
    assert rule("independent_covariance").apply(square, declaration) is None


def test_failures_say_which_step_and_why() -> None:
    derivation = derive(named("pmf_gamma"), "mean")
    steps = list(derivation.steps)
    last = steps[-1]
    steps[-1] = Step(last.rule, last.before, 2 * last.after, last.conditions)
    verdict = replace(derivation, steps=tuple(steps), result=2 * derivation.result).verify()
    assert not verdict.ok
    assert any(
        failure.startswith(f"step {len(steps)} ({last.rule}): ") for failure in verdict.failures
    )
    assert verdict.checked == len(steps)


def test_a_derivation_that_cites_an_unverified_lemma_fails_with_its_name() -> None:
    derivation = derive(named("pmf_gamma"), "correlation row")
    broken = [replace(lemma, steps=lemma.steps[:-1]) for lemma in derivation.lemmas]
    verdict = replace(derivation, lemmas=tuple(broken)).verify()
    named_lemmas = {failure.partition(":")[0] for failure in verdict.failures}
    assert named_lemmas == {f"lemma {each.name}" for each in broken}
    assert verdict.checked == len(derivation.steps) + sum(len(each.steps) for each in broken)
