"""Secrets come from where they were named, privately, and are in nothing that prints."""

import copy
import json
import os
import pickle
import stat
import traceback
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, SecretStr

from narrowgate_common.credentials import Credential, Secret
from narrowgate_common.errors import GatewayError
from narrowgate_common.secret_sources import objection_to, read_secret
from narrowgate_common.settings import SecretSource

TOKEN = "hunter2-hunter2"
ME = 1000


def from_file(path: Path | str) -> SecretStr:
    return read_secret(SecretSource(token_file=str(path)), {}, "connection.auth")


def refusal(path: Path | str) -> GatewayError:
    with pytest.raises(GatewayError) as caught:
        from_file(path)
    return told(caught.value, "connection.auth.token_file")


def told(error: GatewayError, place: str) -> GatewayError:
    shown = "".join(traceback.format_exception(error))
    assert error.category == "configuration_error"
    assert error.message.startswith(place)
    assert TOKEN not in f"{error!r} {error} {error.as_dict()} {shown}"
    return error


def kept(tmp_path: Path, content: bytes, mode: int = 0o600) -> Path:
    file = tmp_path / "token"
    file.touch()
    file.write_bytes(content)
    file.chmod(mode)
    return file


def test_a_variable_holds_the_secret() -> None:
    source = SecretSource(token_env="T")

    assert read_secret(source, {"T": f" {TOKEN}\n"}, "connection.auth").get_secret_value() == TOKEN


@pytest.mark.parametrize("environment", [{}, {"T": ""}, {"T": " \n\t"}, {"t": TOKEN}])
def test_a_variable_that_is_missing_or_empty_is_told(environment: dict[str, str]) -> None:
    with pytest.raises(GatewayError) as caught:
        read_secret(SecretSource(token_env="T"), environment, "connection.auth")

    assert told(caught.value, "connection.auth.token_env names").reason == "secret_missing"


def test_a_secret_in_place_of_a_variables_name_is_not_repeated() -> None:
    with pytest.raises(GatewayError) as caught:
        read_secret(SecretSource(token_env=TOKEN), {}, "connection.auth")

    told(caught.value, "connection.auth.token_env")


@pytest.mark.parametrize(
    "raw",
    [
        f"{TOKEN}\nX-Evil: 1",
        f"{TOKEN}\r\n{TOKEN}",
        f"{TOKEN}\x00",
        f"{TOKEN}é",
        f"{TOKEN}\udcff",
        f"\u200b{TOKEN}",
    ],
)
def test_a_secret_that_is_no_token_is_refused(raw: str, tmp_path: Path) -> None:
    with pytest.raises(GatewayError) as caught:
        read_secret(SecretSource(token_env="T"), {"T": raw}, "connection.auth")
    assert told(caught.value, "connection.auth.token_env").reason == "secret_invalid"
    assert refusal(kept(tmp_path, raw.encode("utf-8", "surrogateescape"))).reason == "secret_invalid"


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o700])
def test_a_private_file_holds_the_secret(tmp_path: Path, mode: int) -> None:
    assert from_file(kept(tmp_path, TOKEN.encode() + b"\n", mode)).get_secret_value() == TOKEN


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o666, 0o610, 0o601, 0o620, 0o602, 0o777])
def test_a_file_that_others_can_touch_is_refused(tmp_path: Path, mode: int) -> None:
    error = refusal(kept(tmp_path, TOKEN.encode(), mode))

    assert error.reason == "secret_exposed"
    assert "0600" in error.message


def test_a_symlink_is_refused_even_to_a_private_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(kept(tmp_path, TOKEN.encode()))

    assert "is a link" in refusal(tmp_path / "link").message


@pytest.mark.parametrize("place", ["absent", "token/below", ".", "nul\0byte", "x" * 300])
def test_what_is_no_file_is_refused(tmp_path: Path, place: str) -> None:
    kept(tmp_path, TOKEN.encode())

    assert refusal(f"{tmp_path}/{place}").reason in {"secret_missing", "secret_exposed"}


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)

    assert refusal(tmp_path / "pipe").reason == "secret_exposed"


@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero", "/dev/stdin"])
def test_a_device_is_refused(device: str) -> None:
    refusal(device)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "secret_missing"),
        (b" \n", "secret_missing"),
        (b"\xff\xfe", "secret_invalid"),
        (b"x" * 20_000, "secret_invalid"),
    ],
)
def test_a_file_without_a_usable_secret_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    assert refusal(kept(tmp_path, content)).reason == reason


@pytest.mark.parametrize(
    ("mode", "owner", "objection"),
    [
        (stat.S_IFREG | 0o600, ME, None),
        (stat.S_IFREG | 0o400, ME, None),
        (stat.S_IFREG | 0o600, 0, None),
        (stat.S_IFREG | 0o600, ME + 1, "belong to the account"),
        (stat.S_IFREG | 0o644, ME, "0600"),
        (stat.S_IFREG | 0o640, 0, "0600"),
        (stat.S_IFDIR | 0o700, ME, "regular file"),
        (stat.S_IFIFO | 0o600, ME, "regular file"),
        (stat.S_IFSOCK | 0o600, ME, "regular file"),
        (stat.S_IFCHR | 0o600, ME, "regular file"),
        (stat.S_IFLNK | 0o600, ME, "regular file"),
    ],
)
def test_what_speaks_against_a_file(mode: int, owner: int, objection: str | None) -> None:
    found = objection_to(os.stat_result((mode, 0, 0, 1, owner, 0, 0, 0, 0, 0)), account=ME)

    assert (found is None) == (objection is None)
    assert (objection or "") in (found or "")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_account_is_refused(tmp_path: Path) -> None:
    file = kept(tmp_path, TOKEN.encode())
    os.chown(file, ME, ME)

    assert refusal(file).reason == "secret_exposed"


class Holder(BaseModel):
    secret: SecretStr


@given(st.text("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789", min_size=8, max_size=40))
def test_a_secret_is_in_nothing_that_prints(value: str) -> None:
    secret = read_secret(SecretSource(token_env="T"), {"T": value}, "connection.auth")
    credentials = [Credential.bearer(secret), Credential.basic("me", secret)]
    sent = [credential.headers()["Authorization"] for credential in credentials]
    told = [f"{each!r} {each} {each!s:>50} {[each]} { {1: each} }" for each in (secret, *credentials)]
    holder = Holder(secret=secret)
    told += [str(holder), repr(holder), str(holder.model_dump()), holder.model_dump_json(), str(vars(holder))]

    assert not [text for text in told for form in (value, sent[1].partition(" ")[2]) if form in text]


@pytest.mark.parametrize(
    "thing",
    [Secret(TOKEN), Credential.bearer(Secret(TOKEN)), Credential.basic("me", Secret(TOKEN)), Credential()],
    ids=["secret", "bearer", "basic", "none"],
)
def test_a_secret_is_neither_pickled_nor_copied_nor_json(thing: object) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError):
            pickle.dumps([thing], protocol)
    for copied in (copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            copied(thing)
    with pytest.raises(TypeError):
        json.dumps({"x": thing})


def test_what_is_sent_is_the_secret() -> None:
    assert Credential.bearer(Secret("a")).headers() == {"Authorization": "Bearer a"}
    assert Credential.basic("me", Secret("a")).headers() == {"Authorization": "Basic bWU6YQ=="}
    assert Credential().headers() == {}
