"""A model's formulas as one file that needs nothing of symppm, in any of eight languages."""

from __future__ import annotations

import ast
import inspect
import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import SourceLoader
from types import ModuleType
from typing import Final, cast

from symppm.codegen import special
from symppm.codegen.languages import ARRAYS, LANGUAGES, Numba, NumPy
from symppm.codegen.printer import local_name
from symppm.codegen.runtime import OK, ScalarKernel
from symppm.codegen.spec import ModelSpec
from symppm.errors import ParameterError, conjunction, did_you_mean

_WIDTH: Final = 96
_SIZES: Final = (1.0, 0.5, 0.25, 0.125)
_HUGE: Final = 1e6
"""Of example numbers, and of the moments at them."""
NAMES: Final = ("numba", *ARRAYS, *LANGUAGES)
_GUARDED: Final = """
def {name}({arguments}):
    \"\"\"{doc}\"\"\"
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
            do=did_you_mean(language, NAMES, listed=True),
        )
    return language.lower()


def standalone(module: ModuleType, language: str, title: str = "") -> str:
    """Write a generated module in a language, under another title than its own if there is one."""
    language = checked(language)
    loader = cast(SourceLoader, module.__loader__)
    tree = ast.parse(loader.get_source(module.__name__) or "")
    own = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    own = [node for node in own if ast.unparse(node.body[-1]) != "return ()"]  # no prior means
    for node in own:
        node.decorator_list = []
    inner = _special(own)
    example = _example(module)
    prefix = f"{module.SPEC.name}_" if language in LANGUAGES else ""
    head = f"{module.SPEC.name}: {title or module.SPEC.title}."
    about = [
        part
        for line in (head, *_about(module, example, prefix))
        for part in textwrap.wrap(
            line, _WIDTH, break_long_words=False,
            subsequent_indent=" " * (len(line) - len(line.lstrip()) + 4),
        ) or [""]
    ]  # fmt: skip
    if language in LANGUAGES:
        return LANGUAGES[language](prefix).file(about, inner, own)
    banner = '"""' + "\n".join(about) + '\n"""\n\n'
    if language in ARRAYS:
        return banner + _on_arrays(ARRAYS[language](), module, inner, own, example)
    compiled = (
        f'@njit(error_model="numpy", nogil=True)\n{Numba().text(f)}' for f in (*inner, *own)
    )
    return f"{banner}import math\n\nfrom numba import njit\n\n\n" + "\n\n\n".join(compiled) + "\n"


def _about(module: ModuleType, example: Mapping[str, float], prefix: str) -> Iterator[str]:
    """Say what is in a file, whose functions have names that begin with the prefix."""
    spec: ModelSpec = module.SPEC
    yield "Written by symppm from a derivation: change the model, not this file. Needs no symppm."
    yield ""
    yield "Numbers"
    for one in spec.parameters:
        yield f"    {one.name}: {one.meaning}"
    for combination in spec.identified:
        if combination.name not in {one.name for one in spec.parameters}:
            yield f"    {combination.name}: {combination.meaning}"
    if spec.moments_exist:
        yield f"Numbers of moments mean nothing unless {conjunction(spec.moments_exist)}"
    nan = ", with nan for results"
    for name, results, texts in (
        ("solve", nan, [c.text for c in spec.conditions]),
        ("solve_at_k", nan, [c.text for c in spec.conditions_at_k]),
        ("hyperparameters", "", spec.requirements),
    ):
        if texts:
            yield f"Status of {prefix}{name}: 0, or the first of these that fails{results}"
            yield from (f"    {number}  {text}" for number, text in enumerate(texts, 1))
    at = ", ".join(f"{value:g}" for value in example.values())
    values = dict(zip(spec.targets, module.moments(*example.values()), strict=True))
    shown = ", ".join(f"{n} {v:.15g}" for n, v in values.items())
    yield f"Example: {prefix}moments({at}) = {shown}"
    if spec.branches:
        given = [*values.values(), *(example[name] for name in spec.needs)]
        *result, status = module.solve(*given)
        names = [combination.name for combination in spec.identified]
        shown = ", ".join(f"{name} {v:.15g}" for name, v in zip(names, result, strict=True))
        if status == OK:
            also = "".join(f", with {name} = {example[name]:g}" for name in spec.needs)
            yield f"Example: {prefix}solve of these{also} = {shown}"


def _example(module: ModuleType) -> dict[str, float]:
    """Return a point at which the moments of every family exist, and are no huge numbers."""
    spec: ModelSpec = module.SPEC
    sign = {"negative": -1.0}

    def point(size: float) -> dict[str, float]:
        values = {}
        for n, parameter in enumerate(spec.parameters):
            integer = parameter.is_size or parameter.integer or parameter.of_data
            value = sign.get(parameter.domain, 1.0) * (3.0 + n) * (1.0 if integer else size)
            values[parameter.name] = value if parameter.upper is None else parameter.upper / 2.0
        return values

    for size in _SIZES:
        moments = module.moments(*point(size).values())
        if all(math.isfinite(m) and abs(m) < _HUGE for m in moments):
            return point(size)
    return point(1.0)


# --------------------------------------------------------------------------------- special kernels


def _special(functions: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Return the special kernels that functions call, those called first."""
    written = {
        node.name: node
        for node in ast.parse(inspect.getsource(special)).body
        if isinstance(node, ast.FunctionDef) and isinstance(vars(special)[node.name], ScalarKernel)
    }
    del written["if_ok"]  # of which every language makes nan

    def called(node: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and inner.id in written:
                yield from called(written[inner.id])  # none calls itself
                yield written[inner.id]

    kernels = list(dict.fromkeys(kernel for function in functions for kernel in called(function)))
    for node in kernels:
        node.decorator_list = []
    return kernels


# ------------------------------------------------------------------------------------------ arrays


def _on_arrays(
    library: NumPy,
    module: ModuleType,
    inner: Sequence[ast.FunctionDef],
    own: Sequence[ast.FunctionDef],
    example: Mapping[str, float],
) -> str:
    """Write kernels for arrays; where a guard fails, numbers that are feasible go on."""
    pieces = []
    for node in inner:
        for argument in node.args.args:
            argument.annotation = node.returns = None
        pieces.append(library.text(node))
    given = library.given.format("x")
    for node in own:
        name, arguments = node.name, ", ".join(a.arg for a in node.args.args)
        if not getattr(module, name).guarded:
            node.body[1:1] = ast.parse(f"[{arguments}] = [{given} for x in ({arguments},)]").body
            pieces.append(library.text(node))
            continue
        call = _GUARDED.format(
            name=name, arguments=arguments, doc=ast.get_docstring(node, clean=False), given=given,
            np=library.np, example=_point(module, node, example),
        )  # fmt: skip
        node.name, node.body = f"_{name}", node.body[1:]
        pieces += [library.text(node), call.strip("\n")]
    return library.start + "\n".join(f"\n{piece}\n" for piece in pieces if piece)


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
    return repr(tuple(known[a.arg] for a in node.args.args))
