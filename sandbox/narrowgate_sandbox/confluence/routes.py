"""Every request the wiki answers, by method and path below its context path."""

from __future__ import annotations

from narrowgate_sandbox.confluence import (
    content,
    content_comments,
    content_writes,
    data_center,
    labels,
    pages,
    spaces,
)
from narrowgate_sandbox.confluence.call import Handler

Routes = tuple[tuple[str, str, Handler], ...]
_V2, _V1 = "/api/v2", "/rest/api"
_CONTENT = f"{_V1}/content/{{id}}"

SECOND: Routes = (
    ("GET", f"{_V2}/pages", pages.get_pages),
    ("POST", f"{_V2}/pages", pages.create_page),
    ("GET", f"{_V2}/pages/{{id}}", pages.get_page),
    ("PUT", f"{_V2}/pages/{{id}}", pages.update_page),
    ("DELETE", f"{_V2}/pages/{{id}}", pages.delete_page),
    ("GET", f"{_V2}/blogposts/{{id}}", pages.get_blog_post),
    ("GET", f"{_V2}/spaces", spaces.get_spaces),
    ("GET", f"{_V2}/spaces/{{id}}", spaces.get_space),
    ("GET", f"{_V2}/spaces/{{id}}/pages", pages.get_space_pages),
    ("GET", f"{_V2}/folders/{{id}}", spaces.get_folder),
    ("GET", f"{_V2}/pages/{{id}}/labels", labels.get_page_labels),
)

FIRST: Routes = (
    ("GET", _CONTENT, content.get_content),
    ("GET", f"{_CONTENT}/label", labels.get_labels),
    ("POST", f"{_CONTENT}/label", labels.add_labels),
    ("DELETE", f"{_CONTENT}/label", labels.remove_label),
    ("DELETE", f"{_CONTENT}/label/{{label}}", labels.remove_label),
)

DATA_CENTER: Routes = (
    *FIRST,
    ("GET", f"{_V1}/content", content.get_contents),
    ("POST", f"{_V1}/content", content_writes.create_content),
    ("PUT", _CONTENT, content_writes.update_content),
    ("DELETE", _CONTENT, content_writes.delete_content),
    ("GET", f"{_CONTENT}/child/page", data_center.get_children),
    ("GET", f"{_CONTENT}/descendant/page", data_center.get_descendants),
    ("GET", f"{_CONTENT}/child/comment", content_comments.get_comments),
    ("GET", f"{_V1}/space", data_center.get_spaces),
    ("GET", f"{_V1}/space/{{key}}", data_center.get_space),
    ("GET", f"{_V1}/user/current", data_center.get_current_user),
    ("GET", f"{_V1}/user", data_center.get_user),
)
