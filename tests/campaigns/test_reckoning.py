"""A campaign that could not fail would prove nothing: each way of being wrong is told."""

from typing import Any

import pytest
from tests.campaigns.plan import FATES, Kind, Planned, Repeat
from tests.campaigns.reckoning import COLUMNS, LOST, Story, Told, Verdict, objection, problems, reckoned, told

CALL = Planned(7, Kind.CREATE, FATES[0], Repeat.NEVER, named=False)
NEXT = {"tool": "search_issues", "arguments": {}}
DONE = Told(Verdict.DONE, "SHOP-7")
FOUND = Told(Verdict.RECONCILED, "SHOP-7")
UNKNOWN = Told(Verdict.UNKNOWN, next=NEXT)
REFUSED = Told(Verdict.REFUSED)
IGNORED = Told(Verdict.IGNORED)
UNREAD = Told(Verdict.DONE, "SHOP-7", verified=False)

Case = tuple[list[Told], bool | None, list[str]]
"""What was told, whether `next` showed it, and what there is."""

RIGHT: dict[str, Case] = {
    "done": ([DONE], None, ["SHOP-7"]),
    "found by looking": ([FOUND], None, ["SHOP-7"]),
    "done twice said": ([DONE, DONE], None, ["SHOP-7"]),
    "unknown, then found": ([UNKNOWN, FOUND], None, ["SHOP-7"]),
    "unknown and shown": ([UNKNOWN], True, ["SHOP-7"]),
    "unknown and nothing": ([UNKNOWN], False, []),
    "refused": ([REFUSED], None, []),
    "refused, then done": ([REFUSED, DONE], None, ["SHOP-7"]),
    "ignored": ([IGNORED], None, []),
    "accepted by a gateway and never read back": ([UNREAD], None, []),
}
WRONG: dict[str, Case] = {
    "happened 2 times": ([DONE], None, ["SHOP-7", "SHOP-8"]),
    "told done, and nothing happened": ([DONE], None, []),
    "told reconciled, and nothing happened": ([FOUND], None, []),
    "told ['SHOP-7'], and there is ['SHOP-8']": ([DONE], None, ["SHOP-8"]),
    "told refused, and it happened": ([REFUSED], None, ["SHOP-7"]),
    "told ignored, and it happened": ([IGNORED], None, ["SHOP-7"]),
    "unknown without a `next`": ([Told(Verdict.UNKNOWN)], None, []),
    "unknown, it happened, and `next` does not show it": ([UNKNOWN], False, ["SHOP-7"]),
    "unknown, and `next` shows what did not happen": ([UNKNOWN], True, []),
    "never answered": ([LOST], None, []),
    "an unexpected exception": ([Told(Verdict.REFUSED, reason="internal")], None, []),
}


@pytest.mark.parametrize("case", RIGHT.values(), ids=RIGHT)
def test_what_was_told_truly_has_no_objection(case: Case) -> None:
    answers, found, effects = case
    assert objection(Story(CALL, answers, found), effects, len(effects)) is None


@pytest.mark.parametrize(("said", "case"), WRONG.items(), ids=WRONG)
def test_every_way_of_being_wrong_is_told(said: str, case: tuple[list[Told], bool | None, list[str]]) -> None:
    answers, found, effects = case
    assert objection(Story(CALL, answers, found), effects, 1) == said
    (row,) = reckoned([Story(CALL, answers, found)], {7: effects}, {7: 1})
    assert said in problems([row])[0]


def test_the_columns_of_the_table_add_up_to_the_effects() -> None:
    stories = [Story(CALL, answers, found) for answers, found, _ in RIGHT.values()]
    for story, (_, _, effects) in zip(stories, RIGHT.values(), strict=True):
        (row,) = reckoned([story], {7: effects}, {})
        assert (row.column in COLUMNS[:3]) == bool(effects)
        assert row.column in COLUMNS


def test_a_write_that_reached_the_tracker_twice_is_wrong_even_if_it_shows_once() -> None:
    assert objection(Story(CALL, [DONE]), ["SHOP-7"], 2) == "the write reached the tracker 2 times"


@pytest.mark.parametrize(
    ("answered", "verdict"),
    [
        (None, LOST),
        ({"structuredContent": {"key": "SHOP-7"}}, DONE),
        ({"structuredContent": {"key": "SHOP-7", "reconciled": True}}, FOUND),
        ({"structuredContent": {"key": "SHOP-7", "ignored": ["title"]}}, DONE),
        ({"isError": True, "structuredContent": {"error": {"category": "rate_limited"}}}, REFUSED),
        ({"isError": True, "structuredContent": {"error": {"outcome": "unknown", "next": NEXT}}}, UNKNOWN),
        ({"isError": True}, REFUSED),
    ],
)
def test_the_wires_answer_is_a_verdict(answered: dict[str, Any] | None, verdict: Told) -> None:
    assert told(Kind.CREATE, answered) == verdict
