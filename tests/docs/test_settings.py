"""The docs server's own sections, the commented example, and the schema that editors check it by."""

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
from narrowgate_docs.fields import BUILT_IN, NEVER, SAFELISTS, safelist
from narrowgate_docs.server import DocsServer
from narrowgate_docs.settings import DocsSettings

EXAMPLE = snapshots.ROOT / "config" / "docs.example.toml"
CLOUD: dict[str, Any] = {
    "kind": "confluence_cloud",
    "base_url": "https://example.atlassian.net",
    "auth": {"kind": "basic", "username": "me@example.com", "token_env": "CONFLUENCE_TOKEN"},
}


def settings(**sections: Any) -> DocsSettings:
    return validated(DocsSettings, {"connection": CLOUD, **sections})


def refusal(**sections: Any) -> str:
    with pytest.raises(GatewayError) as caught:
        settings(**sections)
    assert caught.value.category == "configuration_error"
    return caught.value.message


def test_by_default_it_only_reads_and_takes_native_queries() -> None:
    plain = settings()

    assert (plain.writes.enabled, plain.writes.fields) == (False, None)
    assert plain.scope.spaces is None
    assert plain.raw_query is True


@pytest.mark.parametrize(
    ("scope", "raw_query"),
    [
        ({"spaces": ["ENG"]}, False),
        ({"raw_query": False}, False),
        ({"raw_query": True}, True),
        ({"spaces": ["ENG"], "raw_query": True}, True),
        ({"spaces": ["ENG"], "raw_query": False}, False),
    ],
)
def test_a_scope_closes_native_queries_unless_said_otherwise(
    scope: dict[str, Any], *, raw_query: bool
) -> None:
    assert settings(scope=scope).raw_query is raw_query


@pytest.mark.parametrize(
    ("spaces", "said"),
    [
        ([], "scope.spaces must not be empty"),
        ("ENG", "scope.spaces must be a list"),
        ("*", "scope.spaces must be a list"),
        (["*"], "scope.spaces.0 must match ^~?"),
        ([""], "scope.spaces.0 must match ^~?"),
        (["~"], "scope.spaces.0 must match ^~?"),
        (["~~me"], "scope.spaces.0 must match ^~?"),
        (["ENG", "E G"], "scope.spaces.1 must match ^~?"),
        (["ENG "], "scope.spaces.0 must match ^~?"),
        (["ENG\n"], "scope.spaces.0 holds a control character"),
        (["ENG,OPS"], "scope.spaces.0 must match ^~?"),
        (["ENG/Title"], "scope.spaces.0 must match ^~?"),
        (['ENG" OR type=page'], "scope.spaces.0 must match ^~?"),
        (["Ｅng"], "scope.spaces.0 must match ^~?"),
        (["x" * 300], "scope.spaces.0 must match ^~?"),
        ([7], "scope.spaces.0 must be a string"),
        ({"ENG": True}, "scope.spaces must be a list"),
        (["ENG"] * 101, "scope.spaces has too many entries"),
    ],
)
def test_a_list_of_spaces_means_what_it_says(spaces: Any, said: str) -> None:
    assert said in refusal(scope={"spaces": spaces})


@pytest.mark.parametrize("key", ["ENG", "eng", "~5570589d2a4c", "~me@example.com", "team.docs", "7"])
def test_a_key_is_taken_as_it_stands(key: str) -> None:
    assert settings(scope={"spaces": [key]}).scope.spaces == (key,)


@pytest.mark.parametrize(
    "url",
    [
        "https://me:hunter2@example.atlassian.net/wiki",
        "https://hunter2@example.atlassian.net",
        "https://example.atlassian.net/wiki?token=hunter2",
        "https://example.atlassian.net/wiki#hunter2",
        "https://example.atlassian.net/hunter2 x",
        "https://example.atlassian.net\\hunter2",
        "ftp://example.atlassian.net/hunter2",
        "example.atlassian.net/hunter2",
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
        ("kind", "confluence", "connection.kind must be one of 'confluence_cloud' or 'confluence_dc'"),
        ("kind", "jira_cloud", "connection.kind must be one of"),
        ("kind", "", "connection.kind must be one of"),
        ("base_url", 7, "connection.base_url must be a string"),
        ("url", "x", 'connection.url is not a known key; did you mean "connection.base_url"?'),
        ("verify_ssl", False, "connection.verify_ssl is not a known key"),
    ],
)
def test_a_mistake_in_the_connection_is_told_by_its_key(key: str, value: Any, said: str) -> None:
    assert said in refusal(connection={**CLOUD, key: value})


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("titel", 'writes.fields names titel, which is not a field of a page; did you mean "title"?'),
        ("label", 'did you mean "labels"?'),
        ("*", "names ?, which is not a field of a page"),
        ("", "which is not a field of a page"),
        ("Title", "which is not a field of a page"),
        ("body.storage", "which is not a field of a page"),
        *((name, f"names {name}, which this server never writes") for name in sorted(NEVER)),
    ],
)
def test_a_narrowed_list_names_known_fields_only(name: str, said: str) -> None:
    assert said in refusal(writes={"fields": ["title", name]})


def test_an_empty_list_of_fields_is_refused() -> None:
    assert refusal(writes={"fields": []}) == "writes.fields must not be empty"


def test_there_are_no_fields_to_declare() -> None:
    assert "fields is not a known key" in refusal(fields={"points": {"id": "1", "type": "number"}})


@pytest.mark.parametrize("action", SAFELISTS)
@given(narrowed=st.sets(st.sampled_from(sorted(BUILT_IN)), min_size=1))
def test_a_configuration_can_only_narrow_what_an_action_takes(action: str, narrowed: set[str]) -> None:
    kept = set(safelist(action, narrowed))

    assert kept <= set(SAFELISTS[action]) & (narrowed | {"title", "remove_labels"})
    assert kept >= set(SAFELISTS[action]) & narrowed
    assert ("title" in kept) is ("title" in narrowed or action == "create")


def test_a_scope_without_anything_in_it_is_a_mistake_and_not_every_space() -> None:
    assert "scope.spaces" in refusal(scope={})


def environment(**keys: str) -> dict[str, str]:
    return {f"NARROWGATE_DOCS__{name}": value for name, value in keys.items()}


def test_everything_can_be_set_by_environment_alone() -> None:
    table = {
        **environment(
            CONNECTION__KIND="confluence_dc", CONNECTION__BASE_URL="https://example.com/confluence"
        ),
        **environment(CONNECTION__AUTH__KIND="bearer", CONNECTION__AUTH__TOKEN_ENV="CONFLUENCE_TOKEN"),
        **environment(SCOPE__SPACES='["ENG", "~me"]', WRITES__ENABLED="true", WRITES__FIELDS='["body"]'),
    }
    loaded = load(DocsSettings, "DOCS", table, None)

    assert loaded.connection.base_url == "https://example.com/confluence"
    assert loaded.scope.spaces == ("ENG", "~me")
    assert (loaded.writes.enabled, loaded.writes.fields) == (True, ("body",))


@pytest.mark.parametrize(
    ("kind", "given", "site"),
    [
        ("confluence_cloud", "https://example.atlassian.net", "https://example.atlassian.net/wiki"),
        ("confluence_cloud", "https://example.atlassian.net/wiki", "https://example.atlassian.net/wiki"),
        ("confluence_cloud", "https://example.atlassian.net/wiki/", "https://example.atlassian.net/wiki"),
        ("confluence_dc", "https://example.com", "https://example.com"),
        ("confluence_dc", "https://example.com/confluence/", "https://example.com/confluence"),
        ("confluence_dc", "https://example.com/wiki", "https://example.com/wiki"),
    ],
)
def test_the_address_may_be_the_sites_or_the_wikis(tmp_path: Path, kind: str, given: str, site: str) -> None:
    table = {
        **environment(CONNECTION__KIND=kind, CONNECTION__BASE_URL=given, CONNECTION__AUTH__KIND="bearer"),
        **environment(CONNECTION__AUTH__TOKEN_ENV="TOKEN", STATE__DIR=str(tmp_path / "state")),
    }
    if kind == "confluence_cloud":
        table |= environment(CONNECTION__AUTH__KIND="basic", CONNECTION__AUTH__USERNAME="me@example.com")
    server = DocsServer.from_environment(None, {**table, "TOKEN": "t0ken", "HOME": str(tmp_path)})

    urls = [url for _, url, _, _ in server.manifest()]
    assert urls
    assert all(url.startswith((f"{site}/", "https://api.media.atlassian.com/")) for url in urls)


@given(st.dictionaries(st.sampled_from(["connection", "scope", "writes", "network", "limits"]), st.recursive(
    st.text(max_size=9) | st.booleans() | st.integers() | st.sampled_from(["confluence_dc", "title", "ENG"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["kind", "base_url", "auth", "spaces", "fields", "enabled", "proxy"]) | st.text(max_size=9),
        inner, max_size=4), max_leaves=12)))  # fmt: skip
def test_any_table_becomes_settings_or_a_bounded_refusal(table: dict[str, Any]) -> None:
    try:
        assert settings(**table).connection.kind in {"confluence_cloud", "confluence_dc"}
    except GatewayError as error:
        assert error.category == "configuration_error"  # noqa: PT017 - either end is right, each in its way
        assert len(error.message) <= 300  # noqa: PT017


def uncommented(text: str, auth: str) -> str:
    """The example with every commented key and table in force, and one of its ways to authenticate."""
    lines = [re.sub(r"^# (?=\[|[a-z_]+ = )", "", line) for line in text.splitlines()]
    return "\n".join([line for line in lines if not line.startswith("auth = ") or line == auth])


WAYS = re.findall(r"^(?:# )?(auth = .*)$", EXAMPLE.read_text("utf-8"), re.MULTILINE)


def test_the_example_loads_as_it_is() -> None:
    loaded = load(DocsSettings, "DOCS", {}, EXAMPLE)

    assert loaded.connection.kind == "confluence_cloud"
    assert loaded.scope.spaces == ("ENG", "OPS")
    assert loaded.writes.enabled is False


@pytest.mark.parametrize("auth", WAYS)
def test_everything_the_example_holds_in_comments_loads_too(tmp_path: Path, auth: str) -> None:
    whole = tmp_path / "docs.toml"
    whole.write_text(uncommented(EXAMPLE.read_text("utf-8"), auth))
    loaded = load(DocsSettings, "DOCS", {}, whole)

    assert f'"{loaded.connection.auth.kind}"' in auth
    assert loaded.uploads is not None
    jsonschema.validate(tomllib.loads(whole.read_text()), SCHEMA)


def test_the_example_names_every_key_there_is() -> None:
    text = EXAMPLE.read_text("utf-8")
    keys = {key for part in (SCHEMA, *SCHEMA["$defs"].values()) for key in part["properties"]}

    assert {key for key in keys if not re.search(rf"\b{key}\b", text)} == {"gateway_url"}


def test_the_example_shows_every_default_as_it_is() -> None:
    loaded = load(DocsSettings, "DOCS", {}, EXAMPLE)
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
    assert shown["allow_http"] is loaded.network.allow_http
    assert set(shown["fields"]) == set(BUILT_IN)


def test_init_writes_the_same_example() -> None:
    assert files("narrowgate_docs").joinpath("example.toml").read_text("utf-8") == EXAMPLE.read_text("utf-8")


def test_the_schema_is_up_to_date() -> None:
    written = snapshots.schema_file("docs").read_text("utf-8")
    assert written == snapshots.schema_text("docs"), "run: make snapshots"


SCHEMA = json.loads(snapshots.schema_text("docs"))


@pytest.mark.parametrize(
    "sections",
    [
        {"scope": {"space": ["ENG"]}},
        {"scope": {"spaces": []}},
        {"scope": {"spaces": ["E G"]}},
        {"scopes": {}},
        {"writes": {"enabled": "true"}},
        {"writes": {"public_comments": True}},
        {"fields": {}},
        {"connection": {**CLOUD, "kind": "jira_cloud"}},
        {"connection": {**CLOUD, "auth": {"kind": "oauth"}}},
        {"connection": {**CLOUD, "auth": {"kind": "bearer", "token": "x"}}},
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(sections: dict[str, Any]) -> None:
    refusal(**sections)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"connection": CLOUD, **sections}, SCHEMA)
