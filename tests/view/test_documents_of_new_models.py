"""What the document of a model that no catalogue has says of its solution."""

from __future__ import annotations

import itertools
import re

import pytest
import sympy

import symppm as ppm
from symppm.laws.breaking import rows, width
from symppm.laws.latex import LatexFormula
from symppm.laws.notation import Notation
from symppm.solve.assemble import _variation
from symppm.view import documents
from symppm.view.document import Display, Theorem
from symppm.view.prose import Prose


def solution_text(model: ppm.Model) -> str:
    text = model.solve().derivation.to_markdown()
    return " ".join(text.split())


def test_constants_are_printed_as_what_they_are() -> None:
    with ppm.Model("genes") as model:
        s, t, r = ppm.hyperparameters("s t r")
        theta = ppm.HalfNormal("theta", scale=s, dims="row factor")
        beta = ppm.HalfNormal("beta", scale=t, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.NegativeBinomial("Y", mean=mean, size=r, dims="row col", observed=True)
    text = solution_text(model)
    assert r"\pi" in text
    assert "in place of" in text
    assert not [each for each in ("stands for", "be given.", r"\pi > ", r"$\pi = ") if each in text]


def test_all_that_targets_must_meet_is_said_once() -> None:
    with ppm.Model("waits") as model:
        a, b = ppm.hyperparameters("a b")
        xi = ppm.Gamma("xi", shape=a, rate=b, dims="row")
        eta = ppm.InverseGamma("eta", shape=5, scale=2, dims="col")
        ppm.Exponential("Y", rate=xi * eta, dims="row col", observed=True)
    _, _, after = solution_text(model).partition("if and only if")
    sentence, _, formulas = after.partition("```math")
    assert r"$`\rho_{\mathrm{col}} = \frac{E^{2}}{5 V}`$" in sentence
    assert "can be met only where" not in sentence + formulas


def whole_text(model: ppm.Model) -> str:
    made = documents.derived(model.declaration, "a model")
    text = documents.document_markdown(made.derivations, "a model", made.solutions)
    return " ".join(text.split())


def test_what_data_tell_of_exposures_is_defined() -> None:
    with ppm.Model("cases") as model:
        a, c = ppm.hyperparameters("a c")
        pop = ppm.Known("pop", dims="row col")
        theta = ppm.Gamma("theta", shape=a, rate=1, dims="row")
        beta = ppm.Gamma("beta", shape=c, rate=1, dims="col")
        ppm.Poisson("Y", rate=pop * theta * beta, dims="row col", observed=True)
    text = whole_text(model)
    assert "The targets, of entries divided by what is known, " in text
    assert text.index("The data tell") < text.index("(solution)")


@pytest.mark.thorough
def test_joint_cumulants_have_short_names_and_their_entries_letters_of_the_model() -> None:
    with ppm.Model("ratings") as model:
        s, t, w = ppm.hyperparameters("s t w")
        theta = ppm.Normal("theta", mean=0, variance=s**2, dims="row factor")
        beta = ppm.Normal("beta", mean=0, variance=t**2, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=w, dims="row col", observed=True)
    text = whole_text(model)
    assert r"$`\kappa_{6}`$, the joint cumulant of $`Y_{ij}`$" in text
    assert "cumulant}_" not in text
    assert "There is no closed form" not in text


def test_a_section_without_formulas_says_so() -> None:
    with ppm.Model("pln") as model:
        sr, sc = ppm.hyperparameters("sr sc")
        u = ppm.LogNormal("u", mu=0, sigma=sr, dims="row")
        v = ppm.LogNormal("v", mu=1, sigma=sc, dims="col")
        ppm.Poisson("Y", rate=u * v, dims="row col", observed=True)
    assert "There is no closed form: a match solves for the hyperparameters" in whole_text(model)


@pytest.mark.thorough
def test_steps_follow_from_propositions_where_a_target_has_none_or_all_entries_covary() -> None:
    with ppm.Model("levels") as model:
        mu, s, w = ppm.hyperparameters("mu s w")
        theta = ppm.Gamma("theta", shape=w, rate=2, dims="row factor")
        scale = ppm.Gamma("scale", shape=mu, rate=s)
        beta = ppm.Gamma("beta", shape=3, rate=scale, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=mean, dims="row col", observed=True)
    text = whole_text(model)
    assert "(1) from Proposition 1}" in text
    assert "(2) from the variance}" in text  # less what all entries share


@pytest.mark.thorough
def test_targets_of_divided_entries_are_of_no_proposition_and_products_not_implied() -> None:
    with ppm.Model("exposed") as model:
        a, c, p, q = ppm.hyperparameters("a c p q")
        pop = ppm.Known("pop", dims="area age")
        level = ppm.InverseGamma("level", shape=p, scale=q, dims="area")
        theta = ppm.Gamma("theta", shape=a, rate=a / level, dims="area factor")
        beta = ppm.Gamma("beta", shape=a, rate=c, dims="age factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=pop * mean, dims="area age", observed=True)
    text = whole_text(model)
    assert "(1) from the mean}" in text
    assert "These conditions imply" not in text


@pytest.mark.thorough
def test_signs_that_are_known_need_no_bars_and_reasons_name_what_is_not_shown() -> None:
    with ppm.Model("lifetimes") as model:
        k, a, b, u = ppm.hyperparameters("k a b u")
        theta = ppm.InverseGamma("theta", shape=a, scale=b, dims="row factor")
        beta = ppm.Uniform("beta", low=u, high=5, dims="col factor")
        scale = ppm.sum(theta * beta, over="factor")
        ppm.Weibull("Y", shape=k, scale=scale, dims="row col", observed=True)
    text = whole_text(model)
    assert r"\left|" not in text
    assert "no coefficient of the equation for $`" in text
    assert "is zero, both solutions are the same one" in text
    assert "Where it is zero" not in text


def test_what_is_long_keeps_its_name() -> None:
    with ppm.Model("claims") as model:
        a, b, kappa = ppm.hyperparameters("a b kappa")
        w = ppm.hyperparameters("w", domain="negative")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        ppm.ExponentialDispersion(
            "Y", family="negative_binomial", w=w, kappa=kappa * theta, dims="row col", observed=True
        )
    text = " ".join(model.solve(fixed={"w": "w", "kappa": 1}).derivation.to_markdown().split())
    assert r"stands for $`-\frac{e^{w}}{e^{w} - 1}`$" in text


def plain(text: str) -> str:
    """Return a text without the marks of formulas."""
    return text.replace("$`", "").replace("`$", "")


@pytest.mark.thorough
def test_a_proposition_says_its_domain_and_which_roots_count() -> None:
    with ppm.Model("plays") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    text = plain(whole_text(model))
    assert "The domain is all real numbers with K > 0, a > 0, b > 0, c > 0 and d > 0." in text
    at_k = text[text.index("With K given") :]
    assert "one for each solution a of the first equation for which a > 0, E > 0 and" in at_k
    assert "Where there are any, V > E." in at_k
    # The number of roots that meet the conditions is not the same everywhere.
    assert "there are such values" not in at_k
    assert "* none: " in at_k


def test_what_targets_must_meet_is_among_the_conditions() -> None:
    with ppm.Model("waits") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Exponential("theta", rate=a, dims="row factor")
        beta = ppm.Exponential("beta", rate=b, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    text = plain(solution_text(model))
    said = text[text.index("if and only if") : text.index("```math")]
    assert r"\rho_{\mathrm{row}} = \frac{V - E}{3 V}" in said
    assert r"\rho_{\mathrm{col}} = \frac{V - E}{3 V}." in said


@pytest.mark.thorough
def test_what_all_entries_share_is_taken_off() -> None:
    with ppm.Model("shared") as model:
        a, b, c = ppm.hyperparameters("a b c")
        level = ppm.Gamma("level", shape=5, rate=b)
        theta = ppm.Gamma("theta", shape=a, rate=1, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=1, dims="col factor")
        rate = level * ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    text = plain(whole_text(model))
    assert (
        r"Of \mathrm{Cov}\!\left[Y_{ij}, Y_{tl}\right], which all entries share, one array" in text
    )


def test_a_symmetry_has_a_letter_of_its_own() -> None:
    with ppm.Model("symmetric") as model:
        sigma, a = ppm.hyperparameters("sigma a")
        theta = ppm.Gamma("theta", shape=a, rate=1, dims="row factor")
        beta = ppm.Gamma("beta", shape=a, rate=1, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=sigma**2, dims="row col", observed=True)
    assert "The model stays the same under the exchange τ of" in model.derive("mean").to_text()


def test_what_stands_under_roots_has_one_name_each() -> None:
    x, y = (sympy.Symbol(n, positive=True) for n in "xy")
    inner = sympy.Add(*(sympy.Symbol(f"long_name_{n}") * x**n for n in range(1, 9)))
    outer = sympy.sqrt(inner) + sympy.Add(*(sympy.Symbol(f"other_{n}") * y for n in range(1, 9)))
    prose = Prose(Notation())
    plain_text = prose.equalities(
        [(prose.formula(x), [sympy.sqrt(outer) + sympy.sqrt(inner)])]
    ).plain
    lines = [line for line in plain_text.splitlines() if line.startswith("D")]
    assert [line.partition(" = ")[0] for line in lines] == ["D", "D_2"]
    assert sum(line.count("√D") for line in plain_text.splitlines()) == 3


def shown_widths(model: ppm.Model, *moments: str) -> list[float]:
    """Return how wide the displays of a document are, in small letters."""
    derivations = tuple(model.derive(moment) for moment in moments)
    found = []
    for block in documents.document_blocks(derivations, "a model"):
        inside = (*block.said, *block.proof) if isinstance(block, Theorem) else (block,)
        for display in (part for part in inside if isinstance(part, Display)):
            body = re.sub(r"\\(begin|end)\{aligned\}", "", display.latex)
            cells = [re.sub(r"\\text\{.*?\}", "", row).split("&") for row in body.split(r"\\")]
            columns = itertools.zip_longest(*cells, fillvalue="")
            found.append(sum(max(map(width, column)) for column in columns))
    return found


@pytest.mark.thorough
def test_products_of_sums_of_three_axes_with_long_names_fit_the_page() -> None:
    with ppm.Model("sensors") as model:
        spread, drift_scale, noise = ppm.hyperparameters("spread_of_hour drift_scale noise")
        device = ppm.Gamma("device_loading", shape=spread, rate=2, dims="device factor")
        hour = ppm.Gamma("hour_loading", shape=spread, rate=3, dims="hour factor")
        drift = ppm.Exponential("city_drift_over_the_years", rate=drift_scale, dims="city")
        mean = drift * ppm.sum(device * (hour + drift), over="factor")
        ppm.Normal("Y", mean=mean, variance=noise, dims="device hour city", observed=True)
    assert max(shown_widths(model, "mean", "variance", "covariance device city")) < 78


def test_what_is_broken_keeps_its_parentheses() -> None:
    a, b, c = (sympy.Symbol(f"a_long_name_{n}", positive=True) for n in "abc")
    product = (a + b) * (b + 1) * (c + 2) * (a + 1) * a * b * c
    lines = rows(product, LatexFormula(Notation()), 24.0)
    assert max(map(width, lines)) < 26
    text = " ".join(lines)
    assert sum(text.count(word) for word in (r"\left(", r"\biggl(")) == 4
    assert text.count(r"\times") == len(lines) - 1


def exposed_by_column() -> ppm.Model:
    with ppm.Model("exposed") as model:
        a, c = ppm.hyperparameters("a c")
        pop = ppm.Known("pop", dims="age")
        theta = ppm.Gamma("theta", shape=a, rate=1, dims="area factor")
        beta = ppm.Gamma("beta", shape=c, rate=1, dims="age factor")
        rate = pop * ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="area age", observed=True)
    return model


def test_moments_of_other_entries_are_not_stated_twice_where_arrays_are_known() -> None:
    text = whole_text(exposed_by_column())
    assert text.count("(variance)") == 1
    variance = r"\\mathbb\{V\}\\!\\left\[Y_\{\w\w\}\\right\]"
    assert re.search(rf"&= \\frac.*\\sqrt\{{{variance} \\, {variance}\}}\}} &&", text)
    assert r"\text{Propositions 2 and 3}" in text


def test_averages_are_written_as_such_and_named_for_programs() -> None:
    text = plain(whole_text(exposed_by_column()))
    average = r"\overline{1/\mathrm{pop}}"
    assert f"The data tell {average}, the average of" in text
    assert "over entries (`mean_inverse_exposure`)." in text
    assert "inverse}" not in text


def mixed(observed_vector: bool) -> ppm.Model:
    with ppm.Model("mixed") as model:
        alpha, eta = ppm.hyperparameters("alpha eta")
        share = ppm.Known("share", dims="word", over="word")
        theta = ppm.Dirichlet("theta", concentration=alpha, dims="text factor", over="factor")
        beta = ppm.Dirichlet("beta", concentration=eta, base=share, dims="factor word", over="word")
        mixture = ppm.sum(theta * beta, over="factor")
        if observed_vector:
            n = ppm.Known("n", dims="text")
            ppm.Multinomial(
                "Y", trials=n, probabilities=mixture, dims="text word", over="word", observed=True
            )
        else:
            mu = ppm.hyperparameters("mu")
            ppm.Poisson("Y", rate=mu * mixture, dims="text word", observed=True)
    return model


def moments_text(model: ppm.Model, *moments: str) -> str:
    derivations = tuple(model.derive(moment) for moment in moments)
    return plain(" ".join(documents.document_markdown(derivations, "a model", ()).split()))


def test_a_vector_has_its_whole_base_and_is_called_what_it_is() -> None:
    text = moments_text(mixed(observed_vector=False), "mean")
    assert r"\mathrm{base} = \mathrm{share}_{\cdot}" in text
    assert "A Dirichlet vector with a base, such as" in text
    assert "[base]" not in text


def test_entries_of_one_vector_are_not_said_to_be_uncorrelated() -> None:
    said = "Given their parents, different entries are uncorrelated."
    moments = ("mean", "covariance word")
    assert said in moments_text(mixed(observed_vector=False), *moments)
    assert said not in moments_text(mixed(observed_vector=True), *moments)


@pytest.mark.thorough
def test_ratios_follow_from_both_propositions_and_an_inverse_is_defined() -> None:
    with ppm.Model("winds") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Weibull("theta", shape=a, scale=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    text = plain(whole_text(model))
    assert "(3) from Propositions 5 and 6" in text
    assert r"is the y > 0 for which \frac{\Gamma" in text


@pytest.mark.thorough
def test_wide_conditions_stand_on_lines_of_their_own() -> None:
    with ppm.Model("votes") as model:
        size, a, b, c, d = ppm.hyperparameters("dispersion_of_votes a b c d")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        spread = ppm.InverseGamma("spread", shape=c, scale=d, dims="col")
        beta = ppm.Exponential("beta", rate=1 / spread, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.NegativeBinomial("Y", mean=mean, size=size, dims="row col", observed=True)
    text = model.solve(fixed={"dispersion_of_votes": size}).derivation.to_markdown()
    assert ", and these hold:\n\n```math" in text
    assert "The values:" in text
    for formula in re.findall(r"\$`(.*?)`\$", text):
        assert width(formula) < 60


def test_coefficients_of_variation_name_nothing_that_is_not_in_the_model() -> None:
    with ppm.Model("half") as model:
        s, c, d = ppm.hyperparameters("s c d")
        theta = ppm.HalfNormal("theta", scale=s, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    system = model.solve().system
    root_of_two = next(iter(system.names))
    values = _variation(system, dict.fromkeys(system.identified, root_of_two), ()).values()
    assert values
    assert not any(value.atoms(sympy.Dummy) for value in values)


def test_the_number_e_is_not_the_mean() -> None:
    with ppm.Model("pay") as model:
        a, b, v = ppm.hyperparameters("a b v")
        u = ppm.LogNormal("u", mu=0, sigma=1, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="col")
        ppm.Normal("Y", mean=u * theta, variance=v, dims="row col", observed=True)
    text = plain(solution_text(model))
    assert "be given." not in text
    assert r"\left(e - 1\right)" in text


@pytest.mark.thorough
def test_a_function_of_what_is_given_has_a_letter() -> None:
    with ppm.Model("survival") as model:
        k, b, q, c = ppm.hyperparameters("k b q c")
        theta = ppm.Gamma("theta", shape=b, rate=q, dims="site factor")
        beta = ppm.Gamma("beta", shape=c, rate=1, dims="drug factor")
        scale = ppm.sum(theta * beta, over="factor")
        ppm.Weibull("Y", shape=k, scale=scale, dims="site drug", observed=True)
    text = plain(" ".join(model.solve(fixed={"k": "k"}).derivation.to_markdown().split()))
    assert r"Here C stands for \Gamma\left(\frac{2}{k} + 1\right)" in text
    assert "coefficient_" not in text
