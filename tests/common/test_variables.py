"""Settings in the environment: every key has a variable, and a variable that sets none is told with the one it meant."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.common.small_settings import CONNECTION, OURS, SmallSettings, loaded, refusal, told, written

from narrowgate_common.configuration import load
from narrowgate_common.errors import GatewayError
from narrowgate_common.settings import BasicAuth, BearerAuth, Limits
from narrowgate_common.variables import FAMILIES


def test_the_environment_alone_is_enough() -> None:
    settings = loaded(CONNECTION)

    assert isinstance(settings.connection.auth, BearerAuth)
    assert settings.scope.projects is None
    assert settings.writes.enabled is False


def test_every_key_can_be_set_by_environment() -> None:
    more = {
        "SCOPE__PROJECTS": '["AB", "CD"]',
        "WRITES__ENABLED": "true",
        "LIMITS__DEADLINE_S": "12",
        "LIMITS__MAX_RESULT_CHARS": "5_000",
        "UPLOADS__ROOT": "/srv/out",
        "UPLOADS__MAX_BYTES": "7",
        "STATE__DIR": "/srv/state",
        "NETWORK__ALLOW_HTTP": "true",
        "FIELDS__STORY_POINTS__ID": "custom_1",
        "FIELDS__STORY_POINTS__TYPE": "number",
        "LOGGING__LEVEL": "debug",
    }
    settings = loaded({**CONNECTION, **{OURS + name: value for name, value in more.items()}})

    assert settings.scope.projects == ("AB", "CD")
    assert settings.writes.enabled is True
    assert settings.limits == Limits(deadline_s=12.0, max_result_chars=5000)
    assert settings.uploads is not None
    assert (settings.uploads.root, settings.uploads.max_bytes) == ("/srv/out", 7)
    assert settings.state.dir == "/srv/state"
    assert settings.network.allow_http is True
    assert (settings.fields["story_points"].id, settings.fields["story_points"].type) == (
        "custom_1",
        "number",
    )
    assert settings.logging.level == "debug"


def test_a_table_can_be_set_inline_and_a_key_of_it_beside() -> None:
    settings = loaded({
        OURS + "CONNECTION": '{ kind = "tracker", auth = { kind = "basic", username = "a", token_env = "T" } }',
        OURS + "CONNECTION__AUTH__USERNAME": "b",
        OURS + "FIELDS": '{ points = { id = "custom_1", type = "number" } }',
    })  # fmt: skip

    assert isinstance(settings.connection.auth, BasicAuth)
    assert settings.connection.auth.username == "b"
    assert settings.fields["points"].id == "custom_1"


@pytest.mark.parametrize("upper_first", [True, False])
def test_a_key_stands_above_its_table_in_whatever_order_they_come(*, upper_first: bool) -> None:
    table, key = OURS + "LIMITS", OURS + "LIMITS__DEADLINE_S"
    names = (table, key.lower()) if upper_first else (table.lower(), key)
    settings = loaded({
        **CONNECTION,
        names[0]: "{ deadline_s = 5, max_result_chars = 6000 }",
        names[1]: "9",
    })  # fmt: skip

    assert settings.limits == Limits(deadline_s=9.0, max_result_chars=6000)


def test_a_list_in_a_variable_may_span_lines() -> None:
    assert loaded({**CONNECTION, OURS + "SCOPE__PROJECTS": '[\n "AB", # one\n "CD",\n]'}).scope.projects == (
        "AB",
        "CD",
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("NARROWGATE_ISSUES__SCOPE_PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_ISSUES__SCOPE__PROJECT", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_ISSUES__SCOP__PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_ISSUES__PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_ISSUES__SCOPE__", "not a known key"),
        ("NARROWGATE_ISSUES__SCOPE__PROJECTS__", "not a known key"),
        ("NARROWGATE_ISSUES__SCOPE__PROJECTS__0", "not a known key"),
        ("NARROWGATE_ISSUES___SCOPE__PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_ISSUES__", "the configuration is not a known key"),
        ("NARROWGATE_ISSUES__CONNECTION__AUTH__TOKEN", "NARROWGATE_ISSUES__CONNECTION__AUTH__TOKEN_"),
        ("NARROWGATE_ISSUES__CONNECTION__AUTH__USER__NAME", "NARROWGATE_ISSUES__CONNECTION__AUTH__USERNAME?"),
        ("NARROWGATE_ISSUES__FIELDS__POINTS__TYP", "NARROWGATE_ISSUES__FIELDS__POINTS__TYPE?"),
        ("NARROWGATE_ISSUES__DEADLINE_S", "NARROWGATE_ISSUES__LIMITS__DEADLINE_S?"),
        ("NARROWGATE_ISSUES__VERIFY", "not a known key"),
        ("NARROWGATE_ISSUES__NETWORK__VERIFY", "network.verify is not a known key"),
    ],
)
def test_an_unknown_key_in_the_environment_is_told_with_the_nearest(name: str, said: str) -> None:
    error = refusal({**CONNECTION, name: "x"})

    assert error.reason == "unknown_key"
    assert said in error.message


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("NARROWGATE_ISSUES_SCOPE_PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_ISSUES_SCOPE__PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("narrowgate_issues_scope_projects", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_ISSUES_PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_ISSUE__SCOPE__PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_ISSUE_SCOPE_PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_ISUSES_SCOPE_PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE__ISSUES__SCOPE__PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE__SCOPE__PROJECTS", "NARROWGATE_ISSUES__"),
        ("NARROWGATE_JIRA__SCOPE__PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_JIRA_SCOPE_PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_SCOPE_PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_PROJECTS", "NARROWGATE_ISSUES__"),
        ("NARROWGATE_WRITES_ENABLED", "NARROWGATE_ISSUES__"),
        ("NARROWGATEISSUES__SCOPE__PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATESCOPE_PROJECTS", "NARROWGATE_ISSUES__"),
        ("NARROW_GATE_ISSUES__SCOPE__PROJECTS", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("narrowgate_scope_projects", "NARROWGATE_ISSUES__SCOPE__PROJECTS?"),
        ("NARROWGATE_ISSUES", "settings begin with NARROWGATE_ISSUES__"),
        ("NARROWGATE_ISSUES_", "settings begin with NARROWGATE_ISSUES__"),
        ("NARROWGATE_ISSUES_SCOPE", "NARROWGATE_ISSUES__SCOPE?"),
        ("narrowgate_issues_config", "not a known variable"),
        ("NARROWGATE_ISSUES_CONFIGS", "not a known variable"),
        ("NARROWGATE_DOC__SCOPE__SPACES", "NARROWGATE_DOCS__?"),
    ],
)
def test_a_mistyped_variable_is_told_with_the_one_it_was_meant_to_be(name: str, said: str) -> None:
    error = refusal({**CONNECTION, name: '["AB"]'})

    assert error.reason == "unknown_key"
    assert name in error.message
    assert said in error.message


@pytest.mark.parametrize(
    "name",
    [
        "NARROWGATE_ISSUES_CONFIG",
        "NARROWGATE_DOCS__SCOPE__SPACES",
        "NARROWGATE_DOCS_SCOPE_SPACES",
        "NARROWGATE_CHAT_TOKEN",
        "NARROWGATE_TOKEN",
        "NARROWGATEWAY__X",
        "ISSUES__SCOPE__PROJECTS",
        "JIRA_TOKEN",
    ],
)
def test_variables_of_others_are_left_alone(name: str) -> None:
    assert loaded({**CONNECTION, name: "x"}).scope.projects is None


@pytest.mark.parametrize("family", FAMILIES)
def test_one_shell_can_hold_the_settings_of_every_server(family: str) -> None:
    mine = {name.replace("ISSUES", family): value for name, value in CONNECTION.items()}
    others = {f"NARROWGATE_{other}__SOME__KEY": "x" for other in FAMILIES if other != family}

    assert load(SmallSettings, family, {**mine, **others}, None).connection.kind == "tracker"


@pytest.mark.parametrize("name", ["NARROWGATE_ISSUES_TOKEN", "NARROWGATE_ISSUE__TOKEN", "narrowgate_issues"])
def test_the_variable_of_a_secret_may_be_called_anything(tmp_path: Path, name: str) -> None:
    file = written(
        tmp_path, f"[connection]\nkind='tracker'\nauth={{kind='bearer',token_env='{name}'}}\n", whole=True
    )

    assert loaded({name: "s3cret"}, file).connection.kind == "tracker"
    assert loaded({**CONNECTION, OURS + "CONNECTION__AUTH__TOKEN_ENV": name, name: "s3cret"}).connection.kind


@pytest.mark.parametrize("key", ["username", "kind"])
def test_only_the_variable_of_a_secret_may_be_called_anything(tmp_path: Path, key: str) -> None:
    file = written(tmp_path, f"[connection.auth]\n{key} = 'NARROWGATE_ISSUE__TOKEN'\n", whole=True)

    assert refusal({"NARROWGATE_ISSUE__TOKEN": "x"}, file).reason == "unknown_key"


@pytest.mark.parametrize("value", ["7", "['A']", "{ name = 'A' }"])
def test_a_secret_whose_variable_is_no_name_is_told_by_its_key(tmp_path: Path, value: str) -> None:
    file = written(
        tmp_path,
        f"[connection]\nkind = 'tracker'\nauth = {{ kind = 'bearer', token_env = {value} }}\n",
        whole=True,
    )

    assert refusal({}, file).message.startswith("connection.auth.token_env must be a string")


def test_the_same_key_in_two_cases_is_set_twice() -> None:
    error = refusal(
        {**CONNECTION, OURS + "LIMITS__DEADLINE_S": "5", (OURS + "limits__deadline_s").lower(): "6"}
    )

    assert "set twice" in error.message


@pytest.mark.parametrize(
    ("name", "raw", "said"),
    [
        ("SCOPE__PROJECTS", "", "scope.projects must be a list"),
        ("SCOPE__PROJECTS", "AB,CD", "scope.projects must be a list"),
        ("SCOPE__PROJECTS", "AB", "scope.projects must be a list"),
        ("SCOPE__PROJECTS", "*", "scope.projects must be a list"),
        ("SCOPE__PROJECTS", "[]", "scope.projects must not be empty"),
        ("SCOPE__PROJECTS", '["*"]', "scope.projects.0 must match"),
        ("SCOPE__PROJECTS", '["AB"]\nother = 1', "scope.projects holds a control character"),
        ("SCOPE__PROJECTS", '["AB"]\n[other]', "scope.projects holds a control character"),
        ("SCOPE__PROJECTS", "[" * 5000, "scope.projects must be a list"),
        ("SCOPE", "AB", "scope must be a table"),
        ("WRITES__ENABLED", "True", "writes.enabled must be true or false"),
        ("WRITES__ENABLED", "1", "writes.enabled must be true or false"),
        ("WRITES__ENABLED", "yes", "writes.enabled must be true or false"),
        ("WRITES__ENABLED", "", "writes.enabled must be true or false"),
        ("LIMITS__DEADLINE_S", "30s", "limits.deadline_s must be a number"),
        ("LIMITS__DEADLINE_S", "9" * 5000, "limits.deadline_s must be a number"),
        ("LIMITS__DEADLINE_S", "9" * 4000, "limits.deadline_s is too large"),
        ("LIMITS__DEADLINE_S", "2026-11-30", "limits.deadline_s must not be a date or time"),
        ("UPLOADS__ROOT", "", "uploads.root must not be empty"),
        (
            "UPLOADS__ROOT",
            "/srv/\udcff",
            "uploads.root holds a control character or something that is no text",
        ),
        ("FIELDS__\udcff__ID", "custom_1", "fields.? has characters that no name has"),
        ("LOGGING__LEVEL", "DEBUG", "logging.level must be one of"),
        ("CONNECTION__AUTH", "basic", "sets a key of what another variable sets to no table"),
    ],
)
def test_a_wrong_value_in_the_environment_is_told_by_the_keys_path(name: str, raw: str, said: str) -> None:
    environment = {**CONNECTION, OURS + name: raw}
    if name.startswith("FIELDS"):
        environment[OURS + name.replace("__ID", "__TYPE")] = "text"

    assert said in refusal(environment).message


@given(
    st.dictionaries(
        st.sampled_from([*CONNECTION, OURS, OURS + "A", OURS + "SCOPE__PROJECTS"])
        | st.text(max_size=30).map(OURS.__add__),
        st.text(max_size=40),
    )
)
def test_any_environment_becomes_settings_or_one_bounded_refusal(environment: dict[str, str]) -> None:
    try:
        assert loaded(environment).connection.kind == "tracker"
    except GatewayError as error:
        told(error)


@given(st.sampled_from(["SCOPE__PROJECTS", "LIMITS__DEADLINE_S", "WRITES__ENABLED", "FIELDS", "UPLOADS"]), st.text("[]{}=\"',\n# 0aA.-T:", max_size=30))  # fmt: skip
def test_whatever_a_variable_holds_sets_its_own_key_only(name: str, raw: str) -> None:
    plain = loaded(CONNECTION)
    try:
        settings = loaded({**CONNECTION, OURS + name: raw})
    except GatewayError as error:
        told(error)
        return
    section = name.partition("__")[0].lower()
    assert settings.model_copy(update={section: getattr(plain, section)}) == plain
