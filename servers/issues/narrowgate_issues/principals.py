"""Whose calls are whose: what may share a ledger, an audit and cursors."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from narrowgate_common.calls import LOCAL_PRINCIPAL
from narrowgate_common.fingerprints import canonical
from narrowgate_common.settings import CertificateAuth
from narrowgate_issues.connection import Connected
from narrowgate_issues.settings import IssuesSettings

_MARK_CHARS = 12
"""48 bits: enough to tell one's own servers apart, and of no use without the key."""


def principal_of(settings: IssuesSettings, connected: Connected, key: bytes) -> str:
    """`local@https://site#0123456789ab`: the mark stands for the account and for the projects it is confined to.

    Two accounts at one site, or two servers with different projects, are two principals: neither gets the other's
    results. A token is part of the mark only where no name says whose it is, so that a renewed one leaves the same
    principal; under the secret `key` the mark tells nothing about it.
    """
    projects = settings.scope.projects
    named = ["principal", _account(settings, connected), None if projects is None else sorted(set(projects))]
    mark = hmac.new(key, canonical(named), hashlib.sha256).hexdigest()[:_MARK_CHARS]
    return f"{LOCAL_PRINCIPAL}@{connected.site}#{mark}"


def _account(settings: IssuesSettings, connected: Connected) -> list[Any]:
    auth = settings.connection.auth
    if isinstance(auth, CertificateAuth):
        return [auth.kind, settings.network.client_certificate]
    username = getattr(auth, "username", None)
    return [auth.kind, username, None if username else connected.credential.secret.get_secret_value()]
