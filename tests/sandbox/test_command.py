"""`python -m narrowgate_sandbox` says where the company is, and closes when it is interrupted."""

import re
import signal
import subprocess
import sys

import httpx

from narrowgate_sandbox import Sandbox
from narrowgate_sandbox.__main__ import introduction


def test_the_introduction_names_the_address_and_every_account() -> None:
    with Sandbox.start() as box:
        text = introduction(box)
        assert box.url in text
        assert box.gateway_url in text
        for account in box.company.accounts:
            assert account.token in text


def interruptible() -> None:
    """What is started in a shell's background ignores interrupts, and hands that down."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_the_command_serves_until_it_is_interrupted() -> None:
    command = [sys.executable, "-m", "narrowgate_sandbox", "--port", "0"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=interruptible,  # noqa: PLW1509 - no thread runs here
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert address
        assert httpx.get(f"{address[0]}/rest/api/3/serverInfo", trust_env=False).status_code == 200
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
        assert (process.returncode, errors) == (0, "")
