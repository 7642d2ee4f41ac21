"""Rules of the source that no linter knows: read from the syntax trees of everything the product consists of."""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRODUCT = ("common", "servers", "assistant")
ALL = (*PRODUCT, "sandbox")


@cache
def parsed(top: str) -> list[tuple[str, ast.Module]]:
    files = sorted((ROOT / top).rglob("*.py"))
    return [
        (file.relative_to(ROOT).as_posix(), ast.parse(file.read_text(encoding="utf-8"))) for file in files
    ]


def trees(*tops: str) -> Iterator[tuple[str, ast.Module]]:
    return (tree for top in tops for tree in parsed(top))


def handlers(*tops: str) -> Iterator[tuple[str, ast.ExceptHandler]]:
    for file, tree in trees(*tops):
        yield from ((file, node) for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler))


def caught(handler: ast.ExceptHandler) -> set[str]:
    """The names of what is caught; `*` for everything."""
    if handler.type is None:
        return {"*"}
    return {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)} | {
        node.attr for node in ast.walk(handler.type) if isinstance(node, ast.Attribute)
    }


def importers(module: str, *tops: str) -> set[str]:
    return {file for file, tree in trees(*tops) if module in imported(tree)}


def imported(tree: ast.Module) -> set[str]:
    plain = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    return {name.partition(".")[0] for name in plain | named}


def test_any_exception_ends_in_one_place_and_no_other() -> None:
    places = [file for file, handler in handlers(*ALL) if caught(handler) & {"Exception", "*"}]

    assert places == ["common/narrowgate_common/dispatch.py"]


def test_what_catches_everything_else_lets_it_go_on() -> None:
    """A cancellation or the end of the process passes."""
    for file, handler in handlers(*ALL):
        if "BaseException" in caught(handler):
            assert isinstance(handler.body[-1], ast.Raise), f"{file}:{handler.lineno}"


def test_nothing_suppresses_everything() -> None:
    for file, tree in trees(*ALL):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
                names = {ast.unparse(argument) for argument in node.args}
                assert not names & {"Exception", "BaseException"}, f"{file}:{node.lineno}"


ONLY = {
    "httpx": {"common/narrowgate_common/wire.py"},
    "tenacity": {"common/narrowgate_common/outbound.py"},
    "structlog": {"common/narrowgate_common/logs.py"},
    "pickle": set[str](),
    "requests": set[str](),
    "urllib3": set[str](),
    "httpcore": {"common/narrowgate_common/websocket.py"},
    "websockets": {"common/narrowgate_common/websocket.py"},
}


@pytest.mark.parametrize("module", ONLY)
def test_a_library_that_decides_is_imported_in_one_place(module: str) -> None:
    assert importers(module, *PRODUCT) == ONLY[module]


FORBIDDEN: dict[str, Callable[[ast.AST], bool]] = {
    # its message holds the whole address, with user, password and query
    "raise_for_status": lambda node: isinstance(node, ast.Attribute) and node.attr == "raise_for_status",
    # quadratic on hostile input
    "html.parser": lambda node: isinstance(node, ast.ImportFrom) and node.module == "html.parser",
    "eval": lambda node: isinstance(node, ast.Call) and ast.unparse(node.func) in {"eval", "exec"},
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_what_may_not_be_used_is_not(what: str) -> None:
    places = [
        f"{file}:{getattr(node, 'lineno', 0)}"
        for file, tree in trees(*PRODUCT)
        for node in ast.walk(tree)
        if FORBIDDEN[what](node)
    ]

    assert places == []
