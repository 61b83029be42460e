"""What cannot be a model is refused where it is written, and the message says what to write."""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import Any

import pytest
import sympy
from cases import declared, refused

import symppm as ppm
from symppm.errors import DeclarationError, ModelNameError, NoMomentError
from symppm.model import catalogue_model

Body = Callable[[], Any]


def theta_and_beta() -> tuple[Any, Any]:
    a, b = ppm.hyperparameters("a b")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
    beta = ppm.Gamma("beta", shape=a, rate=b, dims="col factor")
    return theta, beta


def observe(rate: Any, name: str = "Y", dims: str = "row col") -> None:
    ppm.Poisson(name, rate=rate, dims=dims, observed=True)


def row_effect(dims: str = "row") -> Any:
    return ppm.Gamma("theta", shape=1, rate=1, dims=dims)


def an_undefined_axis() -> None:
    theta, beta = theta_and_beta()
    observe(ppm.sum(theta * beta, over="factr"))


def an_axis_that_was_summed_out_already() -> None:
    theta, _ = theta_and_beta()
    ppm.sum(theta, over="factor factor")


def a_rate_that_can_be_negative() -> None:
    theta, beta = theta_and_beta()
    observe(ppm.sum(theta - beta, over="factor"))


def a_shape_that_can_be_zero() -> None:
    a, b = ppm.hyperparameters("a b")
    count = ppm.Poisson("count", rate=a, dims="row")
    ppm.Gamma("theta", shape=count, rate=b, dims="row")


def a_variable_outside_its_axes() -> None:
    theta, beta = theta_and_beta()
    observe(theta * beta)


def two_observed_variables() -> None:
    theta, beta = theta_and_beta()
    observe(ppm.sum(theta * beta, over="factor"))
    observe(ppm.sum(theta * beta, over="factor"), name="Z")


def a_variable_twice() -> None:
    theta_and_beta()
    ppm.Gamma("beta", shape=1, rate=1, dims="col factor")


def a_hyperparameter_never_used() -> None:
    theta, beta = theta_and_beta()
    ppm.hyperparameters("spare")
    observe(ppm.sum(theta * beta, over="factor"))


def a_variable_that_reaches_nothing() -> None:
    theta, _ = theta_and_beta()
    observe(ppm.sum(theta, over="factor"))


def a_variable_of_another_model() -> None:
    with ppm.Model("other") as other:
        a = ppm.hyperparameters("a")
        stranger = ppm.Gamma("stranger", shape=a, rate=a, dims="row")
        observe(stranger)
    assert other.declaration.name == "other"
    theta_and_beta()
    observe(stranger)


def a_variable_of_another_model_with_nothing_declared() -> None:
    with ppm.Model("other"):
        a = ppm.hyperparameters("a")
        stranger = ppm.Gamma("stranger", shape=a, rate=a, dims="row")
        observe(stranger)
    observe(stranger)


def a_child_of_the_observed_variable() -> None:
    theta, beta = theta_and_beta()
    y = ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    ppm.Poisson("Z", rate=y, dims="row col")


GOLDEN: dict[str, tuple[Body, str]] = {
    "an undefined axis": (
        an_undefined_axis,
        "sum over 'factr' of beta[j, k]*theta[i, k]; expected an axis along which the expression "
        "varies. Did you mean 'factor'?",
    ),
    "an axis that was summed out already": (
        an_axis_that_was_summed_out_already,
        "sum over 'factor' of Sum_k(theta[i, k]); expected an axis along which the expression "
        "varies. Known: row.",
    ),
    "a sum of what does not vary": (
        lambda: ppm.sum(ppm.hyperparameters("a"), over="factor"),
        "sum over 'factor' of a; expected an axis along which the expression varies. There is "
        "nothing to sum over.",
    ),
    "a rate that can be negative": (
        a_rate_that_can_be_negative,
        "rate of Y is Sum_k(-beta[j, k] + theta[i, k]), which can be negative; expected a rate "
        "that is nonnegative for every value of what it is made of. Build it from sums, products "
        "and quotients of positive hyperparameters and variables with positive support; a "
        "difference has no fixed sign.",
    ),
    "a shape that can be zero": (
        a_shape_that_can_be_zero,
        "shape of theta is count[i], which can be zero; expected a shape that is "
        "positive for every value of what it is made of. Build it from sums, products and "
        "quotients of positive hyperparameters and variables with positive support; a difference "
        "has no fixed sign.",
    ),
    "a variable outside its axes": (
        a_variable_outside_its_axes,
        "rate of Y uses beta along the axis 'factor', but Y has the axes: row col; expected "
        "parameters that vary only along the variable's own axes. Sum it out with ppm.sum(..., "
        'over="factor"), or give Y the axis too: dims="row col factor".',
    ),
    "a variable along a mistyped axis": (
        lambda: observe(row_effect(), dims="rows col"),
        "rate of Y uses theta along the axis 'row', but Y has the axes: rows col; expected "
        "parameters that vary only along the variable's own axes. Did you mean 'rows'? Sum it out "
        'with ppm.sum(..., over="row"), or give Y the axis too: dims="rows col row".',
    ),
    "a child with fewer axes": (
        lambda: ppm.Gamma("total", shape=1, rate=row_effect()),
        "rate of total uses theta along the axis 'row', but total has the axes: none; expected "
        "parameters that vary only along the variable's own axes. Sum it out with ppm.sum(..., "
        'over="row"), or give total the axis too: dims="row".',
    ),
    "no observed variable": (
        theta_and_beta,
        "model 'mine' has no observed variable; expected exactly one variable declared with "
        'observed=True. End the block with something like ppm.Poisson("Y", rate=..., dims="row '
        'col", observed=True).',
    ),
    "two observed variables": (
        two_observed_variables,
        "Z is a second observed variable beside Y; expected exactly one observed variable a "
        "model. Declare one model for each observed matrix.",
    ),
    "a hyperparameter twice": (
        lambda: ppm.hyperparameters("a b a"),
        "the name 'a' is declared twice in model 'mine'; expected a name of its own for each "
        "hyperparameter and variable. Rename one of the two.",
    ),
    "a variable twice": (
        a_variable_twice,
        "the name 'beta' is declared twice in model 'mine'; expected a name of its own for each "
        "hyperparameter and variable. Rename one of the two.",
    ),
    "a variable named like a hyperparameter": (
        lambda: ppm.Gamma("a", shape=ppm.hyperparameters("a"), rate=1, dims="row"),
        "the name 'a' is declared twice in model 'mine'; expected a name of its own for each "
        "hyperparameter and variable. Rename one of the two.",
    ),
    "a hyperparameter never used": (
        a_hyperparameter_never_used,
        "the hyperparameter spare of model 'mine' is never used; expected each hyperparameter in "
        "some variable's parameters. Use it, or remove it from ppm.hyperparameters.",
    ),
    "a variable that reaches nothing": (
        a_variable_that_reaches_nothing,
        "the observed Y does not depend on beta; expected every variable to reach the observed "
        "one. Use beta in a parameter, or remove it.",
    ),
    "a hyperparameter named like a size": (
        lambda: ppm.hyperparameters("a K"),
        "the hyperparameter name 'K'; expected a name other than N, M and K, which are the sizes "
        "of row, col and factor. Rename it; K comes from the axis 'factor' by itself.",
    ),
    "a hyperparameter named like a number": (
        lambda: ppm.hyperparameters("a pi"),
        "the hyperparameter name 'pi'; expected a name that is no number, as pi, E and EulerGamma "
        "are in formulas. Rename it, for example to pi_0.",
    ),
    "a name that is no identifier": (
        lambda: ppm.hyperparameters("a b+"),
        "the name 'b+'; expected a Python identifier. Use letters, digits and underscores, such "
        "as 'a_prime'.",
    ),
    "no names": (
        lambda: ppm.hyperparameters("  "),
        "hyperparameters('  '); expected at least one name. Write them separated by blanks: "
        'ppm.hyperparameters("a b c d").',
    ),
    "an unknown domain": (
        lambda: ppm.hyperparameters("a", domain="complex"),
        "domain='complex'; expected 'positive', 'nonnegative', 'negative' or 'real'. Choose one of "
        "the four.",
    ),
    "the same axis twice": (
        lambda: row_effect("row row"),
        "dims='row row' of theta; expected different axis names separated by blanks. Write them "
        'as in dims="row factor".',
    ),
    "dims with commas": (
        lambda: row_effect("row, factor"),
        "dims='row, factor' of theta; expected different axis names separated by blanks. Write "
        'them as in dims="row factor".',
    ),
    "too many axes": (
        lambda: row_effect("row one two three four five six seven"),
        "axis 'seven' is one too many; expected at most 6 axes besides row, col and factor. Merge "
        "axes that always occur together.",
    ),
    "a parameter as text": (
        lambda: ppm.Gamma("theta", shape="a", rate=1, dims="row"),
        "shape of theta is 'a'; expected an expression in hyperparameters, declared variables and "
        'numbers. Write something like shape=a, or shape=ppm.sum(theta * beta, over="factor").',
    ),
    "a symbol from elsewhere": (
        lambda: ppm.Gamma("theta", shape=1, rate=sympy.Symbol("b", positive=True)),
        "rate of theta mentions b, which is no hyperparameter of model 'mine'; expected symbols "
        'made by ppm.hyperparameters inside the same block. Add b = ppm.hyperparameters("b") to '
        "the block.",
    ),
    "a variable of another model": (
        a_variable_of_another_model,
        "rate of Y mentions stranger, which is no variable of model 'mine'; expected variables "
        "declared above it in the same block. Known: beta, theta.",
    ),
    "a variable of another model with nothing declared": (
        a_variable_of_another_model_with_nothing_declared,
        "rate of Y mentions stranger, which is no variable of model 'mine'; expected variables "
        "declared above it in the same block. Declare it first.",
    ),
    "a child of the observed variable": (
        a_child_of_the_observed_variable,
        "rate of Z mentions the observed Y; expected an observed variable at the end of the "
        "graph. Let the observed variable depend on the latent ones, not the reverse.",
    ),
    "an observed variable without axes": (
        lambda: ppm.Poisson("Y", rate=1, observed=True),
        'the observed Y has no dims; expected axes along which it is observed. Write dims="row '
        'col".',
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_the_message_for(name: str) -> None:
    body, expected = GOLDEN[name]
    assert refused(body) == expected


@pytest.mark.parametrize(
    "value", [float("inf"), float("nan"), 0, -1, 1j, True, None, [1], sympy.zoo]
)
def test_a_shape_that_is_no_positive_number_is_refused(value: Any) -> None:
    def body() -> None:
        a = ppm.hyperparameters("a")
        ppm.Gamma("theta", shape=value, rate=a, dims="row")

    assert refused(body).startswith("shape of theta is ")


@pytest.mark.parametrize("name", ["", "two words", "1st", "a-b"])
def test_a_model_name_must_be_an_identifier(name: str) -> None:
    with pytest.raises(DeclarationError) as caught:
        ppm.Model(name)
    assert str(caught.value) == (
        f"the model name {name!r}; expected a Python identifier. Use letters, digits and "
        "underscores, such as 'my_model'."
    )


def test_a_declaration_outside_a_block_says_how_to_open_one() -> None:
    for word in (
        lambda: ppm.hyperparameters("a"),
        lambda: ppm.Gamma("theta", shape=1, rate=1),
        lambda: ppm.Prior("theta", mean=1, variance=1),
        lambda: ppm.Poisson("Y", rate=1),
        lambda: ppm.sum(1, over="factor"),
    ):
        with pytest.raises(DeclarationError) as caught:
            word()
        assert str(caught.value) == (
            "a declaration outside a model; expected to be inside a block. Open one: with "
            'ppm.Model("my_model") as model: ...'
        )


def test_a_model_cannot_be_asked_inside_its_block() -> None:
    with pytest.raises(DeclarationError) as caught, ppm.Model("mine") as model:
        model.mean()
    assert str(caught.value) == (
        "model 'mine' was used before its declaration was complete; expected a with block that "
        "has ended without an error. Ask for moments below the block, not inside it."
    )


def test_a_model_whose_block_failed_cannot_be_asked() -> None:
    model = ppm.Model("mine")
    with pytest.raises(DeclarationError), model:
        a_rate_that_can_be_negative()
    with pytest.raises(DeclarationError, match="used before its declaration was complete"):
        model.mean()


def one_row_effect() -> None:
    observe(row_effect())


def test_a_finished_model_cannot_be_opened_again() -> None:
    model = declared(one_row_effect)
    with pytest.raises(DeclarationError) as caught, model:
        pass
    assert str(caught.value) == (
        "model 'mine' opened a second time; expected one with block a model. Declare a new model, "
        "with a new name."
    )


def test_an_open_model_cannot_be_opened_again() -> None:
    def twice() -> None:
        with ppm.Model("mine") as model, model:
            one_row_effect()

    # In a context of its own, so that a model left open would not reach other tests.
    with pytest.raises(DeclarationError, match="opened a second time"):
        contextvars.copy_context().run(twice)


@pytest.mark.parametrize(
    ("named", "wrong"),
    [
        ({"shape": 1, "scale": 2}, "missing a required argument: 'rate', 'scale' given"),
        ({"shape": 1, "rate": 2, "dim": "row"}, "got an unexpected keyword argument 'dim'"),
    ],
)
def test_parameters_of_other_names_are_told_the_right_ones(named: Any, wrong: str) -> None:
    said = refused(lambda: ppm.Gamma("theta", **named))
    expected = "expected Gamma(name, *, shape, rate, dims='', observed=False). "
    assert said.startswith(f"Gamma: {wrong}; {expected}")
    assert said.endswith(" A rate is 1/scale.") == ("scale" in named)


@pytest.mark.parametrize("shape", [0.8, 1])
def test_a_moment_that_does_not_exist_names_variable_parameter_and_value(shape: float) -> None:
    with ppm.Model("m") as model:
        theta = ppm.InverseGamma("theta", shape=shape, scale=1, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    with pytest.raises(NoMomentError, match=rf"theta has it .* shape > 1, and shape is {shape};"):
        model.mean()


def divided_by(reciprocal: Callable[[Any], Any]) -> None:
    observe(reciprocal(ppm.Poisson("count", rate=ppm.hyperparameters("a"), dims="row col")))


def the_size_of_an_extra_axis() -> None:
    a, size = ppm.hyperparameters("a N_slice")
    theta = ppm.Gamma("theta", shape=a, rate=size, dims="row slice")
    observe(ppm.sum(theta, over="slice"))


def a_namesake_from_another_model() -> None:
    with ppm.Model("other"):
        namesake = row_effect("row factor")
        observe(ppm.sum(namesake, over="factor"))
    theta, beta = row_effect(), ppm.Gamma("beta", shape=1, rate=1, dims="col factor")
    observe(theta * ppm.sum(namesake * beta, over="factor"))


IN_WORDS: list[tuple[Body, str]] = [
    (
        lambda: ppm.hyperparameters("a,b"),
        "expected names without commas. Write them separated by blanks",
    ),
    # It is an identifier to str.isidentifier, but cannot be a variable of generated code.
    *((lambda n=name: ppm.hyperparameters(n), f"the name {name!r}") for name in ("lambda", "None")),
    (lambda: divided_by(lambda count: 1 / count), "rate of Y is 1/"),
    (lambda: divided_by(lambda count: 1 / ppm.sum(count, over="col")), "rate of Y is 1/"),
    (the_size_of_an_extra_axis, "N_slice"),
    (lambda: observe(row_effect() * sympy.Symbol("theta", positive=True)), "mentions theta"),
    (a_namesake_from_another_model, "mentions theta"),
]


@pytest.mark.whole
@pytest.mark.parametrize(("body", "words"), IN_WORDS)
def test_a_refusal_names_what_is_wrong(body: Body, words: str) -> None:
    assert words in refused(body)


@pytest.mark.parametrize("named", [{}, {"over": ""}])
def test_a_sum_over_no_axis_is_refused(named: Any) -> None:
    def body() -> None:
        theta, _ = theta_and_beta()
        ppm.sum(theta, **named)

    said = "ppm.sum(theta[i, k]) over no axis; expected the name of an axis along which it varies: "
    assert refused(body).startswith(f"{said}row, factor. ")


def test_a_mistyped_catalogue_name_gets_the_nearest_one() -> None:
    with pytest.raises(ModelNameError) as caught:
        catalogue_model("pmf_gama")
    assert str(caught.value) == (
        "no model is named 'pmf_gama'; expected a model of the catalogue. Did you mean "
        "'pmf_gamma'? `symppm models` lists them."
    )


def test_an_unknown_moment_axis_gets_the_known_ones() -> None:
    model = declared(one_row_effect)
    with pytest.raises(DeclarationError) as caught:
        model.correlation("rwo")
    assert str(caught.value) == (
        "model 'mine' has no axis 'rwo'; expected one of its axes. Did you mean 'row'?"
    )
