"""What each tool answers with: the names of its structured result, and their JSON types."""

from __future__ import annotations

WRITTEN = {
    "key": "string",
    "url": "string",
    "version": "string",
    "verified": "boolean",
    "applied": "array",
    "ignored": "array",
    "reconciled": "boolean",
    "untrusted": "object",
    "rewriting": "object",
    "truncated": "boolean",
}
CREATED = {**WRITTEN, "repeated": "boolean", "request_id": "string"}
UPDATED = {**WRITTEN, "preview": "boolean", "changes": "array"}

TRANSITIONED = {
    "key": "string",
    "url": "string",
    "version": "string",
    "verified": "boolean",
    "applied": "array",
    "ignored": "array",
    "comment_id": "string",
    "reconciled": "boolean",
    "repeated": "boolean",
    "request_id": "string",
    "untrusted": "object",
    "truncated": "boolean",
}

EDITED = {
    "key": "string",
    "url": "string",
    "comment": "object",
    "applied": "array",
    "ignored": "array",
    "reconciled": "boolean",
    "rewriting": "object",
    "truncated": "boolean",
}
COMMENTED = {**EDITED, "repeated": "boolean", "request_id": "string"}

LINKED = {
    "key": "string",
    "url": "string",
    "link": "object",
    "existed": "boolean",
    "verified": "boolean",
    "ignored": "array",
    "reconciled": "boolean",
    "repeated": "boolean",
    "request_id": "string",
    "truncated": "boolean",
}

ATTACHED = {
    "key": "string",
    "url": "string",
    "sha256": "string",
    "attachment": "object",
    "repeated": "boolean",
    "request_id": "string",
    "truncated": "boolean",
}

DOWNLOADED = {
    "key": "string",
    "root": "string",
    "attachment": "object",
    "size": "integer",
    "sha256": "string",
    "runs_when_opened": "boolean",
    "untrusted": "object",
    "truncated": "boolean",
}

ISSUE = {
    "key": "string",
    "id": "string",
    "url": "string",
    "version": "string",
    "status_category": "string",
    "created": "string",
    "updated": "string",
    "due_date": "string",
    "service_desk": "boolean",
    "description_chars": "integer",
    "description_next_offset": "integer",
    "untrusted": "object",
    "parent": "object",
    "subtasks": "array",
    "comments": "array",
    "comments_total": "integer",
    "comments_from": "integer",
    "attachments": "array",
    "links": "array",
    "transitions": "array",
    "history": "array",
    "cursor": "string",
    "truncated": "boolean",
}
