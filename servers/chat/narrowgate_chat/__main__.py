"""The command `narrowgate-chat`. What a command does not need is not imported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from narrowgate_chat import VERSION
from narrowgate_common.cli import Product
from narrowgate_common.commands import Commands, run, start
from narrowgate_common.tools import Late


def _assemble(file: Path | None, environment: Mapping[str, str]) -> Commands:
    from narrowgate_chat.server import NAME, ChatServer
    from narrowgate_chat.tools.catalogue import INSTRUCTIONS

    return Commands(
        ChatServer.from_environment(file, environment),
        NAME,
        VERSION,
        INSTRUCTIONS,
        findings=Late("narrowgate_chat.inspection", "findings"),
        rehearsed=Late("narrowgate_chat.selftest", "selftest"),
        suggested=Late("narrowgate_chat.inspection", "suggested_fields"),
    )


def product() -> Product:
    from narrowgate_chat.example import example

    return Product("narrowgate-chat", "CHAT", VERSION, example, "CHAT_TOKEN", _assemble, run)


def main() -> None:
    start(product)


if __name__ == "__main__":
    main()
