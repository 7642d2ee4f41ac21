"""Destinations: `page:SPACE/Title#anchor`, `attachment:file`, `user:id`, and the resources that they stand for."""

from __future__ import annotations

import re
from urllib.parse import unquote

from narrowgate_common.richtext.destinations import scheme
from narrowgate_common.richtext.storage.entities import quoted
from narrowgate_common.richtext.storage.tree import Node, tree

_RESERVED = re.compile(r"[^\w.,:;@+=\-]")
_USER_KINDS = {"ri:userkey": "userkey:", "ri:username": "username:"}


def encoded(part: str) -> str:
    """Percent-encoded as far as Markdown and our own forms need it; letters of all scripts stay."""
    return _RESERVED.sub(
        lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace")), part
    )


def of_link(node: Node) -> str | None:
    """Where an `ac:link` leads; None for what has no form here."""
    anchor = f"#{encoded(node.attr('ac:anchor'))}" if node.attr("ac:anchor") else ""
    resource = next((each for each in node.elements() if each.name.startswith("ri:")), None)
    if resource is None:
        return anchor or "#"
    to = of_resource(resource)
    return None if to is None else to + anchor


def of_resource(node: Node) -> str | None:
    """Where a page, an attachment or a URL is; None for others."""
    if node.name == "ri:page" and node.attr("ri:content-title"):
        return "page:" + _page(node)
    if node.name == "ri:space" and node.attr("ri:space-key"):
        return f"page:{encoded(node.attr('ri:space-key'))}/"
    if node.name == "ri:url":
        return node.attr("ri:value")
    if node.name == "ri:attachment" and node.attr("ri:filename"):
        return _attachment(node)
    return None


def _page(node: Node) -> str:
    space = node.attr("ri:space-key")
    return (f"{encoded(space)}/" if space else "") + encoded(node.attr("ri:content-title"))


def _attachment(node: Node) -> str | None:
    name = encoded(node.attr("ri:filename"))
    owner = next(node.elements(), None)
    if owner is None:
        return f"attachment:{name}"
    return f"attachment:{_page(owner)}/{name}" if owner.name == "ri:page" else None


def of_user(node: Node) -> str:
    """The id that a mention shows: an account id as it is, older kinds with their kind."""
    for attribute, kind in _USER_KINDS.items():
        if node.attr(attribute):
            return kind + node.attr(attribute)
    return node.attr("ri:account-id")


def user(identifier: str) -> str:
    """The resource of a person."""
    for attribute, kind in _USER_KINDS.items():
        if identifier.startswith(kind):
            return f"<ri:user {attribute}={quoted(identifier.removeprefix(kind))}/>"
    return f"<ri:user ri:account-id={quoted(identifier)}/>"


def is_web(to: str) -> bool:
    """Whether an `a` holds it: an address, or a path."""
    kind = scheme(to)
    return kind in ("http", "https", "mailto") or (kind is None and not to.startswith("#"))


def target(to: str) -> tuple[str, str]:
    """Anchor and resource of a link that is none of the web's."""
    path, _, anchor = to.partition("#")
    return unquote(anchor), resource(path)


def canonical(to: str) -> str | None:
    """The one form of a destination that is none of the web's; None for what names nothing."""
    anchor, element = target(to)
    place = f" ac:anchor={quoted(anchor)}" if anchor else ""
    return of_link(tree(f"<ac:link{place}>{element}</ac:link>").children[0])


def resource(to: str) -> str:
    """A page, an attachment, or else a URL; nothing for an empty destination."""
    kind, rest = scheme(to), to.split(":", 1)[-1].strip()
    if kind == "page" and rest.endswith("/") and rest.count("/") == 1:
        return f"<ri:space ri:space-key={quoted(unquote(rest[:-1]))}/>"
    if kind == "page":
        return _page_element(rest)
    if kind == "attachment":
        return _attachment_element(rest)
    return f"<ri:url ri:value={quoted(to)}/>" if to else ""


def _page_element(path: str) -> str:
    space, slash, title = path.partition("/")
    if not slash:
        return f"<ri:page ri:content-title={quoted(unquote(path))}/>"
    return f"<ri:page ri:space-key={quoted(unquote(space))} ri:content-title={quoted(unquote(title))}/>"


def _attachment_element(path: str) -> str:
    owner, slash, name = path.rpartition("/")
    start = f"<ri:attachment ri:filename={quoted(unquote(name))}"
    return f"{start}>{_page_element(owner)}</ri:attachment>" if slash else f"{start}/>"
