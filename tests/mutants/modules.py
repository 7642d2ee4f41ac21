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
    _common("safelist", "bounds_of_values"),
    _common("gates"),
    _common("routes"),
    _common("replies"),
    _common("arguments", "published_arguments"),
    _common("claims"),
    _common("paths", "bounds_of_names"),
    _common("filenames", "bounds_of_names"),
    _common("text", "bounds_of_text"),
    _common("boundary", "bounds_of_text"),
    _common("secret_scan", "bounds_of_text"),
    _common("cursors", "bounds_of_cursors"),
    _common("fingerprints"),
    _common("configuration", "bounds_of_files", "variables"),
    _issues("scope", "scope", "history_words"),
    _issues("references", "references", "history_words"),
    _issues("fields", "fields", "words_that_stay"),
    _common("query_tokens"),
    _issues("adapters.jira.jql", "jql", "jql_raw", "words_that_stay"),
)
