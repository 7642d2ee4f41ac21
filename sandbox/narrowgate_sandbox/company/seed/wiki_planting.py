"""How the wiki's seed is planted: spaces with homepages, pages below them, and what hangs on pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.records import User
from narrowgate_sandbox.company.seed.moments import moment
from narrowgate_sandbox.company.wiki_records import Anchor, Resolution, Space, WikiComment, WikiPage


@dataclass(frozen=True, slots=True)
class WikiPlanting:
    company: Company

    def space(
        self, key: str, name: str, by: User, at: str, home: tuple[str, str], description: str = ""
    ) -> Space:
        """`home` is the homepage's title and body."""
        space = self.company.wiki.open_space(key, name, by, moment(at), description)
        space.home = self.company.wiki.open_page(space, home[0], home[1], by, moment(at)).id
        return space

    def page(
        self,
        space: Space,
        title: str,
        body: str,
        by: User,
        at: str,
        *,
        parent: str | None = None,
        labels: tuple[str, ...] = (),
        **more: Any,
    ) -> WikiPage:
        """`parent` is the id of a page or folder, by default the homepage."""
        values: dict[str, Any] = {"parent": parent or space.home} | more
        page = self.company.wiki.open_page(space, title, body, by, moment(at), **values)
        page.labels = [self.company.wiki.label(one) for one in labels]
        return page

    def revise(self, page: WikiPage, body: str, by: User, at: str, message: str = "") -> None:
        self.company.wiki.publish(page, by, moment(at), title=page.title, body=body, message=message)

    def comment(
        self, page: WikiPage, body: str, by: User, at: str, parent: WikiComment | None = None
    ) -> WikiComment:
        return self.company.wiki.add_comment(
            page,
            body,
            by,
            moment(at),
            parent=parent.id if parent else None,
            anchor=parent.anchor if parent else None,
        )

    def inline(
        self,
        page: WikiPage,
        body: str,
        by: User,
        at: str,
        anchor: Anchor,
        *,
        resolution: Resolution = "open",
    ) -> WikiComment:
        """The page's body holds the marker already."""
        comment = self.company.wiki.add_comment(page, body, by, moment(at), anchor=anchor)
        comment.resolution = resolution
        if resolution == "resolved":
            comment.resolved_by = (by, moment(at))
        return comment

    def attach(self, page: WikiPage, by: User, at: str, title: str, content: bytes, media_type: str) -> None:
        self.company.wiki.attach(page, by, self.at(at), title=title, media_type=media_type, content=content)

    @staticmethod
    def at(text: str) -> datetime:
        return moment(text)
