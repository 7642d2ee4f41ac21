"""Certificates: what this side shows and trusts, and which of the two it was when no connection came about."""

from __future__ import annotations

import ssl
from collections.abc import Iterator

from narrowgate_common.errors import configuration_error

_ABOUT_OURS = ("CERTIFICATE", "UNKNOWN_CA", "ACCESS_DENIED")
"""What an alert of the other side says when it is about the client's certificate."""


def tls_context(ca_file: str | None, client_certificate: tuple[str, str | None] | None) -> ssl.SSLContext:
    """Raises configuration_error; the cause names a file, and stays here.

    An empty password is given so that a key with a passphrase fails, and is not asked for on the terminal.
    """
    try:
        context = ssl.create_default_context(cafile=ca_file)
        if client_certificate:
            context.load_cert_chain(*client_certificate, password="")
    except OSError:  # ssl.SSLError is one
        raise configuration_error(
            "network.ca_file or network.client_certificate cannot be read as a certificate",
            reason="bad_certificate",
        ) from None
    return context


def tls_trouble(error: BaseException) -> str | None:
    """`certificate` (theirs), `client_certificate` (ours: missing or refused), `tls`, or None for other troubles."""
    failures = [
        cause for cause in _causes(error) if isinstance(cause, ssl.SSLError) and not _is_only_waiting(cause)
    ]
    if any(isinstance(failure, ssl.SSLCertVerificationError) for failure in failures):
        return "certificate"
    alerts = [(failure.reason or "").partition("ALERT")[2] for failure in failures]
    if any(word in alert for alert in alerts for word in _ABOUT_OURS):
        return "client_certificate"
    return "tls" if failures else None


def _is_only_waiting(failure: ssl.SSLError) -> bool:
    """What stands behind a timeout or a reset during the handshake."""
    return isinstance(failure, (ssl.SSLWantReadError, ssl.SSLWantWriteError))


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__
