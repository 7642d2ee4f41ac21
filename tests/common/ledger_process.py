"""A process that works on one call, told what to do by the lines of its input."""

import sys
from pathlib import Path

import anyio

from narrowgate_common.errors import GatewayError
from narrowgate_common.ledger import CallIdentity, Claim, Entry, Ledger
from narrowgate_common.state import StateDirectory

ENTRY = {
    "dispatch": lambda entry: entry.dispatched("post"),
    "receive": lambda entry: entry.received("post", {"id": "7"}),
    "finish": lambda entry: entry.finish({"id": "7"}),
    "deliver": lambda entry: entry.delivered(),
    "forget": lambda entry: entry.forget(),
}


async def begin(ledger: Ledger, identity: CallIdentity, timeout_s: float) -> Claim:
    return await ledger.begin(identity, timeout_s=timeout_s)


def say(word: str | None) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main(directory: str, request_id: str) -> None:
    ledger = Ledger.open(StateDirectory.open(Path(directory)))
    identity = CallIdentity("ann", "add_comment", "f1", request_id or None)
    say("ready")
    entry: Entry | None = None
    for line in sys.stdin:
        command, _, argument = line.strip().partition(" ")
        try:
            if command == "begin":
                claim = anyio.run(begin, ledger, identity, float(argument))
                entry = claim.entry
                say(type(claim).__name__)
            elif entry is not None:
                ENTRY[command](entry)
                say("ok")
        except GatewayError as error:
            say(error.reason)
    ledger.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
