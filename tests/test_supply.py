"""What the product consists of: pinned with hashes, and nothing in it opens archives, starts programs or loads code."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRODUCT = sorted(file for top in ("common", "servers") for file in (ROOT / top).rglob("*.py"))


def requirements() -> list[str]:
    """One entry a requirement, its hashes behind it."""
    text = (ROOT / "requirements.txt").read_text("utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def test_every_requirement_is_one_version_with_its_hashes() -> None:
    assert len(requirements()) > 20
    pinned = re.compile(r"[a-zA-Z0-9._-]+(\[[a-z,]+\])?==\S+( ; [^#]+?)?\s+(--hash=sha256:[0-9a-f]{64}\s*)+")
    assert [line for line in requirements() if not pinned.fullmatch(line)] == []


def test_no_requirement_comes_from_elsewhere() -> None:
    text = (ROOT / "requirements.txt").read_text("utf-8")
    assert not re.search(r"index-url|find-links|trusted-host|git\+|https?://|file:|-e ", text)


def test_what_is_installed_is_held_against_the_hashes() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    installs = [line for line in makefile.splitlines() if "pip install" in line and "$(UV)" in line]
    assert installs
    assert all("--require-hashes -r requirements.txt" in line or "--no-deps" in line for line in installs)


FORBIDDEN = {
    "archives": {"zipfile", "tarfile", "gzip", "bz2", "lzma", "zipimport"},
    "loading of code or objects": {"pickle", "marshal", "shelve", "dill", "runpy", "code", "yaml", "imp"},
    "other programs": {"subprocess", "multiprocessing", "pty", "webbrowser", "pip"},
    "parsers of XML that resolve entities": {"xml", "defusedxml"},
    "other ways out": {"smtplib", "ftplib", "telnetlib", "socketserver", "xmlrpc", "imaplib", "http"},
}
ALLOWED = {("wire.py", "http")}
"""Its cookie jar, which is there to take no cookie."""


@pytest.mark.parametrize("what", FORBIDDEN)
def test_nothing_in_the_product_is_able_to(what: str) -> None:
    found = {
        (file.name, name.partition(".")[0])
        for file in PRODUCT
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
        )
        if name.partition(".")[0] in FORBIDDEN[what]
    }
    assert found - ALLOWED == set()


def test_nothing_in_the_product_starts_a_program() -> None:
    starts = re.compile(
        r"\bos\.(system|popen|exec[a-z]*|spawn[a-z]*|posix_spawn[a-z]*|startfile|fork[a-z]*)\("
    )
    assert [file.name for file in PRODUCT if starts.search(file.read_text("utf-8"))] == []
