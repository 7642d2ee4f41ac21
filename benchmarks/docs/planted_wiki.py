"""`python -m benchmarks.docs.planted_wiki PORT [SIZE ...]`: the embedded company, with pages of so many bytes planted.

Each size is planted once for each of EDITORS, so that nobody edits what another one has written, and once for each of
READERS, with one word of its own: ours keeps the last two texts that it converted, and so never a third one. What the
sandbox does not have and mcp-atlassian asks for before it writes, a page's history on Data Center, is answered here.
"""

from __future__ import annotations

import re
import sys
import threading

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from benchmarks.docs.large_page import large_page
from narrowgate_sandbox import Company, Sandbox, fernwood

SPACE = "ENG"
EDITORS = ("ours", "others")
READERS = ("the first reader", "the second reader", "the third reader")
_HISTORY = re.compile(r"/confluence/rest/api/content/([0-9]{1,18})/history", re.ASCII)


def title(who: str, size: int) -> str:
    return f"Benchmark page of {size} bytes for {who}"


def planted(company: Company, size: int) -> None:
    for editor in EDITORS:
        company.plant_page(SPACE, title(editor, size), large_page(size))
    for reader in READERS:
        company.plant_page(SPACE, title(reader, size), large_page(size, reader))


def with_history(company: Company, app: ASGIApp) -> ASGIApp:
    """https://docs.atlassian.com/ConfluenceServer/rest/latest/, content/{id}/history, as far as a writer reads it."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        found = _HISTORY.fullmatch(scope.get("path", ""))
        page = company.wiki.pages.get(found[1]) if found else None
        if page is None:
            await app(scope, receive, send)
            return
        told = JSONResponse({"latest": True, "lastUpdated": {"number": page.version}})
        await told(scope, receive, send)

    return answer


def main(port: int, sizes: list[int]) -> None:
    company = fernwood()
    for size in sizes:
        planted(company, size)
    with Sandbox.start(company, port=port, around=lambda app: with_history(company, app)):
        threading.Event().wait()


if __name__ == "__main__":
    main(int(sys.argv[1]), [int(size) for size in sys.argv[2:]])
