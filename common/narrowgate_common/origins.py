"""Where a server may connect: parsed once from the configuration, compared before credentials are added."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:]+", re.ASCII)
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*", re.ASCII)
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
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise ValueError("is not a URL") from None
        if parts.scheme not in _PORTS:
            raise ValueError("must start with https:// (or http:// on loopback)")
        if parts.username is not None or parts.password is not None:
            raise ValueError("must not hold a user name or password")
        if parts.query or parts.fragment or "?" in url or "#" in url:
            raise ValueError("must not hold a query or fragment")
        host = parts.hostname or ""
        if not _HOST.fullmatch(host) or ".." in host:
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
