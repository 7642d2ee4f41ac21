"""Attachments: in by multipart with a header against forgery, out by way of the media store."""

import httpx
import pytest
from tests.sandbox.company_client import opened

from narrowgate_sandbox import fernwood

NO_CHECK = {"X-Atlassian-Token": "no-check"}


def test_a_file_goes_in_and_comes_out_byte_by_byte() -> None:
    content = bytes(range(256)) * 20
    with opened() as (box, client):
        files = [
            ("file", ("grün & blau.bin", content, "application/x-thing")),
            ("file", ("b.txt", b"two", "text/plain")),
        ]
        answer = client.post("/issue/SHOP-9/attachments", files=files, headers=NO_CHECK)
        first, second = answer.json()
        assert answer.status_code == 200
        assert (first["filename"], first["size"], first["mimeType"]) == (
            "grün & blau.bin",
            5120,
            "application/x-thing",
        )
        assert first["id"] != second["id"]
        assert client.get(f"/attachment/{first['id']}").json()["id"] == int(first["id"])
        plain = client.get(f"/attachment/content/{first['id']}?redirect=false")
        assert (plain.status_code, plain.content) == (200, content)
        there = client.get(f"/attachment/content/{first['id']}")
        assert (there.status_code, there.content) == (303, b"")
        media = there.headers["location"]
        assert media.startswith(
            f"{box.url}/media/file/{box.company.issue('SHOP-9').attachments[0].media_id}/"
        )
        assert httpx.get(media, trust_env=False).content == content
        assert httpx.get(media.replace("token=", "token=no"), trust_env=False).status_code == 404
        assert client.get("/issue/SHOP-9/changelog").json()["values"][-1]["items"][0]["field"] == "Attachment"


@pytest.mark.parametrize(
    ("asked", "status", "part"),
    [
        ("bytes=0-9", 206, b"0123456789"),
        ("bytes=15-", 206, b"fghij"),
        ("bytes=30-40", 416, b""),
        ("items=1", 416, b""),
    ],
)
def test_a_range_is_a_part(asked: str, status: int, part: bytes) -> None:
    with opened() as (_, client):
        files = {"file": ("a.txt", b"0123456789abcdefghij", "text/plain")}
        number = client.post("/issue/SHOP-9/attachments", files=files, headers=NO_CHECK).json()[0]["id"]
        answer = client.get(f"/attachment/content/{number}?redirect=false", headers={"Range": asked})
        assert (answer.status_code, answer.content) == (status, part)


def test_an_upload_without_the_header_the_part_or_the_room_is_refused() -> None:
    company = fernwood()
    company.upload_limit = 10
    with opened(company=company) as (_, client):
        path, small = "/issue/SHOP-9/attachments", {"file": ("a", b"x")}
        assert client.get("/attachment/meta").json() == {"enabled": True, "uploadLimit": 10}
        forged = client.post(path, files=small)
        assert (forged.status_code, forged.text) == (403, "XSRF check failed")
        assert client.post(path, files={"other": ("a", b"x")}, headers=NO_CHECK).status_code == 400
        assert client.post(path, files={"file": ("a", b"x" * 11)}, headers=NO_CHECK).status_code == 413
        many = [("file", (str(number), b"x")) for number in range(61)]
        assert client.post(path, files=many, headers=NO_CHECK).status_code == 413
        assert client.post("/issue/SHOP-99/attachments", files=small, headers=NO_CHECK).status_code == 404
        assert company.issue("SHOP-9").attachments == []


def test_a_file_out_of_sight_does_not_exist() -> None:
    company = fernwood()
    owner = company.users[0]
    file = company.attach(
        company.issue("OPS-1"), owner, company.moment(), filename="x", media_type="text/plain", content=b"x"
    )
    with opened("jun.okada", company) as (_, client):
        assert client.get(f"/attachment/{file.id}").status_code == 404
        assert client.get(f"/attachment/content/{file.id}?redirect=false").status_code == 404
