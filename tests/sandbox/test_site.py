"""Links, people, projects and the lists of the site."""

from typing import Any

import pytest
from tests.sandbox.company_client import document, opened


def test_the_inward_issue_of_a_request_is_the_one_that_blocks() -> None:
    with opened() as (box, client):
        body = {
            "type": {"name": "Blocks"},
            "inwardIssue": {"key": "OPS-4"},
            "outwardIssue": {"key": "SHOP-11"},
        }
        answer = client.post("/issueLink", json=body)
        assert (answer.status_code, answer.content) == (201, b"")
        blocker, blocked = (
            client.get(f"/issue/{key}?fields=issuelinks").json()["fields"]["issuelinks"][-1]
            for key in ("OPS-4", "SHOP-11")
        )
        assert blocker["outwardIssue"]["key"] == "SHOP-11"
        assert blocker["type"]["outward"] == "blocks"
        assert blocked["inwardIssue"]["key"] == "OPS-4"
        assert client.get(f"/issueLink/{blocker['id']}").json()["inwardIssue"]["key"] == "OPS-4"
        updated = box.company.issue("OPS-4").updated
        assert client.post("/issueLink", json=body).status_code == 201
        assert len(box.company.links_of(box.company.issue("SHOP-11"))) == 1
        assert box.company.issue("OPS-4").updated == updated


def test_a_link_may_bring_a_comment() -> None:
    with opened() as (box, client):
        body = {
            "type": {"id": "10003"},
            "inwardIssue": {"id": "10001"},
            "outwardIssue": {"key": "OPS-3"},
            "comment": {"body": document("See there")},
        }
        assert client.post("/issueLink", json=body).status_code == 201
        assert len(box.company.issue("SHOP-1").comments) == 1


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"type": {"name": "Nonsense"}}, 404),
        ({"type": None}, 404),
        ({"inwardIssue": {"key": "SHOP-99"}}, 404),
        ({"outwardIssue": {}}, 400),
        ({"outwardIssue": {"key": "SHOP-1"}}, 400),
        ({"comment": {"body": "plain"}}, 400),
    ],
)
def test_a_wrong_link_is_not_made(change: dict[str, Any], status: int) -> None:
    with opened() as (box, client):
        body = {
            "type": {"name": "Blocks"},
            "inwardIssue": {"key": "SHOP-1"},
            "outwardIssue": {"key": "SHOP-9"},
        }
        assert client.post("/issueLink", json=body | change).status_code == status
        assert len(box.company.links) == 6


def test_an_ambiguous_name_finds_both_and_an_address_finds_one() -> None:
    with opened() as (_, client):

        def names(path: str) -> list[str]:
            return [one["displayName"] for one in client.get(path).json()]

        assert names("/user/search?query=alex") == ["Alex Lindqvist", "Alex Moreau"]
        assert names("/user/search?query=MOREAU") == ["Alex Moreau"]
        assert names("/user/search?query=priya.raman@fern") == ["Priya Raman"]
        assert names("/user/search?query=tomas.ferreira") == []
        assert names("/user/search?query=ines") == ["Ines Kowalczyk"]
        assert names("/user/search?query=robin") == []
        assert names("/user/assignable/search?query=&project=OPS") == [
            "Alex Lindqvist",
            "Alex Moreau",
            "Priya Raman",
            "Tomás Ferreira",
            "Jun Okada",
        ]
        assert names("/user/assignable/search?query=ines&issueKey=SHOP-1") == []
        assert names("/user/assignable/search?query=alex&project=SHOP&startAt=1&maxResults=1") == [
            "Alex Moreau"
        ]
        assert client.get("/user/assignable/search?query=alex").status_code == 400
        assert client.get("/user/search").status_code == 400


def test_an_address_is_shown_to_its_owner_and_where_it_is_not_hidden() -> None:
    with opened() as (box, client):
        hidden = next(one for one in box.company.users if not one.email_shown)
        assert "emailAddress" not in client.get("/user", params={"accountId": hidden.account_id}).json()
        assert client.get("/myself").json()["emailAddress"] == "alex.lindqvist@fernwood.example"
        assert client.get("/user?accountId=nobody").status_code == 404
        assert client.get("/user").status_code == 400


def test_projects_are_listed_and_searched() -> None:
    with opened() as (_, client):
        page = client.get("/project/search?maxResults=2&expand=issueTypes").json()
        assert ([one["key"] for one in page["values"]], page["total"], page["isLast"]) == (
            ["DESK", "OPS"],
            3,
            False,
        )
        assert page["values"][1]["issueTypes"][0]["name"] == "Epic"
        for query, wanted in {
            "query=shop": ["SHOP"],
            "keys=OPS,DESK": ["DESK", "OPS"],
            "typeKey=service_desk": ["DESK"],
            "startAt=2": ["SHOP"],
        }.items():
            assert [one["key"] for one in client.get(f"/project/search?{query}").json()["values"]] == wanted
        shop = client.get("/project/shop").json()
        assert [one["name"] for one in shop["versions"]] == ["2026.11", "2026.12"]
        assert shop["lead"]["displayName"] == "Alex Lindqvist"


def test_the_sites_lists_are_there() -> None:
    with opened() as (_, client):
        assert client.get("/serverInfo").json()["deploymentType"] == "Cloud"
        assert {one["id"] for one in client.get("/field").json()} >= {
            "summary",
            "customfield_10016",
            "customfield_10030",
            "customfield_10031",
        }
        assert client.get("/priority").json()[0]["name"] == "Highest"
        assert len(client.get("/resolution").json()) == 4
        assert [one["name"] for one in client.get("/status").json()][:4] == [
            "To Do",
            "In Progress",
            "In Review",
            "Done",
        ]
        assert client.get("/issueLinkType").json()["issueLinkTypes"][0]["inward"] == "is blocked by"


def test_permissions_are_asked_for_by_name() -> None:
    with opened() as (_, client):
        assert client.get("/mypermissions").status_code == 400
        assert client.get("/mypermissions?permissions=FLY").status_code == 400
        assert client.get("/mypermissions?permissions=EDIT_ISSUES&projectKey=NOPE").status_code == 404
        held = client.get("/mypermissions?permissions=EDIT_ISSUES&issueKey=SHOP-1").json()["permissions"]
        assert held["EDIT_ISSUES"]["havePermission"] is True
