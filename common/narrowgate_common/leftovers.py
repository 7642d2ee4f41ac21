"""Bytes behind the end of an answer: the client would take them for the answer to the next request."""

from __future__ import annotations

from typing import Any

_TO_THE_CONNECTION = ("stream", "_httpcore_stream", "_stream", "_connection", "_h11_state")


def retire_if_left_over(response: Any) -> None:
    """See to it that a connection with leftovers is not used again; to be called at a body's end, before it is closed.

    Servers leave some that give a 204 a body, or announce less than they send. The client does not look, and only
    this path leads to where the connection's state is (`trailing_data` of https://h11.readthedocs.io); where a later
    version of the client has no such path, nothing is done, and a test fails.
    """
    state = response
    for name in _TO_THE_CONNECTION:
        state = getattr(state, name, None)
    if state is not None and state.trailing_data[0]:
        state.send_failed()
