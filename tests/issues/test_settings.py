"""The issues server's own sections, the commented example, and the schema that editors check it by."""

import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import snapshots

from narrowgate_common.configuration import load, validated
from narrowgate_common.errors import GatewayError
from narrowgate_issues.fields import BUILT_IN, NEVER
from narrowgate_issues.settings import IssuesSettings

EXAMPLE = snapshots.ROOT / "config" / "issues.example.toml"
CLOUD: dict[str, Any] = {
    "kind": "jira_cloud",
    "base_url": "https://example.atlassian.net",
    "auth": {"kind": "basic", "username": "me@example.com", "token_env": "JIRA_TOKEN"},
}
POINTS = {"id": "customfield_10016", "type": "number"}


def settings(**sections: Any) -> IssuesSettings:
    return validated(IssuesSettings, {"connection": CLOUD, **sections})


def refusal(**sections: Any) -> str:
    with pytest.raises(GatewayError) as caught:
        settings(**sections)
    assert caught.value.category == "configuration_error"
    return caught.value.message


def test_by_default_it_only_reads_and_takes_native_queries() -> None:
    plain = settings()

    assert (plain.writes.enabled, plain.writes.public_comments, plain.writes.fields) == (False, False, None)
    assert (plain.scope.projects, plain.fields) == (None, {})
    assert plain.raw_query is True


@pytest.mark.parametrize(
    ("scope", "raw_query"),
    [
        ({"projects": ["ABC"]}, False),
        ({"raw_query": False}, False),
        ({"raw_query": True}, True),
        ({"projects": ["ABC"], "raw_query": True}, True),
        ({"projects": ["ABC"], "raw_query": False}, False),
    ],
)
def test_a_scope_closes_native_queries_unless_said_otherwise(
    scope: dict[str, Any], *, raw_query: bool
) -> None:
    assert settings(scope=scope).raw_query is raw_query


@pytest.mark.parametrize(
    ("projects", "said"),
    [
        ([], "scope.projects must not be empty"),
        ("ABC", "scope.projects must be a list"),
        ("*", "scope.projects must be a list"),
        (["*"], "scope.projects.0 must match ^[A-Z]"),
        ([""], "scope.projects.0 must match ^[A-Z]"),
        (["ABC", "abc"], "scope.projects.1 must match ^[A-Z]"),
        (["ABC "], "scope.projects.0 must match ^[A-Z]"),
        (["ABC\n"], "scope.projects.0 holds a control character"),
        (["ABC,OPS"], "scope.projects.0 must match ^[A-Z]"),
        (["ABC-1"], "scope.projects.0 must match ^[A-Z]"),
        ([7], "scope.projects.0 must be a string"),
        ({"ABC": True}, "scope.projects must be a list"),
        (["ABC"] * 201, "scope.projects has too many entries"),
    ],
)
def test_a_list_of_projects_means_what_it_says(projects: Any, said: str) -> None:
    assert said in refusal(scope={"projects": projects})


@pytest.mark.parametrize(
    "url",
    [
        "https://me:hunter2@example.atlassian.net",
        "https://hunter2@example.atlassian.net",
        "https://example.atlassian.net/?token=hunter2",
        "https://example.atlassian.net/#hunter2",
        "https://example.atlassian.net?hunter2",
        "https://example.atlassian.net/hunter2 x",
        "https://example.atlassian.net\\hunter2",
        "https://[hunter2",
        "https://example.atlassian.net:hunter2",
        "https://exämple.net/hunter2",
        "ftp://example.atlassian.net/hunter2",
        "example.atlassian.net/hunter2",
        "//example.atlassian.net/hunter2",
        "https:///hunter2",
        "https://example.atlassian.net/../hunter2",
        "https://example.atlassian.net/%2e%2e/hunter2",
        "hunter2",
        "",
    ],
)
def test_an_address_that_is_more_than_one_is_refused_and_not_repeated(url: str) -> None:
    said = refusal(connection={**CLOUD, "base_url": url})

    assert said.startswith("connection.base_url ")
    assert "hunter2" not in said


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("kind", "jira", "connection.kind must be one of 'jira_cloud' or 'jira_dc'"),
        ("kind", "", "connection.kind must be one of"),
        ("base_url", 7, "connection.base_url must be a string"),
        ("base_url", "https://" + "x" * 500, "connection.base_url is too long"),
        ("url", "x", 'connection.url is not a known key; did you mean "connection.base_url"?'),
        ("verify_ssl", False, "connection.verify_ssl is not a known key"),
    ],
)
def test_a_mistake_in_the_connection_is_told_by_its_key(key: str, value: Any, said: str) -> None:
    assert said in refusal(connection={**CLOUD, key: value})


@pytest.mark.parametrize("name", sorted(NEVER | set(BUILT_IN)))
def test_no_alias_takes_the_name_of_a_field(name: str) -> None:
    said = refusal(fields={name: POINTS})

    assert said == f"fields.{name} takes a name that is already taken or never writable"


@pytest.mark.parametrize(
    "alias", ["", "Points", "1st", "_x", "__class__", "a-b", "a.b", "a b", "é", "x" * 41]
)
def test_an_alias_is_a_plain_name(alias: str) -> None:
    assert "is not a name that may be given there" in refusal(fields={alias: POINTS})


@pytest.mark.parametrize(
    "identity",
    [
        "security",
        "reporter",
        "summary",
        "customfield_",
        "customfield_x",
        "environments",
        "customfield_1\n",
        "customfield_1 ",
        "Customfield_1",
        "customfield_1/..",
        "10016",
        "",
    ],
)
def test_an_alias_leads_to_a_custom_field_only(identity: str) -> None:
    assert refusal(fields={"points": {**POINTS, "id": identity}}).startswith("fields.points.id ")


@pytest.mark.parametrize("kind", ["", "json", "raw", "any", "object", "string", "Number", None, 7])
def test_an_alias_has_a_known_type(kind: Any) -> None:
    assert refusal(fields={"points": {**POINTS, "type": kind} if kind else {"id": POINTS["id"]}}).startswith(
        "fields.points.type "
    )


def test_two_aliases_of_one_field_are_refused() -> None:
    said = refusal(fields={"points": POINTS, "estimate": {**POINTS, "type": "text"}})

    assert said == "fields.estimate and fields.points have the same id"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "titel",
            'names titel, which is neither built in nor an alias under [fields]; did you mean "title"?',
        ),
        ("story_point", 'did you mean "story_points"?'),
        ("summary", "names summary, which this server never writes"),
        ("security", "names security, which this server never writes"),
        ("customfield_10016", "neither built in nor an alias"),
        ("*", "names ?, which is neither"),
        ("", "which is neither"),
        ("Title", "which is neither"),
    ],
)
def test_a_narrowed_list_names_known_fields_only(name: str, said: str) -> None:
    assert said in refusal(writes={"fields": ["title", name]}, fields={"story_points": POINTS})


def test_an_empty_list_of_fields_is_refused() -> None:
    assert refusal(writes={"fields": []}) == "writes.fields must not be empty"


def environment(**keys: str) -> dict[str, str]:
    return {f"NARROWGATE_ISSUES__{name}": value for name, value in keys.items()}


def test_an_alias_can_be_declared_by_environment() -> None:
    table = {
        **environment(CONNECTION__KIND="jira_dc", CONNECTION__BASE_URL="https://jira.example.com/jira"),
        **environment(CONNECTION__AUTH__KIND="bearer", CONNECTION__AUTH__TOKEN_ENV="JIRA_TOKEN"),
        **environment(FIELDS__STORY_POINTS__ID="customfield_10016", FIELDS__STORY_POINTS__TYPE="number"),
        **environment(
            FIELDS__TEAM='{ id = "customfield_10020", type = "option" }', WRITES__FIELDS='["team"]'
        ),
    }
    loaded = load(IssuesSettings, "ISSUES", table, None)

    assert {alias: (field.id, field.type) for alias, field in loaded.fields.items()} == {
        "story_points": ("customfield_10016", "number"), "team": ("customfield_10020", "option"),
    }  # fmt: skip
    assert loaded.writes.fields == ("team",)


@given(st.dictionaries(st.sampled_from(["connection", "scope", "writes", "fields", "network"]), st.recursive(
    st.text(max_size=9) | st.booleans() | st.integers() | st.sampled_from(["jira_dc", "title", "number", "customfield_1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["kind", "base_url", "auth", "projects", "fields", "points", "id", "type", "proxy"]) | st.text(max_size=9),
        inner, max_size=4), max_leaves=12)))  # fmt: skip
def test_any_table_becomes_settings_or_a_bounded_refusal(table: dict[str, Any]) -> None:
    try:
        assert settings(**table).connection.kind in {"jira_cloud", "jira_dc"}
    except GatewayError as error:
        assert error.category == "configuration_error"  # noqa: PT017 - either end is right, each in its way
        assert len(error.message) <= 300  # noqa: PT017


def uncommented(text: str, auth: str) -> str:
    """The example with every commented key and table in force, and one of its ways to authenticate."""
    lines = [re.sub(r"^# (?=\[|[a-z_]+ = )", "", line) for line in text.splitlines()]
    return "\n".join([line for line in lines if not line.startswith("auth = ") or line == auth])


WAYS = re.findall(r"^(?:# )?(auth = .*)$", EXAMPLE.read_text("utf-8"), re.MULTILINE)


def test_the_example_loads_as_it_is() -> None:
    loaded = load(IssuesSettings, "ISSUES", {}, EXAMPLE)

    assert loaded.connection.kind == "jira_cloud"
    assert loaded.scope.projects == ("ABC", "OPS")
    assert loaded.writes.enabled is False


@pytest.mark.parametrize("auth", WAYS)
def test_everything_the_example_holds_in_comments_loads_too(tmp_path: Path, auth: str) -> None:
    whole = tmp_path / "issues.toml"
    whole.write_text(uncommented(EXAMPLE.read_text("utf-8"), auth))
    loaded = load(IssuesSettings, "ISSUES", {}, whole)

    assert f'"{loaded.connection.auth.kind}"' in auth
    assert set(loaded.fields) == {"story_points", "team", "environment"}
    assert loaded.uploads is not None
    jsonschema.validate(tomllib.loads(whole.read_text()), json.loads(snapshots.schema_text("issues")))


def test_the_example_names_every_key_there_is() -> None:
    text = EXAMPLE.read_text("utf-8")
    properties = json.loads(snapshots.schema_text("issues"))
    keys = {key for part in (properties, *properties["$defs"].values()) for key in part["properties"]}

    assert {key for key in keys if not re.search(rf"\b{key}\b", text)} == {"gateway_url"}


def test_the_example_shows_every_default_as_it_is() -> None:
    loaded = load(IssuesSettings, "ISSUES", {}, EXAMPLE)
    shown = dict(
        re.findall(
            r"^# ([a-z_]+) = ([0-9_]+|true|false|\"info\"|\[.*\])", EXAMPLE.read_text("utf-8"), re.MULTILINE
        )
    )
    shown = {name: tomllib.loads(f"x = {value}")["x"] for name, value in shown.items()}

    assert shown["deadline_s"] == loaded.limits.deadline_s
    assert shown["max_result_chars"] == loaded.limits.max_result_chars
    assert shown["level"] == loaded.logging.level
    assert shown["raw_query"] is loaded.raw_query
    assert shown["public_comments"] is loaded.writes.public_comments
    assert shown["allow_http"] is loaded.network.allow_http
    assert set(shown["fields"]) == set(BUILT_IN) - {"add_labels", "remove_labels"}


def test_init_writes_the_same_example() -> None:
    assert files("narrowgate_issues").joinpath("example.toml").read_text("utf-8") == EXAMPLE.read_text(
        "utf-8"
    )


def test_the_schema_is_up_to_date() -> None:
    assert snapshots.schema_file("issues").read_text("utf-8") == snapshots.schema_text("issues"), (
        "run: make snapshots"
    )


SCHEMA = json.loads(snapshots.schema_text("issues"))


@pytest.mark.parametrize(
    "sections",
    [
        {"scope": {"project": ["ABC"]}},
        {"scope": {"projects": []}},
        {"scope": {"projects": ["abc"]}},
        {"scopes": {}},
        {"writes": {"enabled": "true"}},
        {"fields": {"Bad": POINTS}},
        {"fields": {"points": {**POINTS, "type": "raw"}}},
        {"connection": {**CLOUD, "auth": {"kind": "oauth"}}},
        {"connection": {**CLOUD, "auth": {"kind": "bearer", "token": "x"}}},
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(sections: dict[str, Any]) -> None:
    refusal(**sections)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"connection": CLOUD, **sections}, SCHEMA)


def test_a_scope_without_anything_in_it_is_a_mistake_and_not_every_project() -> None:
    with pytest.raises(GatewayError) as refused:
        settings(scope={})

    assert "scope.projects" in refused.value.message


def test_the_trackers_own_environment_is_a_rich_text_and_nothing_else() -> None:
    declared = {"id": "environment", "type": "rich_text"}
    assert settings(fields={"environment": declared}).fields["environment"].id == "environment"
    assert "rich_text" in refusal(fields={"environment": {**declared, "type": "text"}})
