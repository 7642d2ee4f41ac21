"""Everything that Confluence can be sent, as values: Cloud's second API and what only its first has; Data Center's."""

from __future__ import annotations

from collections.abc import Mapping

from narrowgate_common.operations import Operation
from narrowgate_common.routes import Route

READ, REPLACE, APPEND = Operation.READ, Operation.REPLACE, Operation.APPEND
_NO_CHECK = (("X-Atlassian-Token", "no-check"),)
"""Confluence blocks multipart posts without it: https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content---attachments/"""

_MEDIA = ("https://api.media.atlassian.com",)
"""Where Cloud sends on to for a file's bytes, by a link that is its own proof."""

_V2, _V1, _DC = "/wiki/api/v2", "/wiki/rest/api", "/rest/api"
_BODY = frozenset({"body-format"})
_PAGED = frozenset({"cursor", "limit"})
_NUMBERED = frozenset({"start", "limit", "expand"})


class CLOUD:
    """https://developer.atlassian.com/cloud/confluence/rest/v2/intro/ and, where it has nothing, the first API."""

    page = Route(
        "page", READ, "GET", f"{_V2}/pages/{{id}}", _BODY | {"include-labels", "version", "get-draft"}
    )
    pages = Route("pages", READ, "GET", f"{_V2}/pages", _BODY | _PAGED | {"space-id", "title", "status"})
    blog_post = Route("blog_post", READ, "GET", f"{_V2}/blogposts/{{id}}")
    page_create = Route("page_create", APPEND, "POST", f"{_V2}/pages")
    page_write = Route("page_write", REPLACE, "PUT", f"{_V2}/pages/{{id}}")
    spaces = Route("spaces", READ, "GET", f"{_V2}/spaces", _PAGED | {"ids", "keys", "sort"})
    children = Route("children", READ, "GET", f"{_V2}/pages/{{id}}/children", _PAGED)
    roots = Route("roots", READ, "GET", f"{_V2}/spaces/{{id}}/pages", _PAGED | {"depth", "status"})
    search = Route("search", READ, "GET", f"{_V1}/content/search", _PAGED | {"cql", "expand"})
    myself = Route("myself", READ, "GET", f"{_V1}/user/current")
    people = Route("people", READ, "POST", f"{_V2}/users-bulk")
    labels = Route("labels", READ, "GET", f"{_V2}/pages/{{id}}/labels", frozenset({"limit"}))
    move = Route("page_move", REPLACE, "PUT", f"{_V1}/content/{{id}}/move/append/{{target}}")
    labels_add = Route("labels_add", REPLACE, "POST", f"{_V1}/content/{{id}}/label")
    label_remove = Route(
        "label_remove", REPLACE, "DELETE", f"{_V1}/content/{{id}}/label", frozenset({"name"}), "nothing"
    )
    footer_comments = Route(
        "footer_comments", READ, "GET", f"{_V2}/pages/{{id}}/footer-comments", _BODY | _PAGED | {"sort"}
    )
    inline_comments = Route(
        "inline_comments",
        READ,
        "GET",
        f"{_V2}/pages/{{id}}/inline-comments",
        _BODY | _PAGED | {"sort", "resolution-status"},
    )
    footer_comment = Route("footer_comment", READ, "GET", f"{_V2}/footer-comments/{{id}}", _BODY)
    inline_comment = Route("inline_comment", READ, "GET", f"{_V2}/inline-comments/{{id}}", _BODY)
    footer_replies = Route(
        "footer_replies", READ, "GET", f"{_V2}/footer-comments/{{id}}/children", _BODY | _PAGED | {"sort"}
    )
    inline_replies = Route(
        "inline_replies", READ, "GET", f"{_V2}/inline-comments/{{id}}/children", _BODY | _PAGED | {"sort"}
    )
    footer_add = Route("comment_add", APPEND, "POST", f"{_V2}/footer-comments")
    inline_add = Route("inline_comment_add", APPEND, "POST", f"{_V2}/inline-comments")
    attachments = Route("attachments", READ, "GET", f"{_V2}/pages/{{id}}/attachments", _PAGED | {"filename"})
    attach = Route(
        "attach", APPEND, "PUT", f"{_V1}/content/{{id}}/child/attachment", frozenset(), "json", _NO_CHECK
    )
    download = Route(
        "download",
        READ,
        "GET",
        f"{_V1}/content/{{id}}/child/attachment/{{attachment}}/download",
        frozenset({"version"}),
        answers="bytes",
        hops=_MEDIA,
    )


class DATA_CENTER:  # noqa: N801 - a table's name
    """https://docs.atlassian.com/ConfluenceServer/rest/latest/"""

    content = Route(
        "content", READ, "GET", f"{_DC}/content/{{id}}", frozenset({"expand", "status", "version"})
    )
    contents = Route(
        "contents", READ, "GET", f"{_DC}/content", _NUMBERED | {"spaceKey", "title", "type", "status"}
    )
    page_create = Route("page_create", APPEND, "POST", f"{_DC}/content")
    page_write = Route("page_write", REPLACE, "PUT", f"{_DC}/content/{{id}}")
    spaces = Route("spaces", READ, "GET", f"{_DC}/space", _NUMBERED | {"spaceKey"})
    children = Route("children", READ, "GET", f"{_DC}/content/{{id}}/child/page", _NUMBERED)
    roots = Route("roots", READ, "GET", f"{_DC}/space/{{key}}/content/page", _NUMBERED | {"depth"})
    search = Route("search", READ, "GET", f"{_DC}/content/search", _NUMBERED | {"cql"})
    myself = Route("myself", READ, "GET", f"{_DC}/user/current")
    labels_add = Route("labels_add", REPLACE, "POST", f"{_DC}/content/{{id}}/label")
    label_remove = Route(
        "label_remove", REPLACE, "DELETE", f"{_DC}/content/{{id}}/label", frozenset({"name"}), "nothing"
    )
    comments = Route(
        "comments", READ, "GET", f"{_DC}/content/{{id}}/child/comment", _NUMBERED | {"depth", "location"}
    )
    comment_add = Route("comment_add", APPEND, "POST", f"{_DC}/content")
    attachments = Route(
        "attachments", READ, "GET", f"{_DC}/content/{{id}}/child/attachment", _NUMBERED | {"filename"}
    )
    attach = Route(
        "attach", APPEND, "POST", f"{_DC}/content/{{id}}/child/attachment", frozenset(), "json", _NO_CHECK
    )
    attach_again = Route(
        "attach_again",
        APPEND,
        "POST",
        f"{_DC}/content/{{id}}/child/attachment/{{attachment}}/data",
        frozenset(),
        "json",
        _NO_CHECK,
    )
    download = Route(
        "download", READ, "GET", "/download/attachments/{id}/{filename}", frozenset({"version"}), "bytes"
    )


_PAGE = (CLOUD.page, CLOUD.blog_post, CLOUD.spaces)
_ON_PAGE = (CLOUD.footer_comments, CLOUD.inline_comments)
_REPLIES = (CLOUD.footer_replies, CLOUD.inline_replies)

CLOUD_BY_METHOD: Mapping[str, tuple[Route, ...]] = {
    "whoami": (CLOUD.myself,),
    "rewritten": (),
    "commented": (),
    "occurrences": (),
    "spaces": (CLOUD.spaces,),
    "search": (CLOUD.search,),
    "search_native": (CLOUD.search,),
    "document": (*_PAGE, CLOUD.pages, CLOUD.labels),
    "document_at": (CLOUD.page,),
    "draft": (CLOUD.page, CLOUD.people),
    "rendered": (CLOUD.page, CLOUD.blog_post),
    "children": (CLOUD.children, CLOUD.roots, CLOUD.spaces),
    "ref": _PAGE,
    "comments": (*_ON_PAGE, CLOUD.people),
    "replies": (*_REPLIES, CLOUD.people),
    "comment": (CLOUD.footer_comment, CLOUD.inline_comment, CLOUD.people),
    "attachments": (CLOUD.attachments,),
    "attachment_named": (CLOUD.attachments,),
    "create_page": (CLOUD.page_create, CLOUD.spaces),
    "find_titled": (CLOUD.pages, CLOUD.spaces),
    "write_page": (CLOUD.page_write,),
    "move_page": (CLOUD.move,),
    "add_labels": (CLOUD.labels_add,),
    "remove_label": (CLOUD.label_remove,),
    "add_comment": (CLOUD.footer_add, CLOUD.inline_add),
    "find_comment": (*_ON_PAGE, *_REPLIES),
    "attach_file": (CLOUD.attach,),
    "find_attached": (CLOUD.attachments,),
    "download": (CLOUD.download,),
}

DATA_CENTER_BY_METHOD: Mapping[str, tuple[Route, ...]] = {
    "whoami": (DATA_CENTER.myself,),
    "rewritten": (),
    "commented": (),
    "occurrences": (),
    "spaces": (DATA_CENTER.spaces,),
    "search": (DATA_CENTER.search,),
    "search_native": (DATA_CENTER.search,),
    "document": (DATA_CENTER.content, DATA_CENTER.contents),
    "document_at": (DATA_CENTER.content,),
    "draft": (DATA_CENTER.content,),
    "rendered": (DATA_CENTER.content,),
    "children": (DATA_CENTER.children, DATA_CENTER.roots),
    "ref": (DATA_CENTER.content,),
    "comments": (DATA_CENTER.comments,),
    "replies": (DATA_CENTER.comments,),
    "comment": (DATA_CENTER.content,),
    "attachments": (DATA_CENTER.attachments,),
    "attachment_named": (DATA_CENTER.attachments,),
    "create_page": (DATA_CENTER.page_create,),
    "find_titled": (DATA_CENTER.contents,),
    "write_page": (DATA_CENTER.page_write,),
    "move_page": (DATA_CENTER.page_write, DATA_CENTER.content),
    "add_labels": (DATA_CENTER.labels_add,),
    "remove_label": (DATA_CENTER.label_remove,),
    "add_comment": (DATA_CENTER.comment_add,),
    "find_comment": (DATA_CENTER.comments,),
    "attach_file": (DATA_CENTER.attachments, DATA_CENTER.attach, DATA_CENTER.attach_again),
    "find_attached": (DATA_CENTER.attachments,),
    "download": (DATA_CENTER.download,),
}
