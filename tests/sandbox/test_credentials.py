"""Who gets in, how far, and what the others are told."""

import httpx
import pytest
from tests.sandbox.company_client import client_for, find, keys, opened

from narrowgate_sandbox import Sandbox

ISSUE = "/rest/api/3/issue/SHOP-1"


def get(url: str, authorization: str | None = None) -> httpx.Response:
    headers = {"Authorization": authorization} if authorization else {}
    return httpx.get(url, headers=headers, trust_env=False)


WRONG = [
    "Basic bm9ib2R5QGZlcm53b29kLmV4YW1wbGU6eA==",
    "Basic YWxleC5saW5kcXZpc3RAZmVybndvb2QuZXhhbXBsZTp3cm9uZw==",
    "Basic %%%",
    "Basic",
    "Digest username=x",
]


@pytest.mark.parametrize("authorization", WRONG)
@pytest.mark.parametrize("path", ["/rest/api/3/myself", ISSUE, "/rest/api/3/search/jql?jql=project=SHOP"])
def test_wrong_credentials_are_refused_everywhere(path: str, authorization: str) -> None:
    with Sandbox.start() as box:
        answer = get(box.url + path, authorization)
        assert answer.status_code == 401
        assert answer.text == "Client must be authenticated to access this resource."
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["x-seraph-loginreason"] == "AUTHENTICATED_FAILED"


def test_nobody_finds_nothing_and_is_not_told_why() -> None:
    with opened(None) as (_, client):
        assert client.get("/myself").status_code == 401
        assert client.get("/issue/SHOP-1").status_code == 404
        assert find(client, "project = SHOP").json() == {"issues": [], "isLast": True}
        assert client.get("/project/search").json()["total"] == 0
        assert client.get("/user/search?query=alex").json() == []
        assert client.post("/issue", json={"fields": {"project": {"key": "SHOP"}}}).json()["errors"] == {
            "project": "valid project is required"
        }
        assert client.post("/issue/SHOP-1/comment", json={}).status_code == 404


def test_the_reader_sees_one_project_and_changes_nothing() -> None:
    with opened("jun.okada") as (box, client):
        assert keys(find(client, "created >= 2020-01-01 and key in (SHOP-1)")) == ["SHOP-1"]
        assert client.get("/issue/OPS-1").status_code == 404
        assert client.get("/project/OPS").status_code == 404
        assert [one["key"] for one in client.get("/project/search").json()["values"]] == ["SHOP"]
        assert "does not exist" in find(client, "project = OPS").text
        assert client.get("/issue/SHOP-1/editmeta").json() == {"fields": {}}
        assert client.get("/issue/SHOP-1/transitions").json()["transitions"] == []
        assert client.put("/issue/SHOP-1", json={"fields": {"summary": "x"}}).status_code == 400
        assert client.post("/issue/SHOP-1/comment", json={"body": {}}).status_code == 400
        assert client.put("/issue/SHOP-1/properties/x", json=1).status_code == 403
        files = {"file": ("a", b"a")}
        assert (
            client.post(
                "/issue/SHOP-1/attachments", files=files, headers={"X-Atlassian-Token": "no-check"}
            ).status_code
            == 403
        )
        held = client.get("/mypermissions?permissions=BROWSE_PROJECTS,EDIT_ISSUES,ADMINISTER").json()[
            "permissions"
        ]
        assert [held[one]["havePermission"] for one in held] == [True, False, False]
        assert box.company.writes == 0


def test_links_to_what_is_out_of_sight_are_left_out() -> None:
    with opened("jun.okada") as (box, client), client_for(box, "alex.lindqvist") as other:
        path = "/issue/SHOP-2?fields=issuelinks"
        all_links, seen = (one.get(path).json()["fields"]["issuelinks"] for one in (other, client))
        assert len(all_links) == 3
        assert len(seen) == 2
        assert "DESK" not in str(seen)


def test_scoped_tokens_go_through_the_gateway_in_both_forms() -> None:
    with opened() as (box, _):
        tenant = get(f"{box.url}/_edge/tenant_info").json()
        assert tenant == {"cloudId": box.company.cloud_id}
        account = box.company.account("alex.lindqvist")
        bearer = get(
            f"{box.gateway_url}/rest/api/3/issue/SHOP-2?fields=attachment", f"Bearer {account.token}"
        )
        basic = httpx.get(
            f"{box.gateway_url}/rest/api/3/myself", auth=(account.user.email, account.token), trust_env=False
        )
        assert (bearer.status_code, basic.status_code) == (200, 200)
        assert bearer.json()["self"].startswith(box.gateway_url)
        content = bearer.json()["fields"]["attachment"][0]["content"]
        assert get(content, f"Bearer {account.token}").status_code == 303
        for wrong in (None, "Bearer nonsense", "Basic nonsense"):
            refused = get(f"{box.gateway_url}/rest/api/3/myself", wrong)
            assert (refused.status_code, refused.json()) == (401, {"code": 401, "message": "Unauthorized"})
        assert get(f"{box.url}/rest/api/3/myself", f"Bearer {account.token}").status_code == 403


def test_a_gateway_knows_only_its_own_cloud() -> None:
    with Sandbox.start() as box:
        token = box.company.account("alex.lindqvist").token
        assert get(f"{box.url}/ex/jira/other-cloud/rest/api/3/myself", f"Bearer {token}").status_code == 404


def test_an_unknown_page_is_a_web_page() -> None:
    with Sandbox.start() as box:
        answer = get(f"{box.url}/rest/api/3/nothing")
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
