"""A client in the company's house, and the vendor's book beside it wherever that is at hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from tests.vendor_contract import specs
from tests.vendor_watch import Watch

from narrowgate_sandbox import Company, Sandbox, fernwood

Json = dict[str, Any]


@contextmanager
def opened(
    account: str | None = "alex.lindqvist", company: Company | None = None
) -> Iterator[tuple[Sandbox, httpx.Client]]:
    """A fresh company and a client signed in there; at the end every answer must have been the vendor's."""
    watches: list[Watch] = []

    def around(app: Any) -> Any:
        watches.append(Watch(app))
        return watches[0]

    owner = company if company is not None else fernwood()
    with Sandbox.start(owner, around=around if specs() else None) as box:
        with client_for(box, account) as client:
            yield box, client
        for watch in watches:
            assert not watch.in_answers, watch.in_answers


def client_for(box: Sandbox, account: str | None) -> httpx.Client:
    auth = None
    if account:
        chosen = box.company.account(account)
        auth = httpx.BasicAuth(chosen.user.email, chosen.token)
    return httpx.Client(
        base_url=f"{box.url}/rest/api/3", auth=auth, trust_env=False, verify=False, timeout=20
    )


def document(*paragraphs: str) -> Json:
    content = [{"type": "paragraph", "content": [{"type": "text", "text": one}]} for one in paragraphs]
    return {"type": "doc", "version": 1, "content": content}


def keys(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [one["key"] for one in answer.json()["issues"]]


def find(client: httpx.Client, jql: str, **more: Any) -> httpx.Response:
    return client.post("/search/jql", json={"jql": jql, "fields": ["key"], "maxResults": 100} | more)
