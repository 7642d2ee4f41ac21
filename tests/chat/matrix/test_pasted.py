"""What people paste of Matrix."""

import pytest

from narrowgate_chat.adapters.matrix.pasted import channel_name, message_ref
from narrowgate_chat.port import MessageRef, Name

ROOM = "!abc:example.com"


@pytest.mark.parametrize(
    ("pasted", "name"),
    [
        (ROOM, Name(id=ROOM)),
        ("!NewerRoomsHaveNoServer", Name(id="!NewerRoomsHaveNoServer")),
        ("#dev:example.com", Name(name="dev:example.com")),
        ("@ann:example.com", Name(person="@ann:example.com")),
        ("https://matrix.to/#/%23dev%3Aexample.com", Name(name="dev:example.com")),
        ("https://matrix.to/#/@ann:example.com", Name(person="@ann:example.com")),
        ("https://elsewhere.example/#/!abc:example.com", None),
        ("!../..", None),
        ("dev", None),
    ],
)
def test_a_channel_is_known_by_its_form(pasted: str, name: Name | None) -> None:
    assert channel_name(pasted) == name


@pytest.mark.parametrize(
    "pasted",
    [
        f"{ROOM}/$event_1-a",
        f"https://matrix.to/#/{ROOM}/$event_1-a?via=example.com",
        "https://matrix.to/#/!abc%3Aexample.com/%24event_1-a",
    ],
)
def test_a_message_is_known_with_its_room(pasted: str) -> None:
    assert message_ref(pasted) == MessageRef(Name(id=ROOM), "$event_1-a")


@pytest.mark.parametrize("pasted", ["$event", f"{ROOM}/", f"{ROOM}/event", f"{ROOM}/$a/$b/..", "@a:b.c/$e"])
def test_what_names_no_message_is_none(pasted: str) -> None:
    assert message_ref(pasted) is None
