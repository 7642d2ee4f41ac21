"""Small faults, one at a time: what a careless edit would do to a module."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from types import CodeType
from typing import Any

_NOT_RUN = {"decorator_list", "annotation", "returns", "type_comment"}
_REGEX_CALLS = {"compile", "sub", "search", "match", "fullmatch", "split", "finditer", "findall"}
_TABLE_ROWS = 12
"""Of a longer table only the first and the last row are taken away."""

Fault = tuple[str, Any]
"""What was done, and the node that stands in the place of the right one."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault at one place of a tree."""

    line: int
    what: str
    owner: ast.AST
    field: str
    index: int | None
    new: Any

    def compiled(self, tree: ast.Module, path: str) -> CodeType:
        """The whole module with this fault; the tree is as before afterwards."""
        old = self._put(self.new)
        try:
            return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
        finally:
            self._put(old)

    def _put(self, node: Any) -> Any:
        if self.index is None:
            old = getattr(self.owner, self.field)
            setattr(self.owner, self.field, node)
            return old
        held = getattr(self.owner, self.field)
        old, held[self.index] = held[self.index], node
        return old


def mutants(tree: ast.Module) -> list[Mutant]:
    """Every fault this module knows, in the order of the text."""
    return sorted(_of(tree, in_regex=False), key=lambda each: each.line)


def _of(owner: ast.AST, *, in_regex: bool) -> Iterator[Mutant]:
    for field, index, node in _children(owner):
        if (
            _says_nothing(node)
            or _is_for_types(node)
            or (_is_enumeration(owner) and isinstance(node, ast.Assign))
        ):
            continue
        regex = in_regex or _makes_regex(owner, field, index) or _looks_like_regex(node)
        if not _is_label(owner, node):
            for what, new in _faults(node, owner, in_regex=regex):
                yield Mutant(getattr(node, "lineno", 0), what, owner, field, index, new)
        yield from _of(node, in_regex=regex)


def _children(owner: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(owner):
        if field in _NOT_RUN:
            continue
        if isinstance(value, ast.AST):
            yield field, None, value
        elif isinstance(value, list):
            yield from ((field, index, each) for index, each in enumerate(value) if isinstance(each, ast.AST))


def _says_nothing(node: ast.AST) -> bool:
    """A docstring."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _is_for_types(node: ast.AST) -> bool:
    """What only checkers of types read, and lists of what a module exports."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
        return isinstance(node.value.func, ast.Name) and node.value.func.id == "TypeVar"
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "__all__"
    )


def _is_label(owner: ast.AST, node: ast.AST) -> bool:
    """The pair of a key, a value that is returned with others: without one of them nothing would run."""
    return isinstance(node, ast.Tuple) and isinstance(owner, (ast.Dict, ast.Subscript, ast.Return, ast.Tuple))


def _is_enumeration(node: ast.AST) -> bool:
    """Its words name its members; another word would do as well."""
    return isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(base) for base in node.bases)


def _makes_regex(owner: ast.AST, field: str, index: int | None) -> bool:
    return (
        isinstance(owner, ast.Call)
        and (field, index) == ("args", 0)
        and isinstance(owner.func, ast.Attribute)
        and isinstance(owner.func.value, ast.Name)
        and (owner.func.value.id, owner.func.attr in _REGEX_CALLS) == ("re", True)
    )


def _looks_like_regex(node: ast.AST) -> bool:
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(value, str) and "\\" in value and "[" in value and "]" in value


def _faults(node: ast.AST, owner: ast.AST, *, in_regex: bool) -> Iterator[Fault]:
    if isinstance(node, ast.Constant):
        yield from _constant(node, owner, in_regex=in_regex)
        return
    for kind, make in _BY_KIND.items():
        if isinstance(node, kind):
            yield from make(node)


def _changed(node: Any, **fields: Any) -> Any:
    new = copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


# Constants


def _constant(node: ast.Constant, owner: ast.AST, *, in_regex: bool) -> Iterator[Fault]:
    value: Any = node.value
    if isinstance(value, bool):
        yield f"{value} -> {not value}", _changed(node, value=not value)
    elif isinstance(value, (int, float)):
        yield f"{value} -> {value + 1}", _changed(node, value=value + 1)
    elif isinstance(value, str) and in_regex:
        yield from ((what, _changed(node, value=new)) for what, new in _regexes(value))
    elif isinstance(value, str) and " " not in value and not isinstance(owner, ast.JoinedStr):
        # words decide, sentences are read; what stands inside an f-string is a sentence
        yield f"{value!r} changed", _changed(node, value=f"{value}x")


_BOUND = re.compile(r"(?<=[{,])[0-9]{1,4}(?=[,}])")
_QUANTIFIER = re.compile(r"(?<![\\(])[+*](?![+?])")
_CLASS = re.compile(r"(?<!\\)\[\^?(?!\])")


def _regexes(pattern: str) -> Iterator[tuple[str, str]]:
    """The pattern with one bound, one repetition or one class changed; what is no pattern then is left out."""
    for found in _BOUND.finditer(pattern):
        yield from _if_pattern(pattern, found, str(int(found[0]) + 1))
    for found in _QUANTIFIER.finditer(pattern):
        yield from _if_pattern(pattern, found, {"+": "*", "*": "+"}[found[0]])
    for found in _CLASS.finditer(pattern):
        yield from _if_pattern(pattern, found, "[" if found[0] == "[^" else "[^")


def _if_pattern(pattern: str, found: re.Match[str], new: str) -> Iterator[tuple[str, str]]:
    changed = pattern[: found.start()] + new + pattern[found.end() :]
    try:
        re.compile(changed, re.VERBOSE)
    except re.error:
        return
    around = pattern[max(0, found.start() - 8) : found.end() + 8].replace("\n", " ")
    yield f"pattern at {around!r}: {found[0]} -> {new}", changed


# Expressions

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


def _compare(node: ast.Compare) -> Iterator[Fault]:
    for index, operator in enumerate(node.ops):
        ops = [*node.ops]
        ops[index] = _COMPARED[type(operator)]()
        yield f"{type(operator).__name__} -> {type(ops[index]).__name__}", _changed(node, ops=ops)


def _both(node: ast.BoolOp) -> Iterator[Fault]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield f"{type(node.op).__name__} -> {type(other).__name__}", _changed(node, op=other)
    for index, each in enumerate(node.values):
        rest = node.values[:index] + node.values[index + 1 :]
        yield f"without {ast.unparse(each)}", rest[0] if len(rest) == 1 else _changed(node, values=rest)


def _not(node: ast.UnaryOp) -> Iterator[Fault]:
    if isinstance(node.op, ast.Not):
        yield "not ... -> ...", node.operand


def _arithmetic(node: ast.BinOp | ast.AugAssign) -> Iterator[Fault]:
    new = _ARITHMETIC.get(type(node.op))
    if new is not None:
        yield f"{type(node.op).__name__} -> {new.__name__}", _changed(node, op=new())


def _condition(node: ast.If | ast.While | ast.IfExp) -> Iterator[Fault]:
    """A single comparison or negation is turned over by its own fault."""
    if not isinstance(node.test, (ast.Compare, ast.UnaryOp)):
        yield f"not {ast.unparse(node.test)}", _changed(node, test=ast.UnaryOp(ast.Not(), node.test))


def _filter(node: ast.comprehension) -> Iterator[Fault]:
    for index, each in enumerate(node.ifs):
        yield f"without if {ast.unparse(each)}", _changed(node, ifs=node.ifs[:index] + node.ifs[index + 1 :])


_SWAPPED = {
    "min": "max", "max": "min", "any": "all", "all": "any", "fullmatch": "match", "match": "search",
    "startswith": "endswith", "endswith": "startswith", "partition": "rpartition", "rpartition": "partition",
    "lstrip": "rstrip", "rstrip": "lstrip", "issubset": "issuperset", "index": "rindex", "union": "intersection",
}  # fmt: skip
_LEFT_OUT = {"strip", "lower", "upper", "casefold", "removeprefix", "removesuffix", "total_seconds", "sorted"}


def _call(node: ast.Call) -> Iterator[Fault]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in _SWAPPED:
        key = "attr" if isinstance(node.func, ast.Attribute) else "id"
        yield f"{name} -> {_SWAPPED[name]}", _changed(node, func=_changed(node.func, **{key: _SWAPPED[name]}))
    if name in _LEFT_OUT and isinstance(node.func, ast.Attribute):
        yield f"without {name}()", node.func.value
    if name == "compile" and len(node.args) > 1:
        yield "without flags", _changed(node, args=node.args[:1])


def _slice(node: ast.Subscript) -> Iterator[Fault]:
    if isinstance(node.slice, ast.Slice):
        yield f"without [{ast.unparse(node.slice)}]", node.value


def _rows(node: Any) -> Iterator[Fault]:
    """A table, a set or a list without one of its rows."""
    count = len(node.keys if isinstance(node, ast.Dict) else node.elts)
    if count < 2 or (isinstance(node, ast.Tuple) and not isinstance(node.ctx, ast.Load)):
        return
    for index in range(count) if count <= _TABLE_ROWS else (0, count - 1):
        names = ("keys", "values") if isinstance(node, ast.Dict) else ("elts",)
        kept = {name: getattr(node, name)[:index] + getattr(node, name)[index + 1 :] for name in names}
        gone = getattr(node, names[0])[index]
        yield f"without row {'**' if gone is None else ast.unparse(gone)[:60]}", _changed(node, **kept)


# Statements


def _return(node: ast.Return) -> Iterator[Fault]:
    if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield "returns nothing", _changed(node, value=None)


def _nothing(node: ast.stmt) -> Iterator[Fault]:
    yield f"without {ast.unparse(node)[:60]}", ast.copy_location(ast.Pass(), node)


def _effect(node: ast.Expr) -> Iterator[Fault]:
    if isinstance(node.value, (ast.Call, ast.Await)):
        yield from _nothing(node)


_BY_KIND: dict[type[ast.AST] | tuple[type[ast.AST], ...], Callable[[Any], Iterator[Fault]]] = {
    ast.Compare: _compare,
    ast.BoolOp: _both,
    ast.UnaryOp: _not,
    (ast.BinOp, ast.AugAssign): _arithmetic,
    (ast.If, ast.While, ast.IfExp): _condition,
    ast.comprehension: _filter,
    ast.Call: _call,
    ast.Subscript: _slice,
    (ast.Dict, ast.Set, ast.List, ast.Tuple): _rows,
    ast.Return: _return,
    (ast.Raise, ast.Continue, ast.Break): _nothing,
    ast.Expr: _effect,
}
