"""Who gets into the wiki, by which door, and what the others are told."""

import httpx
import pytest
from tests.sandbox.wiki_client import client, update_of, visiting

from narrowgate_sandbox import Fault, FaultProxy, Sandbox
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


def test_the_first_api_reads_trees_and_comments_in_the_cloud_but_writes_no_content_there() -> None:
    with visiting() as visit:
        page = f"/rest/api/content/{visit.page('Checkout architecture')}"
        inline = visit.cloud.get(
            f"{page}/child/comment", params={"location": "inline", "expand": "body.storage"}
        )
        assert inline.json()["size"] == 1
        home = f"/rest/api/content/{visit.page('Engineering home')}"
        assert visit.cloud.get(f"{home}/child/page", params={"limit": 100}).json()["size"] > 5
        assert visit.cloud.get(f"{home}/descendant/page", params={"limit": 100}).json()["size"] > 15
        assert visit.cloud.post(f"{page}/child/comment", json={}).status_code == 405
        assert visit.cloud.get(page, params={"expand": "body.view,ancestors,version"}).json()["body"]["view"][
            "value"
        ]


def test_a_write_that_arrived_behind_a_broken_connection_has_happened_once() -> None:
    with visiting() as visit, FaultProxy.start(visit.box.url) as proxy:
        page = visit.page("Glossary")
        account = visit.company.account("alex.lindqvist")
        proxy.rule(Fault.RESET_AFTER, method="PUT")
        said = update_of(visit, page, "<p>once</p>", 2)
        url, auth = f"{proxy.url}/wiki/api/v2/pages/{page}", (account.user.email, account.token)
        with pytest.raises(httpx.ReadError):
            httpx.put(url, json=said, auth=auth, trust_env=False)
        stored = visit.company.wiki_page("ENG", "Glossary")
        assert (stored.body, stored.version) == ("<p>once</p>", 2)
        assert httpx.put(url, json=said, auth=auth, trust_env=False).status_code == 409
