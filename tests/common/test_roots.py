import os
from pathlib import Path

import pytest

from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.roots import find_root, open_root, refused_breadth, require_disjoint

KEY = "uploads.root"
HOME, CWD = "/home/somebody", "/work/checkout"


def refusal_of(path: str | Path, *, home: str | Path = HOME, cwd: str | Path = CWD) -> str:
    with pytest.raises(GatewayError) as refused:
        find_root(KEY, path, homes=[str(home)], cwd=str(cwd))
    assert refused.value.category is Category.CONFIGURATION_ERROR
    assert refused.value.message.startswith(f"{KEY} ")
    return refused.value.message


def directory(path: Path, mode: int = 0o755) -> Path:
    path.mkdir(parents=True)
    path.chmod(mode)
    return path


def test_a_directory_of_its_own_is_found(tmp_path: Path) -> None:
    root = directory(tmp_path / "out")
    assert find_root(KEY, root, homes=[HOME], cwd=CWD).path == str(root)
    assert find_root(KEY, f"{root}/", homes=[HOME], cwd=CWD).path == str(root)


def test_a_directory_below_home_or_beside_the_working_directory_is_found(tmp_path: Path) -> None:
    root = directory(tmp_path / "out")
    assert find_root(KEY, root, homes=[str(tmp_path)], cwd=str(tmp_path)).path == str(root)


def test_a_root_that_does_not_exist_is_a_warning(tmp_path: Path) -> None:
    found = find_root(KEY, tmp_path / "absent", homes=[HOME], cwd=CWD)
    assert found.path is None
    assert found.warning is not None
    assert KEY in found.warning
    assert str(tmp_path) not in found.warning


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "//",
        "/.",
        "///",
        "//etc",
        "/etc",
        "/home",
        "/tmp",
        "/usr/",
        "/var/lib",
        "/proc/self",
        "/sys/kernel",
        "/dev/shm",
        HOME,
        "/work",
        CWD,
        "outgoing",
        "./outgoing",
        "~/outgoing",
        "$HOME/outgoing",
        "",
        "/srv/up/../..",
    ],
)
def test_an_over_broad_or_relative_root_is_refused(path: str) -> None:
    assert path.strip("/.") == "" or path not in refusal_of(path)


def test_a_root_that_reaches_home_through_a_link_is_refused(tmp_path: Path) -> None:
    home = directory(tmp_path / "real" / "home")
    (tmp_path / "alias").symlink_to(tmp_path / "real")
    assert "over-broad" in refusal_of(tmp_path / "alias" / "home", home=home)
    assert "over-broad" in refusal_of(tmp_path / "real", home=tmp_path / "alias" / "home")


def test_the_real_home_and_working_directory_are_the_defaults() -> None:
    for place in (Path.home(), Path.cwd()):
        with pytest.raises(GatewayError):
            find_root(KEY, place)


def test_a_file_is_no_root(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "not a directory" in refusal_of(tmp_path / "file")


def test_a_symlink_is_no_root(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(directory(tmp_path / "real"))
    assert "symlink" in refusal_of(tmp_path / "link")
    assert "symlink" in refusal_of(f"{tmp_path}/link/")
    (tmp_path / "broken").symlink_to(tmp_path / "absent")
    assert "symlink" in refusal_of(tmp_path / "broken")


@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o702])
def test_a_root_that_everybody_may_write_is_refused(tmp_path: Path, mode: int) -> None:
    assert "everybody" in refusal_of(directory(tmp_path / "open", mode))


def test_a_root_is_looked_at_again_when_it_is_opened(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(directory(tmp_path / "real"))
    (tmp_path / "file").write_text("x")
    directory(tmp_path / "open", 0o777)
    for name in ("link", "link/", "file", "open", "absent"):
        with pytest.raises(GatewayError) as refused:
            open_root(KEY, f"{tmp_path}/{name}")
        assert refused.value.category is Category.CONFIGURATION_ERROR
        assert str(tmp_path) not in refused.value.message


def test_an_opened_root_is_the_directory_itself(tmp_path: Path) -> None:
    root = directory(tmp_path / "out")
    descriptor = open_root(KEY, str(root))
    assert os.fstat(descriptor).st_ino == root.stat().st_ino
    os.close(descriptor)


def test_directories_apart_from_each_other_are_taken(tmp_path: Path) -> None:
    names = ("up", "up-evil", "down", "state")
    up, sibling, down, state = (directory(tmp_path / name) for name in names)
    require_disjoint(
        {"uploads.root": up, "downloads.root": down}, {"state.dir": state, "config": sibling / "f.toml"}
    )
    require_disjoint({"uploads.root": up}, {"state.dir": tmp_path / "not" / "yet"})
    require_disjoint({}, {})


@pytest.mark.parametrize(
    ("up", "other"),
    [
        ("up", "up"),
        ("up", "up/in"),
        ("up/in", "up"),
        ("up", "./up/../up"),
        ("alias/in", "up"),
        ("up", "alias/new"),
    ],
)
@pytest.mark.parametrize("kind", ["another root", "a private place"])
def test_overlapping_directories_are_refused_by_both_keys(
    tmp_path: Path, up: str, other: str, kind: str
) -> None:
    directory(tmp_path / "up" / "in")
    (tmp_path / "alias").symlink_to(tmp_path / "up")
    roots = {"uploads.root": f"{tmp_path}/{up}"}
    others = {"other.key": f"{tmp_path}/{other}"}
    arguments = ({**roots, **others}, {}) if kind == "another root" else (roots, others)
    with pytest.raises(GatewayError) as refused:
        require_disjoint(*arguments)
    assert refused.value.category is Category.CONFIGURATION_ERROR
    assert "uploads.root" in refused.value.message
    assert "other.key" in refused.value.message
    assert str(tmp_path) not in refused.value.message


def test_the_configuration_file_may_not_lie_in_a_root(tmp_path: Path) -> None:
    root = directory(tmp_path / "up")
    (root / "issues.toml").write_text("")
    with pytest.raises(GatewayError):
        require_disjoint({"uploads.root": root}, {"the configuration file": root / "issues.toml"})


def test_private_places_may_lie_in_each_other(tmp_path: Path) -> None:
    root, state = directory(tmp_path / "up"), directory(tmp_path / "state")
    require_disjoint({"uploads.root": root}, {"state.dir": state, "config": state / "issues.toml"})


def test_breadth_is_judged_by_whole_names() -> None:
    assert refused_breadth("/work/check", {CWD}) is None
    assert refused_breadth("/processes/out", {HOME}) is None
    assert refused_breadth("/etcetera", {HOME}) is None
