"""The editor's own elements as HTML: links, images, tasks, columns and the small things in a line."""

from __future__ import annotations

from urllib.parse import quote, quote_plus

from narrowgate_sandbox.confluence import links
from narrowgate_sandbox.confluence.storage import RI, Element
from narrowgate_sandbox.confluence.view_macros import macro
from narrowgate_sandbox.confluence.views import (
    Scene,
    Shown,
    attribute,
    first,
    inside,
    page_named,
    tag,
    text_of,
    wrapped,
)


def link(scene: Scene, element: Element) -> str:
    """To a page, a file, a person or a place on this page."""
    body = first(element, "link-body")
    plain = first(element, "plain-text-link-body")
    words = inside(scene, body) if body is not None else text_of(plain) if plain is not None else ""
    for name, shown in (("page", _to_page), ("attachment", _to_file), ("user", _to_person)):
        target = first(element, name, RI)
        if target is not None:
            return shown(scene, target, words, attribute(element, "anchor"))
    anchor = attribute(element, "anchor")
    return wrapped("a", {"href": f"#{anchor}"}, words or anchor)


def _to_page(scene: Scene, target: Element, words: str, anchor: str) -> str:
    title = attribute(target, "content-title", RI)
    page = page_named(scene, target)
    if page is None:
        key = attribute(target, "space-key", RI) or scene.page.space.key
        place = scene.url(f"/pages/createpage.action?spaceKey={quote(key)}&title={quote_plus(title)}")
        return wrapped("a", {"href": place, "class": "createlink"}, words or title)
    place = scene.url(links.webui(page, cloud=scene.call.cloud)) + (f"#{anchor}" if anchor else "")
    return wrapped("a", {"href": place, "data-linked-resource-id": page.id}, words or page.title)


def _to_file(scene: Scene, target: Element, words: str, _anchor: str) -> str:
    name = attribute(target, "filename", RI)
    return wrapped("a", {"href": _file_url(scene, target)}, words or name)


def _file_url(scene: Scene, target: Element) -> str:
    name, elsewhere = attribute(target, "filename", RI), first(target, "page", RI)
    page = scene.page if elsewhere is None else page_named(scene, elsewhere)
    file = scene.call.wiki.file(page, name) if page is not None else None
    return scene.url(links.download(file)) if file else scene.url(f"/download/attachments/0/{quote(name)}")


def _to_person(scene: Scene, target: Element, words: str, _anchor: str) -> str:
    account = attribute(target, "account-id", RI) or attribute(target, "userkey", RI)
    user = scene.call.company.user(account)
    name = words or (f"@{user.name}" if user else "@unknown user")
    place = {"class": "confluence-userlink user-mention", "data-account-id": account}
    return wrapped("a", place | {"href": scene.url(f"/people/{account}")}, name)


def image(scene: Scene, element: Element) -> str:
    file, url = first(element, "attachment", RI), first(element, "url", RI)
    source = _file_url(scene, file) if file is not None else ""
    source = attribute(url, "value", RI) if url is not None else source
    shape = {"class": "confluence-embedded-image", "src": source, "alt": attribute(element, "alt")}
    sizes = {name: attribute(element, name) for name in ("width", "height") if attribute(element, name)}
    caption = first(element, "caption")
    words = f'<div class="confluence-caption">{inside(scene, caption)}</div>' if caption is not None else ""
    picture = tag("img", shape | sizes, end=" />")
    return f'<span class="confluence-embedded-file-wrapper">{picture}{words}</span>'


def tasks(scene: Scene, element: Element) -> str:
    return wrapped(
        "ul",
        {"class": "inline-task-list", "data-inline-tasks-content-id": scene.page.id},
        inside(scene, element).strip(),
    )


def task(scene: Scene, element: Element) -> str:
    number, status, body = (first(element, name) for name in ("task-id", "task-status", "task-body"))
    shape = {"data-inline-task-id": text_of(number) if number is not None else ""}
    if status is not None and text_of(status) == "complete":
        shape["class"] = "checked"
    return wrapped("li", shape, inside(scene, body) if body is not None else "")


def section(scene: Scene, element: Element) -> str:
    kind = attribute(element, "type").replace("_", "-")
    return wrapped("div", {"class": f"columnLayout {kind}", "data-layout": kind}, inside(scene, element))


def cell(scene: Scene, element: Element) -> str:
    within = wrapped("div", {"class": "innerCell"}, inside(scene, element))
    return wrapped("div", {"class": "cell normal", "data-type": "normal"}, within)


def layout(scene: Scene, element: Element) -> str:
    return wrapped("div", {"class": "contentLayout2"}, inside(scene, element))


def marker(scene: Scene, element: Element) -> str:
    shape = {"class": "inline-comment-marker", "data-ref": attribute(element, "ref")}
    return wrapped("span", shape, inside(scene, element))


def emoticon(_scene: Scene, element: Element) -> str:
    name = attribute(element, "name")
    shown = attribute(element, "emoji-fallback") or f"({name})"
    return wrapped("span", {"class": f"emoticon emoticon-{name}"}, shown)


def fallback(scene: Scene, element: Element) -> str:
    found = first(element, "adf-fallback")
    return inside(scene, found) if found is not None else ""


def nothing(_scene: Scene, _element: Element) -> str:
    return ""


PARTS: dict[str, Shown] = {
    "structured-macro": macro,
    "macro": macro,
    "link": link,
    "image": image,
    "task-list": tasks,
    "task": task,
    "layout": layout,
    "layout-section": section,
    "layout-cell": cell,
    "inline-comment-marker": marker,
    "emoticon": emoticon,
    "adf-extension": fallback,
    "placeholder": nothing,
    "parameter": nothing,
}
