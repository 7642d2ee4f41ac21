"""The grammar of a path that names a file to upload: decided before any system call, alike on every system."""

from __future__ import annotations

import re

from narrowgate_common.errors import GatewayError, bad_input, permission_denied
from narrowgate_common.filenames import is_device_name
from narrowgate_common.text import project

MAX_PATH_BYTES = 4096
MAX_PARTS = 32
MAX_PART_BYTES = 255

# A backslash or a colon would mean a share, a drive or a stream on Windows.
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f\\:\u2028\u2029]")

_NAMES = (
    "id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk authorized_keys known_hosts shadow htpasswd"
    " credentials credentials.json credentials.csv secrets secrets.json secrets.yaml secrets.yml secrets.toml"
    " kubeconfig terraform.tfstate wallet.dat logins.json key4.db"
)
KEY_NAMES = frozenset(_NAMES.split())
_SUFFIXES = (
    ".pem .key .p8 .p12 .pfx .pkcs12 .jks .keystore .kdb .kdbx .ppk .keytab .ovpn .env .tfstate .tfvars .gpg"
    " .mobileprovision"
)
KEY_SUFFIXES = tuple(_SUFFIXES.split())


def parse_path(argument: str, root: str) -> tuple[str, ...]:
    """The parts of a path below `root`, given relative to it or absolute.

    Nothing is decoded, expanded, normalised or looked up. Raises bad_input (`invalid_path`).
    """
    if len(argument.encode(errors="replace")) > MAX_PATH_BYTES:
        raise _invalid(f"is longer than {MAX_PATH_BYTES} bytes")
    parts = tuple(_below(argument, root).split("/"))
    if len(parts) > MAX_PARTS:
        raise _invalid(f"has more than {MAX_PARTS} parts")
    for part in parts:
        why = refused_part(part)
        if why:
            raise _invalid(why)
    return parts


def refused_part(part: str) -> str | None:
    """Why a part of a path is not taken, or None. The rule is the strictest of all systems."""
    if part in {"", ".", ".."}:
        return "must name a file below the root, without empty parts, '.' or '..'"
    if _FORBIDDEN.search(part) or project(part) != part:
        return "must not hold control or invisible characters, '\\' or ':'"
    if len(part.encode()) > MAX_PART_BYTES:
        return f"has a part longer than {MAX_PART_BYTES} bytes"
    if part[0] == " " or part[-1] in " .":
        return "must not have parts that begin with a space or end with a space or a dot"
    if is_device_name(part):
        return "must not name a device"
    return None


def refuse_protected(parts: tuple[str, ...]) -> None:
    """Raise permission_denied (`protected_name`) for hidden files and for what is named like a key or credential."""
    for part in (part.casefold() for part in parts):
        if part.startswith(".") or part in KEY_NAMES or part.endswith(KEY_SUFFIXES):
            raise permission_denied(
                "Hidden files, and files named like keys or credentials, are never uploaded",
                reason="protected_name",
            )


def _below(argument: str, root: str) -> str:
    if not argument.startswith("/"):
        return argument
    prefix = f"{root.rstrip('/')}/"
    if not argument.startswith(prefix):
        raise _invalid("must lie below the upload root; give it relative to the root")
    return argument.removeprefix(prefix)


def _invalid(why: str) -> GatewayError:
    return bad_input(f"The path {why}", reason="invalid_path")
