"""What decides, and the tests that should notice a fault there: the quickest first."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Subject:
    """`tests` are files below tests/, the nearest to the module first."""

    module: str
    path: str
    tests: tuple[str, ...]


def _common(name: str, *more: str) -> Subject:
    tests = (name, *more)
    return Subject(
        f"narrowgate_common.{name}",
        f"common/narrowgate_common/{name}.py",
        tuple(f"tests/common/test_{test}.py" for test in tests),
    )


def _issues(name: str, *tests: str) -> Subject:
    return Subject(
        f"narrowgate_issues.{name}",
        f"servers/issues/narrowgate_issues/{name.replace('.', '/')}.py",
        tuple(f"tests/issues/test_{test}.py" for test in tests),
    )


MODULES = (
    _common("errors"),
    _common("operations"),
    _common("safelist"),
    _common("gates"),
    _common("routes"),
    _common("replies"),
    _common("arguments"),
    _common("claims"),
    _common("paths"),
    _common("filenames"),
    _common("text"),
    _common("boundary"),
    _common("secret_scan"),
    _common("cursors"),
    _common("fingerprints"),
    _common("configuration"),
    _issues("scope", "scope"),
    _issues("references", "references"),
    _issues("fields", "fields"),
    _issues("adapters.jira.jql", "jql", "jql_raw"),
    _issues("adapters.jira.jql_tokens", "jql_raw", "jql"),
)
