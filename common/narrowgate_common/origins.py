"""Where a server may connect: parsed once from the configuration, compared before credentials are added."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

_LABEL = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_NAME_CHARS = 253
_VISIBLE = re.compile(r"[!-~]+")
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host and port, and the path below which the application lives ("/jira", or nothing)."""

    scheme: str
    host: str
    port: int
    prefix: str = ""

    @classmethod
    def parse(cls, url: str) -> Origin:
        """Raises ValueError with a reason that does not repeat the URL, which may hold a password."""
        if not _VISIBLE.fullmatch(url):  # the parser would drop some of the others
            raise ValueError("must hold visible ASCII characters only")
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise ValueError("is not a URL") from None
        if parts.scheme not in _PORTS:
            raise ValueError("must start with https:// (or http:// on loopback)")
        if parts.username is not None:
            raise ValueError("must not hold a user name or password")
        if "?" in url or "#" in url:
            raise ValueError("must not hold a query or fragment")
        host = parts.hostname or ""
        if port == 0 or not _plausible(host, bracketed="[" in parts.netloc):
            raise ValueError("must name a plain ASCII host")
        prefix = parts.path.rstrip("/")
        if not _PREFIX.fullmatch(prefix) or any(set(part) == {"."} for part in prefix.split("/") if part):
            raise ValueError("must have a plain path")
        return cls(parts.scheme, host, port or _PORTS[parts.scheme], prefix)

    @property
    def loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.prefix}"


def _plausible(host: str, *, bracketed: bool) -> bool:
    """A name as the resolver takes it, or an address; brackets are for IPv6 only."""
    if not bracketed:
        return len(host) <= _NAME_CHARS and _NAME.fullmatch(host) is not None
    try:
        return "%" not in host and ipaddress.ip_address(host).version == 6
    except ValueError:
        return False
