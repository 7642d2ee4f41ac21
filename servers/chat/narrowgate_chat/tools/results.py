"""What each tool answers with: the names of its structured result, and their JSON types."""

from __future__ import annotations

CHANNELS = {"channels": "array", "cursor": "string", "truncated": "boolean"}
USERS = {"users": "array", "truncated": "boolean"}
MESSAGES = {
    "channel": "object",
    "messages": "array",
    "cursor": "string",
    "wait_cursor": "string",
    "truncated": "boolean",
}
FOUND = {"messages": "array", "cursor": "string", "truncated": "boolean"}
SENT = {
    "channel": "object",
    "messages": "array",
    "wait_cursor": "string",
    "preview": "boolean",
    "pinged": "array",
    "changed": "array",
    "untrusted": "object",
    "reconciled": "boolean",
    "repeated": "boolean",
    "request_id": "string",
    "truncated": "boolean",
}
EDITED = {
    "message": "string",
    "url": "string",
    "applied": "array",
    "ignored": "array",
    "changed": "array",
    "untrusted": "object",
    "reconciled": "boolean",
    "truncated": "boolean",
}
WAITED = {
    "status": "string",
    "messages": "array",
    "wait_cursor": "string",
    "waited_s": "number",
    "truncated": "boolean",
}
REACTED = {"message": "string", "applied": "array", "untrusted": "object", "truncated": "boolean"}
UPLOADED = {
    "channel": "object",
    "messages": "array",
    "wait_cursor": "string",
    "sha256": "string",
    "reconciled": "boolean",
    "repeated": "boolean",
    "request_id": "string",
    "truncated": "boolean",
}
DOWNLOADED = {
    "message": "string",
    "root": "string",
    "size": "integer",
    "sha256": "string",
    "runs_when_opened": "boolean",
    "untrusted": "object",
    "truncated": "boolean",
}
