"""Whose calls are whose: what may share a ledger, an audit and cursors."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection
from typing import Any

from narrowgate_common.calls import LOCAL_PRINCIPAL
from narrowgate_common.connection import Connected
from narrowgate_common.fingerprints import canonical
from narrowgate_common.settings import CertificateAuth, ConnectionSettings, Network

_MARK_CHARS = 12
"""48 bits: enough to tell one's own servers apart, and of no use without the key."""


def principal_of(
    connection: ConnectionSettings,
    network: Network,
    connected: Connected,
    scope: Collection[str] | None,
    key: bytes,
) -> str:
    """`local@https://site#0123456789ab`: the mark stands for the account and for what it is confined to.

    Two accounts at one site, or two servers with different scopes, are two principals: neither gets the other's
    results. A token is part of the mark only where no name says whose it is, so that a renewed one leaves the same
    principal; under the secret `key` the mark tells nothing about it.
    """
    account = _account(connection, network, connected)
    named = ["principal", account, None if scope is None else sorted(set(scope))]
    mark = hmac.new(key, canonical(named), hashlib.sha256).hexdigest()[:_MARK_CHARS]
    return f"{LOCAL_PRINCIPAL}@{connected.site}#{mark}"


def _account(connection: ConnectionSettings, network: Network, connected: Connected) -> list[Any]:
    auth = connection.auth
    if isinstance(auth, CertificateAuth):
        return [auth.kind, network.client_certificate]
    username = getattr(auth, "username", None)
    return [auth.kind, username, None if username else connected.credential.secret.get_secret_value()]
