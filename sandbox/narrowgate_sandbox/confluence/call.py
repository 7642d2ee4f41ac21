"""One request as the wiki sees it, and how the wiki refuses; what handlers are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Literal
from urllib.parse import parse_qsl

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.records import Account, User
from narrowgate_sandbox.company.wiki import Wiki
from narrowgate_sandbox.company.wiki_records import Space, WikiComment, WikiFile, WikiPage
from narrowgate_sandbox.web import Answer, Upload

Family = Literal["v2", "v1", "dc"]
"""Cloud's second API, Cloud's first one, and Data Center's, which is the first one's elder sister."""

NUMBER = re.compile(r"\d{1,18}", re.ASCII)
_CODES = {
    400: "INVALID_REQUEST_PARAMETER",
    401: "UNAUTHORIZED",
    403: "FORBIDDEN",
    404: "NOT_FOUND",
    409: "CONFLICT",
    413: "REQUEST_ENTITY_TOO_LARGE",
}


class WikiError(Exception):
    """A refusal in the vendor's words; the family of the API decides its shape.

    `keys` are what the first API names beside its message when fields are missing.
    """

    def __init__(self, status: int, message: str, *, keys: Sequence[str] = ()) -> None:
        super().__init__(status, message)
        self.status, self.message, self.keys = status, message, keys

    def answer(self, family: Family) -> Answer:
        reason = HTTPStatus(self.status).phrase
        if family == "v2":
            code = _CODES.get(self.status, reason.upper().replace(" ", "_"))
            error = {"status": self.status, "code": code, "title": self.message, "detail": None}
            return Answer(self.status, {"errors": [error]})
        errors = [{"message": {"key": key}} for key in self.keys]
        data = {"authorized": bool(errors), "valid": not errors, "errors": errors, "successful": False}
        said = {"statusCode": self.status, "data": data, "message": self.message, "reason": reason}
        return Answer(self.status, said)


@dataclass(frozen=True, slots=True)
class Call:
    """`site` is the wiki's own address with its context path, whatever way the request came."""

    company: Company
    account: Account | None
    family: Family
    site: str
    path: Mapping[str, str]
    route: str
    query_string: str
    headers: Mapping[str, str]
    body: Any = None
    uploads: tuple[Upload, ...] = ()
    form: Mapping[str, str] = field(default_factory=dict)

    @property
    def wiki(self) -> Wiki:
        return self.company.wiki

    @property
    def cloud(self) -> bool:
        return self.family != "dc"

    @property
    def context(self) -> str:
        return "/confluence" if self.family == "dc" else "/wiki"

    @property
    def user(self) -> User:
        """Who asks; anonymous people get no further."""
        if self.account is None:
            raise WikiError(
                401 if self.family == "v2" else 403, "Current user not permitted to use Confluence"
            )
        return self.account.user

    def argument(self, name: str, default: str = "") -> str:
        return next((value for key, value in self.pairs() if key == name), default)

    def arguments(self, name: str) -> list[str]:
        """All values of a list-valued argument: repeated, separated by commas, or both."""
        said = ",".join(value for key, value in self.pairs() if key == name)
        return [part.strip() for part in said.split(",") if part.strip()]

    def number(self, name: str, default: int) -> int:
        said = self.argument(name)
        if not said:
            return default
        if not NUMBER.fullmatch(said):
            raise wrong_type(said, name, "int")
        return int(said)

    def flag(self, name: str, *, default: bool = False) -> bool:
        said = self.argument(name).lower()
        if said not in ("", "true", "false"):
            raise wrong_type(said, name, "boolean")
        return default if not said else said == "true"

    def pairs(self) -> list[tuple[str, str]]:
        return parse_qsl(self.query_string, keep_blank_values=True)

    def object(self) -> dict[str, Any]:
        """The request's body, which has to be a JSON object."""
        if not isinstance(self.body, dict):
            raise WikiError(400, "The request body is missing or is not an object.")
        return self.body

    def id(self, name: str = "id") -> str:
        """An id of the path, which the second API wants to be a number."""
        said = self.path[name]
        if self.family == "v2" and not NUMBER.fullmatch(said):
            raise wrong_type(said, name, "long")
        return said

    def sees_space(self, space: Space) -> bool:
        return self.account is not None and space.key in self.account.spaces

    def sees(self, page: WikiPage) -> bool:
        """Restrictions hold for everything below a page as well."""
        if not self.sees_space(page.space):
            return False
        line = [*self.wiki.ancestors(page), page]
        restricted = (one.readers for one in line if isinstance(one, WikiPage) and one.readers is not None)
        return all(self.user.account_id in readers for readers in restricted)

    def page(self, number: str | None = None) -> WikiPage:
        """The page of the path, or another one; absent, invisible and not yet there are the same."""
        wanted = self.id() if number is None else number
        found = self.wiki.pages.get(wanted)
        if found is None or not self.sees(found) or _stale(found):
            raise self.missing(wanted)
        return found

    def comment(self, number: str | None = None) -> WikiComment:
        wanted = self.id() if number is None else number
        found = self.wiki.comments.get(wanted)
        if found is None or not self.sees(found.page) or _stale(found):
            raise self.missing(wanted)
        return found

    def file(self, number: str | None = None) -> WikiFile:
        wanted = self.path["id"] if number is None else number
        found = self.wiki.files.get(wanted if wanted.startswith("att") else f"att{wanted}")
        if found is None or not self.sees(found.page):
            raise self.missing(wanted)
        return found

    def missing(self, number: str) -> WikiError:
        if self.family == "v2":
            return WikiError(404, "Not Found")
        return WikiError(404, f"No content found with id: ContentId{{id={number}}}")

    def check_may_write(self) -> None:
        if self.account is None or not self.account.writes:
            raise WikiError(403, "User is not permitted to perform this operation.")

    def with_(self, **changes: Any) -> Call:
        return replace(self, **changes)


def _stale(content: WikiPage | WikiComment) -> bool:
    """Whether this read is one of those that come too early."""
    if content.unseen_reads <= 0:
        return False
    content.unseen_reads -= 1
    return True


def wrong_type(value: str, name: str, kind: str) -> WikiError:
    return WikiError(
        400, f"Provided value {{{value}}} for '{name}' is not the correct type. Expected type is {kind}"
    )


Handler = Callable[[Call], Answer]
