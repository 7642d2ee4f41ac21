"""The tools that only read, as values; what they do is loaded by the first call of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrowgate_common.operations import Operation
from narrowgate_common.tools import Late, Tool
from narrowgate_issues.tools import results
from narrowgate_issues.tools.arguments import DescribeFields, FindUsers, GetIssue, ListProjects, SearchIssues

if TYPE_CHECKING:
    from narrowgate_issues.tools.desk import Desk

READ = Operation.READ


def _reading(name: str) -> Late:
    return Late(f"{__package__}.reading", name)


def reading_tools() -> tuple[Tool[Desk], ...]:
    return (
        Tool(
            name="search_issues",
            title="Search issues",
            description="Find issues in the tracker by filters; every filter given must hold, newest change first. "
            "One line an issue: to read one whole, use get_issue.",
            operation=READ,
            arguments=SearchIssues,
            result={"issues": "array", "cursor": "string", "truncated": "boolean"},
            function=_reading("search_issues"),
            render=_reading("search_text"),
            uses=("search", "search_native", "get_issue", "find_users", "whoami"),
        ),
        Tool(
            name="get_issue",
            title="Read an issue",
            description="Read one issue: fields, description as Markdown and, by `include`, comments (newest first), "
            "attachments, links, transitions, history. `version` guards a later update_issue.",
            operation=READ,
            arguments=GetIssue,
            result=results.ISSUE,
            function=_reading("get_issue"),
            render=Late(f"{__package__}.listings", "issue_text"),
            uses=("get_issue",),
        ),
        Tool(
            name="list_projects",
            title="List projects",
            description="List the projects this server may touch, with their keys and issue types.",
            operation=READ,
            arguments=ListProjects,
            result={"projects": "array", "cursor": "string", "truncated": "boolean"},
            function=_reading("list_projects"),
            render=_reading("projects_text"),
            uses=("list_projects",),
        ),
        Tool(
            name="describe_fields",
            title="Describe fields",
            description="What create_issue, update_issue or transition_issue accepts here: each field's name, type, "
            "whether it is required, and its allowed values. Use it before a write, or after one was refused.",
            operation=READ,
            arguments=DescribeFields,
            result={"fields": "array", "transitions": "array", "untrusted": "object", "truncated": "boolean"},
            function=_reading("describe_fields"),
            render=_reading("fields_text"),
            uses=("get_issue", "edit_screen", "transitions", "issue_types", "create_screen"),
        ),
        Tool(
            name="find_users",
            title="Find users",
            description="Find people by name or e-mail address, to assign or filter by. With `assignable_to`, only "
            "those who can be assigned there.",
            operation=READ,
            arguments=FindUsers,
            result={"users": "array", "truncated": "boolean"},
            function=_reading("find_users"),
            render=_reading("users_text"),
            uses=("find_users", "get_issue"),
        ),
    )
