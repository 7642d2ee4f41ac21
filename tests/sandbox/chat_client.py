"""Clients of the company's chat, with the vendor's book beside them wherever that is at hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from tests.vendor_chat_contract import ChatWatch, chat_specs

from narrowgate_sandbox import Company, Sandbox, fernwood
from narrowgate_sandbox.company.chat import Chat
from narrowgate_sandbox.company.chat_records import Channel, ChatMessage

Json = dict[str, Any]
AGENT, DEPLOYS, ALEX, PRIYA = (
    "xoxb-sandbox-agent",
    "xoxb-sandbox-deploys",
    "xoxp-sandbox-alex",
    "xoxp-sandbox-priya",
)


@dataclass(frozen=True, slots=True)
class Talk:
    """The chat from outside and from inside."""

    box: Sandbox
    http: httpx.Client

    @property
    def company(self) -> Company:
        return self.box.company

    @property
    def chat(self) -> Chat:
        return self.company.chat

    def channel(self, name: str) -> Channel:
        return self.chat.channel(name)

    def last(self, name: str) -> ChatMessage:
        return list(self.channel(name).ordered())[-1]

    def send(self, method: str, token: str | None = AGENT, **arguments: Any) -> httpx.Response:
        """As JSON."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.post(f"/api/{method}", json=arguments, headers=headers)

    def call(self, method: str, token: str | None = AGENT, **arguments: Any) -> Json:
        """The answer, whatever it says; a channel may be given by its name."""
        if arguments.get("channel", "").startswith("#"):
            arguments["channel"] = self.channel(arguments["channel"]).id
        answer = self.send(method, token, **arguments)
        assert answer.status_code == 200, answer.text
        said: Json = answer.json()
        return said

    def do(self, method: str, token: str | None = AGENT, **arguments: Any) -> Json:
        """The answer, which has to be a good one."""
        said = self.call(method, token, **arguments)
        assert said["ok"], said
        return said

    def error(self, method: str, token: str | None = AGENT, **arguments: Any) -> str:
        said = self.call(method, token, **arguments)
        assert not said["ok"], said
        return str(said["error"])


@contextmanager
def talking(company: Company | None = None) -> Iterator[Talk]:
    """A fresh company and a client of its chat; at the end every answer must have been the vendor's."""
    watches: list[ChatWatch] = []

    def around(app: Any) -> Any:
        watches.append(ChatWatch(app))
        return watches[0]

    owner = company if company is not None else fernwood()
    with Sandbox.start(owner, around=around if chat_specs() else None) as box:
        with httpx.Client(base_url=box.slack_url, trust_env=False, verify=False, timeout=20) as http:
            yield Talk(box, http)
        for watch in watches:
            assert not watch.in_answers, watch.in_answers


def texts(answer: Json) -> list[str]:
    return [one["text"] for one in answer["messages"]]


def pages(talk: Talk, method: str, key: str, **arguments: Any) -> Iterator[list[Any]]:
    """Every page of a list, by its cursors."""
    cursor = ""
    while True:
        said = talk.do(method, **arguments, **({"cursor": cursor} if cursor else {}))
        yield said[key]
        cursor = said.get("response_metadata", {}).get("next_cursor", "")
        if not cursor:
            return
