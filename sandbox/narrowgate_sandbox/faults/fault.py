"""The ways in which a request can fail, as values."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from http import HTTPStatus
from typing import ClassVar

MEGABYTE = 1_000_000


class Way(StrEnum):
    """What happens to the connection or the answer."""

    PASS = "pass"  # noqa: S105 - a word, not a secret
    REFUSE = "refuse"
    RESET = "reset"
    CLOSE = "close"
    HANG = "hang"
    DRIP = "drip"
    TRUNCATE = "truncate"
    CUT_HEADER = "cut_header"
    GARBAGE = "garbage"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure. `forwarded` tells whether the upstream gets the request first, and so may have done its work.

    Times are in seconds, sizes in bytes.
    """

    way: Way
    name: str
    forwarded: bool = False
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    step: int = 0
    every_s: float = 0.0
    for_s: float = 0.0
    endless: bool = False

    PASS: ClassVar[Fault]
    RESET_BEFORE: ClassVar[Fault]
    RESET_AFTER: ClassVar[Fault]
    CLOSE_BEFORE: ClassVar[Fault]
    CLOSE_AFTER: ClassVar[Fault]
    HANG: ClassVar[Fault]
    HANG_AFTER: ClassVar[Fault]
    TRUNCATE: ClassVar[Fault]
    CUT_HEADER: ClassVar[Fault]
    GARBAGE: ClassVar[Fault]

    @staticmethod
    def refuse(for_s: float = 0.5) -> Fault:
        """Nobody listens for a while: a client gets "connection refused", and nothing arrives."""
        return Fault(Way.REFUSE, "refuse", for_s=for_s)

    @staticmethod
    def drip(step: int = 1, every_s: float = 0.05, *, endless: bool = False) -> Fault:
        """The upstream's body a few bytes at a time; `endless` goes on long after its end."""
        return Fault(Way.DRIP, "drip", forwarded=True, step=step, every_s=every_s, endless=endless)

    @staticmethod
    def answer(
        status: int,
        body: bytes = b"",
        *,
        headers: Mapping[str, str] | None = None,
        forwarded: bool = False,
        name: str = "answer",
    ) -> Fault:
        """An answer that the upstream did not give."""
        return Fault(Way.ANSWER, name, forwarded, status, dict(headers or {}), body)

    @staticmethod
    def throttle(status: int = 429, retry_after: str | None = None, **headers: str) -> Fault:
        """A limit; `retry_after` is seconds or an HTTP date, other headers by name with `_` for `-`."""
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        if retry_after is not None:
            said["retry-after"] = retry_after
        return Fault.error(status, headers=said)

    @staticmethod
    def error(status: int, *, headers: Mapping[str, str] | None = None, forwarded: bool = False) -> Fault:
        """A bare error of a gateway, with a JSON body as vendors have it."""
        body = json.dumps({"errorMessages": [HTTPStatus(status).phrase], "errors": {}}).encode()
        said = {"content-type": "application/json"} | dict(headers or {})
        return Fault.answer(status, body, headers=said, forwarded=forwarded, name=f"status {status}")

    @staticmethod
    def html(status: int = 200, *, forwarded: bool = False) -> Fault:
        """A login or error page where JSON was due."""
        body = b"<!DOCTYPE html><html><head><title>Log in</title></head><body>Please log in.</body></html>"
        return Fault.answer(
            status, body, headers={"content-type": "text/html"}, forwarded=forwarded, name="html"
        )

    @staticmethod
    def bad_json(*, forwarded: bool = False) -> Fault:
        headers = {"content-type": "application/json"}
        return Fault.answer(200, b'{"issues": [', headers=headers, forwarded=forwarded, name="bad json")

    @staticmethod
    def empty(status: int = 200, *, forwarded: bool = False) -> Fault:
        headers = {"content-type": "application/json"}
        return Fault.answer(status, b"", headers=headers, forwarded=forwarded, name="empty")

    @staticmethod
    def huge(size: int = 64 * MEGABYTE) -> Fault:
        """A valid JSON string of that size."""
        body = b'"' + b"x" * (size - 2) + b'"'
        return Fault.answer(200, body, headers={"content-type": "application/json"}, name="huge")

    @staticmethod
    def gzip_bomb(size: int = 64 * MEGABYTE) -> Fault:
        """A small body that unpacks to that size."""
        headers = {"content-type": "application/json", "content-encoding": "gzip"}
        return Fault.answer(200, _bomb(size), headers=headers, name="gzip bomb")

    @staticmethod
    def redirect(location: str, status: int = 302, *, forwarded: bool = False) -> Fault:
        headers = {"location": location}
        return Fault.answer(status, headers=headers, forwarded=forwarded, name=f"redirect {status}")


Fault.PASS = Fault(Way.PASS, "pass", forwarded=True)
Fault.RESET_BEFORE = Fault(Way.RESET, "reset before")
Fault.RESET_AFTER = Fault(Way.RESET, "reset after", forwarded=True)
Fault.CLOSE_BEFORE = Fault(Way.CLOSE, "close before")
Fault.CLOSE_AFTER = Fault(Way.CLOSE, "close after", forwarded=True)
Fault.HANG = Fault(Way.HANG, "hang")
Fault.HANG_AFTER = Fault(Way.HANG, "hang after", forwarded=True)
Fault.TRUNCATE = Fault(Way.TRUNCATE, "truncate", forwarded=True)
Fault.CUT_HEADER = Fault(Way.CUT_HEADER, "cut header", forwarded=True)
Fault.GARBAGE = Fault(Way.GARBAGE, "garbage", forwarded=True)


@lru_cache(maxsize=2)
def _bomb(size: int) -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, 31)
    zeros = b"0" * MEGABYTE
    whole = [packing.compress(zeros) for _ in range(size // MEGABYTE)]
    whole.append(packing.compress(b"0" * (size % MEGABYTE)))
    return b"".join([*whole, packing.flush()])
