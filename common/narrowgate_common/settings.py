"""What an administrator may set, for any server: one strict model per section, each key documented by its type."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from narrowgate_common.origins import Origin

_ID = Annotated[str, Field(min_length=1, max_length=200)]
_PATH = Annotated[str, Field(min_length=1, max_length=4096)]
_URL = Annotated[str, Field(min_length=1, max_length=500)]
_USER = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^:]*$")]
"""Without a colon, which ends the name in basic authentication (RFC 7617)."""


class Section(BaseModel):
    """A table of the configuration file: unknown keys are errors, values are never converted."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, hide_input_in_errors=True, allow_inf_nan=False
    )


def checked_url(url: str) -> str:
    """The URL as it is. Raises ValueError where it holds more than an address, without repeating it."""
    Origin.parse(url)
    return url


class SecretSource(Section):
    """Secrets are named, never inline: an environment variable or a private file."""

    token_env: _ID | None = None
    token_file: _PATH | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if (self.token_env is None) == (self.token_file is None):
            raise ValueError("needs exactly one of token_env and token_file")
        return self


class BasicAuth(SecretSource):
    """A user name or e-mail address with an API token or password."""

    kind: Literal["basic"]
    username: _USER


class BearerAuth(SecretSource):
    """A personal access token."""

    kind: Literal["bearer"]


class ScopedAuth(SecretSource):
    """A scoped API token: sent through the vendor's gateway, basic with a user name, else bearer."""

    kind: Literal["scoped"]
    cloud_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{8,64}$")]
    username: _USER | None = None
    gateway_url: _URL = "https://api.atlassian.com"

    @field_validator("gateway_url")
    @classmethod
    def _plain_gateway(cls, url: str) -> str:
        return checked_url(url)


class CertificateAuth(Section):
    """The client certificate of [network] is the whole proof."""

    kind: Literal["certificate"]


Auth = Annotated[BasicAuth | BearerAuth | ScopedAuth | CertificateAuth, Field(discriminator="kind")]


class ConnectionSettings(Section):
    """One system; run the server twice for two sites. A server's own model adds the kinds it knows."""

    base_url: Annotated[str, Field(max_length=500)]
    auth: Auth

    @field_validator("base_url")
    @classmethod
    def _plain_url(cls, url: str) -> str:
        return checked_url(url)


class Uploads(Section):
    """Upload tools exist only when this root exists."""

    root: _PATH
    max_bytes: Annotated[int, Field(ge=1, le=100_000_000)] = 10_000_000


class Downloads(Section):
    """Download tools exist only when this root exists."""

    root: _PATH
    max_bytes: Annotated[int, Field(ge=1, le=1_000_000_000)] = 50_000_000


class State(Section):
    """Ledger, audit and keys; default below XDG_STATE_HOME."""

    dir: _PATH | None = None


class Network(Section):
    """`proxy` is an http:// URL, or "environment" to follow HTTPS_PROXY, HTTP_PROXY and NO_PROXY."""

    ca_file: _PATH | None = None
    client_certificate: _PATH | None = None
    client_key: _PATH | None = None
    proxy: _URL | None = None
    allow_http: bool = False

    @field_validator("proxy")
    @classmethod
    def _plain_proxy(cls, url: str | None) -> str | None:
        if url not in {None, "environment"} and Origin.parse(str(url)).prefix:
            raise ValueError("must not hold a path")
        return url

    @model_validator(mode="after")
    def _whole_certificate(self) -> Self:
        if self.client_key is not None and self.client_certificate is None:
            raise ValueError("has a client_key without a client_certificate")
        return self


class Limits(Section):
    """One total deadline a call, and the size of a result."""

    deadline_s: Annotated[float, Field(ge=1, le=300)] = 30.0
    max_result_chars: Annotated[int, Field(ge=4_000, le=200_000)] = 40_000


class Logging(Section):
    level: Literal["debug", "info", "warning", "error"] = "info"


class ServerSettings(Section):
    """The sections every server has; a server's own model adds connection, scope and writes."""

    uploads: Uploads | None = None
    downloads: Downloads | None = None
    state: State = State()
    network: Network = Network()
    limits: Limits = Limits()
    logging: Logging = Logging()
