"""Results as compact text: ours in the head and tail, the tracker's words in the body."""

from __future__ import annotations

from typing import Any

from narrowgate_common.listings import continued, theirs
from narrowgate_common.tools import Rendering

Data = dict[str, Any]


def issue_line(issue: Data) -> str:
    words = theirs(issue)
    facts = ", ".join(
        fact
        for fact in (
            words.get("type"),
            words.get("priority"),
            f"assigned to {words['assignee']}" if "assignee" in words else "unassigned",
            f"due {issue['due_date']}" if "due_date" in issue else None,
            f"labels {' '.join(words['labels'])}" if "labels" in words else None,
        )
        if fact
    )
    return f"{issue['key']} [{words.get('status', '')}] {words.get('title', '')} ({facts})"


def issue_text(issue: Data) -> Rendering:
    """One issue: our facts first, then everything the tracker says, section by section."""
    head = f"{issue['key']} {issue['url']}\nversion: {issue.get('version', '')}"
    if "description_next_offset" in issue:
        shown, total = issue["description_next_offset"], issue["description_chars"]
        head += f"\nThe description is shown up to character {shown} of {total}; go on with offset={shown}."
    sections = [*_facts(issue), *_description(issue), *_related(issue), *_comments(issue), *_history(issue)]
    return Rendering(head, "\n".join(sections), continued(issue))


def _facts(issue: Data) -> list[str]:
    words = theirs(issue)
    rows: list[tuple[str, Any]] = [
        (label.capitalize().replace("_", " "), words.get(label))
        for label in (
            "title", "type", "status", "priority", "resolution", "assignee", "reporter", "labels", "components",
            "fix_versions",
        )
    ]  # fmt: skip
    rows += [
        ("Due", issue.get("due_date")),
        ("Created", issue.get("created")),
        ("Updated", issue.get("updated")),
    ]
    rows += list(words.get("custom", {}).items())
    rows.append(
        (
            "Cannot be rewritten from here, holds more than Markdown writes back",
            words.get("hidden_from_markdown"),
        )
    )
    return [f"{label}: {_joined(value)}" for label, value in rows if value not in (None, [], "")]


def _joined(value: Any) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)


def _description(issue: Data) -> list[str]:
    text = theirs(issue).get("description")
    return ["", "Description:", text] if text else []


def _related(issue: Data) -> list[str]:
    lines: list[str] = []
    if "parent" in issue:
        lines.append(f"Parent: {_ref(issue['parent'])}")
    lines += [f"Sub-task: {_ref(each)}" for each in issue.get("subtasks", [])]
    lines += [f"Link: {theirs(each).get('relation', '')} {_ref(each)}" for each in issue.get("links", [])]
    lines += [f"Attachment {attachment_line(each)}" for each in issue.get("attachments", [])]
    lines += [f"Transition: {transition_line(each)}" for each in issue.get("transitions", [])]
    lines += [
        f"{name.capitalize()}: none"
        for name in ("links", "attachments", "transitions")
        if issue.get(name) == []
    ]
    return ["", *lines] if lines else []


def _ref(each: Data) -> str:
    words = theirs(each)
    return f"{each['key']} [{words.get('status', '')}] {words.get('title', '')}"


def attachment_line(each: Data) -> str:
    words = theirs(each)
    return f"{each['id']}: {words.get('filename', '')} ({each.get('size', 0)} bytes, {words.get('media_type', '')})"


def transition_line(each: Data) -> str:
    words = theirs(each)
    required = f" (requires {', '.join(words['required'])})" if words.get("required") else ""
    return f"{words.get('name', '')} -> {words.get('to_status', '')}{required}"


def _comments(issue: Data) -> list[str]:
    if "comments" not in issue:
        return []
    lines = ["", f"Comments, newest first{_which(issue)}:"]
    return lines + [comment_text(each) for each in issue["comments"]]


def _which(issue: Data) -> str:
    total, first = issue.get("comments_total", 0), issue.get("comments_from", 1)
    if not total:
        return ", none"
    return f" ({first} to {first + len(issue['comments']) - 1} of {total})"


def comment_text(each: Data) -> str:
    words = theirs(each)
    kind = {"True": ", internal", "False": ", public"}.get(str(each.get("internal")), "")
    rest = "\n(the rest of this comment comes with the cursor)" if each.get("truncated") else ""
    head = f"[{each['id']}] {words.get('author', '')}, {each.get('created', '')}{kind}:"
    return f"{head}\n{words.get('body', '')}{rest}"


def _history(issue: Data) -> list[str]:
    lines = [
        f"{each.get('at', '')} {theirs(each).get('author', '')}: {theirs(each).get('field', '')}: "
        f"{theirs(each).get('old', '')} -> {theirs(each).get('new', '')}"
        for each in issue.get("history", [])
    ]
    if issue.get("history") == []:
        return ["", "History: none"]
    return ["", "History, newest first:", *lines] if lines else []
