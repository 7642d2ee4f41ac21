"""Reads the secrets that the configuration names, from the environment or from private files."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping

from pydantic import SecretStr

from narrowgate_common.credentials import Secret
from narrowgate_common.errors import GatewayError, configuration_error
from narrowgate_common.settings import SecretSource

_MAX_BYTES = 16_384
_OTHERS = 0o077


def read_secret(source: SecretSource, environment: Mapping[str, str], key: str) -> SecretStr:
    """`key` is the path of the section in the configuration, for the message. Raises configuration_error.

    White space around a secret is dropped, since files end in a line end.
    """
    if source.token_env is not None:
        place, problem = f"{key}.token_env", "names a variable that is not set"
        return _usable(environment.get(source.token_env, ""), place, problem)
    place = f"{key}.token_file"
    return _usable(_from_file(source.token_file or "", place), place, "is empty")


def _usable(raw: str, place: str, problem_when_empty: str) -> SecretStr:
    secret = raw.strip()
    if not secret:
        raise configuration_error(f"{place} {problem_when_empty}", reason="secret_missing")
    if not secret.isascii() or not secret.isprintable():
        raise configuration_error(
            f"{place} leads to a secret with characters that no token has", reason="secret_invalid"
        )
    return Secret(secret)


def _from_file(path: str, place: str) -> str:
    """A file that others can read, or that is a link, is not a secret; looked at and read through one descriptor."""
    if os.name != "posix":
        raise _exposed(place, "needs a POSIX system, whose permissions can be checked; use token_env")
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    except (OSError, ValueError):
        raise configuration_error(
            f"{place} cannot be opened, or is a link", reason="secret_missing"
        ) from None
    try:
        objection = objection_to(os.fstat(descriptor), account=os.geteuid())
        if objection:
            raise _exposed(place, objection)
        raw = os.read(descriptor, _MAX_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(raw) > _MAX_BYTES:
        raise configuration_error(f"{place} is too large for a secret", reason="secret_invalid")
    return raw.decode("utf-8", "replace")


def objection_to(found: os.stat_result, *, account: int) -> str | None:
    """What speaks against a file as the keeper of a secret of `account` (a numeric user id), or None.

    The administrator's own (0) may hold it too: service managers hand credentials over like that.
    """
    if not stat.S_ISREG(found.st_mode):
        return "must be a regular file"
    if found.st_uid not in {account, 0}:
        return "must belong to the account that runs this server"
    if found.st_mode & _OTHERS:
        return "is open to other accounts: give it the mode 0600"
    return None


def _exposed(place: str, problem: str) -> GatewayError:
    return configuration_error(f"{place} {problem}", reason="secret_exposed")
