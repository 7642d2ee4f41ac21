from itertools import product

import pytest

from narrowgate_common.claims import CallIdentity, Progress, Standing, State, Verdict, judge
from narrowgate_common.errors import GatewayError

NOTHING, ANSWERED, UNANSWERED = Progress.NOTHING_SENT, Progress.ALL_ANSWERED, Progress.UNANSWERED


@pytest.mark.parametrize(
    ("state", "progress", "verdict"),
    [
        (State.OPEN, NOTHING, Verdict.FRESH),
        (State.OPEN, ANSWERED, Verdict.RESUME),
        (State.OPEN, UNANSWERED, Verdict.LOOK),
        (State.PARTIAL, NOTHING, Verdict.RESUME),
        (State.PARTIAL, ANSWERED, Verdict.RESUME),
        (State.PARTIAL, UNANSWERED, Verdict.LOOK),
        (State.UNKNOWN, NOTHING, Verdict.LOOK),
        (State.UNKNOWN, ANSWERED, Verdict.LOOK),
        (State.UNKNOWN, UNANSWERED, Verdict.LOOK),
        (State.DONE, ANSWERED, Verdict.EARLIER),
    ],
)
@pytest.mark.parametrize("tied", [True, False])
def test_what_a_call_gets_when_nobody_works_on_the_earlier_one(
    *, state: State, progress: Progress, verdict: Verdict, tied: bool
) -> None:
    assert judge(Standing(state, progress), tied=tied) is verdict


@pytest.mark.parametrize("progress", Progress)
@pytest.mark.parametrize("tied", [True, False])
def test_a_call_in_flight_is_waited_for_however_far_it_is(*, progress: Progress, tied: bool) -> None:
    assert judge(Standing(State.OPEN, progress, in_flight=True), tied=tied) is Verdict.WAIT


@pytest.mark.parametrize("state", [State.PARTIAL, State.UNKNOWN])
@pytest.mark.parametrize("progress", Progress)
@pytest.mark.parametrize("tied", [True, False])
def test_nobody_waits_for_a_call_that_has_ended_though_its_process_lives(
    *, state: State, progress: Progress, tied: bool
) -> None:
    ended, alive = Standing(state, progress), Standing(state, progress, in_flight=True)
    assert judge(alive, tied=tied) is judge(ended, tied=tied)


@pytest.mark.parametrize(
    ("tied", "delivered", "verdict"),
    [
        (True, True, Verdict.EARLIER),
        (True, False, Verdict.EARLIER),
        (False, False, Verdict.EARLIER),
        (False, True, Verdict.NEW),
    ],
)
def test_done_may_be_said_twice_but_only_after_a_delivery_and_without_a_request_id(
    *, tied: bool, delivered: bool, verdict: Verdict
) -> None:
    assert judge(Standing(State.DONE, ANSWERED, delivered=delivered), tied=tied) is verdict


@pytest.mark.parametrize(
    ("state", "in_flight", "delivered", "tied"),
    list(product(State, [True, False], [True, False], [True, False])),
)
def test_nothing_may_send_while_a_step_has_no_answer(
    *, state: State, in_flight: bool, delivered: bool, tied: bool
) -> None:
    verdict = judge(Standing(state, UNANSWERED, in_flight=in_flight, delivered=delivered), tied=tied)

    assert verdict not in {Verdict.FRESH, Verdict.RESUME}


@pytest.mark.parametrize(
    ("dispatched", "answered", "progress"),
    [(0, 0, NOTHING), (1, 1, ANSWERED), (3, 3, ANSWERED), (1, 0, UNANSWERED), (3, 2, UNANSWERED)],
)
def test_progress_is_told_by_the_steps(dispatched: int, answered: int, progress: Progress) -> None:
    assert Progress.of(dispatched=dispatched, answered=answered) is progress


@pytest.mark.parametrize(
    "request_id", [None, "a", "ng-abc", "550e8400-e29b-41d4-a716-446655440000", "x" * 128]
)
def test_a_request_id_may_be_any_short_printable_word(request_id: str | None) -> None:
    assert CallIdentity("p", "t", "f", request_id).request_id == request_id


@pytest.mark.parametrize(
    "request_id", ["", " ", "a b", "a\n", "x" * 129, "é", "a\x00", "\ud800", "\u202eabc", "\x7f"]
)
def test_any_other_request_id_is_refused(request_id: str) -> None:
    with pytest.raises(GatewayError) as refused:
        CallIdentity("p", "t", "f", request_id)

    assert (refused.value.category, refused.value.reason) == ("bad_input", "bad_request_id")
