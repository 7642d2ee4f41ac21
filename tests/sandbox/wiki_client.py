"""Clients of the company's wiki, with the vendor's book beside them wherever that is at hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from tests.vendor_contract import specs
from tests.vendor_watch import Watch

from narrowgate_sandbox import Company, Sandbox, fernwood

Json = dict[str, Any]
NO_CHECK = {"X-Atlassian-Token": "no-check"}


@dataclass(frozen=True, slots=True)
class Visit:
    """`cloud` is signed in below `/wiki`, `dc` below `/confluence`; both take paths like `/api/v2/pages`."""

    box: Sandbox
    cloud: httpx.Client
    dc: httpx.Client

    @property
    def company(self) -> Company:
        return self.box.company

    def page(self, title: str, space: str = "ENG") -> str:
        return self.company.wiki_page(space, title).id

    def space(self, key: str = "ENG") -> str:
        return self.company.space(key).id


@contextmanager
def visiting(account: str = "alex.lindqvist", company: Company | None = None) -> Iterator[Visit]:
    """A fresh company and clients signed in at its wiki; at the end every answer must have been the vendor's."""
    watches: list[Watch] = []

    def around(app: Any) -> Any:
        watches.append(Watch(app))
        return watches[0]

    owner = company if company is not None else fernwood()
    with Sandbox.start(owner, around=around if specs() else None) as box:
        with client(box, account) as cloud, client(box, account, dc=True) as dc:
            yield Visit(box, cloud, dc)
        for watch in watches:
            assert not watch.in_answers, watch.in_answers


def client(box: Sandbox, account: str | None, *, dc: bool = False) -> httpx.Client:
    chosen = box.company.account(account) if account else None
    headers = {"Authorization": f"Bearer {chosen.token}"} if chosen and dc else {}
    auth = httpx.BasicAuth(chosen.user.email, chosen.token) if chosen and not dc else None
    base = box.confluence_url if dc else box.wiki_url
    return httpx.Client(base_url=base, auth=auth, headers=headers, trust_env=False, verify=False, timeout=20)


def storage(text: str) -> Json:
    return {"representation": "storage", "value": text}


def update_of(visit: Visit, page: str, body: str, number: int, **more: Any) -> Json:
    """The body of an update by the second API."""
    title = visit.company.wiki.pages[page].title
    said = {
        "id": page,
        "status": "current",
        "title": title,
        "body": storage(body),
        "version": {"number": number},
    }
    return said | more


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Status and message, in either API's shape."""
    said = answer.json()
    return answer.status_code, said["errors"][0]["title"] if "statusCode" not in said else said["message"]
