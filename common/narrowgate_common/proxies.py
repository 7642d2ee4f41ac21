"""Which proxy leads to an origin: none unless configured, whatever the environment holds."""

from __future__ import annotations

import urllib.request
from collections.abc import Mapping
from urllib.parse import urlsplit

from narrowgate_common.errors import configuration_error
from narrowgate_common.origins import Origin

FROM_ENVIRONMENT = "environment"
"""As `network.proxy`: follow HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY."""

_SUFFIX = "_proxy"


def proxy_for(configured: str | None, origin: Origin, environment: Mapping[str, str]) -> str | None:
    """The proxy's URL; the environment's may hold a password. Raises configuration_error, never repeating it.

    NO_PROXY names hosts, domains (with all below them) or host:port, separated by commas, or is `*`; no CIDR.
    """
    if configured != FROM_ENVIRONMENT:
        return configured
    proxies = _named(environment)
    if _bypassed(origin, proxies):
        return None
    found = proxies.get(origin.scheme) or proxies.get("all")
    return None if found is None else _usable(found)


def password_in(proxy: str | None) -> str | None:
    """For the log's redaction."""
    return None if proxy is None else urlsplit(proxy).password


def _named(environment: Mapping[str, str]) -> dict[str, str]:
    """By scheme. The spelling in lower case counts more, as everywhere; set to nothing it is none."""
    found = [(name.lower(), name != name.lower(), value) for name, value in environment.items()]
    spelled = sorted((row for row in found if row[0].endswith(_SUFFIX)), key=lambda row: not row[1])
    named = {name.removesuffix(_SUFFIX): value.strip() for name, _, value in spelled}
    return {scheme: value for scheme, value in named.items() if value}


def _bypassed(origin: Origin, proxies: Mapping[str, str]) -> bool:
    forms = (origin.host, f"{origin.host}:{origin.port}")
    return any(urllib.request.proxy_bypass_environment(form, proxies) for form in forms)  # type: ignore[attr-defined]


def _usable(found: str) -> str:
    """`proxy.example:3128` without a scheme is what many environments hold."""
    url = found if "://" in found else f"http://{found}"
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise configuration_error(
            'network.proxy is "environment", which names a proxy that is no http:// or https:// address',
            reason="bad_proxy",
        )
    return url
