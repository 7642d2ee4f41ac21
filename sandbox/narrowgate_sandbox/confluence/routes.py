"""Every request the wiki answers, by method and path below its context path."""

from __future__ import annotations

from narrowgate_sandbox.confluence import (
    comments,
    content,
    content_comments,
    content_writes,
    data_center,
    files,
    labels,
    moves,
    pages,
    people,
    properties,
    search,
    spaces,
    tree,
)
from narrowgate_sandbox.confluence.call import Handler

Routes = tuple[tuple[str, str, Handler], ...]
_V2, _V1 = "/api/v2", "/rest/api"
_CONTENT = f"{_V1}/content/{{id}}"
_PAGE, _BLOG_POST, _FILE = f"{_V2}/pages/{{id}}", f"{_V2}/blogposts/{{id}}", f"{_V2}/attachments/{{id}}"
_FOOTER, _INLINE = f"{_V2}/footer-comments", f"{_V2}/inline-comments"


def _properties(content: str) -> Routes:
    return (
        ("GET", f"{content}/properties", properties.get_properties),
        ("POST", f"{content}/properties", properties.create_property),
        ("GET", f"{content}/properties/{{property}}", properties.get_property),
        ("PUT", f"{content}/properties/{{property}}", properties.update_property),
        ("DELETE", f"{content}/properties/{{property}}", properties.delete_property),
    )


SECOND: Routes = (
    ("GET", f"{_V2}/pages", pages.get_pages),
    ("POST", f"{_V2}/pages", pages.create_page),
    ("GET", _PAGE, pages.get_page),
    ("PUT", _PAGE, pages.update_page),
    ("DELETE", _PAGE, pages.delete_page),
    ("GET", f"{_PAGE}/children", tree.get_children),
    ("GET", f"{_PAGE}/direct-children", tree.get_direct_children),
    ("GET", f"{_PAGE}/descendants", tree.get_descendants),
    ("GET", f"{_PAGE}/ancestors", tree.get_ancestors),
    ("GET", f"{_PAGE}/versions", tree.get_versions),
    ("GET", f"{_PAGE}/versions/{{version}}", tree.get_version),
    ("GET", f"{_PAGE}/labels", labels.get_page_labels),
    ("GET", f"{_PAGE}/attachments", files.get_page_files),
    ("GET", f"{_PAGE}/footer-comments", comments.get_footer_comments_of),
    ("GET", f"{_PAGE}/inline-comments", comments.get_inline_comments_of),
    *_properties(_PAGE),
    ("GET", _BLOG_POST, pages.get_blog_post),
    ("GET", f"{_BLOG_POST}/labels", labels.get_page_labels),
    ("GET", f"{_BLOG_POST}/attachments", files.get_page_files),
    ("GET", f"{_BLOG_POST}/footer-comments", comments.get_footer_comments_of),
    ("GET", f"{_BLOG_POST}/inline-comments", comments.get_inline_comments_of),
    *_properties(_BLOG_POST),
    ("GET", f"{_V2}/spaces", spaces.get_spaces),
    ("GET", f"{_V2}/spaces/{{id}}", spaces.get_space),
    ("GET", f"{_V2}/spaces/{{id}}/pages", pages.get_space_pages),
    ("GET", f"{_V2}/folders/{{id}}", spaces.get_folder),
    ("GET", f"{_V2}/folders/{{id}}/direct-children", tree.get_folder_children),
    ("GET", _FOOTER, comments.get_footer_comments),
    ("POST", _FOOTER, comments.create_footer_comment),
    ("GET", f"{_FOOTER}/{{id}}", comments.get_footer_comment),
    ("PUT", f"{_FOOTER}/{{id}}", comments.update_footer_comment),
    ("DELETE", f"{_FOOTER}/{{id}}", comments.delete_footer_comment),
    ("GET", f"{_FOOTER}/{{id}}/children", comments.get_footer_replies),
    ("GET", _INLINE, comments.get_inline_comments),
    ("POST", _INLINE, comments.create_inline_comment),
    ("GET", f"{_INLINE}/{{id}}", comments.get_inline_comment),
    ("PUT", f"{_INLINE}/{{id}}", comments.update_inline_comment),
    ("DELETE", f"{_INLINE}/{{id}}", comments.delete_inline_comment),
    ("GET", f"{_INLINE}/{{id}}/children", comments.get_inline_replies),
    *_properties(f"{_V2}/comments/{{id}}"),
    ("GET", _FILE, files.get_file),
    ("DELETE", _FILE, files.delete_file),
    ("GET", f"{_FILE}/labels", labels.get_file_labels),
    *_properties(_FILE),
    ("POST", f"{_V2}/users-bulk", people.get_users),
    ("POST", f"{_V2}/content/convert-ids-to-types", people.get_types),
)

_BOTH: Routes = (
    ("GET", f"{_V1}/search", search.search),
    ("GET", f"{_V1}/content/search", search.search_content),
    ("GET", _CONTENT, content.get_content),
    ("GET", f"{_CONTENT}/label", labels.get_labels),
    ("POST", f"{_CONTENT}/label", labels.add_labels),
    ("DELETE", f"{_CONTENT}/label", labels.remove_label),
    ("DELETE", f"{_CONTENT}/label/{{label}}", labels.remove_label),
    ("GET", f"{_CONTENT}/property", properties.get_content_properties),
    ("POST", f"{_CONTENT}/property", properties.create_content_property),
    ("GET", f"{_CONTENT}/property/{{key}}", properties.get_content_property),
    ("POST", f"{_CONTENT}/property/{{key}}", properties.create_content_property),
    ("PUT", f"{_CONTENT}/property/{{key}}", properties.update_content_property),
    ("GET", f"{_CONTENT}/child/attachment", files.get_content_files),
    ("POST", f"{_CONTENT}/child/attachment", files.add_files),
    ("POST", f"{_CONTENT}/child/attachment/{{file}}/data", files.put_data),
    ("GET", "/download/attachments/{id}/{name}", files.download_link),
    ("GET", f"{_CONTENT}/child/page", data_center.get_children),
    ("GET", f"{_CONTENT}/descendant/page", data_center.get_descendants),
    ("GET", f"{_CONTENT}/child/comment", content_comments.get_comments),
    ("GET", f"{_V1}/user/current", data_center.get_current_user),
    ("GET", f"{_V1}/user", data_center.get_user),
)

FIRST: Routes = (
    *_BOTH,
    ("PUT", f"{_CONTENT}/child/attachment", files.put_files),
    ("GET", f"{_CONTENT}/child/attachment/{{file}}/download", files.download),
    ("PUT", f"{_V1}/content/{{id}}/move/{{position}}/{{target}}", moves.move_page),
)

DATA_CENTER: Routes = (
    *_BOTH,
    ("GET", f"{_V1}/content", content.get_contents),
    ("POST", f"{_V1}/content", content_writes.create_content),
    ("PUT", _CONTENT, content_writes.update_content),
    ("DELETE", _CONTENT, content_writes.delete_content),
    ("GET", f"{_V1}/space", data_center.get_spaces),
    ("GET", f"{_V1}/space/{{key}}", data_center.get_space),
    ("GET", f"{_V1}/space/{{key}}/content/page", data_center.get_roots),
)
