"""Kernels of numbers as kernels of arrays, in NumPy, torch or JAX.

Kernels are straight lines of arithmetic, so that most of them take arrays as they are: what is left
are choices, tests, and functions of Python's math.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True)
class Library:
    """A library of arrays: its name in code, how a file starts, and what it calls differently."""

    name: str
    start: str
    functions: Mapping[str, str]
    given: str
    """How an argument becomes an array."""
    number: str = "{0}"
    """How one of two numbers is written, between which torch would choose in single precision."""


NUMPY: Final = Library(
    "np",
    "import math\n\nimport numpy as np\n\n"
    "_gamma = np.vectorize(math.gamma, otypes=[float])  # NumPy has neither\n"
    "_lgamma = np.vectorize(math.lgamma, otypes=[float])\n",
    MappingProxyType({"gamma": "_gamma({0})", "lgamma": "_lgamma({0})", "pow": "np.power({0})"}),
    "np.asarray({0}, float)",
)
TORCH: Final = Library(
    "torch",
    "import math\n\nimport torch\n\ndigamma = torch.digamma\n",
    MappingProxyType({"gamma": "torch.exp(torch.lgamma({0}))", "lgamma": "torch.lgamma({0})"}),
    "torch.as_tensor({0}, dtype=torch.float64)",
    "torch.tensor({0}, dtype=torch.float64)",
)
JAX: Final = Library(
    "jnp",
    "import math\n\nimport jax\nimport jax.numpy as jnp\n"
    "from jax.scipy.special import digamma\n"
    "from jax.scipy.special import gammaln as _lgamma\n\n"
    'jax.config.update("jax_enable_x64", True)  # single precision loses half of the digits\n',
    MappingProxyType(
        {"gamma": "jnp.exp(_lgamma({0}))", "lgamma": "_lgamma({0})", "pow": "jnp.power({0})"}
    ),
    "jnp.asarray({0}, jnp.float64)",
)


class Elementwise(ast.NodeTransformer):
    """Makes of a kernel without loops one that works element by element."""

    def __init__(self, library: Library = NUMPY, *, in_symppm: bool = False) -> None:
        self._library, self._in_symppm = library, in_symppm
        self._numbers = {"math"}

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        """Note which names are plain numbers."""
        self.generic_visit(node)
        if self._is_number(node.value):
            self._numbers |= {each.id for each in node.targets if isinstance(each, ast.Name)}
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Put a function of the library in place of Python's; of plain numbers, Python's stays."""
        plain = self._in_symppm or self._is_number(node)
        self.generic_visit(node)
        np, own = self._library.name, self._library.functions
        match node.func:
            case ast.Attribute(ast.Name("math"), name) if not plain:
                return self._written(own.get(name, f"{np}.{name}({{0}})"), node.args)
            case ast.Name("max" | "min" as name):
                pair = f"{np}.{name}imum({{0}})"
                parts = map(self._held, node.args)
                return functools.reduce(lambda one, two: self._written(pair, [one, two]), parts)
            case ast.Name(name) if name in own:
                return self._written(own[name], node.args)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Choose by element."""
        self.generic_visit(node)
        one, other = node.body, node.orelse
        one = self._held(one) if self._is_number(other) else one
        return self._written(f"{self._library.name}.where({{0}})", [node.test, one, other])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.UnaryOp:
        """Negate by element."""
        self.generic_visit(node)
        return ast.UnaryOp(ast.Invert(), node.operand) if isinstance(node.op, ast.Not) else node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Join tests by element."""
        self.generic_visit(node)
        return self._joined(
            ast.BitAnd() if isinstance(node.op, ast.And) else ast.BitOr(), node.values
        )

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Compare neighbours; complex numbers, which carry a derivative, by their real parts."""
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        if self._in_symppm:
            sides = [ast.Attribute(each, "real", ast.Load()) for each in sides]
        pairs = zip(sides, node.ops, sides[1:], strict=False)
        return self._joined(ast.BitAnd(), [ast.Compare(one, [by], [two]) for one, by, two in pairs])

    def _is_number(self, node: ast.expr) -> bool:
        return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} <= self._numbers

    def _held(self, node: ast.expr) -> ast.expr:
        """Return what torch takes for a tensor of double precision, a plain number included."""
        return self._written(self._library.number, [node]) if self._is_number(node) else node

    @staticmethod
    def _joined(operator: ast.operator, parts: Iterable[ast.expr]) -> ast.expr:
        return functools.reduce(lambda one, two: ast.BinOp(one, operator, two), parts)

    @staticmethod
    def _written(template: str, parts: list[ast.expr]) -> ast.expr:
        text = template.format(", ".join(map(ast.unparse, parts)))
        return ast.parse(text, mode="eval").body
