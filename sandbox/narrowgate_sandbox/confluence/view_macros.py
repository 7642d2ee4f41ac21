"""Macros as HTML. What the sandbox does not know keeps its body and is named where it has none."""

from __future__ import annotations

from html import escape

from narrowgate_sandbox.company.records import Issue
from narrowgate_sandbox.company.wiki_records import WikiPage
from narrowgate_sandbox.confluence import links
from narrowgate_sandbox.confluence.storage import AC, RI, Element, tree
from narrowgate_sandbox.confluence.views import (
    DEEPEST_INCLUDE,
    Scene,
    Shown,
    attribute,
    every,
    first,
    heading_id,
    included,
    inside,
    page_named,
    text_of,
    wrapped,
)
from narrowgate_sandbox.jira.call import Call as TrackerCall
from narrowgate_sandbox.jira.jql import evaluation, grammar
from narrowgate_sandbox.jira.jql.words import JqlError

_KINDS = {"info": "information", "note": "note", "tip": "tip", "warning": "warning"}
_COLOURS = {"green": "success", "yellow": "current", "red": "error", "blue": "complete", "purple": "progress"}
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def macro(scene: Scene, element: Element) -> str:
    name = attribute(element, "name")
    known = MACROS.get(name)
    return known(scene, element) if known else _unknown(scene, element)


def _unknown(scene: Scene, element: Element) -> str:
    if first(element, "rich-text-body") is not None:
        return _body(scene, element)
    return wrapped("div", {"class": "ap-container", "data-macro-name": attribute(element, "name")}, "")


def parameter(element: Element, name: str) -> str:
    own = element.iterchildren(f"{{{AC}}}parameter")
    return next((text_of(one) for one in own if attribute(one, "name") == name), "")


def _body(scene: Scene, element: Element) -> str:
    body = first(element, "rich-text-body")
    return inside(scene, body) if body is not None else ""


def _code(_scene: Scene, element: Element) -> str:
    body = first(element, "plain-text-body")
    text = escape(text_of(body), quote=False) if body is not None else ""
    brush = f"brush: {parameter(element, 'language') or 'java'}; gutter: false"
    shape = {"class": "syntaxhighlighter-pre", "data-syntaxhighlighter-params": brush}
    title = parameter(element, "title")
    heading = f'<div class="codeHeader panelHeader"><b>{escape(title)}</b></div>' if title else ""
    within = wrapped("div", {"class": "codeContent panelContent"}, wrapped("pre", shape, text))
    return f'<div class="code panel">{heading}{within}</div>'


def _information(scene: Scene, element: Element) -> str:
    kind = _KINDS[attribute(element, "name")]
    title = parameter(element, "title")
    heading = f'<p class="title">{escape(title)}</p>' if title else ""
    body = wrapped("div", {"class": "confluence-information-macro-body"}, _body(scene, element))
    shape = {"class": f"confluence-information-macro confluence-information-macro-{kind}"}
    return wrapped("div", shape, heading + body)


def _panel(scene: Scene, element: Element) -> str:
    title = parameter(element, "title")
    heading = f'<div class="panelHeader"><b>{escape(title)}</b></div>' if title else ""
    return f'<div class="panel">{heading}<div class="panelContent">{_body(scene, element)}</div></div>'


def _expand(scene: Scene, element: Element) -> str:
    title = escape(parameter(element, "title") or "Click here to expand...")
    control = f'<div class="expand-control"><span class="expand-control-text">{title}</span></div>'
    return f'<div class="expand-container">{control}<div class="expand-content">{_body(scene, element)}</div></div>'


def _status(_scene: Scene, element: Element) -> str:
    kind = _COLOURS.get(parameter(element, "colour").lower(), "default")
    shape = {"class": f"status-macro aui-lozenge aui-lozenge-visual-refresh aui-lozenge-{kind}"}
    return wrapped("span", shape, escape(parameter(element, "title")))


def _contents(scene: Scene, _element: Element) -> str:
    found = [one for one in scene.root.iter(*_HEADINGS) if text_of(one).strip()]
    items = [
        f'<li><a href="#{escape(heading_id(scene, text_of(one)))}">{escape(text_of(one))}</a></li>'
        for one in found
    ]
    return wrapped("div", {"class": "toc-macro"}, f"<ul>{''.join(items)}</ul>")


def _children(scene: Scene, _element: Element) -> str:
    found = [one for one in scene.call.wiki.children(scene.page.id) if scene.call.sees(one)]
    items = [f'<li><a href="{_url(scene, one)}">{escape(one.title)}</a></li>' for one in found]
    return wrapped("ul", {"class": "childpages-macro"}, "".join(items))


def _url(scene: Scene, page: WikiPage) -> str:
    return escape(scene.url(links.webui(page, cloud=scene.call.cloud)))


def _include(scene: Scene, element: Element) -> str:
    page = _named(scene, element)
    if page is None or scene.depth >= DEEPEST_INCLUDE:
        return '<div class="error">Unable to render {include} The included page could not be found.</div>'
    return included(scene, page)


def _excerpt_include(scene: Scene, element: Element) -> str:
    """The first excerpt of the page that is named."""
    page = _named(scene, element)
    if page is None or scene.depth >= DEEPEST_INCLUDE:
        return '<div class="error">Unable to render {excerpt-include} The page could not be found.</div>'
    macros = every(tree(page.body), "structured-macro")
    excerpt = next((one for one in macros if attribute(one, "name") == "excerpt"), None)
    body = first(excerpt, "rich-text-body") if excerpt is not None else None
    return included(scene, page, body) if body is not None else ""


def _named(scene: Scene, element: Element) -> WikiPage | None:
    target = next(iter(every(element, "page", RI)), None)
    return page_named(scene, target) if target is not None else None


def _anchor(_scene: Scene, element: Element) -> str:
    return wrapped("span", {"class": "confluence-anchor-link", "id": parameter(element, "")}, "")


def _jira(scene: Scene, element: Element) -> str:
    """One issue as a link, a query as a table of those that the reader may see."""
    key = parameter(element, "key")
    issues = _found(scene, f"key = {key}" if key else parameter(element, "jqlQuery"))
    if issues is None:
        return '<div class="error">The JQL query of this macro could not be read.</div>'
    if key:
        shown = f"{_issue_link(scene, issues[0])} {escape(issues[0].summary)}" if issues else escape(key)
        return wrapped("span", {"class": "confluence-jim-macro jira-issue", "data-jira-key": key}, shown)
    rows = "".join(_row(scene, one) for one in issues)
    heads = "".join(
        f'<th class="jira-macro-table-underline-pdfexport">{one}</th>' for one in ("Key", "Summary", "Status")
    )
    table = wrapped("table", {"class": "aui"}, f"<tbody><tr>{heads}</tr>{rows}</tbody>")
    return wrapped("div", {"class": "confluence-jim-macro jira-table"}, table)


def _found(scene: Scene, jql: str) -> list[Issue] | None:
    call = scene.call
    origin = call.site.removesuffix(call.context)
    tracker = TrackerCall(call.company, call.account, origin, {}, "", {})
    seen = [one for one in call.company.issues.values() if tracker.sees(one.project)]
    try:
        return evaluation.run(tracker, grammar.parse(jql), seen)
    except JqlError:
        return [] if jql.startswith("key =") else None


def _row(scene: Scene, issue: Issue) -> str:
    cells = (_issue_link(scene, issue), escape(issue.summary), escape(issue.status.name))
    return f"<tr>{''.join(f'<td>{one}</td>' for one in cells)}</tr>"


def _issue_link(scene: Scene, issue: Issue) -> str:
    origin = scene.call.site.removesuffix(scene.call.context)
    return f'<a href="{escape(origin)}/browse/{issue.key}" class="jira-issue-key">{issue.key}</a>'


MACROS: dict[str, Shown] = {
    **dict.fromkeys(_KINDS, _information),
    "code": _code,
    "noformat": _code,
    "panel": _panel,
    "expand": _expand,
    "status": _status,
    "toc": _contents,
    "children": _children,
    "include": _include,
    "excerpt-include": _excerpt_include,
    "anchor": _anchor,
    "jira": _jira,
}
