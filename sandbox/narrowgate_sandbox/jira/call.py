"""One request as the tracker sees it, and one answer; what handlers are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.records import Account, Issue, Project, User
from narrowgate_sandbox.web import Answer, Upload

__all__ = ["NOT_SEEN", "Answer", "Call", "Handler", "Upload", "VendorError", "page"]

NOT_SEEN = "Issue does not exist or you do not have permission to see it."


class VendorError(Exception):
    """A refusal in the vendor's words: general messages, and messages by field."""

    def __init__(self, status: int, *messages: str, errors: Mapping[str, str] | None = None) -> None:
        super().__init__(status, messages, errors)
        self.status = status
        self.messages = messages
        self.errors = dict(errors or {})

    def answer(self) -> Answer:
        return Answer(self.status, {"errorMessages": list(self.messages), "errors": self.errors})


@dataclass(frozen=True, slots=True)
class Call:
    """`base` is the site's address as the client used it, without a slash at the end."""

    company: Company
    account: Account | None
    base: str
    path: Mapping[str, str]
    query_string: str
    headers: Mapping[str, str]
    body: Any = None
    uploads: tuple[Upload, ...] = ()

    @property
    def user(self) -> User:
        """Who asks; anonymous people get no further."""
        if self.account is None:
            raise VendorError(
                401, "You are not authenticated. Authentication required to perform this operation."
            )
        return self.account.user

    def url(self, path: str) -> str:
        return f"{self.base}/rest/api/3/{path}"

    def argument(self, name: str, default: str = "") -> str:
        return next((value for key, value in self._arguments() if key == name), default)

    def arguments(self, name: str) -> list[str]:
        """All values of a list-valued argument: repeated, separated by commas, or both."""
        said = ",".join(value for key, value in self._arguments() if key == name)
        return [part.strip() for part in said.split(",") if part.strip()]

    def number(self, name: str, default: int) -> int:
        said = self.argument(name)
        if not said:
            return default
        if not said.removeprefix("-").isascii() or not said.removeprefix("-").isdigit():
            raise VendorError(400, f"The value '{said}' of the parameter '{name}' is not a number.")
        return int(said)

    def flag(self, name: str, *, default: bool) -> bool:
        said = self.argument(name).lower()
        return default if not said else said == "true"

    def _arguments(self) -> list[tuple[str, str]]:
        return parse_qsl(self.query_string, keep_blank_values=True)

    def object(self) -> dict[str, Any]:
        """The request's body, which has to be a JSON object."""
        if not isinstance(self.body, dict):
            raise VendorError(
                400, "Invalid request payload. Refer to the REST API documentation and try again."
            )
        return self.body

    def sees(self, project: Project) -> bool:
        return self.account is not None and self.account.sees(project)

    def issue(self, reference: str | None = None) -> Issue:
        """The issue of the path, or another one; absent and invisible are the same."""
        found = self.company.find(reference if reference is not None else self.path["issue"])
        if found is None or not self.sees(found.project):
            raise VendorError(404, NOT_SEEN)
        return found

    def project(self, reference: str) -> Project:
        found = self.company.project(reference)
        if found is None or not self.sees(found):
            raise VendorError(404, f"No project could be found with key '{reference}'.")
        return found

    @property
    def may_write(self) -> bool:
        return self.account is not None and self.account.writes

    def with_body(self, body: Any) -> Call:
        return Call(
            self.company,
            self.account,
            self.base,
            self.path,
            self.query_string,
            self.headers,
            body,
            self.uploads,
        )


Handler = Callable[[Call], Answer]


def page(call: Call, values: list[Any], limit: int, *, most: int | None = None) -> tuple[list[Any], int, int]:
    """The page that `startAt` and `maxResults` name: its values, its start and its size."""
    start = max(call.number("startAt", 0), 0)
    size = call.number("maxResults", limit)
    size = min(size if size >= 0 else limit, most or 5000)
    return values[start : start + size], start, size
