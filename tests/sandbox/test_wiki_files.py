"""Attachments of pages: in by the first API, out by way of the media store."""

from typing import Any

import httpx
import pytest
from tests.sandbox.wiki_client import NO_CHECK, Visit, client, refusal, visiting

from narrowgate_sandbox import fernwood

NAMES = [
    "plain.txt",
    "with spaces & more.txt",
    "構成図 (最終版).png",
    "ünïcödé%20#1.bin",
    "a+b.txt",
]


def upload(visit: Visit, page: str, name: str, content: bytes, **more: Any) -> httpx.Response:
    files = {"file": (name, content, "application/x-thing")}
    headers = more.pop("headers", NO_CHECK)
    return visit.cloud.post(
        f"/rest/api/content/{page}/child/attachment", files=files, headers=headers, **more
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_any_name_goes_in_and_comes_out_byte_by_byte(name: str) -> None:
    content = bytes(range(256))
    with visiting() as visit:
        page = visit.page("Glossary")
        made = upload(visit, page, name, content, data={"comment": "why", "minorEdit": "true"})
        assert made.status_code == 200
        (shape,) = made.json()["results"]
        assert (shape["title"], shape["extensions"]["fileSize"], shape["metadata"]["comment"]) == (
            name,
            256,
            "why",
        )
        listed = visit.cloud.get(f"/api/v2/pages/{page}/attachments", params={"filename": name}).json()[
            "results"
        ]
        assert [one["id"] for one in listed] == [shape["id"]]
        for path in (
            listed[0]["downloadLink"],
            f"/rest/api/content/{page}/child/attachment/{shape['id']}/download",
        ):
            away = visit.cloud.get(path)
            assert (away.status_code, away.content) == (302, b"")
            stored = httpx.get(away.headers["location"], trust_env=False)
            assert (stored.content, stored.headers["content-type"]) == (content, "application/x-thing")
        direct = visit.dc.get(listed[0]["downloadLink"])
        assert (direct.status_code, direct.content) == (200, content)


@pytest.mark.parametrize("headers", [{}, {"X-Atlassian-Token": "nocheck"}, {"X-Atlassian-Token": "no"}])
def test_an_upload_without_the_header_is_taken_for_a_forgery(headers: dict[str, str]) -> None:
    with visiting() as visit:
        page = visit.page("Glossary")
        assert refusal(upload(visit, page, "a", b"x", headers=headers)) == (403, "XSRF check failed")
        assert visit.company.wiki.files_of(visit.company.wiki.pages[page]) == []


def test_a_name_is_taken_once_and_renewed_by_put_or_by_its_id() -> None:
    with visiting() as visit:
        page = visit.page("Glossary")
        number = upload(visit, page, "a.txt", b"one").json()["results"][0]["id"]
        status, message = refusal(upload(visit, page, "a.txt", b"two"))
        assert status == 400
        assert "same file name as an existing attachment: a.txt" in message
        place = f"/rest/api/content/{page}/child/attachment"
        renewed = visit.cloud.put(place, files={"file": ("a.txt", b"two")}, headers=NO_CHECK).json()[
            "results"
        ][0]
        assert (renewed["id"], renewed["version"]["number"]) == (number, 2)
        data = f"{place}/{number}/data"
        third = visit.cloud.post(data, files={"file": ("other.txt", b"three")}, headers=NO_CHECK).json()
        assert (third["title"], third["version"]["number"]) == ("a.txt", 3)
        file = visit.company.wiki.files[number]
        assert [content for content, _ in file.contents] == [b"one", b"two", b"three"]
        second = visit.cloud.get(f"{place}/{number}/download", params={"version": 2})
        assert httpx.get(second.headers["location"], trust_env=False).content == b"two"
        assert visit.cloud.get(f"{place}/{number}/download", params={"version": 9}).status_code == 400
        assert visit.cloud.get(f"/api/v2/attachments/{number}", params={"version": 1}).json()["fileSize"] == 3
        assert visit.cloud.put(place, files={"file": ("new.txt", b"x")}, headers=NO_CHECK).status_code == 200


def test_data_center_renews_by_id_only() -> None:
    with visiting() as visit:
        place = f"/rest/api/content/{visit.page('Glossary')}/child/attachment"
        files = {"file": ("a.txt", b"one")}
        number = visit.dc.post(place, files=files, headers=NO_CHECK).json()["results"][0]["id"]
        assert visit.dc.put(place, files=files, headers=NO_CHECK).status_code == 405
        assert refusal(visit.dc.post(place, files=files, headers=NO_CHECK))[0] == 400
        again = visit.dc.post(f"{place}/{number}/data", files=files, headers=NO_CHECK).json()
        assert again["version"]["number"] == 2
        assert visit.dc.get(place, params={"filename": "a.txt"}).json()["results"][0]["id"] == number


def test_an_upload_has_a_part_a_limit_and_a_page() -> None:
    company = fernwood()
    company.upload_limit = 10
    with visiting(company=company) as visit:
        page = visit.page("Glossary")
        place = f"/rest/api/content/{page}/child/attachment"
        assert upload(visit, page, "a", b"x" * 11).status_code == 413
        assert upload(visit, page, "a", b"x" * 10).status_code == 200
        assert visit.cloud.post(place, files={"other": ("a", b"x")}, headers=NO_CHECK).status_code == 400
        assert upload(visit, visit.page("Pay bands", "HR"), "a", b"x").status_code == 404


def test_a_file_out_of_sight_does_not_exist_and_a_reader_uploads_nothing() -> None:
    company = fernwood()
    secret = company.wiki_page("ENG", "Security findings")
    file = company.wiki.attach(
        secret, company.users[0], company.clock.now, title="x", media_type="text/plain", content=b"x"
    )
    with visiting(company=company) as visit, client(visit.box, "jun.okada") as other:
        assert visit.cloud.get(f"/api/v2/attachments/{file.id}").status_code == 200
        assert other.get(f"/api/v2/attachments/{file.id}").status_code == 404
        assert other.get(f"/download/attachments/{secret.id}/x").status_code == 404
        files = {"file": ("a", b"x")}
        place = f"/rest/api/content/{visit.page('Glossary')}/child/attachment"
        assert other.post(place, files=files, headers=NO_CHECK).status_code == 403
        assert visit.cloud.delete(f"/api/v2/attachments/{file.id}").status_code == 204
        assert visit.cloud.get(f"/api/v2/attachments/{file.id}").status_code == 404


def test_the_media_store_wants_its_own_token() -> None:
    with visiting() as visit:
        page = visit.page("System diagram")
        link = visit.cloud.get(f"/api/v2/pages/{page}/attachments").json()["results"][0]["downloadLink"]
        place = visit.cloud.get(link).headers["location"]
        assert httpx.get(place, trust_env=False).status_code == 200
        assert httpx.get(place.replace("token=", "token=no"), trust_env=False).status_code == 404
        assert visit.cloud.get(f"/download/attachments/{page}/absent.png").status_code == 404
