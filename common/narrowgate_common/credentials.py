"""How a server proves who it is; secrets stay inside and never print."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import NoReturn, SupportsIndex

from pydantic import SecretStr


class Secret(SecretStr):
    """Masked in str, repr and JSON as its base is, and kept out of pickles and copies as that is not."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError("a secret is neither pickled nor copied")


@dataclass(frozen=True, slots=True)
class Credential:
    """One Authorization header, or none where a client certificate speaks."""

    scheme: str = ""
    secret: SecretStr = field(default=Secret(""), repr=False)

    @classmethod
    def basic(cls, username: str, secret: SecretStr) -> Credential:
        pair = f"{username}:{secret.get_secret_value()}".encode()
        return cls("Basic", Secret(base64.b64encode(pair).decode("ascii")))

    @classmethod
    def bearer(cls, secret: SecretStr) -> Credential:
        return cls("Bearer", secret)

    def headers(self) -> dict[str, str]:
        if not self.scheme:
            return {}
        return {"Authorization": f"{self.scheme} {self.secret.get_secret_value()}"}

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError("a credential is neither pickled nor copied")
