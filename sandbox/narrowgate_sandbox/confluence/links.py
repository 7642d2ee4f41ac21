"""Where things are for people: the wiki's addresses, tiny ones included."""

from __future__ import annotations

import base64
from urllib.parse import quote, quote_plus

from narrowgate_sandbox.company.wiki_records import Space, WikiComment, WikiFile, WikiPage


def tiny(number: str) -> str:
    """The id, little end first, in base 64 of the wiki's own alphabet, without the zeros at its end."""
    raw = base64.b64encode(int(number).to_bytes(8, "little")).decode()
    return f"/x/{raw.rstrip('=').rstrip('A').replace('/', '-').replace('+', '_')}"


def webui(page: WikiPage, *, cloud: bool) -> str:
    """Below the context path."""
    if not cloud:
        title = quote_plus(page.title)
        plain = all(letter.isalnum() or letter in " -_" for letter in page.title)
        return f"/display/{page.space.key}/{title}" if plain else f"/pages/viewpage.action?pageId={page.id}"
    if page.kind == "blogpost":
        return f"/spaces/{page.space.key}/blog/{page.created:%Y/%m/%d}/{page.id}/{quote_plus(page.title)}"
    return f"/spaces/{page.space.key}/pages/{page.id}/{quote_plus(page.title)}"


def comment(one: WikiComment, *, cloud: bool) -> str:
    join = "&" if "?" in webui(one.page, cloud=cloud) else "?"
    return f"{webui(one.page, cloud=cloud)}{join}focusedCommentId={one.id}"


def space(one: Space, *, cloud: bool) -> str:
    return f"/spaces/{one.key}" if cloud else f"/display/{one.key}"


def download(file: WikiFile, version: int | None = None) -> str:
    """Below the context path."""
    number = file.version if version is None else version
    moment = int(file.versions[number - 1].at.timestamp() * 1000)
    name = quote(file.title, safe="")
    return (
        f"/download/attachments/{file.page.id}/{name}"
        f"?version={number}&modificationDate={moment}&cacheVersion=1&api=v2"
    )


def file(one: WikiFile) -> str:
    name = quote_plus(one.title)
    return f"/pages/viewpageattachments.action?pageId={one.page.id}&preview=%2F{one.page.id}%2F{one.id[3:]}%2F{name}"
