"""How the wiki shows a body to people: HTML in which every macro is rendered, replaced or named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from html import escape

from lxml import etree

from narrowgate_sandbox.company.wiki_records import Space, WikiPage
from narrowgate_sandbox.confluence.call import Call
from narrowgate_sandbox.confluence.storage import AC, RI, Element, tree

DEEPEST_INCLUDE = 4
_VOID = frozenset({"br", "hr", "img", "col", "wbr"})


Shown = Callable[["Scene", Element], str]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is being shown, to whom; `kind` is the representation that was asked for, `parts` how elements look."""

    call: Call
    page: WikiPage
    kind: str
    root: Element
    parts: Mapping[str, Shown]
    depth: int = 0

    def url(self, path: str) -> str:
        """Exports carry whole addresses, views carry those below the host."""
        return f"{self.call.site}{path}" if self.kind == "export_view" else f"{self.call.context}{path}"


def included(scene: Scene, page: WikiPage, only: Element | None = None) -> str:
    """Another page's body, or one element of it, as it looks on its own page."""
    root = tree(page.body)
    there = replace(scene, page=page, root=root, depth=scene.depth + 1)
    return inside(there, root if only is None else only)


def inside(scene: Scene, element: Element) -> str:
    """Everything in an element, without the element."""
    parts = [escape(element.text or "", quote=False)]
    for child in element:
        parts += [shown(scene, child), escape(child.tail or "", quote=False)]
    return "".join(parts)


def shown(scene: Scene, element: Element) -> str:
    if not isinstance(element.tag, str):
        return ""
    name = etree.QName(element)
    part = scene.parts.get(name.localname) if name.namespace == AC else None
    if part is not None:
        return part(scene, element)
    if name.namespace in (AC, RI):
        return inside(scene, element)
    return plain(scene, element, name.localname)


def plain(scene: Scene, element: Element, name: str) -> str:
    """An element of HTML, as it is."""
    attributes = {
        str(key): str(value) for key, value in element.attrib.items() if not str(key).startswith("{")
    }
    if name in _VOID:
        return tag(name, attributes, end=" />")
    if name == "time":
        return wrapped(name, attributes, _day(attributes.get("datetime", "")))
    if name in ("table", "th", "td", "tr"):
        attributes["class"] = f"confluence{name.capitalize()}" if name != "tr" else "confluenceTr"
    if name[0] == "h" and name[1:].isdigit():
        attributes["id"] = heading_id(scene, text_of(element))
    return wrapped(name, attributes, inside(scene, element))


def _day(text: str) -> str:
    """`2026-01-31` as people read it."""
    try:
        return f"{date.fromisoformat(text):%d %b %Y}"
    except ValueError:
        return escape(text)


def heading_id(scene: Scene, text: str) -> str:
    return f"{scene.page.title.replace(' ', '')}-{text.replace(' ', '')}"


def tag(name: str, attributes: Mapping[str, str], end: str = ">") -> str:
    said = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{said}{end}"


def wrapped(name: str, attributes: Mapping[str, str], content: str) -> str:
    return f"{tag(name, attributes)}{content}</{name}>"


def text_of(element: Element) -> str:
    return "".join(str(one) for one in element.itertext())


def attribute(element: Element, name: str, namespace: str = AC) -> str:
    return str(element.get(f"{{{namespace}}}{name}", ""))


def first(element: Element, name: str, namespace: str = AC) -> Element | None:
    return element.find(f"{{{namespace}}}{name}")


def every(element: Element, name: str, namespace: str = AC) -> Iterable[Element]:
    found: Iterable[Element] = element.iter(f"{{{namespace}}}{name}")
    return found


def page_named(scene: Scene, target: Element) -> WikiPage | None:
    """The page that a resource identifier names, for those who may see it."""
    space: Space | None = scene.page.space
    if attribute(target, "space-key", RI):
        space = scene.call.wiki.space(attribute(target, "space-key", RI))
    found = scene.call.wiki.titled(space, attribute(target, "content-title", RI)) if space else None
    return found if found is not None and scene.call.sees(found) else None
