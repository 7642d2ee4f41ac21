"""The command line that all servers share: serve, check, tools, authority, init, audit verify."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, Protocol

from narrowgate_common.config_files import default_file, is_there, write_new
from narrowgate_common.environment import config_variable, snapshot
from narrowgate_common.errors import Category, GatewayError, configuration_error

EX_CONFIG = 78
"""sysexits.h: the configuration is at fault."""

_VERDICT_WIDTH = len("warning")


_REPEATED = re.compile(
    r"(?<=invalid choice): .*(?= \(choose from)|(?<=ignored explicit argument) .*", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of `check` or `selftest`."""

    subject: str
    verdict: str
    """Of `check`: ok, warning or failed. Of `selftest`: ok, FAILED, not applicable, or note."""
    note: str = ""


class Assembled(Protocol):
    """A server as its settings make it, before anything is sent."""

    @property
    def warnings(self) -> Sequence[str]: ...

    def tools_json(self) -> list[dict[str, object]]: ...

    def manifest(self) -> list[tuple[str, str, str, str]]: ...

    async def check(self) -> list[Finding]: ...

    async def selftest(self) -> list[Finding]: ...

    async def suggested_fields(self) -> list[str]: ...

    async def serve(self) -> None: ...

    def verify_audit(self) -> Finding: ...


@dataclass(frozen=True, slots=True)
class Product:
    """What differs between the servers' command lines."""

    name: str
    family: str
    version: str
    example: Callable[[], str]
    """A commented configuration file, complete."""
    token_variable: str
    """The variable that the example names for the secret."""
    assemble: Callable[[Path | None, Mapping[str, str]], Assembled]
    run: Callable[[Callable[[], Awaitable[object]]], object]


def main(product: Product, argv: Sequence[str] | None = None) -> int:
    """The exit status: 0, 1 when a check failed, 2 for the command line, 78 for the configuration."""
    arguments = _parsed(_parser(product), argv)
    try:
        status: int = _COMMANDS[arguments.command](product, arguments)
        sys.stdout.flush()
    except GatewayError as error:
        print(f"{product.name}: {error.category}: {error.message}", file=sys.stderr)
        for line in error.details:
            print(f"  {line}", file=sys.stderr)
        return EX_CONFIG if error.category is Category.CONFIGURATION_ERROR else 1
    except BrokenPipeError:
        # whoever read the output has seen enough; the interpreter must not find out once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        return 130
    return status


class _Parser(argparse.ArgumentParser):
    """Tells what is wrong without repeating what was given, which may be a secret that never belonged there."""

    def error(self, message: str) -> NoReturn:
        super().error(_REPEATED.sub("", message))


def _parsed(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    arguments, unknown = parser.parse_known_args(argv)
    if unknown:
        names = [word.partition("=")[0] for word in unknown if word.startswith("-")]
        parser.error(f"{' '.join(['unknown arguments', *names])}; secrets are never arguments")
    return arguments


def _parser(product: Product) -> argparse.ArgumentParser:
    parser = _Parser(
        prog=product.name, description=f"A narrow MCP server: {product.name}.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"{product.name} {product.version}")
    parser.add_argument("--config", type=Path, help="the configuration file; see `init`")
    parser.set_defaults(command="serve", json=False)
    commands = parser.add_subparsers(metavar="command")
    for name, text in _HELP.items():
        command = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        command.set_defaults(command=name)
        command.add_argument("--config", type=Path, default=argparse.SUPPRESS, help="the configuration file")
    commands.choices["tools"].add_argument("--json", action="store_true", help="as tools/list would answer")
    commands.choices["tools"].add_argument(
        "--no-output-schemas", action="store_true", help="leave output schemas out"
    )
    commands.choices["check"].add_argument(
        "--suggest-fields", action="store_true", help="print lines for custom fields of this vendor"
    )
    commands.choices["audit"].add_argument("action", choices=["verify"])
    return parser


def _file(product: Product, arguments: argparse.Namespace, environment: Mapping[str, str]) -> Path | None:
    """A file that was named must exist; the default one is used when anything stands in its place."""
    named = _named(product, arguments, environment)
    if named is not None:
        return named
    default = default_file(product.family, environment)
    return default if default is not None and is_there(default) else None


def _named(product: Product, arguments: argparse.Namespace, environment: Mapping[str, str]) -> Path | None:
    named = (
        arguments.config if arguments.config is not None else environment.get(config_variable(product.family))
    )
    return None if named is None else Path(named)


def _assembled(product: Product, arguments: argparse.Namespace) -> Assembled:
    environment = snapshot()
    file = _file(product, arguments, environment)
    try:
        assembled = product.assemble(file, environment)
    except GatewayError as error:
        if file is None and error.reason == "missing_key":
            hint = f"there is no configuration file; see `{product.name} init`"
            raise configuration_error(
                f"{error.message}; {hint}", reason=error.reason, details=error.details
            ) from None
        raise
    for warning in assembled.warnings:
        print(f"{product.name}: warning: {warning}", file=sys.stderr)
    return assembled


def _serve(product: Product, arguments: argparse.Namespace) -> int:
    assembled = _assembled(product, arguments)
    product.run(assembled.serve)
    return 0


def _check(product: Product, arguments: argparse.Namespace) -> int:
    assembled = _assembled(product, arguments)
    findings: list[Finding] = []
    suggestions: list[str] = []

    async def ask() -> None:
        findings.extend(await assembled.check())
        if arguments.suggest_fields:
            suggestions.extend(await assembled.suggested_fields())

    product.run(ask)
    _print_findings(findings)
    for line in suggestions:
        print(line)
    return 1 if any(finding.verdict == "failed" for finding in findings) else 0


def _selftest(product: Product, arguments: argparse.Namespace) -> int:
    assembled = _assembled(product, arguments)
    findings: list[Finding] = []

    async def rehearse() -> None:
        findings.extend(await assembled.selftest())

    product.run(rehearse)
    _print_findings(findings)
    return 1 if any(finding.verdict == "FAILED" for finding in findings) else 0


def _print_findings(findings: Sequence[Finding]) -> None:
    verdicts = max(_VERDICT_WIDTH, *(len(finding.verdict) for finding in findings), 0)
    subjects = max((len(finding.subject) for finding in findings), default=0)
    for finding in findings:
        print(f"{finding.verdict:{verdicts}}  {finding.subject:{subjects}}  {finding.note}".rstrip())


def _tools(product: Product, arguments: argparse.Namespace) -> int:
    tools = _assembled(product, arguments).tools_json()
    if arguments.no_output_schemas:
        tools = [{key: value for key, value in tool.items() if key != "outputSchema"} for tool in tools]
    if arguments.json:
        print(json.dumps({"tools": tools}, separators=(",", ":"), ensure_ascii=False))
        return 0
    for tool in tools:
        print(f"{tool['name']:22} {str(tool['description']).splitlines()[0]}")
    return 0


def _authority(product: Product, arguments: argparse.Namespace) -> int:
    rows = _assembled(product, arguments).manifest()
    width = max((len(url) for _, url, _, _ in rows), default=0)
    for method, url, operation, tool in rows:
        print(f"{method:6} {url:{width}}  {operation:7}  {tool}")
    return 0


def _init(product: Product, arguments: argparse.Namespace) -> int:
    """Never overwrites; the client's entry goes to standard output, to be pasted."""
    environment = snapshot()
    file = _named(product, arguments, environment) or default_file(product.family, environment)
    if file is None:
        raise configuration_error(
            "There is no home directory to write to; use --config", reason="file_unwritable"
        )
    file = file.absolute()
    write_new(file, product.example())
    print(f"Wrote {file}. Edit it, then: {product.name} check --config {file}", file=sys.stderr)
    print(json.dumps(client_entry(product, file), indent=2))
    return 0


def client_entry(product: Product, file: Path) -> dict[str, object]:
    """The `mcpServers` entry that most clients read; they do not know this shell's PATH, and may fill in variables."""
    command = shutil.which(product.name) or shutil.which(product.name, path=str(Path(sys.executable).parent))
    entry = {
        "command": command or product.name,
        "args": ["serve", "--config", str(file)],
        "env": {product.token_variable: f"${{{product.token_variable}}}"},
    }
    return {"mcpServers": {product.family.lower(): entry}}


def _audit(product: Product, arguments: argparse.Namespace) -> int:
    finding = _assembled(product, arguments).verify_audit()
    print(f"{finding.verdict}: {finding.note}")
    return 1 if finding.verdict == "failed" else 0


_HELP = {
    "serve": "serve MCP on standard input and output (the default)",
    "check": "validate the configuration, ask the vendor who we are, print what works",
    "tools": "list the tools that would be registered",
    "authority": "list every request this deployment can send: method, address, operation, tool",
    "init": "write a commented configuration file and print a client entry",
    "audit": "verify the chain of the audit log",
    "selftest": "run the boundary cases against this configuration, with a sandbox in the vendor's place",
}
_COMMANDS: dict[str, Callable[[Product, argparse.Namespace], int]] = {
    "serve": _serve,
    "check": _check,
    "tools": _tools,
    "authority": _authority,
    "init": _init,
    "audit": _audit,
    "selftest": _selftest,
}
