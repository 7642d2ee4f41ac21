"""What each tool answers with: the names of its structured result, and their JSON types."""

from __future__ import annotations

LISTED = {"cursor": "string", "truncated": "boolean"}
PAGES = {"pages": "array", **LISTED}
SPACES = {"spaces": "array", **LISTED}
COMMENTS = {"page": "string", "comments": "array", **LISTED}

PAGE = {
    "id": "string",
    "url": "string",
    "space": "string",
    "version": "string",
    "standing": "string",
    "parent": "string",
    "created": "string",
    "updated": "string",
    "view": "string",
    "editable": "boolean",
    "chars": "integer",
    "lines": "integer",
    "first_line": "integer",
    "next_offset": "integer",
    "outline": "array",
    "attachments": "array",
    "untrusted": "object",
    "truncated": "boolean",
}

_WRITTEN = {
    "id": "string",
    "url": "string",
    "space": "string",
    "version": "string",
    "verified": "boolean",
    "applied": "array",
    "ignored": "array",
    "preview": "boolean",
    "untrusted": "object",
    "rewriting": "object",
    "truncated": "boolean",
}
REVISED = {**_WRITTEN, "merged": "boolean", "draft": "object", "reconciled": "boolean"}
CREATED = {**_WRITTEN, "reconciled": "boolean", "repeated": "boolean", "request_id": "string"}
COMMENTED = {
    "page": "string",
    "url": "string",
    "comment": "object",
    "preview": "boolean",
    "applied": "array",
    "ignored": "array",
    "rewriting": "object",
    "untrusted": "object",
    "reconciled": "boolean",
    "repeated": "boolean",
    "request_id": "string",
    "truncated": "boolean",
}
ATTACHED = {
    "page": "string",
    "url": "string",
    "sha256": "string",
    "attachment": "object",
    "new_version": "boolean",
    "untrusted": "object",
    "reconciled": "boolean",
    "repeated": "boolean",
    "request_id": "string",
    "truncated": "boolean",
}
DOWNLOADED = {
    "page": "string",
    "root": "string",
    "attachment": "object",
    "size": "integer",
    "sha256": "string",
    "runs_when_opened": "boolean",
    "untrusted": "object",
    "truncated": "boolean",
}
