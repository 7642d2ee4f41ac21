"""The workflow: what may be done from where, and what its screens demand."""

from typing import Any

import pytest
from tests.sandbox.company_client import document, opened

from narrowgate_sandbox import fernwood

DONE = {"transition": {"id": "51"}, "fields": {"resolution": {"name": "Done"}}}


def test_each_status_offers_its_own_steps_and_the_global_one() -> None:
    with opened() as (_, client):
        for key, wanted in {
            "SHOP-1": ["Start progress", "Reject", "Triage"],
            "SHOP-2": ["Stop progress", "Request review", "Done", "Triage"],
            "SHOP-7": ["Request changes", "Done", "Reject", "Triage"],
            "SHOP-8": ["Reopen", "Triage"],
            "DESK-2": ["Respond to support", "Resolve this issue"],
        }.items():
            steps = client.get(f"/issue/{key}/transitions").json()["transitions"]
            assert [one["name"] for one in steps] == wanted
            assert all("fields" not in one for one in steps)


def test_screens_are_told_when_asked_for() -> None:
    with opened() as (_, client):
        steps = client.get("/issue/SHOP-7/transitions?expand=transitions.fields&transitionId=51").json()[
            "transitions"
        ]
        assert len(steps) == 1
        fields = steps[0]["fields"]
        assert {name: one["required"] for name, one in fields.items()} == {
            "resolution": True,
            "assignee": False,
            "fixVersions": False,
            "comment": False,
        }
        assert fields["resolution"]["allowedValues"][0]["name"] == "Done"


def test_an_issue_is_moved_with_resolution_comment_and_history() -> None:
    with opened() as (box, client):
        update = {
            "comment": [{"add": {"body": document("Shipped."), "properties": [{"key": "k", "value": 1}]}}]
        }
        answer = client.post("/issue/SHOP-2/transitions", json=DONE | {"update": update})
        assert (answer.status_code, answer.content) == (204, b"")
        issue = box.company.issue("SHOP-2")
        assert (issue.status.name, issue.values["resolution"].name) == ("Done", "Done")
        assert issue.comments[-1].properties == {"k": 1}
        items = client.get("/issue/SHOP-2/changelog").json()["values"][-1]["items"]
        assert [(one["field"], one["fromString"], one["toString"]) for one in items] == [
            ("status", "In Progress", "Done"),
            ("resolution", None, "Done"),
        ]
        assert client.post("/issue/SHOP-2/transitions", json={"transition": {"id": "71"}}).status_code == 204
        assert issue.values["resolution"] is None


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("SHOP-2", {"transition": {"id": "51"}}, "resolution"),
    ("SHOP-2", {"transition": {"id": "51"}, "fields": {"resolution": None}}, "resolution"),
    ("SHOP-2", {"transition": {"id": "51"}, "fields": {"resolution": {"name": "Fixed"}}}, "resolution"),
    ("SHOP-1", {"transition": {"id": "11"}, "fields": {"resolution": {"name": "Done"}}}, "resolution"),
    ("SHOP-2", DONE | {"fields": {"resolution": {"name": "Done"}, "labels": []}}, "labels"),
    (
        "SHOP-1",
        {"transition": {"id": "11"}, "update": {"comment": [{"add": {"body": document("x")}}]}},
        "comment",
    ),
    ("SHOP-2", DONE | {"update": {"comment": [{"add": {"body": "plain"}}]}}, "comment"),
]


@pytest.mark.parametrize(("key", "body", "field"), WRONG)
def test_what_a_screen_lacks_or_misses_is_refused_before_anything_moves(
    key: str, body: dict[str, Any], field: str
) -> None:
    with opened() as (box, client):
        answer = client.post(f"/issue/{key}/transitions", json=body)
        assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
        assert box.company.issue(key).status == fernwood().issue(key).status
        assert box.company.writes == 0


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"transition": {}},
        {"transition": {"id": 11}},
        {"transition": {"id": "71"}},
        {"transition": {"id": "x"}},
    ],
)
def test_a_step_that_is_not_offered_is_refused(body: dict[str, Any]) -> None:
    with opened() as (_, client):
        answer = client.post("/issue/SHOP-1/transitions", json=body)
        assert answer.status_code == 400
        assert answer.json()["errorMessages"]


def test_a_second_start_is_refused_and_a_loop_runs_twice() -> None:
    with opened() as (box, client):
        start = {"transition": {"id": "11"}}
        assert [client.post("/issue/SHOP-1/transitions", json=start).status_code for _ in range(2)] == [
            204,
            400,
        ]
        loop = {"transition": {"id": "81"}, "update": {"comment": [{"add": {"body": document("seen")}}]}}
        assert [client.post("/issue/SHOP-1/transitions", json=loop).status_code for _ in range(2)] == [
            204,
            204,
        ]
        issue = box.company.issue("SHOP-1")
        assert issue.status.name == "In Progress"
        assert len(issue.comments) == 2
