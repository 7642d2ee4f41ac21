"""The wiki's rules for writing a page, the same for every API."""

from __future__ import annotations

from dataclasses import dataclass

from narrowgate_sandbox.company.wiki_records import Space, Version, WikiComment, WikiPage
from narrowgate_sandbox.confluence import storage
from narrowgate_sandbox.confluence.call import Call, WikiError

ARCHIVED = "Can not find draft with current content"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a page is to become; `body` None keeps the one it has, `parent` None the place it has."""

    title: str
    body: str | None
    number: int
    message: str = ""
    minor: bool = False
    parent: str | None = None
    draft: bool = False


def create(call: Call, space: Space, wanted: Wanted, kind: str = "page") -> WikiPage:
    """A page below `wanted.parent`, or else at the root."""
    call.check_may_write()
    _check_title(call, space, wanted, kind, None)
    body = storage.check(wanted.body or "", call.wiki.temper.body_limit)
    parent = _parent(call, space, wanted.parent, None) if wanted.parent else None
    page = call.wiki.open_page(
        space,
        wanted.title,
        body,
        call.user,
        call.company.moment(),
        parent=parent,
        kind=kind,
        status="draft" if wanted.draft else "current",
    )
    page.written, page.unseen_reads = call.company.writes, call.wiki.temper.stale_reads
    return page


def update(call: Call, page: WikiPage, wanted: Wanted) -> Version:
    """The page's next version, or its draft; raises WikiError with 403, 404, 409, 400 or 413."""
    _check_may_update(call, page)
    if page.status == "archived":
        raise WikiError(400, ARCHIVED)
    _check_number(page, wanted)
    _check_title(call, page.space, wanted, page.kind, page)
    text = page.body if wanted.body is None or page.status == "trashed" else wanted.body
    body = storage.check(text, call.wiki.temper.body_limit)
    parent = _parent(call, page.space, wanted.parent, page) if wanted.parent else page.parent
    at = call.company.moment()
    if wanted.draft:
        page.draft = Version(1, call.user, at, call.wiki.stored(body), wanted.title, wanted.message)
        return page.draft
    if parent != page.parent:
        call.wiki.move(page, parent)
    if page.status == "trashed":
        page.status = "current"
    version = call.wiki.publish(
        page,
        call.user,
        at,
        title=wanted.title,
        body=body,
        message=wanted.message,
        minor=wanted.minor,
    )
    _let_comments_dangle(call, page)
    return version


def _let_comments_dangle(call: Call, page: WikiPage) -> None:
    """A comment whose marker a write has lost hangs in the air; it stands again when the marker comes back."""
    for one in call.wiki.comments_of(page, inline=True):
        marked = one.anchor is not None and f'ac:ref="{one.anchor.ref}"' in page.body
        if one.resolution in ("open", "reopened") and not marked:
            one.resolution = "dangling"
        elif one.resolution == "dangling" and marked:
            one.resolution = "open"


def _check_may_update(call: Call, page: WikiPage) -> None:
    """A page that one may see but not edit is answered like an absent one."""
    if not call.cloud and call.account is not None and not call.account.writes:
        kind = "class com.atlassian.confluence.pages.Page"
        raise WikiError(403, f"Could not update Content of type : {kind} with id {page.id}")
    call.check_may_write()
    if page.editors is not None and call.user.account_id not in page.editors:
        raise call.missing(page.id)


def _check_number(page: WikiPage, wanted: Wanted) -> None:
    expected = 1 if wanted.draft or page.status == "draft" else page.version + 1
    if wanted.number == expected:
        return
    raise StaleVersionError(page.version, wanted.number)


class StaleVersionError(WikiError):
    """Somebody else was faster; each API says so in words of its own."""

    def __init__(self, current: int, sent: int) -> None:
        super().__init__(
            409,
            "Version must be incremented when updating a page. "
            f"Current Version: [{current}]. Provided version: [{sent}]",
        )
        self.current = current


def _check_title(call: Call, space: Space, wanted: Wanted, kind: str, page: WikiPage | None) -> None:
    if not wanted.title.strip() and not wanted.draft:
        raise WikiError(400, "Title must be provided for a page with status 'current'.")
    if len(wanted.title) > 255:
        raise WikiError(400, "Title cannot be longer than 255 characters.")
    holder = call.wiki.titled(space, wanted.title, kind)
    if holder is not None and holder is not page and kind == "page" and not wanted.draft:
        which = f"the title {wanted.title} in the space with key {space.key}"
        known = "the same TITLE in this space" if call.cloud else which
        raise WikiError(400, f"A page with this title already exists: A page already exists with {known}")


def _parent(call: Call, space: Space, number: str, page: WikiPage | None) -> str:
    """An id below which a page may stand: a visible page or folder of the same space, not below the page itself."""
    folder = call.wiki.folders.get(number)
    above = folder or call.wiki.pages.get(number)
    if above is None or not call.sees_space(above.space):
        raise call.missing(number)
    if isinstance(above, WikiPage):
        call.page(number)
        if above.kind != "page" or above.status in ("trashed", "draft"):
            raise call.missing(number)
    if above.space is not space:
        raise WikiError(400, "The parent and the page must be in the same space.")
    if page is not None and page in (above, *call.wiki.ancestors(above)):
        raise WikiError(400, "A page cannot be moved below itself or one of its descendants.")
    return number


def renew_comment(call: Call, comment: WikiComment, body: str, message: str = "") -> None:
    """The comment's next version."""
    title, number = comment.latest.title, comment.version + 1
    at = call.company.moment()
    comment.versions.append(Version(number, call.user, at, call.wiki.stored(body), title, message))
