"""One address for everything in the first API: pages, comments and files, in both its homes."""

import httpx
import pytest
from tests.sandbox.wiki_client import Visit, visiting


def both(visit: Visit) -> tuple[httpx.Client, httpx.Client]:
    return visit.cloud, visit.dc


def test_content_search_answers_contents_and_never_spaces() -> None:
    with visiting() as visit:
        for client in both(visit):
            query = {
                "cql": "siteSearch ~ engineering or title = Glossary",
                "expand": "version,space",
                "limit": "50",
            }
            said = client.get("/rest/api/content/search", params=query).json()
            titles = {one["title"] for one in said["results"]}
            assert titles == {"Engineering home", "Glossary"}
            assert {one["space"]["key"][0] for one in said["results"]} == {"E", "~"}
            mixed = client.get(
                "/rest/api/content/search", params={"cql": "text ~ diagram or type = attachment"}
            ).json()
            assert {one["type"] for one in mixed["results"]} == {"page", "comment", "attachment"}


def test_comments_and_files_are_contents_too() -> None:
    with visiting() as visit:
        wiki = visit.company.wiki
        comment, file = next(iter(wiki.comments.values())), next(iter(wiki.files.values()))
        for client in both(visit):
            found = client.get(
                f"/rest/api/content/{comment.id}", params={"expand": "body.storage,container"}
            ).json()
            assert (found["type"], found["container"]["id"]) == ("comment", comment.page.id)
            assert found["body"]["storage"]["value"] == comment.body
            for number in (file.id, file.id.removeprefix("att")):
                shape = client.get(
                    f"/rest/api/content/{number}", params={"expand": "version,container"}
                ).json()
                assert (shape["type"], shape["title"]) == ("attachment", file.title)
                assert shape["container"]["id"] == file.page.id
            assert client.get("/rest/api/content/att1").status_code == 404


def test_files_are_labelled_comments_are_not() -> None:
    with visiting() as visit:
        file, comment = next(iter(visit.company.wiki.files)), next(iter(visit.company.wiki.comments))
        said = [{"prefix": "global", "name": "picture"}, {"prefix": "my", "name": "own"}]
        for client in both(visit):
            assert client.post(f"/rest/api/content/{file}/label", json=said).status_code == 200
            assert client.post(f"/rest/api/content/{comment}/label", json=said).status_code == 400
            mine = client.get(f"/rest/api/content/{file}/label", params={"prefix": "my"}).json()
            assert [one["name"] for one in mine["results"]] == ["own"]
        listed = visit.cloud.get(f"/api/v2/attachments/{file}/labels", params={"prefix": "global"}).json()
        assert [one["name"] for one in listed["results"]] == ["picture"]
        whole = visit.cloud.get(f"/api/v2/attachments/{file}", params={"include-labels": "true"}).json()
        assert len(whole["labels"]["results"]) == 2


def test_a_page_brings_along_what_is_asked_for() -> None:
    with visiting() as visit:
        path = f"/api/v2/pages/{visit.page('Release process')}"
        visit.cloud.post(f"{path}/properties", json={"key": "stamp", "value": 1})
        asked = {"include-properties": "true", "include-versions": "true", "include-version": "false"}
        whole = visit.cloud.get(path, params=asked).json()
        assert [one["key"] for one in whole["properties"]["results"]] == ["stamp"]
        assert [one["number"] for one in whole["versions"]["results"]] == [3, 2, 1]
        assert "version" not in whole
        assert visit.cloud.get(path, params={"include-labels": "maybe"}).status_code == 400
        assert visit.cloud.get("/api/v2/pages", params={"sort": "length"}).status_code == 400
        assert visit.cloud.get("/api/v2/pages", params={"space-id": "ENG"}).status_code == 400
        assert visit.cloud.get(f"{path}/versions/9").status_code == 404


@pytest.mark.parametrize(
    ("cql", "count"),
    [
        ('created >= startOfYear() and type = page and space = "HR"', 3),
        ('created > startOfDay("-10d") and type = page', 2),
        ('lastmodified < startOfMonth("-8M") and type = page and space = HR', 3),
        ('created < startOfWeek("-1w") and type = blogpost', 1),
    ],
)
def test_dates_are_counted_from_the_companys_own_clock(cql: str, count: int) -> None:
    with visiting("priya") as visit:
        found = visit.cloud.get("/rest/api/search", params={"cql": cql, "limit": 100}).json()
        assert len(found["results"]) == count, [one["title"] for one in found["results"]]
