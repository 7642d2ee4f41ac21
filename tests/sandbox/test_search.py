"""Search: bounded, token by token, and only what was asked for."""

from typing import Any

import pytest
from tests.sandbox.company_client import find, keys, opened

from narrowgate_sandbox import fernwood


def test_ids_alone_come_unless_fields_are_asked_for() -> None:
    with opened() as (_, client):
        bare = client.get("/search/jql?jql=key=SHOP-1").json()
        assert bare == {"issues": [{"id": "10001"}], "isLast": True}
        assert set(find(client, "key = SHOP-1").json()["issues"][0]) == {"expand", "id", "self", "key"}
        some = client.get("/search/jql?jql=key=SHOP-1&fields=summary,labels&expand=names,changelog").json()
        assert set(some["issues"][0]["fields"]) == {"summary", "labels"}
        assert some["names"] == {"summary": "Summary", "labels": "Labels"}
        assert "changelog" in some["issues"][0]


@pytest.mark.parametrize("size", [1, 4, 24, 25, 26])
def test_pages_follow_their_tokens_and_miss_nothing(size: int) -> None:
    with opened() as (_, client):
        found: list[str] = []
        body: dict[str, Any] = {
            "jql": "created > 2000-01-01 order by key",
            "fields": ["key"],
            "maxResults": size,
        }
        pages = 0
        while True:
            page = client.post("/search/jql", json=body).json()
            assert "total" not in page
            found += [one["key"] for one in page["issues"]]
            pages += 1
            if page["isLast"]:
                assert "nextPageToken" not in page
                break
            body["nextPageToken"] = page["nextPageToken"]
        assert len(set(found)) == len(found) == 25
        assert pages == -(-25 // size)


def test_a_token_belongs_to_its_query() -> None:
    with opened() as (_, client):
        token = find(client, "project = SHOP", maxResults=1).json()["nextPageToken"]
        assert find(client, "project = OPS", nextPageToken=token).status_code == 400
        for wrong in ("nonsense", "W10=", "bnVsbA=="):
            assert find(client, "project = SHOP", nextPageToken=wrong).status_code == 400


@pytest.mark.parametrize("jql", ["", "order by created", "  ORDER BY key desc"])
def test_an_unbounded_query_is_refused(jql: str) -> None:
    with opened() as (_, client):
        answer = find(client, jql)
        assert answer.status_code == 400
        assert "Unbounded" in answer.json()["errorMessages"][0]


@pytest.mark.parametrize(
    "body",
    [
        {"jql": "key = SHOP-1", "startAt": 0},
        {"jql": "key = SHOP-1", "expand": ["names"]},
        {"jql": "key = SHOP-1", "fields": "summary"},
        {"jql": "key = SHOP-1", "maxResults": "10"},
        {"jql": "key = SHOP-1", "maxResults": 5001},
        {"jql": 3},
        [],
    ],
)
def test_a_body_that_is_not_the_documented_one_is_refused(body: Any) -> None:
    with opened() as (_, client):
        assert client.post("/search/jql", json=body).status_code == 400


def test_the_old_search_is_gone() -> None:
    with opened() as (_, client):
        for answer in (
            client.get("/search?jql=key=SHOP-1"),
            client.post("/search", json={"jql": "key=SHOP-1"}),
        ):
            assert answer.status_code == 410
            assert "/rest/api/3/search/jql" in answer.json()["errorMessages"][0]


def test_a_search_may_lag_behind_and_is_reconciled_by_id() -> None:
    company = fernwood()
    company.search_lag = 2
    with opened(company=company) as (_, client):
        fields = {"project": {"key": "SHOP"}, "issuetype": {"name": "Task"}, "summary": "Lagging"}
        made = client.post("/issue", json={"fields": fields}).json()
        assert keys(find(client, "summary ~ lagging")) == []
        assert keys(find(client, "summary ~ lagging", reconcileIssues=[int(made["id"])])) == [made["key"]]
        assert client.get(f"/issue/{made['key']}").status_code == 200
        for number in range(2):
            client.put("/issue/SHOP-1", json={"fields": {"summary": str(number)}})
        assert keys(find(client, "summary ~ lagging")) == [made["key"]]


def test_everything_wrong_with_a_query_is_told_at_once() -> None:
    with opened() as (_, client):
        answer = find(client, "project = NOPE and colour = red and status = Gone order by height")
        assert len(answer.json()["errorMessages"]) == 4
