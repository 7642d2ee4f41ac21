"""Issues are read and made as the vendor does it, wrong requests included."""

from typing import Any

import httpx
import pytest
from tests.sandbox.company_client import Json, document, opened

EPIC = {"key": "SHOP-1"}


def made(client: httpx.Client, kind: str = "Task", project: str = "SHOP", **fields: Any) -> httpx.Response:
    body = {"project": {"key": project}, "issuetype": {"name": kind}, "summary": "New"} | fields
    return client.post("/issue", json={"fields": body})


def fields_of(client: httpx.Client, key: str) -> Json:
    fields: Json = client.get(f"/issue/{key}").json()["fields"]
    return fields


def test_an_issue_is_read_with_everything_unless_less_is_asked_for() -> None:
    with opened() as (_, client):
        whole = client.get("/issue/SHOP-2").json()
        assert whole["fields"]["comment"]["total"] == 3
        assert whole["fields"]["parent"]["key"] == "SHOP-1"
        assert whole["fields"]["customfield_10016"] == 5.0
        assert whole["fields"]["customfield_10030"]["value"] == "Blocker"
        assert "properties" not in whole
        some = client.get("/issue/shop-2?fields=summary&fields=status,nonsense").json()
        assert set(some["fields"]) == {"summary", "status"}
        without = client.get("/issue/10002?fields=*all,-comment,-attachment").json()["fields"]
        assert {"comment", "attachment"} & set(without) == set()
        assert "description" in without
        assert set(client.get("/issue/SHOP-2?fields=-comment").json()["fields"]) >= {"summary", "attachment"}
        assert "attachment" not in client.get("/issue/SHOP-2?fields=*navigable").json()["fields"]


def test_comments_come_with_the_issue_in_one_request_oldest_first() -> None:
    with opened() as (_, client):
        page = client.get("/issue/SHOP-2?fields=comment").json()["fields"]["comment"]
        assert (page["startAt"], page["maxResults"], page["total"]) == (0, 3, 3)
        assert [one["id"] for one in page["comments"]] == ["20001", "20002", "20003"]


def test_expansions_add_what_they_name() -> None:
    with opened() as (_, client):
        names = "transitions,changelog,renderedFields,names,schema,editmeta"
        plain, expanded = (client.get(f"/issue/SHOP-7{one}").json() for one in ("", f"?expand={names}"))
        assert set(expanded) - set(plain) == set(names.split(","))
        assert [one["name"] for one in expanded["transitions"]] == [
            "Request changes",
            "Done",
            "Reject",
            "Triage",
        ]
        assert [one["items"][0]["toString"] for one in expanded["changelog"]["histories"]] == [
            "In Review",
            "In Progress",
        ]
        assert expanded["names"]["customfield_10016"] == "Story points"
        assert "<p>Only Tuesdays" in expanded["renderedFields"]["description"]


def test_times_are_told_in_the_askers_zone() -> None:
    with opened("priya.raman") as (_, client):
        assert client.get("/issue/SHOP-1").json()["fields"]["created"] == "2026-09-14T14:00:00.120+0530"


def test_a_new_issue_has_what_it_was_given_and_the_defaults() -> None:
    with opened() as (box, client):
        answer = made(
            client,
            "Story",
            description=document("Because."),
            labels=["a", "b", "a"],
            priority={"name": "High"},
            components=[{"name": "Checkout"}],
            fixVersions=[{"id": "10301"}],
            duedate="2026-12-24",
            assignee={"accountId": box.company.users[1].account_id},
            parent=EPIC,
            customfield_10016=3,
            customfield_10031=document("It works."),
        )
        assert answer.status_code == 201
        assert answer.json() == {"id": "10026", "key": "SHOP-13", "self": f"{box.url}/rest/api/3/issue/10026"}
        fields = fields_of(client, "SHOP-13")
        assert fields["labels"] == ["a", "b"]
        assert fields["priority"]["name"] == "High"
        assert [one["name"] for one in fields["fixVersions"]] == ["2026.12"]
        assert fields["assignee"]["displayName"] == "Alex Moreau"
        assert fields["reporter"]["displayName"] == "Alex Lindqvist"
        assert fields["parent"]["fields"]["summary"] == "Christmas release"
        assert fields["status"]["name"] == "To Do"
        assert fields["customfield_10016"] == 3.0
        assert made(client).json()["key"] == "SHOP-14"
        assert fields_of(client, "SHOP-14")["priority"]["name"] == "Medium"


WRONG_FIELDS: list[tuple[str, Any, str]] = [
    ("description", "plain text", "Operation value must be an Atlassian Document"),
    (
        "description",
        {"type": "doc", "version": 1, "content": [{"type": "text", "text": ""}]},
        "INVALID_INPUT",
    ),
    ("description", document("x" * 32_768), "32,767"),
    ("customfield_10031", "plain text", "Operation value must be an Atlassian Document"),
    ("summary", "", "You must specify a summary"),
    ("summary", None, "You must specify a summary"),
    ("summary", 3, "must be a string"),
    ("summary", "a\nb", "newline"),
    ("summary", "x" * 256, "255"),
    ("labels", ["a b"], "contains spaces"),
    ("labels", "a", "not an array"),
    ("priority", {"name": "Urgent"}, "Urgent"),
    ("priority", "High", "Priority"),
    ("components", [{"name": "Nonsense"}], "Nonsense"),
    ("components", {"name": "Checkout"}, "not an array"),
    ("fixVersions", [{"id": "1"}], "Version"),
    ("duedate", "24.12.2026", "parsing date"),
    ("duedate", "20261224", "parsing date"),
    ("duedate", 20261224, "must be a string"),
    ("assignee", {"accountId": "nobody"}, "nobody"),
    ("assignee", {"accountId": "557058:2b7c9e4f-6d1a-4b3c-9e8f-0a1b2c3d4e5f"}, "cannot be assigned"),
    ("assignee", {"name": "alex"}, "expected"),
    ("customfield_10016", "3", "must be a number"),
    ("customfield_10016", True, "must be a number"),
    ("customfield_10030", {"value": "Tiny"}, "on the appropriate screen"),
    ("parent", {"key": "SHOP-99"}, "Could not find issue"),
    ("parent", {"key": "SHOP-3"}, "hierarchy"),
    ("resolution", {"name": "Done"}, "on the appropriate screen"),
    ("status", {"name": "Done"}, "on the appropriate screen"),
    ("nonsense", 1, "on the appropriate screen"),
]


@pytest.mark.parametrize(("name", "value", "words"), WRONG_FIELDS)
def test_a_wrong_field_is_refused_by_name_and_nothing_is_made(name: str, value: Any, words: str) -> None:
    with opened() as (box, client):
        answer = made(client, "Story", **{name: value})
        assert answer.status_code == 400
        assert answer.json()["errorMessages"] == []
        assert list(answer.json()["errors"]) == [name]
        assert words in answer.json()["errors"][name]
        assert len(box.company.issues) == 25


def test_all_wrong_fields_are_told_at_once() -> None:
    with opened() as (_, client):
        answer = made(client, "Incident", "OPS", summary="", labels=["a b"], foo=1)
        assert set(answer.json()["errors"]) == {"summary", "labels", "foo", "customfield_10030"}


def test_a_required_custom_field_and_a_missing_parent_are_asked_for() -> None:
    with opened() as (_, client):
        assert made(client, "Incident", "OPS").json()["errors"] == {
            "customfield_10030": "Severity is required."
        }
        assert made(client, "Incident", "OPS", customfield_10030={"value": "Major"}).status_code == 201
        assert list(made(client, "Sub-task").json()["errors"]) == ["parent"]
        assert list(made(client, "Sub-task", parent=EPIC).json()["errors"]) == ["parent"]
        assert made(client, "Sub-task", parent={"key": "SHOP-3"}).status_code == 201
        assert [one["key"] for one in fields_of(client, "SHOP-3")["subtasks"]][-1] == "SHOP-13"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"fields": {"project": {"key": "NOPE"}, "issuetype": {"name": "Task"}}}, "project"),
        ({"fields": {"issuetype": {"name": "Task"}}}, "project"),
        ({"fields": {"project": {"key": "SHOP"}}}, "issuetype"),
        ({"fields": {"project": {"key": "SHOP"}, "issuetype": {"name": "Incident"}}}, "issuetype"),
        ({}, "project"),
    ],
)
def test_a_place_that_does_not_exist_is_the_first_thing_told(body: Json, field: str) -> None:
    with opened() as (_, client):
        answer = client.post("/issue", json=body)
        assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])


def test_bodies_that_are_not_objects_or_not_json_are_refused() -> None:
    with opened() as (_, client):
        assert (
            client.post("/issue", content=b"{", headers={"Content-Type": "application/json"}).status_code
            == 400
        )
        assert client.post("/issue", json=[1]).status_code == 400
        assert client.post("/issue", json={"fields": []}).status_code == 400
        assert client.post("/issue", data={"a": "b"}).status_code == 415
        assert client.put("/issue/SHOP-1", json={}).status_code == 400


def test_properties_are_kept_and_shown_only_when_asked_for() -> None:
    with opened() as (_, client):
        body = {"project": {"key": "SHOP"}, "issuetype": {"name": "Task"}, "summary": "Stamped"}
        stamp = [{"key": "stamp", "value": {"id": "7f"}}]
        key = client.post("/issue", json={"fields": body, "properties": stamp}).json()["key"]
        assert "properties" not in client.get(f"/issue/{key}").json()
        assert client.get(f"/issue/{key}?properties=stamp,other").json()["properties"] == {
            "stamp": {"id": "7f"}
        }
        assert client.get(f"/issue/{key}/properties/stamp").json() == {"key": "stamp", "value": {"id": "7f"}}
        assert client.put(f"/issue/{key}/properties/more", json=[1]).status_code == 201
        assert client.put(f"/issue/{key}/properties/more", json=[2]).status_code == 200
        assert [one["key"] for one in client.get(f"/issue/{key}/properties").json()["keys"]] == [
            "stamp",
            "more",
        ]
        assert client.get(f"/issue/{key}?properties=*all").json()["properties"]["more"] == [2]
        assert client.get(f"/issue/{key}/properties/none").status_code == 404
        found = client.post(
            "/search/jql", json={"jql": f"key = {key}", "fields": ["summary"], "properties": ["stamp"]}
        )
        assert found.json()["issues"][0]["properties"] == {"stamp": {"id": "7f"}}
        for wrong in ([{"key": "x"}], [{"key": "", "value": 1}], "x", [{"key": "k" * 256, "value": 1}]):
            assert client.post("/issue", json={"fields": body, "properties": wrong}).status_code == 400


def test_screens_tell_what_a_new_issue_wants() -> None:
    with opened() as (_, client):
        types = client.get("/issue/createmeta/OPS/issuetypes?startAt=1&maxResults=2").json()
        assert ([one["name"] for one in types["issueTypes"]], types["total"]) == (["Task", "Incident"], 4)
        fields = client.get("/issue/createmeta/OPS/issuetypes/10010").json()["fields"]
        by_id = {one["fieldId"]: one for one in fields}
        assert [name for name, one in by_id.items() if one["required"]] == [
            "project",
            "issuetype",
            "summary",
            "reporter",
            "customfield_10030",
        ]
        assert [one["value"] for one in by_id["customfield_10030"]["allowedValues"]] == [
            "Blocker",
            "Major",
            "Minor",
        ]
        assert by_id["labels"]["operations"] == ["add", "set", "remove"]
        first = client.get("/issue/createmeta/OPS/issuetypes/10010?maxResults=3").json()
        assert (len(first["fields"]), first["total"]) == (3, len(fields))
        assert client.get("/issue/createmeta/OPS/issuetypes/10020").status_code == 400
        meta = client.get("/issue/SHOP-2/editmeta").json()["fields"]
        assert "comment" in meta
        assert "resolution" not in meta
