"""Where people find things in their browsers: built from checked parts, never taken from an answer."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Addresses:
    """Forms below the site, of pages (`space`, `id`), spaces (`space`) and comments (`page`, `id`)."""

    pages: str
    spaces: str
    comments: str

    def at(self, site: str) -> Web:
        return Web(site, self)


@dataclass(frozen=True, slots=True)
class Web:
    site: str
    forms: Addresses

    def page(self, space: str, page_id: str) -> str:
        return self.site + self.forms.pages.format(space=quote(space, safe="~"), id=page_id)

    def space(self, key: str) -> str:
        return self.site + self.forms.spaces.format(space=quote(key, safe="~"))

    def comment(self, page_id: str, comment_id: str) -> str:
        return self.site + self.forms.comments.format(page=page_id, id=comment_id)


CLOUD = Addresses(
    pages="/wiki/spaces/{space}/pages/{id}",
    spaces="/wiki/spaces/{space}",
    comments="/wiki/pages/viewpage.action?pageId={page}&focusedCommentId={id}",
)
DATA_CENTER = Addresses(
    pages="/pages/viewpage.action?pageId={id}",
    spaces="/display/{space}",
    comments="/pages/viewpage.action?pageId={page}&focusedCommentId={id}",
)
"""Those that every version knows: addresses with the page's title in them are younger."""
