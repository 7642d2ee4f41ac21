"""How the wire is to be set up; apart from the wire, which loads the HTTP client."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import SecretStr


@dataclass(frozen=True, slots=True)
class WireSettings:
    """Applies to every path: certificate authority, client certificate (certificate and key), proxy."""

    ca_file: str | None = None
    client_certificate: tuple[str, str | None] | None = None
    proxy: str | None = None
    user_agent: str = "narrowgate"
    max_body_bytes: int = 16_000_000
    hidden: tuple[SecretStr, ...] = field(default=(), repr=False)
    """What must not come back in an answer, beside the credential itself."""
