"""Settings of a server that does not exist, with one key of every shape the real ones have."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import Field

from narrowgate_common.configuration import load
from narrowgate_common.errors import GatewayError
from narrowgate_common.settings import Auth, Section, ServerSettings


class Connection(Section):
    kind: Literal["tracker"]
    auth: Auth


class Scope(Section):
    projects: (
        Annotated[tuple[Annotated[str, Field(pattern="^[A-Z]{2,9}$")], ...], Field(min_length=1)] | None
    ) = None


class Writes(Section):
    enabled: bool = False


class Named(Section):
    id: Annotated[str, Field(pattern="^custom_[0-9]{1,9}$")]
    type: Literal["text", "number"]


class SmallSettings(ServerSettings):
    connection: Connection
    scope: Scope = Scope()
    writes: Writes = Writes()
    fields: dict[Annotated[str, Field(pattern="^[a-z][a-z0-9_]{0,39}$")], Named] = Field(default_factory=dict)


SMALL_TOML = """
[connection]
kind = "tracker"
auth = { kind = "basic", username = "me@example.com", token_env = "TRACKER_TOKEN" }
"""

OURS = "NARROWGATE_ISSUES__"
CONNECTION = {
    OURS + "CONNECTION__KIND": "tracker",
    OURS + "CONNECTION__AUTH__KIND": "bearer",
    OURS + "CONNECTION__AUTH__TOKEN_ENV": "TRACKER_TOKEN",
}


def loaded(environment: Mapping[str, str], file: Path | None = None) -> SmallSettings:
    return load(SmallSettings, "ISSUES", environment, file)


def refusal(environment: Mapping[str, str], file: Path | None = None) -> GatewayError:
    with pytest.raises(GatewayError) as refused:
        loaded(environment, file)
    return told(refused.value)


def told(error: GatewayError) -> GatewayError:
    assert error.category == "configuration_error"
    assert error.reason
    assert 0 < len(error.message) <= 300
    assert error.message.isascii()
    assert error.message.isprintable()
    return error


def written(tmp_path: Path, text: str, *, whole: bool = False) -> Path:
    file = tmp_path / "issues.toml"
    file.write_text(text if whole else SMALL_TOML + text, "utf-8")
    return file
