"""Reads the secrets that the configuration names, from the environment or from private files."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping

from pydantic import SecretStr

from narrowgate_common.errors import configuration_error
from narrowgate_common.settings import SecretSource

_MAX_BYTES = 16_384


def read_secret(source: SecretSource, environment: Mapping[str, str], key: str) -> SecretStr:
    """`key` is the path of the section in the configuration, for the message. Raises configuration_error."""
    if source.token_env is not None:
        return _usable(environment.get(source.token_env), f"{key}.token_env names a variable that is not set")
    return _usable(_from_file(source.token_file or "", key), f"{key}.token_file is empty")


def _usable(raw: str | None, problem: str) -> SecretStr:
    secret = (raw or "").strip()
    if not secret:
        raise configuration_error(problem, reason="secret_missing")
    if not secret.isascii() or not secret.isprintable():
        raise configuration_error(
            "The configured secret holds characters no token has", reason="secret_invalid"
        )
    return SecretStr(secret)


def _from_file(path: str, key: str) -> str:
    """A file that others can read, or that is a link, is not a secret."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        raise configuration_error(
            f"{key}.token_file cannot be opened, or is a link", reason="secret_missing"
        ) from None
    try:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode) or facts.st_uid not in {os.geteuid(), 0} or facts.st_mode & 0o077:
            raise configuration_error(
                f"{key}.token_file must be a regular file of this user with mode 0600",
                reason="secret_exposed",
            )
        return os.read(descriptor, _MAX_BYTES).decode("utf-8", "replace")
    finally:
        os.close(descriptor)
