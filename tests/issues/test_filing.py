"""attach_file and download_attachment: files below the open roots, whole, and nothing else."""

from __future__ import annotations

import hashlib
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.calls import CONTENT, FILE, everything
from tests.issues.harness import WRITES, Office, dropping, losing, office

from narrowgate_sandbox import fernwood

pytestmark = pytest.mark.anyio
BYTES = bytes(range(256)) * 40


def attached(desk: Office, key: str = "SHOP-9") -> list[tuple[str, bytes]]:
    return [(one.filename, one.content) for one in desk.fernwood.issue(key).attachments]


async def test_a_file_arrives_byte_by_byte_under_its_name(tmp_path: Path) -> None:
    settings = everything(tmp_path)
    (tmp_path / "outgoing" / "sub").mkdir()
    (tmp_path / "outgoing" / "sub" / "dump é.bin").write_bytes(BYTES)
    async with office(tmp_path, **settings) as desk:
        data = await desk.ok("attach_file", key="SHOP-9", path="sub/dump é.bin")
        assert attached(desk) == [("dump é.bin", BYTES)]
        assert data["sha256"] == hashlib.sha256(BYTES).hexdigest()
        assert data["attachment"]["size"] == len(BYTES)


async def test_the_description_names_the_root_and_not_its_place(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        text = str((await desk.tools())["attach_file"])
        assert '\\"outgoing\\"' in text or '"outgoing"' in text
        assert str(tmp_path) not in text


@pytest.mark.parametrize(
    "path", ["../secret.txt", "/etc/passwd", "link.txt", "dir/../report.txt", "", "no.txt", "."]
)
async def test_no_other_file_is_read(tmp_path: Path, path: str) -> None:
    settings = everything(tmp_path)
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "outgoing" / "link.txt").symlink_to(tmp_path / "secret.txt")
    async with office(tmp_path, **settings) as desk:
        error = await desk.refused("attach_file", key="SHOP-9", path=path)
        assert error["category"] in {"bad_input", "not_found", "permission_denied"}
        assert str(tmp_path) not in str(error)
        assert desk.sent == []


async def test_a_file_with_a_credential_does_not_leave(tmp_path: Path) -> None:
    settings = everything(tmp_path)
    (tmp_path / "outgoing" / FILE).write_text("token: ghp_" + "a1B2" * 9)
    async with office(tmp_path, **settings) as desk:
        assert (await desk.refused("attach_file", key="SHOP-9", path=FILE))["category"] in {
            "bad_input", "permission_denied",
        }  # fmt: skip
        assert desk.writes == []


async def test_the_same_path_with_other_bytes_is_another_call(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        first = await desk.ok("attach_file", key="SHOP-9", path=FILE, request_id="one")
        again = await desk.ok("attach_file", key="SHOP-9", path=FILE, request_id="one")
        assert again == {**first, "repeated": True}
        (tmp_path / "outgoing" / FILE).write_bytes(b"changed")
        assert (await desk.refused("attach_file", key="SHOP-9", path=FILE, request_id="one"))[
            "reason"
        ] == "key_reused"
        assert attached(desk) == [(FILE, CONTENT)]


@pytest.mark.parametrize("body", [None, "", "{}", "[]", "[{}]", "<html/>"])
async def test_an_upload_whose_answer_is_lost_is_unknown_and_sent_once(
    tmp_path: Path, body: str | None
) -> None:
    """Trackers keep no mark of whose upload it was; two files of one name are two files."""
    async with office(tmp_path, **everything(tmp_path)) as desk:
        desk.wire.twist = (
            losing("POST", "/attachments")
            if body is None
            else lambda sent, answer: httpx.Response(200, text=body) if sent.method == "POST" else answer
        )
        error = await desk.refused("attach_file", key="SHOP-9", path=FILE)
        assert error["outcome"] == "unknown"
        shown = await desk.ok(error["next"]["tool"], **error["next"]["arguments"])
        assert [each["untrusted"]["filename"] for each in shown["attachments"]] == [FILE]
        desk.wire.twist = None
        assert (await desk.refused("attach_file", key="SHOP-9", path=FILE))["outcome"] == "unknown"
        assert attached(desk) == [(FILE, CONTENT)]


async def test_an_upload_that_never_arrived_is_sent_by_a_fresh_id_only(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        desk.wire.instead = dropping("POST", "/attachments")
        assert (await desk.refused("attach_file", key="SHOP-9", path=FILE))["outcome"] == "unknown"
        desk.wire.instead = None
        assert (await desk.refused("attach_file", key="SHOP-9", path=FILE))["outcome"] == "unknown"
        assert attached(desk) == []
        assert await desk.ok("attach_file", key="SHOP-9", path=FILE, request_id="anew")
        assert attached(desk) == [(FILE, CONTENT)]


async def test_a_file_that_is_too_large_for_the_tracker_is_refused_with_its_limit(tmp_path: Path) -> None:
    company = fernwood()
    company.upload_limit = 10
    async with office(tmp_path, company, **everything(tmp_path)) as desk:
        error = await desk.refused("attach_file", key="SHOP-9", path=FILE)
        assert (error["category"], error["reason"]) == ("bad_input", "too_large")


def saved(home: Path) -> list[Path]:
    return [path for path in (home / "incoming").rglob("*") if path.is_file()]


@pytest.mark.parametrize("wanted", ["30002", "payment.log"])
async def test_an_attachment_is_saved_byte_by_byte_and_privately(tmp_path: Path, wanted: str) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        data = await desk.ok("download_attachment", key="SHOP-2", attachment=wanted)
        content = desk.fernwood.issue("SHOP-2").attachments[1].content
        (path,) = saved(tmp_path)
        assert path.read_bytes() == content
        assert path == tmp_path / "incoming" / data["untrusted"]["file"]
        assert data["sha256"] == hashlib.sha256(content).hexdigest()
        assert data["size"] == len(content)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


async def test_two_attachments_of_one_name_have_to_be_told_apart(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        issue = desk.fernwood.issue("SHOP-2")
        twin = issue.attachments[1]
        desk.fernwood.attach(
            issue,
            twin.author,
            desk.fernwood.moment(),
            filename=twin.filename,
            media_type="text/plain",
            content=b"2",
        )
        error = await desk.refused("download_attachment", key="SHOP-2", attachment=twin.filename)
        assert error["reason"] == "ambiguous_name"
        assert len(error["details"]) == 2
        absent = await desk.refused("download_attachment", key="SHOP-2", attachment="nothing.txt")
        assert absent["category"] == "not_found"
        assert "payment.log" in absent["details"][0]
        assert saved(tmp_path) == []


@pytest.mark.parametrize(
    "filename",
    [
        "../../.bashrc",
        "/etc/cron.d/x",
        "a\x00b.txt",
        "..",
        ".",
        "con.txt",
        "x" * 400,
        "run.sh\u202etxt.exe",
        "~/.ssh/id",
    ],
)
async def test_a_vendors_filename_is_only_a_suffix(tmp_path: Path, filename: str) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        issue = desk.fernwood.issue("SHOP-9")
        file = desk.fernwood.attach(
            issue,
            desk.fernwood.users[0],
            desk.fernwood.moment(),
            filename=filename,
            media_type="x/y",
            content=b"harmless",
        )
        data = await desk.ok("download_attachment", key="SHOP-9", attachment=file.id)
        (path,) = saved(tmp_path)
        assert path.resolve().is_relative_to((tmp_path / "incoming").resolve())
        assert path == tmp_path / "incoming" / data["untrusted"]["file"]
        assert len(data["untrusted"]["file"].split("/")) == 2


async def test_a_download_beyond_the_cap_leaves_nothing(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path), DOWNLOADS__MAX_BYTES="20") as desk:
        error = await desk.refused("download_attachment", key="SHOP-2", attachment="30002")
        assert error["reason"] == "too_large"
        assert saved(tmp_path) == []
        assert list((tmp_path / "incoming").iterdir()) == []


@pytest.mark.parametrize("status", [302, 303])
async def test_a_redirect_is_not_followed(tmp_path: Path, status: int) -> None:
    """To a login page or to another host: the credential would go along, or the page would be saved as the file."""
    async with office(tmp_path, **everything(tmp_path)) as desk:
        elsewhere = {"location": "https://login.example/?next=/x"}
        desk.wire.instead = lambda sent: (
            httpx.Response(status, headers=elsewhere) if "/attachment/content/" in sent.path else None
        )
        error = await desk.refused("download_attachment", key="SHOP-2", attachment="30002")
        assert error["category"] in {"upstream_error", "configuration_error"}
        assert "redirect" in error["message"]
        assert saved(tmp_path) == []


@pytest.mark.parametrize(
    ("settings", "there", "gone"),
    [
        ({}, [], ["attach_file", "download_attachment"]),
        ({**WRITES}, [], ["attach_file", "download_attachment"]),
        ({"UPLOADS__ROOT": "outgoing"}, [], ["attach_file", "download_attachment"]),
        ({**WRITES, "UPLOADS__ROOT": "outgoing"}, ["attach_file"], ["download_attachment"]),
        ({"DOWNLOADS__ROOT": "incoming"}, ["download_attachment"], ["attach_file"]),
        ({**WRITES, "UPLOADS__ROOT": "absent"}, [], ["attach_file"]),
    ],
)
async def test_file_tools_exist_only_where_a_root_is_open(
    tmp_path: Path, settings: dict[str, Any], there: list[str], gone: list[str]
) -> None:
    everything(tmp_path)
    given = {key: str(tmp_path / value) if key.endswith("ROOT") else value for key, value in settings.items()}
    async with office(tmp_path, **given) as desk:
        tools = await desk.tools()
        assert set(there) <= set(tools)
        assert not set(gone) & set(tools)
