"""How the chat refuses: status 200 and a word, but for those who ask too often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from narrowgate_sandbox.web import Answer


class SlackError(Exception):
    """A refusal in the vendor's word for it.

    `needed` and `provided` are scopes, `messages` what the vendor adds for developers.
    """

    def __init__(
        self, error: str, *, needed: str = "", provided: str | None = None, messages: Sequence[str] = ()
    ) -> None:
        super().__init__(error)
        self.error, self.needed, self.provided, self.messages = error, needed, provided, list(messages)

    def answer(self) -> Answer:
        said: dict[str, Any] = {"ok": False, "error": self.error}
        if self.needed:
            said["needed"] = self.needed
        if self.provided is not None:
            said["provided"] = self.provided
        if self.messages:
            said["response_metadata"] = {"messages": self.messages}
        return Answer(200, said)


class TooOftenError(SlackError):
    """https://docs.slack.dev/apis/web-api/rate-limits"""

    def __init__(self, after_s: int, word: str, *, with_200: bool) -> None:
        super().__init__(word)
        self.after_s, self.with_200 = after_s, with_200

    def answer(self) -> Answer:
        body = {"ok": False, "error": self.error}
        return Answer(200, body) if self.with_200 else Answer(429, body, {"retry-after": str(self.after_s)})
