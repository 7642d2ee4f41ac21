import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrowgate_common.filenames import FALLBACK, MAX_BYTES, is_active, is_device_name, safe_filename

NAMES = {
    "plain": ("report (final) v1.2.pdf", "report (final) v1.2.pdf"),
    "other scripts": ("Übersicht 日本語.txt", "Übersicht 日本語.txt"),
    "B01 climbing": ("../../../home/u/.ssh/authorized_keys", "authorized_keys"),
    "B02 absolute": ("/etc/cron.d/x", "x"),
    "B02 absolute on Windows": ("C:\\Windows\\win.ini", "win.ini"),
    "B02 a directory": ("a/b/", "b"),
    "B05 nothing": ("", FALLBACK),
    "B05 blank": ("   ", FALLBACK),
    "B05 dot": (".", FALLBACK),
    "B05 dots": ("..", FALLBACK),
    "B05 more dots": ("...", FALLBACK),
    "B05 only separators": ("//\\", FALLBACK),
    "B06 override": ("inv\u202egpj.exe", "invgpj.exe"),
    "B06 zero width": ("x\u200bz.txt", "xz.txt"),
    "B06 isolates": ("\u2066a\u2069", "a"),
    "B06 byte order mark": ("\ufeffa.txt", "a.txt"),
    "B06 tags": ("a\U000e0041.txt", "a.txt"),
    "B06 fillers": ("\u3164\u115f", FALLBACK),
    "B06 private use and surrogate": ("a\ue000\ud800b", "ab"),
    "B07 option": ("-rf", "rf"),
    "B07 long option": ("--output=x", "output=x"),
    "B07 home": ("~root", "root"),
    "B07 hidden": (".bashrc", "bashrc"),
    "B07 repository": (".git", "git"),
    "B07 mixed": (". -~.x", "x"),
    "B09 NUL": ("a\x00.png", "a_.png"),
    "B09 line feed": ("a\n.txt", "a_.txt"),
    "B09 ANSI": ("a\x1b[2J.txt", "a_[2J.txt"),
    "B10 long": ("a" * 300 + ".txt", "a" * 115 + ".txt"),
    "B10 long and accented": ("é" * 200 + ".txt", "é" * 57 + ".txt"),
    "B11 two extensions": ("report.pdf.exe", "report.pdf.exe"),
    "B11 homoglyph": ("a.\u0442xt", "a"),
    "B11 homoglyphs": ("a.\u0442.\u0442", "a"),
    "a dot in a title": ("Release 2.0 – notes", "Release 2.0 – notes"),
    "device": ("CON", "_CON"),
    "device with an extension": ("aux.txt", "_aux.txt"),
    "device of superscript": ("com¹.log", "_com¹.log"),
    "device with a space": ("nul .txt", "_nul .txt"),
    "shell": ("$(id)`id`;a&b|c.txt", "_(id)_id__a_b_c.txt"),
    "stream": ("f.txt::$DATA", "f.txt___DATA"),
    "quotes": ("a'b\"c.txt", "a_b_c.txt"),
    "trailing dots and spaces": ("a.txt. .", "a.txt"),
    "odd spaces": ("a\u00a0\u2003b\u2028.txt", "a  b .txt"),
    "encoded": ("..%2f..%2fetc", "%2f..%2fetc"),
    "RFC 2047": ("=?utf-8?B?Li4v?=", "=_utf-8_B_Li4v_="),
}


@pytest.mark.parametrize(("name", "safe"), NAMES.values(), ids=NAMES)
def test_a_vendors_filename_is_made_safe(name: str, safe: str) -> None:
    assert safe_filename(name) == safe


HOSTILE = st.text(
    st.one_of(
        st.sampled_from("aé日\u0442.-~ /\\:\x00\n\u202e\u200b\u3164\u0301\ufe0f\ud800$`'\"con1¹%"),
        st.characters(codec=None),
    ),
    max_size=300,
)


@settings(deadline=None)
@given(HOSTILE | st.from_regex(r"(con|NUL|lpt1) ?(\.[a-z\u0430]{0,200}){0,3}", fullmatch=True))
def test_every_ban_holds_for_any_name(name: str) -> None:
    safe = safe_filename(name)
    assert safe_filename(safe) == safe
    assert 1 <= len(safe.encode()) <= MAX_BYTES
    assert safe[0] not in "-~. "
    assert safe[-1] not in ". "
    assert not set(safe) & set("/\\:*?\"<>|`$;&'\n\x00")
    assert not any(unicodedata.category(char)[0] == "C" for char in safe)
    assert not set(safe) & set("\u3164\u115f\u1160\uffa0\u034f\u2800")
    assert not is_device_name(safe)


@settings(deadline=None)
@given(st.text(max_size=400), st.from_regex(r"[A-Za-z0-9]{1,16}", fullmatch=True))
def test_a_plain_extension_is_kept(stem: str, extension: str) -> None:
    assert safe_filename(f"x{stem}y.{extension}").endswith(f".{extension}")


@pytest.mark.parametrize("name", ["x.lnk", "a.html", "a.SVG", "report.pdf.exe"])
def test_active_types_are_told(name: str) -> None:
    assert is_active(safe_filename(name))


@pytest.mark.parametrize("name", ["a.pdf", "exe", "notes.txt", "a"])
def test_other_types_are_not_active(name: str) -> None:
    assert not is_active(name)
