"""The command line that all servers share: exit statuses, what goes where, and where the configuration comes from."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tests.common.cli_product import PRODUCT
from tests.common.small_settings import SMALL_TOML

from narrowgate_common.cli import client_entry, main
from narrowgate_common.config_files import default_file

TOKEN = "hunter2-hunter2"
Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A home of its own, the token, and no variable of ours."""
    for name in os.environ:
        if name.upper().startswith("NARROWGATE_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("TRACKER_TOKEN", TOKEN)


def written(tmp_path: Path, text: str = "", name: str = "issues.toml") -> str:
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(SMALL_TOML + text)
    return str(file)


def refused(capsys: Output, *argv: str) -> str:
    assert main(PRODUCT, argv) == 78
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("narrowgate-small: configuration_error: ")
    assert TOKEN not in shown.err
    return shown.err


@pytest.mark.parametrize("argv", [[], ["serve"]])
def test_without_a_command_it_serves(tmp_path: Path, capsys: Output, argv: list[str]) -> None:
    assert main(PRODUCT, [*argv, "--config", written(tmp_path)]) == 0
    assert capsys.readouterr().out == "served\n"


def test_the_configuration_may_stand_before_or_after_the_command(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path)

    assert main(PRODUCT, ["--config", file, "tools"]) == main(PRODUCT, ["tools", f"--config={file}"]) == 0
    assert capsys.readouterr().out.splitlines() == ["look                   Look – at it."] * 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[scope]\nproject = ['AB']", 'scope.project is not a known key; did you mean "scope.projects"?'),
        ("[scope]\nprojects = []", "scope.projects must not be empty"),
        (
            "[limits]\ndeadline_s = 'x'\nmax_result_chars = 'x'",
            "limits.deadline_s must be a number\n  limits.max",
        ),
        ("[[", "is not valid TOML (at end of document)"),
    ],
)
def test_a_mistake_in_the_configuration_exits_78_with_the_keys_path(
    tmp_path: Path, capsys: Output, text: str, said: str
) -> None:
    for command in (["serve"], ["check"], ["selftest"], ["tools"], ["authority"], ["audit", "verify"]):
        assert said in refused(capsys, *command, "--config", written(tmp_path, text))


def test_a_secret_that_is_not_there_exits_78(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TRACKER_TOKEN")

    assert "connection.auth.token_env names a variable" in refused(capsys, "--config", written(tmp_path))


def test_a_mistyped_variable_exits_78(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARROWGATE_ISSUES_SCOPE_PROJECTS", '["AB"]')

    assert "did you mean NARROWGATE_ISSUES__SCOPE__PROJECTS?" in refused(
        capsys, "--config", written(tmp_path)
    )


def test_any_other_failure_exits_1_with_its_details(tmp_path: Path, capsys: Output) -> None:
    assert main(PRODUCT, ["--config", written(tmp_path, "[scope]\nprojects = ['NO']")]) == 1
    assert capsys.readouterr().err == "narrowgate-small: permission_denied: not today\n  ask again\n"


@pytest.mark.parametrize("named", ["absent.toml", "", "."])
@pytest.mark.parametrize("by", ["option", "variable"])
def test_a_file_that_was_named_must_exist(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, named: str, by: str
) -> None:
    """Even where the default one does."""
    written(tmp_path, name="home/.config/narrowgate/issues.toml")
    place = str(tmp_path / named) if named == "absent.toml" else named
    if by == "variable":
        monkeypatch.setenv("NARROWGATE_ISSUES_CONFIG", place)

    assert "The configuration file" in refused(capsys, *(["--config", place] if by == "option" else []))


def test_the_option_counts_more_than_the_variable_and_that_more_than_the_default(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, "[scope]\nprojects = ['DEFAULT']", "home/.config/narrowgate/issues.toml")
    assert main(PRODUCT, ["check"]) == 0
    monkeypatch.setenv(
        "NARROWGATE_ISSUES_CONFIG", written(tmp_path, "[scope]\nprojects = ['VARIABLE']", "v.toml")
    )
    assert main(PRODUCT, ["check"]) == 0
    assert main(PRODUCT, ["check", "--config", written(tmp_path, "[scope]\nprojects = ['OPTION']")]) == 0

    shown = [line.split()[-1] for line in capsys.readouterr().out.splitlines() if "scope" in line]
    assert shown == ["DEFAULT", "VARIABLE", "OPTION"]


def test_without_any_file_the_environment_alone_configures(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARROWGATE_ISSUES__CONNECTION__KIND", "tracker")
    monkeypatch.setenv(
        "NARROWGATE_ISSUES__CONNECTION__AUTH", '{ kind = "bearer", token_env = "TRACKER_TOKEN" }'
    )

    assert main(PRODUCT, []) == 0
    assert capsys.readouterr().out == "served\n"


@pytest.mark.parametrize("kind", ["dangling link", "directory", "pipe"])
def test_whatever_stands_in_the_default_files_place_is_not_passed_over(
    tmp_path: Path, capsys: Output, kind: str
) -> None:
    place = tmp_path / "home/.config/narrowgate/issues.toml"
    place.parent.mkdir(parents=True)
    if kind == "dangling link":
        place.symlink_to("nowhere")
    else:
        (os.mkdir if kind == "directory" else os.mkfifo)(place)

    assert "The configuration file" in refused(capsys)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"XDG_CONFIG_HOME": "/c", "HOME": "/h"}, "/c/narrowgate/issues.toml"),
        ({"XDG_CONFIG_HOME": "", "HOME": "/h"}, "/h/.config/narrowgate/issues.toml"),
        ({"XDG_CONFIG_HOME": "relative", "HOME": "/h"}, "/h/.config/narrowgate/issues.toml"),
        ({"HOME": "/h"}, "/h/.config/narrowgate/issues.toml"),
        ({"HOME": "relative"}, None),
        ({"HOME": ""}, None),
        ({"XDG_CONFIG_HOME": "."}, None),
        ({}, None),
    ],
)
def test_the_default_file_is_never_in_the_working_directory(
    environment: dict[str, str], expected: str | None
) -> None:
    found = default_file("ISSUES", environment)

    assert (None if found is None else str(found)) == expected


def test_a_file_of_the_working_directory_is_not_read(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("issues.toml", ".config/narrowgate/issues.toml", "narrowgate/issues.toml", ".env"):
        written(tmp_path, name=name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "")

    assert "connection is missing" in refused(capsys)


def test_init_writes_the_example_privately_and_prints_an_entry(tmp_path: Path, capsys: Output) -> None:
    before = os.umask(0)
    try:
        assert main(PRODUCT, ["init", "--config", str(tmp_path / "new" / "issues.toml")]) == 0
    finally:
        os.umask(before)
    file = tmp_path / "new" / "issues.toml"
    shown = capsys.readouterr()

    assert file.read_text() == SMALL_TOML
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(shown.out) == client_entry(PRODUCT, file)
    assert "check --config" in shown.err
    assert main(PRODUCT, ["tools", "--config", str(file)]) == 0


def test_inits_entry_works_from_any_directory(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(PRODUCT, ["init", "--config", "issues.toml"]) == 0

    entry = json.loads(capsys.readouterr().out)["mcpServers"]["issues"]
    assert entry == {
        "command": "narrowgate-small", "args": ["serve", "--config", str(tmp_path / "issues.toml")], "env": {"SMALL_TOKEN": "${SMALL_TOKEN}"},
    }  # fmt: skip


def test_init_writes_where_the_server_will_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(PRODUCT, ["init"]) == 0
    assert (tmp_path / "home/.config/narrowgate/issues.toml").read_text() == SMALL_TOML
    monkeypatch.setenv("NARROWGATE_ISSUES_CONFIG", str(tmp_path / "named.toml"))
    assert main(PRODUCT, ["init"]) == 0
    assert (tmp_path / "named.toml").read_text() == SMALL_TOML


@pytest.mark.parametrize("kind", ["file", "link", "dangling link", "directory"])
def test_init_never_overwrites(tmp_path: Path, capsys: Output, kind: str) -> None:
    place, target = tmp_path / "issues.toml", tmp_path / "target"
    if kind == "directory":
        place.mkdir()
    elif kind == "file":
        place.write_text("mine")
    else:
        place.symlink_to(target)
        target.write_text("mine") if kind == "link" else None

    assert "exists already; nothing was changed" in refused(capsys, "init", "--config", str(place))
    assert target.exists() is (kind == "link")
    assert kind in {"directory", "dangling link"} or place.read_text() == "mine"


@pytest.mark.parametrize("place", ["a-file/issues.toml", "/proc/narrowgate/issues.toml"])
def test_init_tells_where_nothing_can_be_written(tmp_path: Path, capsys: Output, place: str) -> None:
    (tmp_path / "a-file").touch()

    assert "cannot be written there" in refused(capsys, "init", "--config", str(tmp_path / place))


def test_init_without_a_home_asks_for_a_place(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "")

    assert "use --config" in refused(capsys, "init")


def test_tools_as_json_are_one_compact_line(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path, "[writes]\nenabled = true\n")
    assert main(PRODUCT, ["tools", "--json", "--config", file]) == 0
    whole = capsys.readouterr().out
    assert main(PRODUCT, ["tools", "--json", "--no-output-schemas", "--config", file]) == 0
    lean = capsys.readouterr().out

    assert whole.count("\n") == 1
    assert '{"name":"look","description":"Look – at it.\\nMore.","inputSchema":{},"outputSchema":{}}' in whole
    assert [tool["name"] for tool in json.loads(whole)["tools"]] == ["look", "write"]
    assert all("outputSchema" not in tool and "inputSchema" in tool for tool in json.loads(lean)["tools"])


def test_check_prints_a_table_and_exits_1_when_a_row_failed(tmp_path: Path, capsys: Output) -> None:
    assert main(PRODUCT, ["check", "--config", written(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines() == ["ok       configuration", "failed   scope"]
    assert main(PRODUCT, ["check", "--config", written(tmp_path, "[scope]\nprojects = ['AB']")]) == 0
    assert capsys.readouterr().out.splitlines() == ["ok       configuration", "ok       scope          AB"]


def test_selftest_prints_a_table_and_exits_1_when_a_check_failed(tmp_path: Path, capsys: Output) -> None:
    assert main(PRODUCT, ["selftest", "--config", written(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "ok              uploads",
        "not applicable  scope    there is none",
    ]
    uploads = "[uploads]\nroot = '/srv/outgoing'\n"
    assert main(PRODUCT, ["selftest", "--config", written(tmp_path, uploads)]) == 1
    assert capsys.readouterr().out.splitlines()[0] == "FAILED          uploads"


def test_suggested_fields_follow_the_table(tmp_path: Path, capsys: Output) -> None:
    main(PRODUCT, ["check", "--suggest-fields", "--config", written(tmp_path)])

    assert capsys.readouterr().out.splitlines()[-2:] == ["[fields.points]", 'id = "custom_1"']


def test_the_authority_is_a_row_for_each_request(tmp_path: Path, capsys: Output) -> None:
    assert main(PRODUCT, ["authority", "--config", written(tmp_path)]) == 0
    assert capsys.readouterr().out == "GET    https://tracker.example/api/{key}  read     look\n"


def test_the_audit_exits_by_its_verdict(tmp_path: Path, capsys: Output) -> None:
    assert main(PRODUCT, ["audit", "verify", "--config", written(tmp_path)]) == 1
    assert (
        main(PRODUCT, ["audit", "verify", "--config", written(tmp_path, "[scope]\nprojects = ['AB']")]) == 0
    )
    assert capsys.readouterr().out == "failed: 2 records\nok: 2 records\n"


def test_warnings_go_to_standard_error(tmp_path: Path, capsys: Output) -> None:
    assert main(PRODUCT, ["tools", "--config", written(tmp_path, "[uploads]\nroot = '/srv/out'")]) == 0
    assert capsys.readouterr().err == "narrowgate-small: warning: uploads.root does not exist\n"


def test_the_version_is_told(capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main(PRODUCT, ["--version"])

    assert ended.value.code == 0
    assert capsys.readouterr().out == "narrowgate-small 1.2.3\n"


@pytest.mark.parametrize(
    "argv",
    [
        ["serv"], ["tools", "--jsn"], ["tools", "--js"], ["audit"], ["audit", "erase"], ["--conf", "x"], ["--config"],
        ["serve", "extra"], ["check", "--json"], ["serve", "--suggest-fields"], ["init", "--force"], ["--verbose"],
    ],
)  # fmt: skip
def test_a_mistake_on_the_command_line_exits_2(capsys: Output, argv: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(PRODUCT, argv)

    assert ended.value.code == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "argv", [["--token", TOKEN], [f"--token={TOKEN}"], ["serve", "--api-key", TOKEN, "x"]]
)
def test_a_secret_on_the_command_line_is_not_repeated(capsys: Output, argv: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(PRODUCT, argv)

    assert ended.value.code == 2
    assert TOKEN not in capsys.readouterr().err


def test_an_interruption_ends_quietly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_file: object, _environment: object) -> None:
        raise KeyboardInterrupt

    product = type(PRODUCT)("n", "ISSUES", "1", str, "T", interrupted, PRODUCT.run)  # type: ignore[arg-type]
    assert main(product, ["--config", written(tmp_path)]) == 130


def run(tmp_path: Path, *argv: str, **more: str) -> subprocess.CompletedProcess[str]:
    """As a client starts it: in another directory, with an environment of its own."""
    root = str(Path(__file__).parents[2])
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": root,
        "HOME": str(tmp_path),
        "TRACKER_TOKEN": TOKEN,
        **more,
    }
    command = [sys.executable, "-m", "tests.common.cli_product", *argv]
    return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)


def test_as_a_process_it_serves_and_ends_with_0(tmp_path: Path) -> None:
    done = run(tmp_path, "--config", written(tmp_path))

    assert (done.returncode, done.stdout, done.stderr) == (0, "served\n", "")


def test_as_a_process_a_mistyped_variable_ends_it_with_78(tmp_path: Path) -> None:
    done = run(tmp_path, NARROWGATE_ISSUE__SCOPE__PROJECTS='["AB"]')

    assert (done.returncode, done.stdout) == (78, "")
    assert done.stderr == (
        "narrowgate-small: configuration_error: NARROWGATE_ISSUE__SCOPE__PROJECTS is not a known variable;"
        " did you mean NARROWGATE_ISSUES__SCOPE__PROJECTS?\n"
    )
