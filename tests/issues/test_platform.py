"""Where a system cannot open files safely there is no tool that would open them in a weaker way."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.issues.calls import everything
from tests.issues.harness import environment, office

from narrowgate_issues.inspection import findings
from narrowgate_issues.server import IssuesServer

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("missing", ["O_NOFOLLOW", "O_DIRECTORY", "dir_fd"])
async def test_without_a_safe_way_to_open_files_the_file_tools_are_absent_and_check_says_so(
    tmp_path: Path, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = environment("http://127.0.0.1:9", tmp_path, **everything(tmp_path))
    with monkeypatch.context() as patched:
        if missing == "dir_fd":
            patched.setattr(os, "supports_dir_fd", set())
        else:
            patched.delattr(os, missing)
        server = IssuesServer.from_environment(None, settings)
    assert not {"attach_file", "download_attachment"} & {tool.name for tool in server.tools}
    rows = [row for row in await findings(server) if row.subject == "roots"]
    await server.aclose()
    assert [row.verdict for row in rows] == ["failed", "failed"]
    assert {row.note.partition(" ")[0] for row in rows} == {"uploads.root", "downloads.root"}
    assert all("cannot be opened safely" in row.note for row in rows)


@pytest.mark.parametrize(
    ("filename", "runs"),
    [
        ("report.pdf.exe", True),
        ("a.svg", True),
        ("x.lnk", True),
        ("page.HTML", True),
        ("a.\u0442xt", False),
        ("a.txt", False),
    ],
)
async def test_a_saved_file_that_would_run_when_it_is_opened_is_said_to(
    tmp_path: Path, filename: str, *, runs: bool
) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        issue, author, moment = desk.fernwood.issue("SHOP-9"), desk.fernwood.users[0], desk.fernwood.moment()
        file = desk.fernwood.attach(
            issue, author, moment, filename=filename, media_type="text/plain", content=b"x"
        )
        result = await desk.call("download_attachment", key="SHOP-9", attachment=file.id)
        assert result.data.get("runs_when_opened", False) is runs
        assert ("do not open it" in result.text) is runs
        assert "\u0442" not in json.dumps(result.data["untrusted"], ensure_ascii=False)
