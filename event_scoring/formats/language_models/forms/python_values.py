"""Values of Python code, computed without executing it: literals, their sums, and calls of names."""

from __future__ import annotations

import ast
import builtins
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeGuard, TypeVar

_WARNINGS = threading.Lock()
"""Guards the filters of Python's warnings, which all threads share."""


class UnreadableCodeError(Exception):
    """Raised for text that is not Python, or holds more than literals and calls of names."""


@dataclass(slots=True)
class NameOrCall:
    """A name, or the call of a name with its values."""

    name: str
    is_call: bool = False
    positional: list[Any] = field(default_factory=list)
    keywords: dict[str, Any] = field(default_factory=dict)


def parse_code(code: str, mode: str = "exec") -> Any:
    """Return the syntax tree of code.

    Raises:
        UnreadableCodeError: if it is not Python.
    """
    try:
        with _WARNINGS, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an escape that Python does not know is kept as it is, with a warning
            return ast.parse(code, mode=mode)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise UnreadableCodeError("no Python code") from error


def evaluate_literals(code: str, check_call: Callable[[NameOrCall], None]) -> Any:
    """Return the value of an expression, with `NameOrCall` in place of names and calls.

    Args:
        code: The expression.
        check_call: A function that receives each call of a name, and may raise `UnreadableCodeError`.

    Examples:
        >>> evaluate_literals("[Attack('hit', target=['a' 'b', -1])]", lambda call: None)
        [NameOrCall(name='Attack', is_call=True, positional=['hit'], keywords={'target': ['ab', -1]})]

    Raises:
        UnreadableCodeError: if it is not an expression of literals, sums and calls.
    """
    try:
        return _Reader(check_call).value_of(parse_code(code.lstrip(" \t"), "eval").body)
    except (ValueError, TypeError, OverflowError, RecursionError, MemoryError) as error:
        raise UnreadableCodeError("a value that cannot be computed") from error


@dataclass(frozen=True, slots=True)
class _Reader:
    check_call: Callable[[NameOrCall], None]

    def value_of(self, node: ast.expr) -> Any:
        value = self.value_of
        match node:
            case ast.Constant():
                return node.value
            case ast.List():
                return [value(item) for item in node.elts]
            case ast.Tuple():
                return tuple(value(item) for item in node.elts)
            case ast.Set():
                return {value(item) for item in node.elts}
            case ast.Dict():
                pairs = zip(node.keys, node.values, strict=True)
                return {value(key): value(item) for key, item in pairs if _is_given(key)}
            case ast.JoinedStr() if all(isinstance(part, ast.Constant) for part in node.values):
                return "".join(value(part) for part in node.values)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return -number
            case ast.BinOp(op=ast.Add()):
                return _sum(value(node.left), value(node.right))
            case ast.Name():
                return NameOrCall(node.id)
            case ast.Call(func=ast.Name(id=name)):
                return self.call_of(node, name)
        raise UnreadableCodeError(f"a value that cannot be computed ({type(node).__name__})")

    def call_of(self, node: ast.Call, name: str) -> NameOrCall:
        if hasattr(builtins, name):
            raise UnreadableCodeError(f"a call that would have to be executed ({name})")
        names = [keyword.arg for keyword in node.keywords if _is_given(keyword.arg)]
        if len(set(names)) != len(names):
            raise UnreadableCodeError("a keyword given twice")
        values = [self.value_of(keyword.value) for keyword in node.keywords]
        positional = [self.value_of(item) for item in node.args]
        call = NameOrCall(name, True, positional, dict(zip(names, values, strict=True)))
        self.check_call(call)
        return call


_Given = TypeVar("_Given")


def _is_given(key: _Given | None) -> TypeGuard[_Given]:
    """Whether a key of a dict or a call is written, which it is not where a dict is unpacked."""
    if key is None:
        raise UnreadableCodeError("an unpacked value")
    return True


def _sum(left: Any, right: Any) -> Any:
    if type(left) is not type(right) or not isinstance(left, str | list | tuple):
        raise UnreadableCodeError("a sum that cannot be computed")
    return left + right
