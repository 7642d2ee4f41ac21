"""A typo must never leave a server without its limits: settings, or a configuration_error that names the key."""

import os
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.common.small_settings import SMALL_TOML, SmallSettings

from narrowgate_common.configuration import load, read_file, validated
from narrowgate_common.errors import GatewayError
from narrowgate_common.settings import BasicAuth, BearerAuth, Limits
from narrowgate_common.variables import FAMILIES

OURS = "NARROWGATE_ISSUES__"
CONNECTION = {
    OURS + "CONNECTION__KIND": "tracker",
    OURS + "CONNECTION__AUTH__KIND": "bearer",
    OURS + "CONNECTION__AUTH__TOKEN_ENV": "TRACKER_TOKEN",
}


def loaded(environment: Mapping[str, str], file: Path | None = None) -> SmallSettings:
    return load(SmallSettings, "ISSUES", environment, file)


def refusal(environment: Mapping[str, str], file: Path | None = None) -> GatewayError:
    with pytest.raises(GatewayError) as refused:
        loaded(environment, file)
    return told(refused.value)


def told(error: GatewayError) -> GatewayError:
    assert error.category == "configuration_error"
    assert error.reason
    assert 0 < len(error.message) <= 300
    assert error.message.isascii()
    assert error.message.isprintable()
    return error


def written(tmp_path: Path, text: str, *, whole: bool = False) -> Path:
    file = tmp_path / "issues.toml"
    file.write_text(text if whole else SMALL_TOML + text, "utf-8")
    return file


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


def test_the_environment_overrides_the_file_key_by_key(tmp_path: Path) -> None:
    file = written(
        tmp_path, "[limits]\ndeadline_s = 5.5\nmax_result_chars = 6000\n[scope]\nprojects = ['AB', 'CD']\n"
    )
    settings = loaded({OURS + "LIMITS__DEADLINE_S": "9", OURS + "SCOPE__PROJECTS": '["EF"]'}, file)

    assert settings.limits == Limits(deadline_s=9.0, max_result_chars=6000)
    assert settings.scope.projects == ("EF",)


def test_a_part_of_the_files_authentication_is_overridden(tmp_path: Path) -> None:
    settings = loaded({OURS + "CONNECTION__AUTH__USERNAME": "other"}, written(tmp_path, ""))

    assert isinstance(settings.connection.auth, BasicAuth)
    assert (settings.connection.auth.username, settings.connection.auth.token_env) == (
        "other",
        "TRACKER_TOKEN",
    )


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


def test_the_same_key_in_two_cases_is_set_twice() -> None:
    error = refusal(
        {**CONNECTION, OURS + "LIMITS__DEADLINE_S": "5", (OURS + "limits__deadline_s").lower(): "6"}
    )

    assert "set twice" in error.message


@pytest.mark.parametrize(
    ("text", "path", "reason"),
    [
        ("unknown = 1", "unknown", "unknown_key"),
        (
            "[scope]\nproject = ['AB']",
            'scope.project is not a known key; did you mean "scope.projects"?',
            "unknown_key",
        ),
        ("[scop]\nprojects = ['AB']", 'scop is not a known key; did you mean "scope"?', "unknown_key"),
        ("[Scope]\nprojects = ['AB']", 'Scope is not a known key; did you mean "scope"?', "unknown_key"),
        ("[writes]\nprojects = ['AB']", 'did you mean "scope.projects"?', "unknown_key"),
        ("[fields.points]\nid = 'custom_1'\ntype = 'text'\nname = 'x'", "fields.points.name", "unknown_key"),
        (
            "[fields.points]\nid = 'custom_1'\ntyp = 'text'",
            'did you mean "fields.points.type"?',
            "unknown_key",
        ),
        ("[network]\nverify = false", "network.verify", "unknown_key"),
        ('[network]\n"a.b" = 1', "network.a.b", "unknown_key"),
        ('[limits]\n"\\u202eevil" = 1', "limits.?evil", "unknown_key"),
        ("[scope]\nprojects = []", "scope.projects must not be empty", "wrong_type"),
        ("[scope]\nprojects = ''", "scope.projects must be a list", "wrong_type"),
        ("[scope]\nprojects = 'AB'", "scope.projects must be a list", "wrong_type"),
        ("[scope]\nprojects = ['*']", "scope.projects.0 does not have the expected form", "wrong_type"),
        ("[scope]\nprojects = ['AB', 7]", "scope.projects.1 must be a string", "wrong_type"),
        ("[scope]\nprojects = ['AB\\n']", "scope.projects", "wrong_type"),
        ("scope = []", "scope must be a table", "wrong_type"),
        ("scope = 'AB'", "scope must be a table", "wrong_type"),
        ("[writes]\nenabled = 'true'", "writes.enabled must be true or false", "wrong_type"),
        ("[writes]\nenabled = 1", "writes.enabled must be true or false", "wrong_type"),
        ("[limits]\ndeadline_s = '30'", "limits.deadline_s must be a number", "wrong_type"),
        ("[limits]\ndeadline_s = true", "limits.deadline_s must be a number", "wrong_type"),
        ("[limits]\ndeadline_s = 0", "limits.deadline_s is too small", "wrong_type"),
        ("[limits]\ndeadline_s = 1e9", "limits.deadline_s is too large", "wrong_type"),
        ("[limits]\ndeadline_s = inf", "limits.deadline_s", "wrong_type"),
        ("[limits]\ndeadline_s = nan", "limits.deadline_s must be a finite number", "wrong_type"),
        (
            "[limits]\nmax_result_chars = 5000.0",
            "limits.max_result_chars must be a whole number",
            "wrong_type",
        ),
        (
            "[limits]\nmax_result_chars = 0x7fffffffffffffffff",
            "limits.max_result_chars is too large",
            "wrong_type",
        ),
        ("[limits]\ndeadline_s = 2026-11-30", "limits.deadline_s must not be a date or time", "wrong_type"),
        ("[limits]\ndeadline_s = 10:00:00", "limits.deadline_s must not be a date or time", "wrong_type"),
        ("[uploads]\nmax_bytes = 5", "uploads.root is missing", "missing_key"),
        ("[uploads]\nroot = ''", "uploads.root must not be empty", "wrong_type"),
        ('[uploads]\nroot = "/srv/\\u0000"', "uploads.root holds a control character", "wrong_type"),
        ("[logging]\nlevel = 'loud'", "logging.level must be one of", "wrong_type"),
        ("[fields.Points]\nid = 'custom_1'\ntype = 'text'", "fields.Points is not a name", "wrong_type"),
        ("[fields.points]\nid = 'summary'\ntype = 'text'", "fields.points.id does not have", "wrong_type"),
        ("[fields]\npoints = 'custom_1'", "fields.points must be a table", "wrong_type"),
        ("a." * 40 + "a = 1", "is nested too deeply", "wrong_type"),
    ],
)
def test_a_mistake_in_the_file_is_told_by_the_keys_path(
    tmp_path: Path, text: str, path: str, reason: str
) -> None:
    file = tmp_path / "issues.toml"
    file.write_text(
        f"{text}\n{SMALL_TOML}" if text.startswith(("a.", "unknown", "scope =")) else SMALL_TOML + text
    )
    error = refusal({}, file)

    assert path in error.message
    assert error.reason == reason


@pytest.mark.parametrize(
    ("auth", "said"),
    [
        ("{}", "connection.auth needs a kind"),
        ("'basic'", "connection.auth must be a table"),
        ("{ kind = 'oauth' }", "connection.auth must be one of 'basic', 'bearer', 'scoped', 'certificate'"),
        ("{ kind = 1 }", "connection.auth must be one of"),
        ("{ kind = 'basic', token_env = 'T' }", "connection.auth.username is missing"),
        ("{ kind = 'bearer' }", "connection.auth needs exactly one of token_env and token_file"),
        ("{ kind = 'bearer', token_env = 'T', token_file = '/t' }", "connection.auth needs exactly one of"),
        ("{ kind = 'bearer', token_env = '' }", "connection.auth.token_env must not be empty"),
        (
            "{ kind = 'bearer', token_env = 'T', username = 'a' }",
            "connection.auth.username is not a known key",
        ),
        ("{ kind = 'certificate', token_env = 'T' }", "connection.auth.token_env is not a known key"),
        ("{ kind = 'basic', username = 'a:b', token_env = 'T' }", "connection.auth.username does not have"),
        ("{ kind = 'scoped', token_env = 'T' }", "connection.auth.cloud_id is missing"),
        (
            "{ kind = 'scoped', token_env = 'T', cloud_id = '../../x' }",
            "connection.auth.cloud_id does not have",
        ),
    ],
)
def test_authentication_is_one_complete_kind(tmp_path: Path, auth: str, said: str) -> None:
    file = written(tmp_path, f"[connection]\nkind = 'tracker'\nauth = {auth}\n", whole=True)

    assert said in refusal({}, file).message


@pytest.mark.parametrize("key", ["token", "password", "secret", "api_token", "token_value"])
def test_a_secret_inline_is_no_known_key_and_is_not_repeated(tmp_path: Path, key: str) -> None:
    auth = f"{{ kind = 'bearer', {key} = 'hunter2hunter2' }}"
    error = refusal({}, written(tmp_path, f"[connection]\nkind = 'tracker'\nauth = {auth}\n", whole=True))

    assert error.reason == "unknown_key"
    assert f"connection.auth.{key}" in error.message
    assert "hunter2" not in f"{error} {error.details}"


def test_a_mistyped_key_is_told_before_the_one_that_is_missing_for_it(tmp_path: Path) -> None:
    error = refusal({}, written(tmp_path, "[connection]\nkidn = 'tracker'\n", whole=True))

    assert 'connection.kidn is not a known key; did you mean "connection.kind"?' in error.message
    assert error.details == ("connection.kind is missing", "connection.auth is missing")


def test_nothing_configured_is_a_missing_connection() -> None:
    assert refusal({}).message == "connection is missing"
    assert refusal({}).reason == "missing_key"


@pytest.mark.parametrize(
    ("name", "raw", "said"),
    [
        ("SCOPE__PROJECTS", "", "scope.projects must be a list"),
        ("SCOPE__PROJECTS", "AB,CD", "scope.projects must be a list"),
        ("SCOPE__PROJECTS", "AB", "scope.projects must be a list"),
        ("SCOPE__PROJECTS", "*", "scope.projects must be a list"),
        ("SCOPE__PROJECTS", "[]", "scope.projects must not be empty"),
        ("SCOPE__PROJECTS", '["*"]', "scope.projects.0 does not have"),
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


@pytest.mark.parametrize(
    ("content", "reason", "said"),
    [
        (b"[connection", "file_invalid", "(at end of document)"),
        (b"a = 1\nb = ", "file_invalid", "(at end of document)"),
        (b"a = 1\ntoken = s3cr3t\n", "file_invalid", "(at line 2, column 9)"),
        (b"a = 1\na = 's3cr3t'\n", "file_invalid", "TOML"),
        (b"[s3cr3t]\n[s3cr3t]\n", "file_invalid", "(at line 2, column "),
        (b"\xff\xfe", "file_invalid", "UTF-8"),
        (b"a = \x00", "file_invalid", "TOML"),
        (b"a = " + b"[" * 50_000, "file_invalid", "nesting"),
        (b"a = " + b"9" * 5000, "file_invalid", "number"),
        (b"#" * 1_000_001, "file_unreadable", "too large"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_toml_is_told_by_its_place_and_never_quoted(
    tmp_path: Path, content: bytes, reason: str, said: str
) -> None:
    file = tmp_path / "issues.toml"
    file.write_bytes(content)
    error = refusal({}, file)

    assert error.reason == reason
    assert said in error.message
    assert "s3cr3t" not in str(error)
    assert str(tmp_path) not in str(error)


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    file = tmp_path / "issues.toml"
    file.write_bytes(b"\xef\xbb\xbf" + SMALL_TOML.encode())

    assert loaded({}, file).connection.kind == "tracker"


@pytest.mark.parametrize("place", ["absent.toml", "absent/issues.toml", ".", "", "pipe", "nul\0", "dangling"])
def test_a_file_that_was_named_must_be_there(tmp_path: Path, place: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")

    assert refusal(CONNECTION, tmp_path / place).reason == "file_unreadable"


def test_a_dotenv_file_in_the_working_directory_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text(OURS + "WRITES__ENABLED=true\n")
    monkeypatch.chdir(tmp_path)

    assert loaded(CONNECTION).writes.enabled is False


def test_a_number_of_any_length_is_too_large() -> None:
    with pytest.raises(GatewayError, match=r"limits\.deadline_s is too large"):
        validated(SmallSettings, {"limits": {"deadline_s": -(10**5000)}})


TEXTS = st.text(max_size=20) | st.sampled_from(
    ["basic", "bearer", "TRACKER_TOKEN", "AB", "custom_1", "number", "\ud800"]
)
SCALARS = (
    TEXTS
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from([10**400, date(2026, 1, 1), time(1), datetime(2026, 1, 1, tzinfo=UTC)])
)
KEYS = st.sampled_from([
    "connection", "auth", "kind", "token_env", "username", "scope", "projects", "fields", "points", "id", "type",
    "limits", "deadline_s", "network", "proxy", "uploads", "root", "basic", "[key]",
]) | st.text(max_size=15)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=30,
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=8)


@given(TABLES)
def test_any_table_becomes_settings_or_one_bounded_refusal(table: dict[str, Any]) -> None:
    whole = {"connection": {"kind": "tracker", "auth": {"kind": "bearer", "token_env": "T"}}, **table}
    try:
        assert validated(SmallSettings, whole).connection.kind == "tracker"
    except GatewayError as error:
        told(error)


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


@given(content=st.binary(max_size=200))
def test_any_file_is_a_table_or_one_bounded_refusal(
    content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_bytes(content)
    try:
        read_file(file)
    except GatewayError as error:
        told(error)
