"""A typo must never leave a server without its limits: settings, or a configuration_error that names the key."""

import os
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.common.small_settings import (
    CONNECTION,
    OURS,
    SMALL_TOML,
    SmallSettings,
    loaded,
    refusal,
    told,
    written,
)

from narrowgate_common.configuration import read_file, validated
from narrowgate_common.errors import GatewayError
from narrowgate_common.settings import BasicAuth, Limits


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
        ("[scope]\nprojects = ['*']", "scope.projects.0 must match ^[A-Z]", "wrong_type"),
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
        ("[fields.points]\nid = 'summary'\ntype = 'text'", "fields.points.id must match", "wrong_type"),
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
        ("{ kind = 'basic', username = 'a:b', token_env = 'T' }", "connection.auth.username must match"),
        ("{ kind = 'scoped', token_env = 'T' }", "connection.auth.cloud_id is missing"),
        (
            "{ kind = 'scoped', token_env = 'T', cloud_id = '../../x' }",
            "connection.auth.cloud_id must match",
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


@pytest.mark.skipif(os.name != "posix", reason="file modes")
@pytest.mark.parametrize(("mode", "refused"), [(0o600, False), (0o644, False), (0o660, True), (0o606, True)])
def test_a_file_that_others_may_write_is_not_followed(tmp_path: Path, *, mode: int, refused: bool) -> None:
    file = tmp_path / "issues.toml"
    file.write_text(SMALL_TOML)
    file.chmod(mode)

    if not refused:
        assert loaded({}, file).connection.kind == "tracker"
        return
    error = refusal({}, file)
    assert (error.category, error.reason) == ("configuration_error", "file_exposed")
