"""What generated modules say about their models, checked against what the kernels do."""

from __future__ import annotations

import inspect

import pytest
from cases import core
from generated_points import KINDS, NAMES, all_coordinates, generated, points

from symppm.codegen.load import generated_folder, load_model
from symppm.codegen.spec import specification, specification_text
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.solve.targets import default_targets


@pytest.mark.parametrize("name", core(NAMES, KINDS))
def test_names_titles_and_arguments_fit_together(name: str) -> None:
    model, declaration = generated(name), catalogue_model(name)
    spec = model.spec
    assert (spec.name, spec.title) == (name, CATALOGUE[name].title)
    assert spec.targets == default_targets(declaration)
    assert spec.axes == declaration.observed.dims
    declared = [symbol.name for symbol in (*declaration.sizes, *declaration.hyperparameters)]
    averages = [each.name for each in spec.parameters if each.of_data]
    assert [each.name for each in spec.parameters] == [*declared, *averages]
    assert all(each.meaning for each in (*spec.parameters, *spec.identified))
    if CATALOGUE[name].needs is not None:
        assert spec.needs == (*CATALOGUE[name].needs, *averages)

    def takes(kernel: str) -> tuple[str, ...]:
        return tuple(inspect.signature(getattr(model.module, kernel)).parameters)

    assert takes("moments") == tuple(each.name for each in spec.parameters)
    assert takes("prior_means") == spec.priors_depend_on
    for branch in model.branches:
        assert takes(branch) == (*spec.targets, *spec.needs)
    assert not model.has(f"solve_{spec.branches + 1}")
    assert model.has("solve_at_k") == bool(spec.identified_at_k) == bool(spec.held_at_k)
    assert model.has("hyperparameters") == model.has("coordinates") == bool(spec.requirements)
    if spec.requirements:
        assert takes("hyperparameters") == spec.priors_depend_on
        assert spec.requirements[-1] == "the numbers stay finite"
    sizes = {each.name for each in spec.parameters if each.is_size}
    assert set(spec.anchored) - sizes == set(spec.coordinates)
    assert set(spec.coordinates) | set(spec.needs) >= set(spec.priors_depend_on)
    assert spec.observed_sign in {"positive", "nonnegative", "real"}
    assert all(set(each.targets) <= set(spec.targets) for each in spec.conditions)


@pytest.mark.parametrize("name", [name for name in NAMES if generated(name).spec.symmetries])
def test_scales_move_the_priors_as_said_and_no_moment(name: str) -> None:
    model = generated(name)
    spec = model.spec
    (point,) = points(name, 1)
    before = all_coordinates(name, point)
    for symmetry in spec.symmetries:
        # Towards small means, so that every prior still exists.
        scale = 0.9 if all(d >= 0 for d in symmetry.prior_degrees.values()) else 0.999
        after = {key: v * scale ** symmetry.weights.get(key, 0) for key, v in before.items()}
        moments, means = [], []
        for at in (before, after):
            sizes = [at[each.name] for each in spec.parameters if each.is_size]
            outer = [at[key] for key in spec.priors_depend_on]
            means.append(dict(zip(spec.priors, model.call("prior_means", *outer), strict=True)))
            if spec.requirements:
                *outer, status = model.call("hyperparameters", *outer)
                assert status == 0
                names = [each.name for each in spec.parameters if not each.is_size]
                moments.append(model.call("moments", *sizes, *outer[: len(names)]))
            else:
                every = [at[each.name] for each in spec.parameters]
                moments.append(model.call("moments", *every))
        assert moments[1] == pytest.approx(moments[0], rel=1e-10)
        for prior, degree in symmetry.prior_degrees.items():
            assert means[1][prior] == pytest.approx(scale**degree * means[0][prior], rel=1e-12)


def test_what_is_written_of_a_specification_is_what_is_read() -> None:
    for path in [*generated_folder().glob("*.py"), *generated_folder().glob("*/*.py")]:
        _, opening, rest = path.read_text("utf-8").partition('SPEC = specification("""\n')
        text, _, after = rest.partition('\n"""')
        like = load_model(path.stem.removesuffix("_stars")).SPEC if after[:1] == "," else None
        assert not opening or specification_text(specification(text, like), like) == text, path


def test_no_symmetry_is_listed_twice() -> None:
    for name in NAMES:
        weights = [tuple(sorted(each.weights.items())) for each in generated(name).spec.symmetries]
        assert len(set(weights)) == len(weights)
        anchors = [each.anchor for each in generated(name).spec.symmetries]
        assert len(set(anchors)) == len(anchors)
