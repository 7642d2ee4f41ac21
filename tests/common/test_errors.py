"""One exception, six categories, and bounds that hold whoever builds it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common import errors
from narrowgate_common.errors import DETAIL_CHARS, DETAIL_LINES, MESSAGE_CHARS, Category, GatewayError

ROOT = Path(__file__).parent.parent.parent
SOURCES = sorted(
    [*ROOT.glob("common/narrowgate_common/**/*.py"), *ROOT.glob("servers/*/narrowgate_*/**/*.py")]
)
FACTORIES = ("bad_input", "not_found", "permission_denied", "upstream_error", "configuration_error")


def test_there_are_six_categories_by_these_names() -> None:
    assert [str(category) for category in Category] == [
        "bad_input", "not_found", "permission_denied", "rate_limited", "upstream_error", "configuration_error",
    ]  # fmt: skip


def test_the_bounds_are_those_that_clients_were_promised() -> None:
    assert (MESSAGE_CHARS, DETAIL_LINES, DETAIL_CHARS) == (300, 5, 200)


@pytest.mark.parametrize("name", FACTORIES)
def test_each_factory_makes_its_category_with_all_it_was_given(name: str) -> None:
    error = getattr(errors, name)("Something", reason="a_word", details=["one", "two"])

    assert error.category == Category(name)
    assert (error.reason, error.details) == ("a_word", ("one", "two"))
    assert error.message.startswith("Something")
    assert str(error) == f"{name}: {error.message}"


def test_what_is_absent_may_merely_be_hidden() -> None:
    assert (
        errors.not_found("That page").message == "That page was not found, or is not visible to this account"
    )


def test_an_error_tells_only_what_says_something() -> None:
    assert errors.bad_input("No").as_dict() == {"category": "bad_input", "message": "No"}
    nothing = GatewayError(Category.BAD_INPUT, "No", details=[], next_call={}, receipts=[])
    assert nothing.as_dict() == errors.bad_input("No").as_dict()
    told = GatewayError(
        Category.UPSTREAM_ERROR,
        "Lost",
        reason="answer_lost",
        details=["a"],
        retry_after_s=2.5,
        outcome="partial",
        request_id="r-1",
        next_call={"tool": "get", "arguments": {}},
        receipts=[{"step": "one", "done": True}],
    ).as_dict()
    assert told == {
        "category": "upstream_error",
        "message": "Lost",
        "reason": "answer_lost",
        "details": ["a"],
        "retry_after_s": 2.5,
        "outcome": "partial",
        "request_id": "r-1",
        "next": {"tool": "get", "arguments": {}},
        "receipts": [{"step": "one", "done": True}],
    }


@pytest.mark.parametrize(
    ("length", "shown"),
    [(299, "x" * 299), (300, "x" * 300), (301, "x" * 299 + "…"), (1_000_000, "x" * 299 + "…")],
)
def test_a_message_is_cut_where_its_bound_is(length: int, shown: str) -> None:
    assert errors.bad_input("x" * length).message == shown


def test_five_lines_of_details_are_kept_and_each_is_cut() -> None:
    lines = ["x" * 200, "y" * 201, "c", "d", "e", "f"]

    assert errors.bad_input("No", details=lines).details == ("x" * 200, "y" * 199 + "…", "c", "d", "e")


@given(st.text(), st.lists(st.text(), max_size=10), st.sampled_from(FACTORIES), st.integers(1, 400))
def test_whatever_it_is_made_of_an_error_has_bounds(
    message: str, details: list[str], name: str, times: int
) -> None:
    told = getattr(errors, name)(message * times, details=[line * times for line in details]).as_dict()

    assert len(told["message"]) <= MESSAGE_CHARS
    assert len(told.get("details", [])) <= DETAIL_LINES
    assert all(len(line) <= DETAIL_CHARS for line in told.get("details", []))


def calls(inside: ast.AST) -> Iterator[ast.Call]:
    """Every place where an error is built."""
    for node in ast.walk(inside):
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if name in {*FACTORIES, "GatewayError"} and isinstance(node, ast.Call):
            yield node


def reasons(node: ast.AST | None) -> Iterator[Any]:
    """The words a reason may be; a word of a table or of another error is checked where it stands."""
    if isinstance(node, ast.Constant):
        yield node.value
    elif isinstance(node, (ast.IfExp, ast.BoolOp)):
        for part in ast.iter_child_nodes(node):
            yield from reasons(part)


def test_every_reason_is_a_stable_machine_word() -> None:
    found = {
        (source.name, word)
        for source in SOURCES
        for call in calls(ast.parse(source.read_text("utf-8")))
        for keyword in call.keywords
        if keyword.arg == "reason"
        for word in reasons(keyword.value)
        if isinstance(word, str)
    }
    assert len(found) > 100
    assert [each for each in found if not re.fullmatch(r"[a-z]+(_[a-z]+)*", each[1])] == []


def test_no_error_repeats_the_words_of_an_exception() -> None:
    """They may hold an address, a path, a value: what they say is known here and said in our words."""
    repeating = {
        source.name
        for source in SOURCES
        for handler in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(handler, ast.ExceptHandler) and handler.name
        if "GatewayError" not in ast.unparse(handler.type or ast.Constant(None))
        for call in calls(handler)
        if handler.name in {name for node in ast.walk(call) for name in names_shown(node)}
    }
    assert repeating == set()


def names_shown(node: ast.AST) -> list[str]:
    """A name that is printed as it is, or by `str` or `repr`."""
    if isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Name):
        return [node.value.id]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"str", "repr"}:
        return [each.id for each in node.args if isinstance(each, ast.Name)]
    return []
