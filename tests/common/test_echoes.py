import json

import pytest
from pydantic import SecretStr
from tests.common.fake_product import SECRET
from tests.common.fake_vendor import APPEND, READ, Vendor
from tests.common.wire_calls import JSON, answered

from narrowgate_common.echoes import Echoes
from narrowgate_common.errors import GatewayError
from narrowgate_common.operations import Operation
from narrowgate_common.routes import FilePart, Request, Route
from narrowgate_sandbox.fault_proxy import Fault

TOKEN = "a/b+c=d/e"
POST = Route("post", Operation.APPEND, "POST", "/things", frozenset({"text"}))


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (f"token {TOKEN}, {TOKEN}!", "token [redacted], [redacted]!"),
        ("?t=a%2Fb%2Bc%3Dd%2Fe", "?t=[redacted]"),
        (r'{"t": "a\/b+c=d\/e"}', '{"t": "[redacted]"}'),
        ("a/b+c=d/", "a/b+c=d/"),
        ("", ""),
    ],
)
def test_every_spelling_of_a_secret_is_cut_out_and_nothing_else(body: str, left: str) -> None:
    assert Echoes([SecretStr(TOKEN)]).cut(body.encode()).decode() == left


def test_a_secret_within_another_goes_with_it() -> None:
    echoes = Echoes([SecretStr("secret-1"), SecretStr("my-secret-1-of-two")])

    assert echoes.cut(b"my-secret-1-of-two secret-1") == b"[redacted] [redacted]"


@pytest.mark.parametrize("secret", ["", "a", "letters"])
def test_what_could_stand_anywhere_is_left_alone(secret: str) -> None:
    assert Echoes([SecretStr(secret)]).cut(b"a letters") == b"a letters"


def test_a_secret_of_eight_characters_is_one() -> None:
    assert Echoes([SecretStr("12345678")]).cut(b"12345678") == b"[redacted]"


def test_half_a_character_in_a_secret_stops_nothing() -> None:
    assert Echoes([SecretStr("12345678\ud800")]).cut(b"x") == b"x"


@pytest.mark.anyio
@pytest.mark.parametrize("status", [200, 400, 403, 500])
async def test_the_credential_does_not_come_back_in_an_answer(status: int, vendor: Vendor) -> None:
    body = json.dumps({"errorMessages": [f"Bearer {SECRET} is wrong"], "proxy": "word-of-the-proxy"}).encode()

    for request in (READ, APPEND):
        reply = await answered(
            vendor,
            Fault.answer(status, body, headers=JSON),
            request,
            hidden=(SecretStr("word-of-the-proxy"),),
        )
        assert reply.json == {"errorMessages": ["Bearer [redacted] is wrong"], "proxy": "[redacted]"}


@pytest.mark.parametrize(
    "request_",
    [
        Request(POST, json={"body": {"content": [{"text": f"it is {SECRET}, keep it"}]}}),
        Request(POST, query={"text": SECRET}),
        Request(POST, file=FilePart("notes.txt", f"token={SECRET}\n".encode())),
    ],
)
def test_our_own_credential_does_not_leave_in_a_text(request_: Request) -> None:
    with pytest.raises(GatewayError) as caught:
        Echoes([SecretStr(SECRET)]).refuse(request_)
    assert (caught.value.category, caught.value.reason) == ("bad_input", "secret_detected")
    assert SECRET not in str(caught.value.as_dict())


def test_other_texts_leave() -> None:
    Echoes([SecretStr(SECRET)]).refuse(Request(POST, json={"body": "nothing of it"}))
    Echoes([SecretStr("short")]).refuse(Request(POST, json={"body": "in short"}))
