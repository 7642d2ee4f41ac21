"""Files in three steps, and back with a token."""

from typing import Any

import httpx
import pytest
from tests.sandbox.chat_client import AGENT, ALEX, DEPLOYS, PRIYA, Json, Talk, talking, texts

NAMES = ["plain.txt", "構成図 (最終版).png", "ünï & co.bin", "no-ending"]


def uploaded(talk: Talk, name: str, content: bytes, *, form: bool = False, length: int | None = None) -> str:
    said = talk.do(
        "files.getUploadURLExternal", filename=name, length=len(content) if length is None else length
    )
    sent: Json = {"files": {"filename": (name, content)}} if form else {"content": content}
    answer = httpx.post(said["upload_url"], trust_env=False, **sent)
    assert (answer.status_code == 200) is (length is None or length == len(content))
    return str(said["file_id"])


def get(address: str, token: str | None = AGENT) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.get(address, headers=headers, trust_env=False)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", [False, True])
def test_a_file_goes_in_by_three_steps_and_comes_out_byte_by_byte(name: str, form: bool) -> None:  # noqa: FBT001
    content = bytes(range(256))
    with talking() as talk:
        file = uploaded(talk, name, content, form=form)
        room = talk.channel("ops").id
        done = talk.do(
            "files.completeUploadExternal",
            files=[{"id": file, "title": "A title"}],
            channel_id=room,
            initial_comment="look",
        )
        assert (done["files"][0]["id"], done["files"][0]["title"]) == (file, "A title")
        message = talk.do("conversations.history", channel="#ops", limit=1)["messages"][0]
        shown = message["files"][0]
        assert (message["text"], shown["name"], shown["size"]) == ("look", name, 256)
        for key in ("url_private", "url_private_download"):
            assert get(shown[key]).content == content
        assert "attachment" in get(shown["url_private_download"]).headers["content-disposition"]
        shares = talk.do("files.info", file=file)["file"]["shares"]
        assert shares["public"][room][0]["ts"] == message["ts"]


def test_files_may_answer_a_thread() -> None:
    with talking() as talk:
        root = talk.do("chat.postMessage", channel="#ops", text="root")["ts"]
        file, room = uploaded(talk, "a.txt", b"x"), talk.channel("ops").id
        talk.do(
            "files.completeUploadExternal",
            files=[{"id": file}],
            channel_id=room,
            thread_ts=root,
            initial_comment="here",
        )
        assert texts(talk.do("conversations.replies", channel="#ops", ts=root)) == ["root", "here"]
        assert texts(talk.do("conversations.history", channel="#ops", limit=1)) == ["root"]


@pytest.mark.parametrize("token", [None, "xoxb-no", DEPLOYS])
def test_a_download_without_the_right_token_is_a_login_page_with_200(token: str | None) -> None:
    with talking() as talk:
        picture = talk.do("conversations.history", channel="#checkout", limit=1)["messages"][0]["files"][0]
        answer = get(picture["url_private"], token)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert "Sign in" in answer.text
        assert get(picture["url_private"]).headers["content-type"] == "image/png"


def test_a_private_file_is_for_those_who_see_where_it_is() -> None:
    with talking() as talk:
        file = uploaded(talk, "a.txt", b"secret")
        talk.do("files.completeUploadExternal", files=[{"id": file}])
        address = talk.do("files.info", file=file)["file"]["url_private"]
        assert get(address).content == b"secret"
        assert "Sign in" in get(address, ALEX).text
        assert talk.error("files.info", PRIYA, file=file) == "file_not_found"


def test_the_length_is_in_bytes_and_has_to_be_right() -> None:
    with talking() as talk:
        text = "日本語"
        file = uploaded(talk, "a.txt", text.encode(), length=len(text))
        assert talk.error("files.completeUploadExternal", files=[{"id": file}]) == "file_not_found"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"filename": "a.txt"}, "missing_argument"),
        ({"filename": "a.txt", "length": 0}, "missing_argument"),
        ({"filename": "", "length": 1}, "missing_argument"),
        ({"filename": "a.txt", "length": "many"}, "invalid_arguments"),
        ({"filename": "a.txt", "length": 1001}, "file_upload_size_restricted"),
    ],
)
def test_an_upload_that_cannot_be_is_refused_at_once(arguments: Json, error: str) -> None:
    with talking() as talk:
        talk.chat.temper.file_limit = 1000
        assert talk.error("files.getUploadURLExternal", **arguments) == error
        assert (
            talk.call("files.getUploadURLExternal", DEPLOYS, filename="a", length=1)["needed"]
            == "files:write"
        )


@pytest.mark.parametrize(
    ("channel", "error"),
    [
        ("random", "not_in_channel"),
        ("incidents", "channel_not_found"),
        ("old-shop", "posting_to_channel_denied"),
    ],
)
def test_a_file_is_not_shared_where_its_owner_may_not_post(channel: str, error: str) -> None:
    with talking() as talk:
        file, room = uploaded(talk, "a.txt", b"x"), talk.channel(channel)
        before = len(room.messages)
        assert talk.error("files.completeUploadExternal", files=[{"id": file}], channel_id=room.id) == error
        assert len(room.messages) == before


def test_an_upload_is_completed_once_and_by_its_owner() -> None:
    with talking() as talk:
        file = uploaded(talk, "a.txt", b"x")
        for files in ([{"id": "F0NOTHING"}], [{"id": file}, {"id": "F0NOTHING"}]):
            assert talk.error("files.completeUploadExternal", files=files) == "file_not_found"
        assert talk.error("files.completeUploadExternal", PRIYA, files=[{"id": file}]) == "file_not_found"
        wrong: list[Any] = ["x", [], [file]]
        for files in wrong:
            assert talk.error("files.completeUploadExternal", files=files) == "invalid_arguments"
        assert talk.do("files.completeUploadExternal", files=f'[{{"id":"{file}"}}]')["ok"]
        assert talk.error("files.completeUploadExternal", files=[{"id": file}]) == "file_not_found"
        assert (
            httpx.post(
                f"{talk.box.url}/slack-files/upload/v1/CwABAAAA{file}", content=b"x", trust_env=False
            ).status_code
            == 404
        )


def test_a_download_may_be_sent_on_to_a_place_that_wants_the_token_too() -> None:
    with talking() as talk:
        talk.chat.temper.files_move = True
        picture = talk.do("conversations.history", channel="#checkout", limit=1)["messages"][0]["files"][0]
        first = get(picture["url_private"])
        assert first.status_code == 302
        assert "Sign in" in get(first.headers["location"], None).text
        assert get(first.headers["location"]).content.startswith(b"\x89PNG")
