"""From the configuration to a way out: origin, credential and network settings, checked before anything is sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import SecretStr

from narrowgate_common.credentials import Credential, Secret
from narrowgate_common.errors import GatewayError, configuration_error
from narrowgate_common.origins import Origin
from narrowgate_common.proxies import password_in, proxy_for
from narrowgate_common.secret_sources import read_secret
from narrowgate_common.settings import (
    BasicAuth,
    BearerAuth,
    CertificateAuth,
    ConnectionSettings,
    Network,
    ScopedAuth,
)
from narrowgate_common.tls import tls_context
from narrowgate_common.wire_settings import WireSettings

_FOREIGN = {
    "xoxa-": "Slack", "xoxb-": "Slack", "xoxc-": "Slack", "xoxd-": "Slack", "xoxe-": "Slack", "xoxe.": "Slack",
    "xoxp-": "Slack", "xoxr-": "Slack", "xoxs-": "Slack", "xapp-": "Slack", "xwfp-": "Slack",
    "ghp_": "GitHub", "gho_": "GitHub", "ghu_": "GitHub", "ghs_": "GitHub", "ghr_": "GitHub",
    "github_pat_": "GitHub", "glpat-": "GitLab", "gloas-": "GitLab", "gldt-": "GitLab", "glptt-": "GitLab",
    "ATBB": "Bitbucket", "lin_api_": "Linear", "lin_oauth_": "Linear", "ntn_": "Notion", "syt_": "Matrix",
    "sk-ant-": "Anthropic", "sk-proj-": "OpenAI", "AKIA": "AWS", "ya29.": "Google",
}  # fmt: skip
"""How tokens of others begin: one must not be shown to this vendor."""

_CLOUD_TOKEN = "ATATT3x"  # noqa: S105 - how Atlassian's own API tokens begin, and no more of one
_CLOUD_DOMAINS = (
    "atlassian.net",
    "atlassian.com",
    "jira.com",
    "atlassian-us-gov-mod.net",
    "atlassian-us-gov.net",
)


@dataclass(frozen=True, slots=True)
class Service:
    """What is connected to, as far as it must be known before anything is sent."""

    user_agent: str
    hosted: bool
    """Whether the vendor runs it: then plain http is for loopback only."""
    hosted_kind: str
    """The value of connection.kind under which the vendor runs it."""
    gateway_path: str
    """Where scoped tokens go, below the vendor's gateway: `/ex/jira`."""
    tokens_of: str = ""
    """The vendor whose tokens belong there, as the table of token prefixes names it."""


@dataclass(frozen=True, slots=True)
class Connected:
    """Where people browse, where requests go, and how."""

    site: Origin
    origin: Origin
    credential: Credential
    wire: WireSettings = field(repr=False)
    """Its proxy may hold a password."""
    hidden: tuple[SecretStr, ...] = field(repr=False)

    @property
    def secrets(self) -> tuple[str, ...]:
        """For the log's redaction: the secret as it was given and as it is sent."""
        return tuple(secret.get_secret_value() for secret in self.hidden)


def connected(
    connection: ConnectionSettings, network: Network, environment: Mapping[str, str], service: Service
) -> Connected:
    """Raises configuration_error with the key's path."""
    site = Origin.parse(connection.base_url)
    _check_scheme(site, "connection.base_url", network, hosted=service.hosted)
    _check_kind(connection, site, service)
    credential, origin, secret = _authenticated(connection, network, site, environment, service)
    proxy = proxy_for(network.proxy, origin, environment)
    hidden = _hidden(secret, credential, proxy)
    wire = WireSettings(
        ca_file=network.ca_file,
        client_certificate=_certificate(network),
        proxy=proxy,
        user_agent=service.user_agent,
        hidden=hidden,
    )
    return Connected(site, origin, credential, wire, hidden)


def _hidden(secret: SecretStr | None, credential: Credential, proxy: str | None) -> tuple[SecretStr, ...]:
    password = password_in(proxy)
    everything = [secret, credential.secret, Secret(password) if password else None]
    return tuple(each for each in everything if each is not None and each.get_secret_value())


def _check_kind(connection: ConnectionSettings, site: Origin, service: Service) -> None:
    """Data Center's credentials are not for the vendor's cloud, nor the cloud's way in for Data Center."""
    if service.hosted:
        return
    kind = service.hosted_kind
    if _is_atlassians(site):
        raise configuration_error(
            f"connection.kind is not {kind}, but connection.base_url is in Atlassian's cloud",
            reason="wrong_vendor",
        )
    if isinstance(connection.auth, ScopedAuth):
        raise configuration_error(
            f"connection.auth.kind scoped goes through Atlassian's cloud; it needs connection.kind {kind}",
            reason="wrong_vendor",
        )


def _is_atlassians(origin: Origin) -> bool:
    return any(origin.host == domain or origin.host.endswith(f".{domain}") for domain in _CLOUD_DOMAINS)


def _check_scheme(origin: Origin, key: str, network: Network, *, hosted: bool) -> None:
    if origin.scheme == "https" or origin.loopback:
        return
    if hosted or not network.allow_http:
        hint = "" if hosted else ", or set network.allow_http"
        raise configuration_error(f"{key} must use https{hint}", reason="insecure_url")


def _authenticated(
    connection: ConnectionSettings,
    network: Network,
    site: Origin,
    environment: Mapping[str, str],
    service: Service,
) -> tuple[Credential, Origin, SecretStr | None]:
    auth = connection.auth
    if isinstance(auth, CertificateAuth):
        if network.client_certificate is None:
            raise configuration_error(
                "connection.auth is a certificate, but network.client_certificate is missing",
                reason="missing_key",
            )
        return Credential(), site, None
    secret = read_secret(auth, environment, "connection.auth")
    credential = _credential(auth, secret)
    origin = _gateway(auth, network, service.gateway_path) if isinstance(auth, ScopedAuth) else site
    _refuse_misdirected(secret, origin, service)
    return credential, origin, secret


def _credential(auth: BasicAuth | BearerAuth | ScopedAuth, secret: SecretStr) -> Credential:
    """A scoped token without a user name is a service account's, and speaks for itself."""
    if isinstance(auth, BearerAuth) or auth.username is None:
        return Credential.bearer(secret)
    return Credential.basic(auth.username, secret)


def _gateway(auth: ScopedAuth, network: Network, path: str) -> Origin:
    """https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/ : {gateway}/ex/jira/{cloudId}"""
    origin = Origin.parse(f"{Origin.parse(auth.gateway_url)}{path}/{auth.cloud_id}")
    _check_scheme(origin, "connection.auth.gateway_url", network, hosted=True)
    return origin


def _refuse_misdirected(secret: SecretStr, origin: Origin, service: Service) -> None:
    """What a token's beginning tells about where it belongs, before it is shown to anybody."""
    value = secret.get_secret_value()
    for prefix, vendor in _FOREIGN.items():
        if value.startswith(prefix) and vendor != service.tokens_of:
            raise configuration_error(
                f"connection.auth names a token of {vendor}, which is not this system's",
                reason="foreign_token",
            )
    if value.startswith(_CLOUD_TOKEN) and not (_is_atlassians(origin) or origin.loopback):
        raise configuration_error(
            "connection.auth names a token of Atlassian's cloud, but it would be sent elsewhere;"
            " connection.base_url must be the site's own address",
            reason="foreign_token",
        )


def _certificate(network: Network) -> tuple[str, str | None] | None:
    if network.client_certificate is None:
        return None
    return network.client_certificate, network.client_key


def checked_files(network: Network) -> GatewayError | None:
    """Whether the certificate files can be read, and by which key they are named if not."""
    files = {"ca_file": (network.ca_file, None), "client_certificate": (None, _certificate(network))}
    for key, (authorities, pair) in files.items():
        try:
            tls_context(authorities, pair)
        except GatewayError as error:
            return configuration_error(f"network.{key} cannot be read as a certificate", reason=error.reason)
    return None
