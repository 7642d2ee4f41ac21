"""`python -m narrowgate_sandbox` serves the company until it is interrupted."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Sequence

from narrowgate_sandbox.hosting import Sandbox


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve on loopback, and say where and for whom."""
    parser = argparse.ArgumentParser(prog="narrowgate-sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1; 0 takes a free one")
    chosen = parser.parse_args(arguments)
    try:
        with Sandbox.start(port=chosen.port) as box:
            sys.stdout.write(introduction(box))
            sys.stdout.flush()
            threading.Event().wait()
    except KeyboardInterrupt:
        sys.stdout.write("\n")
    return 0


def introduction(box: Sandbox) -> str:
    """Everything a client needs to know."""
    lines = [
        f"{box.company.name} is open at {box.url}",
        f"  its wiki:       {box.wiki_url}, and as a Data Center site {box.confluence_url}",
        f"  scoped tokens:  {box.gateway_url} and {box.wiki_gateway_url}",
        "  accounts (user name, token, what they see):",
    ]
    for one in box.company.accounts:
        seen = ", ".join(sorted(one.projects | one.spaces))
        rights = "reads and writes" if one.writes else "reads"
        lines.append(f"    {one.user.email:32} {one.token:22} {rights} {seen}")
    lines += [f"  its chat (Slack): {box.slack_url}, tokens:"]
    for token in box.company.chat.tokens:
        kind = "of the person" if token.user else "of the bot"
        lines.append(f"    {token.text:32} {kind} {token.member.handle}")
    return "\n".join([*lines, "Ctrl-C closes it.", ""])


if __name__ == "__main__":
    raise SystemExit(main())
