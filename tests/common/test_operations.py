from itertools import product

import pytest

from narrowgate_common.operations import SEND_AGAIN, Ended, Operation, may_send_again

READ, REPLACE, APPEND = Operation.READ, Operation.REPLACE, Operation.APPEND

AS_DESIGNED = {
    #  an attempt ended   may be sent again as
    Ended.NOT_SENT: {READ, REPLACE, APPEND},
    Ended.THROTTLED: {READ, REPLACE, APPEND},
    Ended.AMBIGUOUS: {READ, REPLACE},
    Ended.REJECTED: set(),
    Ended.ANSWERED: set(),
}


@pytest.mark.parametrize("ended", list(Ended))
def test_what_is_sent_again_is_what_the_table_says(ended: Ended) -> None:
    assert {operation for operation in Operation if may_send_again(ended, operation)} == AS_DESIGNED[ended]


def test_every_end_that_is_no_answer_has_a_row_for_every_operation() -> None:
    assert set(SEND_AGAIN) == set(product(set(Ended) - {Ended.ANSWERED}, Operation))


@pytest.mark.parametrize("ended", list(Ended))
def test_a_version_takes_the_repetition_of_an_ambiguous_end_and_no_other(ended: Ended) -> None:
    for operation in Operation:
        plain, guarded = may_send_again(ended, operation), may_send_again(ended, operation, guarded=True)
        assert guarded == (plain and ended is not Ended.AMBIGUOUS)


@pytest.mark.parametrize("ended", list(Ended))
def test_a_key_of_the_vendors_permits_the_repetition_of_an_ambiguous_end_and_no_other(ended: Ended) -> None:
    for operation in Operation:
        plain, keyed = may_send_again(ended, operation), may_send_again(ended, operation, keyed=True)
        assert keyed == (plain or ended is Ended.AMBIGUOUS)


@pytest.mark.parametrize("operation", list(Operation))
def test_a_version_counts_more_than_a_key(operation: Operation) -> None:
    assert not may_send_again(Ended.AMBIGUOUS, operation, guarded=True, keyed=True)


def test_a_stronger_operation_covers_the_weaker_ones() -> None:
    covered = {(one, other) for one, other in product(Operation, Operation) if one.covers(other)}

    assert covered == {
        (READ, READ),
        (REPLACE, READ),
        (REPLACE, REPLACE),
        (APPEND, READ),
        (APPEND, REPLACE),
        (APPEND, APPEND),
    }
