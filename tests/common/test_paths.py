import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.paths import parse_path, refuse_protected

ROOT = "/srv/up"

TAKEN = {
    "a.txt": ("a.txt",),
    "sub/a.txt": ("sub", "a.txt"),
    "/srv/up/a.txt": ("a.txt",),
    "/srv/up/sub/a.txt": ("sub", "a.txt"),
    "Übersicht 日本.pdf": ("Übersicht 日本.pdf",),
    "👩\u200d🚒.png": ("👩\u200d🚒.png",),
    "a..b": ("a..b",),
    "-rf": ("-rf",),
    "sub/%2e%2e/f": ("sub", "%2e%2e", "f"),
    "~/.ssh/id_rsa": ("~", ".ssh", "id_rsa"),
    "$HOME/x": ("$HOME", "x"),
    "${IFS}": ("${IFS}",),
    "a" * 255: ("a" * 255,),
    "/".join("a" * 32): tuple("a" * 32),
}

REFUSED = {
    "A02 climbing": "../../etc/passwd",
    "A02 climbing within": "a/../../b",
    "A03 absolute elsewhere": "/etc/passwd",
    "A03 the root itself": "/srv/up",
    "A03 the root with a slash": "/srv/up/",
    "A03 root and climbing": "/srv/up/../etc/passwd",
    "A05 sibling": "../up-evil/f",
    "A05 absolute sibling": "/srv/up-evil/f",
    "A09 process": "/proc/self/environ",
    "A10 descriptor": "/proc/self/fd/4",
    "A10 standard input": "/dev/fd/0",
    "A10 root of a process": "/proc/self/root/etc/passwd",
    "A19 empty": "",
    "A19 dot": ".",
    "A19 dot slash": "./a",
    "A19 double slash": "a//b",
    "A19 trailing slash": "a/",
    "A19 space": " ",
    "A19 dot within": "a/./b",
    "A19 double slash below the root": "/srv/up//a",
    "A21 backslashes": "..\\out\\f",
    "A21 drive": "C:\\Windows\\win.ini",
    "A21 drive with slashes": "C:/Windows/win.ini",
    "A21 share": "\\\\host\\share\\f",
    "A21 share with slashes": "//host/share/f",
    "A21 verbatim": "\\\\?\\C:\\x",
    "A22 NUL": "NUL",
    "A22 CON": "CON.txt",
    "A22 COM1": "sub/COM1",
    "A22 aux": "aux.md",
    "A22 stream": "f.txt:stream",
    "A22 data stream": "f.txt::$DATA",
    "A22 trailing dot": "f.txt.",
    "A22 trailing space": "f.txt ",
    "leading space": " f.txt",
    "A25 file URL": "file:///etc/passwd",
    "A26 long part": "a" * 256,
    "A26 long part of few characters": "é" * 128,
    "A26 many parts": "/".join("a" * 33),
    "A26 long path": "/".join(["a" * 200] * 25),
    "A26 surrogate": "a\ud800",
    "NUL byte": "a\x00b",
    "line feed": "a\nb",
    "tab": "a\tb",
    "escape": "a\x1bb",
    "C1": "a\x85b",
    "override": "a\u202eb",
    "invisible letter in a hidden name": ".g\u200bit/config",
    "joiner in a hidden name": ".g\u200cit/config",
    "line separator": "a\u2028b",
}


@pytest.mark.parametrize(("argument", "parts"), TAKEN.items())
def test_a_path_below_the_root_is_taken_as_it_is(argument: str, parts: tuple[str, ...]) -> None:
    assert parse_path(argument, ROOT) == parts
    assert parse_path(argument, ROOT + "/") == parts


@pytest.mark.parametrize("argument", REFUSED.values(), ids=REFUSED)
def test_any_other_path_is_bad_input(argument: str) -> None:
    with pytest.raises(GatewayError) as refused:
        parse_path(argument, ROOT)
    assert refused.value.category is Category.BAD_INPUT
    assert refused.value.reason == "invalid_path"
    assert ROOT not in refused.value.message


def parsed_or_refused(argument: str) -> tuple[str, ...] | None:
    """No exception but our own may come out of the grammar."""
    try:
        return parse_path(argument, ROOT)
    except GatewayError:
        return None


@settings(deadline=None)
@given(st.text(st.sampled_from("ab./\\: ~-\x00\u202e\ud800é") | st.characters(codec=None), max_size=60))
def test_whatever_is_taken_stays_below_the_root(argument: str) -> None:
    parts = parsed_or_refused(argument)
    if parts is None:
        return
    assert "/".join(parts) == argument.removeprefix(f"{ROOT}/")
    assert not set(parts) & {"", ".", ".."}
    assert not any(set(part) & set("/\\:\x00") for part in parts)
    assert all(len(part.encode()) <= 255 for part in parts)


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        ".git/config",
        ".GIT/config",
        "sub/.ssh/x",
        "id_rsa",
        "ID_RSA",
        "sub/id_ed25519",
        "server.pem",
        "server.KEY",
        "store.p12",
        "vault.kdbx",
        "credentials.json",
        "prod.env",
        "secrets/a.txt",
        "terraform.tfstate",
    ],
)
def test_hidden_files_and_keys_are_protected(path: str) -> None:
    with pytest.raises(GatewayError) as refused:
        refuse_protected(tuple(path.split("/")))
    assert refused.value.category is Category.PERMISSION_DENIED
    assert refused.value.reason == "protected_name"


@pytest.mark.parametrize(
    "path", ["a.txt", "id_rsa.pub", "keys.md", "monkey", "environment.txt", "my.secrets.md"]
)
def test_other_names_are_not_protected(path: str) -> None:
    refuse_protected(tuple(path.split("/")))
