"""A model's formulas as one file that needs nothing of symppm, in any of eight languages."""

from __future__ import annotations

import ast
import inspect
import math
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.abc import SourceLoader
from types import MappingProxyType, ModuleType
from typing import Final, cast

from symppm.codegen import special
from symppm.codegen.languages import LANGUAGES
from symppm.codegen.printer import local_name
from symppm.codegen.runtime import OK, ScalarKernel
from symppm.codegen.spec import ModelSpec
from symppm.errors import ParameterError, did_you_mean

_WIDTH: Final = 96
_SIZES: Final = (1.0, 0.5, 0.25, 0.125)
_HUGE: Final = 1e6
"""Of example numbers, and of the moments at them."""


@dataclass(frozen=True)
class _Arrays:
    """A library of arrays: its name in code, how it starts, and what is called differently."""

    name: str
    start: str
    functions: Mapping[str, str]
    given: str
    """How an argument becomes an array."""


_ON_ARRAYS: Final = """
def positive(value, number, status):
    return {np}.where((status != 0) | ((value > 0.0) & (value < math.inf)), status, number)

def nonnegative(value, number, status):
    return {np}.where((status != 0) | ((value >= 0.0) & (value < math.inf)), status, number)

def negative(value, number, status):
    return {np}.where((status != 0) | ((value < 0.0) & (value > -math.inf)), status, number)

def real(value, number, status):
    return {np}.where((status != 0) | (abs(value) < math.inf), status, number)

def settled(value, beside):
    return {np}.where(abs(value) > 1e-12 * beside, value, 0.0)

def side(x):
    return 1.0 - 2.0 * (x < 0.0)

def sign(x):
    return {np}.sign(x)

def softplus(x):
    return {np}.logaddexp(0.0 * x, x)

def logistic(x):
    return {np}.exp(-softplus(-x))

def weibull_shape(excess):
    x = {np}.sqrt(6.0 * {np}.log1p(excess)) / math.pi
    for _ in range(40):
        value = {lgamma}(1.0 + 2.0 * x) - 2.0 * {lgamma}(1.0 + x) - {np}.log1p(excess)
        x = abs(x - value / (2.0 * (digamma(1.0 + 2.0 * x) - digamma(1.0 + x))))
    return 1.0 / x
"""
"""Special kernels on arrays. A Newton step on a convex function reaches the root from anywhere."""

ARRAYS: Final[Mapping[str, _Arrays]] = MappingProxyType({
    "numpy": _Arrays(
        "np", "import math\n\nimport numpy as np\n\n"
        "_gamma = np.vectorize(math.gamma, otypes=[float])  # NumPy has neither\n"
        "_lgamma = np.vectorize(math.lgamma, otypes=[float])\n",
        {"gamma": "_gamma({0})", "lgamma": "_lgamma({0})", "pow": "np.power({0})"},
        "np.asarray({0}, float)",
    ),
    "torch": _Arrays(
        "torch", "import math\n\nimport torch\n\ndigamma = torch.digamma\n",
        {"gamma": "torch.exp(torch.lgamma({0}))", "lgamma": "torch.lgamma({0})"},
        "torch.as_tensor({0}, dtype=torch.float64)",
    ),
    "jax": _Arrays(
        "jnp",
        "import math\n\nimport jax\nimport jax.numpy as jnp\n"
        "from jax.scipy.special import digamma\n"
        "from jax.scipy.special import gammaln as _lgamma\n\n"
        'jax.config.update("jax_enable_x64", True)  # single precision loses half of the digits\n',
        {"gamma": "jnp.exp(_lgamma({0}))", "lgamma": "_lgamma({0})", "pow": "jnp.power({0})"},
        "jnp.asarray({0}, jnp.float64)",
    ),
})  # fmt: skip
NAMES: Final = ("numba", *ARRAYS, *LANGUAGES)
_GUARDED: Final = """
def {name}({arguments}):
    {doc}
    given = [{given} for x in ({arguments},)]
    status = _{name}(*given)[-1]
    # Where a guard fails, numbers at which none does take part: derivatives elsewhere stay clean.
    given = [{np}.where(status == 0, x, at) for x, at in zip(given, {example})]
    *results, _ = _{name}(*given)
    return (*({np}.where(status == 0, x, math.nan) for x in results), status)
"""


def suffix(language: str) -> str:
    """Return how a file in a language ends, its name being that of the model."""
    language = checked(language)
    return LANGUAGES[language].suffix if language in LANGUAGES else f"_{language}.py"


def checked(language: str) -> str:
    """Return the name of a language that there is, in small letters."""
    if language.lower() not in NAMES:
        raise ParameterError(
            f"the language {language!r}",
            expected=", ".join(NAMES),
            do=did_you_mean(language, NAMES),
        )
    return language.lower()


def standalone(module: ModuleType, language: str) -> str:
    """Write a generated module in a language."""
    spec, language = cast(ModelSpec, module.SPEC), checked(language)
    loader = cast(SourceLoader, module.__loader__)
    tree = ast.parse(loader.get_source(module.__name__) or "")
    own = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    own = [node for node in own if not ast.unparse(node).endswith("return ()")]  # no prior means
    for node in own:
        node.decorator_list = []
    example = _example(module)
    lines = [
        part
        for line in _about(module, example)
        for part in textwrap.wrap(
            line, _WIDTH, break_long_words=False,
            subsequent_indent=" " * (len(line) - len(line.lstrip()) + 4),
        ) or [""]
    ]  # fmt: skip
    if language in LANGUAGES:
        return _translated(spec, language, own, lines)
    banner = '"""' + "\n".join(lines) + '\n"""\n\n'
    if language in ARRAYS:
        return banner + _on_arrays(ARRAYS[language], module, own, example)
    return banner + _with_numba(own)


def _about(module: ModuleType, example: Mapping[str, float]) -> Iterator[str]:
    spec: ModelSpec = module.SPEC
    yield f"{spec.name}: {spec.title}."
    yield "Written by symppm from a derivation: change the model, not this file. Needs no symppm."
    yield ""
    yield "Numbers"
    for one in spec.parameters:
        yield f"    {one.name}: {one.meaning}"
    for combination in spec.identified:
        if combination.name not in {one.name for one in spec.parameters}:
            yield f"    {combination.name}: {combination.meaning}"
    if spec.moments_exist:
        yield f"Numbers of moments mean nothing unless {' and '.join(spec.moments_exist)}"
    nan = ", with nan for results"
    for name, results, texts in (
        ("solve", nan, [each.text for each in spec.conditions]),
        ("solve_at_k", nan, [each.text for each in spec.conditions_at_k]),
        ("hyperparameters", "", spec.requirements),
    ):
        if texts:
            yield f"Status of {name}: 0, or the first of these that fails{results}"
            yield from (f"    {number}  {text}" for number, text in enumerate(texts, 1))
    at = ", ".join(f"{value:g}" for value in example.values())
    values = dict(zip(spec.targets, module.moments(*example.values()), strict=True))
    yield f"Example: moments({at}) = " + ", ".join(f"{n} {v:.15g}" for n, v in values.items())
    if spec.branches:
        given = [*values.values(), *(example[name] for name in spec.needs)]
        *found, status = module.solve(*given)
        names = [combination.name for combination in spec.identified]
        shown = ", ".join(f"{name} {v:.15g}" for name, v in zip(names, found, strict=True))
        if status == OK:
            also = "".join(f", with {name} = {example[name]:g}" for name in spec.needs)
            yield f"Example: solve of these{also} = {shown}"


def _example(module: ModuleType) -> dict[str, float]:
    """Return a point at which the moments of every family exist, and are no huge numbers."""
    spec: ModelSpec = module.SPEC
    sign = {"negative": -1.0}

    def point(size: float) -> dict[str, float]:
        found = {}
        for n, one in enumerate(spec.parameters):
            whole = one.is_size or one.integer or one.of_data
            value = sign.get(one.domain, 1.0) * (3.0 + n) * (1.0 if whole else size)
            found[one.name] = value if one.upper is None else one.upper / 2.0
        return found

    for size in _SIZES:
        moments = module.moments(*point(size).values())
        if all(math.isfinite(each) and abs(each) < _HUGE for each in moments):
            return point(size)
    return point(1.0)


# --------------------------------------------------------------------------------- special kernels


def _special(functions: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Return the special kernels that functions call, as they are written, those called first."""
    written = {
        node.name: node
        for node in ast.parse(inspect.getsource(special)).body
        if isinstance(node, ast.FunctionDef) and isinstance(vars(special)[node.name], ScalarKernel)
    }
    for node in written.values():
        node.decorator_list = []

    def called(node: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and one.id in written:
                yield from called(written[one.id])  # none calls itself
                yield written[one.id]

    return list(dict.fromkeys(each for function in functions for each in called(function)))


_CONSTANTS: Final[Mapping[str, float | tuple[float, ...]]] = MappingProxyType({
    name: value
    for name, value in vars(special).items()
    if isinstance(value, float | int | tuple) and not name.startswith("__") and name != "OK"
})  # fmt: skip


class _WithoutZeros(ast.NodeTransformer):
    """Puts nan, or nothing, in place of the zero that a failed guard gives."""

    def __init__(self, template: str) -> None:
        self._template = template

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "if_ok":
            text = self._template.format(ast.unparse(node.args[0]))
            return ast.parse(text, mode="eval").body
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(OK) if node.id == "OK" else node


def _with_numbers(kernel: ast.FunctionDef) -> ast.FunctionDef:
    """Put numbers in place of the names of constants, and tables where a special kernel begins."""
    text = ast.unparse(kernel)
    for name, value in _CONSTANTS.items():
        if isinstance(value, tuple):
            text = text.replace(f"len({name})", str(len(value)))
        else:
            text = re.sub(rf"\b{name}\b", repr(value), text)
    tables = "\n".join(f"{n} = {v!r}" for n, v in _CONSTANTS.items() if n in text)
    made = cast(ast.FunctionDef, ast.parse(text).body[0])
    made.body[1:1] = ast.parse(tables).body
    return made


def _translated(
    spec: ModelSpec, language: str, own: list[ast.FunctionDef], about: list[str]
) -> str:
    known, change = LANGUAGES[language], _WithoutZeros("{0} if status == 0 else math.nan")
    own = [change.visit(node) for node in own]
    outer, inner = known(f"{spec.name}_"), known(f"{spec.name}_", inner=True)
    lines = [*outer.commented(about), *filter(None, [known.start])]
    for node in _special(own):
        if node.name not in known.functions:
            lines += ["", *inner.translated(_with_numbers(change.visit(node)))]
    for node in own:
        lines += ["", *outer.translated(node)]
    return "\n".join(lines) + "\n"


def _with_numba(own: list[ast.FunctionDef]) -> str:
    change = _WithoutZeros("{0} if status == 0 else math.nan")
    functions = [change.visit(node) for node in (*_special(own), *own)]
    text = "\n\n\n".join(
        f'@njit(error_model="numpy", nogil=True)\n{ast.unparse(node)}' for node in functions
    )
    constants = [f"{n} = {v!r}\n" for n, v in _CONSTANTS.items() if n in text]
    start = "import math\n\nfrom numba import njit\n\n"
    return start + "".join(constants) + "\n\n" + text + "\n"


def _on_arrays(
    arrays: _Arrays, module: ModuleType, own: list[ast.FunctionDef], example: Mapping[str, float]
) -> str:
    """Write the kernels for arrays; where a guard fails, numbers that are feasible go on."""
    change, elementwise = _WithoutZeros("{0}"), _Elementwise(arrays)
    pieces = list(_special_on_arrays(arrays, own))
    for node in [elementwise.visit(change.visit(function)) for function in own]:
        name, arguments = node.name, ", ".join(one.arg for one in node.args.args)
        doc, given = f'"""{ast.get_docstring(node)}"""', arrays.given.format("x")
        if getattr(module, name).guarded:
            node.name, node.body = f"_{name}", node.body[1:]
            call = _GUARDED.format(
                name=name, arguments=arguments, doc=doc, given=given, np=arrays.name,
                example=_point(module, node, example),
            )  # fmt: skip
            pieces += [ast.unparse(node), call.strip("\n")]
        else:
            node.body[1:1] = ast.parse(f"[{arguments}] = [{given} for x in ({arguments},)]").body
            pieces.append(ast.unparse(node))
    return arrays.start + "\n".join(f"\n{piece}\n" for piece in pieces)


def _point(module: ModuleType, node: ast.FunctionDef, example: Mapping[str, float]) -> str:
    """Return arguments of a kernel at which none of its guards fails, where the example is one."""
    spec: ModelSpec = module.SPEC
    values = {**example, **dict(zip(spec.targets, module.moments(*example.values()), strict=True))}
    known = {local_name(name): value for name, value in values.items()}
    if spec.requirements:
        inner = module.coordinates(
            *(known[name] for name in module.coordinates.signature.parameters)
        )
        known |= dict(zip(map(local_name, spec.priors_depend_on), inner, strict=True))
    return repr(tuple(known[one.arg] for one in node.args.args))


def _special_on_arrays(arrays: _Arrays, own: Sequence[ast.FunctionDef]) -> Iterator[str]:
    """Yield the special kernels that are used, for arrays; NumPy has no digamma."""
    used = {node.name: node for node in _special(own)}
    lgamma = arrays.functions["lgamma"].removesuffix("({0})")
    if arrays.name == "np" and "digamma" in used:
        scalar = _WithoutZeros("{0}").visit(used["digamma"])
        constants = [f"{n} = {v!r}" for n, v in _CONSTANTS.items() if n in ast.unparse(scalar)]
        yield "\n".join([*constants, "", "", "@np.vectorize", ast.unparse(scalar)])
    texts = ast.parse(_ON_ARRAYS.format(np=arrays.name, lgamma=lgamma)).body
    written = {node.name: ast.unparse(node) for node in texts if isinstance(node, ast.FunctionDef)}
    for name in dict.fromkeys([*["softplus"] * ("logistic" in used), *used]):
        if name in written:
            yield written[name]


class _Elementwise(ast.NodeTransformer):
    """Puts functions of a library of arrays in place of Python's, where there are arrays."""

    def __init__(self, arrays: _Arrays) -> None:
        self._arrays = arrays

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        match node.func:
            # What depends on nothing that is given is a number.
            case ast.Attribute(ast.Name("math"), name) if names != {"math"}:
                template = self._arrays.functions.get(name, f"{self._arrays.name}.{name}({{0}})")
                text = template.format(", ".join(map(ast.unparse, node.args)))
                return ast.parse(text, mode="eval").body
        return node
