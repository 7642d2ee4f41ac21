"""From the configuration to a way out: origin, credential and network settings, checked before anything is sent."""

from __future__ import annotations

import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import SecretStr

from narrowgate_common.credentials import Credential
from narrowgate_common.errors import GatewayError, configuration_error
from narrowgate_common.origins import Origin
from narrowgate_common.secret_sources import read_secret
from narrowgate_common.settings import BasicAuth, BearerAuth, CertificateAuth, Network, ScopedAuth
from narrowgate_common.wire import WireSettings
from narrowgate_issues import VERSION
from narrowgate_issues.settings import IssuesSettings

_FOREIGN = {
    "xoxb-": "Slack", "xoxp-": "Slack", "xoxc-": "Slack", "xoxd-": "Slack", "xapp-": "Slack",
    "ghp_": "GitHub", "gho_": "GitHub", "ghs_": "GitHub", "github_pat_": "GitHub", "glpat-": "GitLab",
}  # fmt: skip
"""A token of another vendor must not be shown to this one."""


@dataclass(frozen=True, slots=True)
class Connected:
    """Where people browse, where requests go, and how."""

    site: Origin
    origin: Origin
    credential: Credential
    wire: WireSettings
    secrets: tuple[str, ...]
    """For the log's redaction."""


def connected(settings: IssuesSettings, environment: Mapping[str, str], *, hosted: bool) -> Connected:
    """Raises configuration_error with the key's path. `hosted`: the vendor runs it, so http is for loopback only."""
    site = Origin.parse(settings.connection.base_url)
    _check_scheme(site, "connection.base_url", settings.network, hosted=hosted)
    credential, origin, secret = _authenticated(settings, site, environment)
    wire = WireSettings(
        ca_file=settings.network.ca_file,
        client_certificate=_certificate(settings.network),
        proxy=_proxy(settings.network, origin, environment),
        user_agent=f"narrowgate-issues/{VERSION}",
    )
    return Connected(site, origin, credential, wire, (secret.get_secret_value(),) if secret else ())


def _check_scheme(origin: Origin, key: str, network: Network, *, hosted: bool) -> None:
    if origin.scheme == "https" or origin.loopback:
        return
    if hosted or not network.allow_http:
        hint = "" if hosted else ", or set network.allow_http"
        raise configuration_error(f"{key} must use https{hint}", reason="insecure_url")


def _authenticated(
    settings: IssuesSettings, site: Origin, environment: Mapping[str, str]
) -> tuple[Credential, Origin, SecretStr | None]:
    auth = settings.connection.auth
    if isinstance(auth, CertificateAuth):
        if settings.network.client_certificate is None:
            raise configuration_error(
                "connection.auth is a certificate, but network.client_certificate is missing",
                reason="missing_key",
            )
        return Credential(), site, None
    secret = read_secret(auth, environment, "connection.auth")
    _refuse_foreign(secret)
    if isinstance(auth, ScopedAuth):
        return _scoped(auth, secret), _gateway(auth, settings.network), secret
    if isinstance(auth, BasicAuth):
        return Credential.basic(auth.username, secret), site, secret
    assert isinstance(auth, BearerAuth)  # noqa: S101 - the union has no other member
    return Credential.bearer(secret), site, secret


def _scoped(auth: ScopedAuth, secret: SecretStr) -> Credential:
    return Credential.bearer(secret) if auth.username is None else Credential.basic(auth.username, secret)


def _gateway(auth: ScopedAuth, network: Network) -> Origin:
    """https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/ : {gateway}/ex/jira/{cloudId}"""
    try:
        gateway = Origin.parse(auth.gateway_url)
        origin = Origin.parse(f"{gateway}/ex/jira/{auth.cloud_id}")
    except ValueError as error:
        raise configuration_error(f"connection.auth.gateway_url {error}", reason="wrong_type") from None
    _check_scheme(origin, "connection.auth.gateway_url", network, hosted=True)
    return origin


def _refuse_foreign(secret: SecretStr) -> None:
    value = secret.get_secret_value()
    for prefix, vendor in _FOREIGN.items():
        if value.startswith(prefix):
            raise configuration_error(
                f"connection.auth names a token of {vendor}, which is not this tracker's",
                reason="foreign_token",
            )


def _certificate(network: Network) -> tuple[str, str | None] | None:
    if network.client_certificate is None:
        return None
    return network.client_certificate, network.client_key


def _proxy(network: Network, origin: Origin, environment: Mapping[str, str]) -> str | None:
    """None unless configured. "environment" follows the usual variables, NO_PROXY included."""
    if network.proxy is None:
        return None
    if network.proxy != "environment":
        return network.proxy
    found = {name.lower(): value for name, value in environment.items() if name.lower().endswith("_proxy")}
    proxies = {name.removesuffix("_proxy"): value for name, value in found.items() if value}
    if urllib.request.proxy_bypass_environment(f"{origin.host}:{origin.port}", proxies):  # type: ignore[attr-defined]
        return None
    return proxies.get(origin.scheme) or proxies.get("all")


def checked_files(network: Network) -> GatewayError | None:
    """Whether the certificate files can be read: TLS would only say so at the first request."""
    import ssl

    for key, path in (("ca_file", network.ca_file), ("client_certificate", network.client_certificate)):
        if path is None:
            continue
        try:
            context = ssl.create_default_context(cafile=path if key == "ca_file" else None)
            if key == "client_certificate":
                context.load_cert_chain(path, network.client_key)
        except (OSError, ssl.SSLError):
            return configuration_error(
                f"network.{key} cannot be read as a certificate", reason="bad_certificate"
            )
    return None
