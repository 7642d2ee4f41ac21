"""A credential in an argument: it leaves for nobody, and nothing shows, logs or keeps it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from tests.issues.calls import CALLS, everything
from tests.issues.harness import Office, leaves, office

pytestmark = pytest.mark.anyio

SECRET = "xoxb-" + "123456789012-123456789012-" + "AbCdEf0123456789AbCdEf01"
SPLIT = SECRET[:9] + "\u200b" + SECRET[9:]
SPELLINGS = (SECRET, SPLIT, quote(SPLIT), json.dumps(SPLIT)[1:-1])
OPEN = {"LOGGING__LEVEL": "debug", "SCOPE__RAW_QUERY": "true"}


def planted(arguments: Mapping[str, Any], path: tuple[str | int, ...], value: str) -> dict[str, Any]:
    changed: Any = deepcopy(dict(arguments))
    inner = changed
    for part in path[:-1]:
        inner[part] = list(inner[part]) if isinstance(inner[part], tuple) else inner[part]
        inner = inner[part]
    inner[path[-1]] = value
    return dict(changed)


def everywhere(tool: str) -> Iterator[tuple[dict[str, Any], tuple[str | int, ...]]]:
    """Each call of the tool with a credential in one of its strings, alone and behind what was right."""
    for arguments in CALLS[tool]:
        for path, value in leaves(arguments):
            if isinstance(value, str):
                for text in (SECRET, f"{value} {SECRET}", f"{value} {SPLIT}"):
                    yield planted(arguments, path, text), path


def told(desk: Office, home: Path, said: str) -> list[str]:
    """Where it can be found: on the way out, in a result or the log, on disk."""
    sent = b"".join(f"{one.path}?{one.query}".encode() + one.content for one in desk.sent)
    disk = b"".join(file.read_bytes() for file in (home / "state").rglob("*") if file.is_file())
    places = {"sent": sent, "said": said.encode("utf-8", "replace"), "kept": disk}
    return [place for place, found in places.items() if any(form.encode() in found for form in SPELLINGS)]


@pytest.mark.parametrize("tool", sorted(CALLS))
async def test_a_credential_in_any_argument_goes_nowhere(
    tmp_path: Path, tool: str, capfd: pytest.CaptureFixture[str]
) -> None:
    async with office(tmp_path, **everything(tmp_path), **OPEN) as desk:
        for arguments, path in everywhere(tool):
            desk.sent.clear()
            result = await desk.call(tool, **arguments)
            said = result.text + json.dumps(result.data, ensure_ascii=False)
            assert told(desk, tmp_path, said) == [], (path, result.text)
            assert result.failed or desk.sent == [] or tool == "search_issues", path
        logged = capfd.readouterr()
        assert told(desk, tmp_path, logged.out + logged.err) == []
