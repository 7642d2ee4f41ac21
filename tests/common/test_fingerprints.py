import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.errors import GatewayError
from narrowgate_common.fingerprints import canonical, fingerprint

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)
ARGUMENTS = st.dictionaries(st.text(), VALUES)


@given(VALUES)
def test_a_value_is_spelled_in_ascii_and_read_back_as_itself(value: object) -> None:
    assert json.loads(canonical(value).decode("ascii")) == value


@given(ARGUMENTS)
def test_the_order_of_keys_does_not_matter(arguments: dict[str, object]) -> None:
    turned = dict(reversed(arguments.items()))

    assert fingerprint("t", arguments, files={}) == fingerprint("t", turned, files={})


@given(ARGUMENTS, st.text(), st.text())
def test_the_request_id_is_no_part_of_what_a_call_does(
    arguments: dict[str, object], one: str, two: str
) -> None:
    named = [fingerprint("t", {**arguments, "request_id": name}, files={}) for name in (one, two)]

    assert named[0] == named[1]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({"n": 1}, {"n": True}),
        ({"n": 1}, {"n": 1.0}),
        ({"n": 1}, {"n": "1"}),
        ({"n": None}, {}),
        ({"n": [1, 2]}, {"n": [2, 1]}),
        ({"n": "é"}, {"n": "e\u0301"}),
        ({"n": " a"}, {"n": "a"}),
        ({"a": {"b": 1}}, {"a": {}, "b": 1}),
        ({"body": 'x","y":"z'}, {"body": "x", "y": "z"}),
    ],
)
def test_what_differs_in_json_differs_in_the_fingerprint(
    one: dict[str, object], two: dict[str, object]
) -> None:
    assert fingerprint("t", one, files={}) != fingerprint("t", two, files={})


def test_another_tool_is_another_call() -> None:
    assert fingerprint("a", {"n": 1}, files={}) != fingerprint("b", {"n": 1}, files={})


def test_the_same_path_with_other_bytes_is_another_call() -> None:
    before, after = (fingerprint("t", {"path": "a.txt"}, files={"path": content}) for content in ("00", "01"))

    assert before != after


def test_a_file_is_no_argument_of_the_same_name() -> None:
    assert fingerprint("t", {"path": "00"}, files={}) != fingerprint("t", {}, files={"path": "00"})


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_does_not_have_is_refused(number: float) -> None:
    with pytest.raises(GatewayError) as refused:
        canonical({"a": [number]})

    assert (refused.value.category, refused.value.reason) == ("bad_input", "not_json")
