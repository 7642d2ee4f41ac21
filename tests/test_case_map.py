"""The map of attack cases is complete, and leads to tests that exist."""

from copy import deepcopy
from typing import Any

import pytest
from tests.case_map import COUNTS, account, exists, problems, read


def test_every_case_is_held_by_a_test_or_has_a_reason() -> None:
    assert problems(read()) == []


def test_the_account_names_every_group_and_every_reason() -> None:
    told = read()
    text = "\n".join(account(told))
    assert all(f"\n{group} " in text for group in COUNTS)
    assert all(words in text for words in told["reasons"].values())
    assert f"{sum(COUNTS.values())}" in text


def changed(change: Any) -> list[str]:
    told = deepcopy(read())
    change(told["cases"], told["reasons"])
    return problems(told)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda cases, _: cases.pop("A01"), "group A has 24 cases, not 25"),
        (lambda cases, _: cases.update(A99=cases["A01"]), "group A has 26 cases, not 25"),
        (lambda cases, _: cases.update(Z01=cases["A01"]), "Z01: is no case"),
        (lambda cases, _: cases["A01"].update(title=" "), "A01: has no title"),
        (lambda cases, _: cases["A01"].update(tests=[]), "A01: has either tests or a reason"),
        (lambda cases, _: cases["A01"].update(reason="docs"), "A01: has either tests or a reason"),
        (lambda cases, _: cases["C07"].update(reason="because"), "C07: its reason is empty"),
        (lambda _, reasons: reasons.update(docs=""), "C15: its reason is empty"),
        (lambda _, reasons: reasons.update(more="words"), "reason more is not used"),
        (lambda cases, _: cases["A01"].update(tests=["tests/test_case_map.py::test_no"]), "A01: there is no tests/"),
    ],
)  # fmt: skip
def test_a_gap_is_told(change: Any, said: str) -> None:
    assert any(line.startswith(said) for line in changed(change))


@pytest.mark.parametrize(
    "node",
    [
        "",
        "tests/test_case_map.py",
        "tests/test_case_map.py::changed",
        "tests/absent.py::test_x",
        "common/x.py::test_x",
    ],
)
def test_what_is_no_test_is_not_taken_for_one(node: str) -> None:
    assert not exists(node)
    assert exists("tests/test_case_map.py::test_a_gap_is_told")
