"""Comments: paged, dated, public or internal, with properties that only one request shows."""

from typing import Any

import pytest
from tests.sandbox.company_client import document, opened

INTERNAL = [{"key": "sd.public.comment", "value": {"internal": True}}]


def test_comments_are_paged_in_both_orders() -> None:
    with opened() as (_, client):
        oldest = client.get("/issue/SHOP-2/comment?startAt=1&maxResults=1").json()
        assert (
            [one["id"] for one in oldest["comments"]],
            oldest["startAt"],
            oldest["maxResults"],
            oldest["total"],
        ) == (["20002"], 1, 1, 3)
        newest = client.get("/issue/SHOP-2/comment?orderBy=-created&maxResults=2").json()
        assert [one["id"] for one in newest["comments"]] == ["20003", "20002"]
        assert client.get("/issue/SHOP-2/comment?orderBy=author").status_code == 400
        assert client.get("/issue/SHOP-2/comment?startAt=x").status_code == 400


def test_a_comment_is_added_and_edited() -> None:
    with opened() as (box, client):
        added = client.post("/issue/SHOP-9/comment", json={"body": document("one")})
        assert added.status_code == 201
        number = added.json()["id"]
        edited = client.put(f"/issue/SHOP-9/comment/{number}", json={"body": document("two")})
        assert edited.status_code == 200
        assert edited.json()["body"] == document("two")
        assert edited.json()["updated"] > edited.json()["created"]
        assert (
            client.get(f"/issue/SHOP-9/comment/{number}?expand=renderedBody").json()["renderedBody"]
            == "<p>two</p>"
        )
        assert box.company.issue("SHOP-9").updated == box.company.clock.now


WRONG: list[tuple[Any, dict[str, Any]]] = [
    ({"body": "plain"}, {"errorMessages": [], "errors": {"comment": "Comment body is not valid!"}}),
    ({}, {"errorMessages": [], "errors": {"comment": "Comment body is not valid!"}}),
    ({"body": document(" ")}, {"errorMessages": [], "errors": {"comment": "Comment body can not be empty!"}}),
    (
        {"body": {"type": "doc", "version": 1, "content": [{"type": "sidebar"}]}},
        {"errorMessages": [], "errors": {"comment": "Comment body can not be empty!"}},
    ),
    (
        {"body": {"type": "doc", "version": 1, "content": [{"type": "text", "text": "x"}]}},
        {"errorMessages": ["INVALID_INPUT"], "errors": {}},
    ),
]


@pytest.mark.parametrize(("body", "refusal"), WRONG)
def test_a_wrong_body_is_refused_in_the_vendors_words(body: Any, refusal: dict[str, Any]) -> None:
    with opened() as (_, client):
        answer = client.post("/issue/SHOP-9/comment", json=body)
        assert (answer.status_code, answer.json()) == (400, refusal)
        assert client.put("/issue/SHOP-2/comment/20001", json=body).status_code == 400


def test_a_comment_belongs_to_its_issue() -> None:
    with opened() as (_, client):
        assert client.get("/issue/SHOP-1/comment/20001").status_code == 404
        assert client.put("/issue/SHOP-1/comment/20001", json={"body": document("x")}).status_code == 404


def test_properties_are_shown_by_the_list_and_by_their_own_address_only() -> None:
    with opened() as (_, client):
        stamp = [{"key": "stamp", "value": "7f"}]
        number = client.post(
            "/issue/SHOP-9/comment", json={"body": document("x"), "properties": stamp}
        ).json()["id"]
        assert "properties" not in client.get(f"/issue/SHOP-9/comment/{number}?expand=properties").json()
        listed = client.post(
            "/comment/list?expand=properties", json={"ids": [int(number), 20001, 99999]}
        ).json()
        assert [(one["id"], one["properties"]) for one in listed["values"]] == [
            (number, stamp),
            ("20001", []),
        ]
        assert (
            "properties" not in client.post("/comment/list", json={"ids": [int(number)]}).json()["values"][0]
        )
        assert client.get(f"/comment/{number}/properties").json()["keys"][0]["key"] == "stamp"
        assert client.get(f"/comment/{number}/properties/stamp").json() == stamp[0]
        assert client.get(f"/comment/{number}/properties/none").status_code == 404
        refused: list[Any] = [{}, {"ids": []}, {"ids": ["20001"]}, {"ids": list(range(1001))}]
        for wrong in refused:
            assert client.post("/comment/list", json=wrong).status_code == 400


def test_comments_out_of_sight_are_left_out_of_the_list() -> None:
    with opened("jun.okada") as (box, client):
        hidden = box.company.issue("DESK-1").comments[0].id
        assert client.post("/comment/list", json={"ids": [int(hidden)]}).json()["values"] == []
        assert client.get(f"/comment/{hidden}/properties").status_code == 404


def test_the_desk_tells_who_may_read_a_comment_and_the_others_do_not() -> None:
    with opened() as (box, client):
        page = client.get("/issue/DESK-1/comment").json()["comments"]
        assert [one["jsdPublic"] for one in page] == [True, False]
        public = client.post("/issue/DESK-2/comment", json={"body": document("hello")}).json()
        internal = client.post(
            "/issue/DESK-2/comment", json={"body": document("psst"), "properties": INTERNAL}
        ).json()
        assert (public["jsdPublic"], internal["jsdPublic"]) == (True, False)
        assert [one.public for one in box.company.issue("DESK-2").comments] == [True, False]
        assert "jsdPublic" not in client.get("/issue/SHOP-2/comment/20001").json()


def test_a_visibility_is_kept_and_a_wrong_one_refused() -> None:
    with opened() as (_, client):
        limit = {"type": "role", "value": "Administrators"}
        kept = client.post("/issue/SHOP-9/comment", json={"body": document("x"), "visibility": limit}).json()
        assert kept["visibility"] == limit
        wrong = {"body": document("x"), "visibility": {"type": "everyone"}}
        assert client.post("/issue/SHOP-9/comment", json=wrong).status_code == 400
