"""Who gets into the wiki, by which door, and what the others are told."""

import httpx
import pytest
from tests.sandbox.wiki_client import client, visiting

from narrowgate_sandbox import Sandbox
from narrowgate_sandbox.__main__ import introduction


def get(url: str, **more: object) -> httpx.Response:
    return httpx.get(url, trust_env=False, **more)  # type: ignore[arg-type]


def test_the_cloud_takes_a_name_with_a_token_and_the_gateway_a_token_alone() -> None:
    with visiting() as visit:
        account = visit.company.account("alex.lindqvist")
        pair, bearer = (account.user.email, account.token), {"Authorization": f"Bearer {account.token}"}
        path = f"/api/v2/pages/{visit.page('Glossary')}"
        box = visit.box
        assert get(box.wiki_url + path, auth=pair).status_code == 200
        assert get(box.wiki_url + path, headers=bearer).status_code == 403
        assert get(box.wiki_gateway_url + path, headers=bearer).status_code == 200
        assert get(box.wiki_gateway_url + path, auth=pair).status_code == 200
        assert get(box.wiki_gateway_url + path).json() == {"code": 401, "message": "Unauthorized"}
        other = box.wiki_gateway_url.replace(box.company.cloud_id, "other")
        assert get(other + path, headers=bearer).status_code == 404


def test_links_behind_the_gateway_are_those_of_the_site() -> None:
    with visiting() as visit:
        bearer = {"Authorization": f"Bearer {visit.company.account('alex.lindqvist').token}"}
        said = get(f"{visit.box.wiki_gateway_url}/api/v2/pages?limit=1", headers=bearer).json()
        assert said["_links"]["base"] == visit.box.wiki_url
        assert said["_links"]["next"].startswith("/wiki/api/v2/pages?")
        found = get(
            f"{visit.box.wiki_gateway_url}/rest/api/search?cql=type=page&limit=1", headers=bearer
        ).json()
        assert found["_links"]["next"].startswith("/rest/api/search?")


def test_data_center_takes_a_personal_token_or_a_name_with_a_password() -> None:
    with visiting() as visit:
        account = visit.company.account("alex.lindqvist")
        url = f"{visit.box.confluence_url}/rest/api/user/current"
        assert get(url, headers={"Authorization": f"Bearer {account.token}"}).status_code == 200
        assert get(url, auth=("alex.lindqvist", account.token)).status_code == 200
        for wrong in ({"auth": ("alex.lindqvist", "no")}, {"headers": {"Authorization": "Bearer no"}}):
            refused = get(url, **wrong)
            assert refused.status_code == 401
            assert refused.headers["content-type"].startswith("text/html")
            assert refused.headers["x-seraph-loginreason"] == "AUTHENTICATED_FAILED"


@pytest.mark.parametrize(
    ("path", "status"),
    [("/wiki/api/v2/pages", 401), ("/wiki/rest/api/user/current", 403), ("/confluence/rest/api/space", 403)],
)
def test_nobody_gets_no_further_than_the_door(path: str, status: int) -> None:
    with Sandbox.start() as box:
        assert get(box.url + path).status_code == status


def test_what_data_center_lacks_is_not_there() -> None:
    with visiting() as visit:
        assert visit.dc.get("/api/v2/pages").status_code == 404
        assert visit.dc.post("/api/v2/inline-comments", json={}).status_code == 404
        page = visit.page("Glossary")
        assert visit.dc.put(f"/rest/api/content/{page}/move/append/{page}").status_code == 404
        assert visit.cloud.put(f"/rest/api/content/{page}", json={}).status_code == 405


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (b"{", {"content-type": "application/json"}, 400),
        (b"[]", {"content-type": "application/json"}, 400),
        (b"{}", {"content-type": "text/plain"}, 415),
    ],
)
def test_a_body_is_a_json_object(content: bytes, headers: dict[str, str], status: int) -> None:
    with visiting() as visit:
        for one, path in ((visit.cloud, "/api/v2/pages"), (visit.dc, "/rest/api/content")):
            assert one.post(path, content=content, headers=headers).status_code == status


def test_every_request_is_noted_and_the_introduction_names_every_door() -> None:
    with Sandbox.start() as box, client(box, "priya") as priya:
        priya.get("/api/v2/spaces?keys=ENG")
        seen = box.requests[-1]
        assert (seen.method, seen.path, seen.query, seen.status) == (
            "GET",
            "/wiki/api/v2/spaces",
            "keys=ENG",
            200,
        )
        text = introduction(box)
        assert all(one in text for one in (box.wiki_url, box.wiki_gateway_url, box.confluence_url, "HR"))
