"""The tools that only read, as values; their arguments are fitted to the configuration by the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrowgate_common.operations import Operation
from narrowgate_common.tools import Late, Tool
from narrowgate_docs.tools import arguments as accepted
from narrowgate_docs.tools import results

if TYPE_CHECKING:
    from narrowgate_docs.tools.desk import Desk

READ = Operation.READ


def _of(module: str, name: str) -> Late:
    return Late(f"{__package__}.{module}", name)


def reading_tools() -> tuple[Tool[Desk], ...]:
    return (
        Tool(
            name="search_pages",
            title="Search pages",
            description="Find pages by words, title, label, place or time. Answers with the passages that match "
            "and the headings above them; read a page with get_page.",
            operation=READ,
            arguments=accepted.SearchPages,
            result=results.PAGES,
            function=_of("finding", "search_pages"),
            render=_of("finding", "search_text"),
            uses=("search", "search_native", "document", "ref"),
        ),
        Tool(
            name="get_page",
            title="Read a page",
            description="Read one page as Markdown with its version, labels and link; long pages in parts. "
            "Of a long one ask for view=outline first, then for the part with offset.",
            operation=READ,
            arguments=accepted.GetPage,
            result=results.PAGE,
            function=_of("reading", "get_page"),
            render=_of("reading", "page_text"),
            uses=("document", "rendered", "attachments"),
        ),
        Tool(
            name="list_pages",
            title="List pages",
            description="List the pages below a page, or at the top of a space.",
            operation=READ,
            arguments=accepted.ListPages,
            result=results.PAGES,
            function=_of("finding", "list_pages"),
            render=_of("finding", "pages_text"),
            uses=("children", "document", "ref"),
        ),
        Tool(
            name="list_spaces",
            title="List spaces",
            description="List the spaces this server works with.",
            operation=READ,
            arguments=accepted.ListSpaces,
            result=results.SPACES,
            function=_of("finding", "list_spaces"),
            render=_of("finding", "spaces_text"),
            uses=("spaces",),
        ),
        Tool(
            name="list_comments",
            title="List comments",
            description="List a page's comments: below it, or on words of it with what they are about and whether "
            "they are resolved; with replies_to, the answers to one.",
            operation=READ,
            arguments=accepted.ListComments,
            result=results.COMMENTS,
            function=_of("discussing", "list_comments"),
            render=_of("discussing", "comments_text"),
            uses=("comments", "replies", "comment", "document", "ref"),
        ),
    )
