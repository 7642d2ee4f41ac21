"""The headers that come with a file say nothing that counts: its name is the one the tracker lists, made safe."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.issues.calls import everything
from tests.issues.harness import office

pytestmark = pytest.mark.anyio

HEADERS = {
    "extended": "attachment; filename=\"a.txt\"; filename*=UTF-8''..%2f..%2fetc%2fpasswd",
    "encoded word": 'attachment; filename="=?utf-8?B?Li4vLi4vZXZpbC5zaA==?="',
    "two names": 'attachment; filename="a.txt"; filename="../evil.sh"',
    "climbing": 'inline; filename="../../evil.sh"',
    "without end": 'attachment; filename="' + "x" * 70_000 + '"',
}


@pytest.mark.parametrize("disposition", HEADERS.values(), ids=HEADERS)
async def test_the_headers_of_a_file_name_nothing(tmp_path: Path, disposition: str) -> None:
    hostile = {
        "content-disposition": disposition,
        "content-type": "text/x-shellscript",
        "x-filename": "evil.sh",
    }
    async with office(tmp_path, **everything(tmp_path)) as desk:
        desk.wire.twist = lambda sent, answer: (
            httpx.Response(200, content=answer.content, headers=hostile)
            if "/attachment/content/" in sent.path
            else answer
        )
        result = await desk.call("download_attachment", key="SHOP-2", attachment="30002")
        (saved,) = [path for path in (tmp_path / "incoming").rglob("*") if path.is_file()]
    assert saved.name == "payment.log"
    assert saved.stat().st_mode & 0o777 == 0o600
    assert "evil" not in result.text
    assert "passwd" not in result.text


@pytest.mark.parametrize("page", [b"<html>log in</html>", b"", b"x" * 5_000])
async def test_a_login_page_in_the_files_place_is_no_file(tmp_path: Path, page: bytes) -> None:
    """Answered with 200, it differs from the file in nothing but its size."""
    async with office(tmp_path, **everything(tmp_path)) as desk:
        desk.wire.twist = lambda sent, answer: (
            httpx.Response(200, content=page) if "/attachment/content/" in sent.path else answer
        )
        error = await desk.refused("download_attachment", key="SHOP-2", attachment="30002")
        assert (error["category"], error["reason"]) == ("upstream_error", "wrong_size")
    assert list((tmp_path / "incoming").iterdir()) == []
