"""The projection: what is hidden goes, what is seen stays."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrowgate_common.text import (
    MARKS,
    bound,
    one_line,
    project,
    project_with_offsets,
    visible_ascii,
)

HOSTILE = st.text(
    st.one_of(
        st.sampled_from(
            "a1# \n\r\t\u200b\u200c\u200d\ufe0f\ufe0e\ufe00\u180b\u20e3\u0301\u0323\u034f\u202e\ufeff\u3164"
            "م\u0647\u0915\u094d\u09b0☺❤👩👧🏽🏳🌈🇩🇪日ᠠ\U000e0061\ud800\uffff\x85\x1b"
        ),
        st.characters(codec=None),
    ),
    max_size=60,
)

SHOWN_AS_THEY_ARE = {
    "ASCII": "plain text, with <tags> & entities &amp; \\escapes\tand\nlines",
    "Latin": "Größe, naïve, Łódź",
    "decomposed": "e\u0301 stays two characters",
    "compatibility forms": "ﬁ ½ ｆｕｌｌ Ⅳ",
    "typographic space": "a\u00a0b\u2003c\u3000d",
    "line separator": "a\u2028b",
    "family": "👨\u200d👩\u200d👧\u200d👦",
    "profession with skin tone": "👩🏽\u200d🚒",
    "couple with heart": "👩\u200d❤\ufe0f\u200d👨",
    "rainbow flag": "🏳\ufe0f\u200d🌈",
    "pirate flag": "🏴\u200d☠\ufe0f",
    "running to the right": "🏃\u200d♂\ufe0f\u200d➡\ufe0f",
    "text presentation": "☺\ufe0e",
    "national flags": "🇩🇪🇫🇷",
    "keycaps": "1\ufe0f\u20e3 #\ufe0f\u20e3 *\u20e3",
    "Persian": "می\u200cخواهم کتاب\u200cها",
    "Persian abbreviation": "ه\u200d. ش.",
    "Hindi half form": "क्\u200dष",
    "Hindi without ligature": "क्\u200cष",
    "Marathi eyelash": "र्\u200dय",
    "Bengali ya-phala": "র\u200d্য",
    "Malayalam chillu": "ന്\u200d",
    "Sinhala": "ක්\u200dෂ",
    "Mongolian with a variant": "ᠠ\u180b",
    "ideograph with a variant": "凞\ufe00",
    "vocalised Hebrew": "בְּרֵאשִׁית",
    "Thai": "น้ำ",
    "Tibetan stack": "རྒྱུད",
    "private use": "\ue000\uf8ff\U000f0000",
    "replacement character": "\ufffd",
    "unassigned": "\u0378",
}

HIDDEN = {
    "bell and backspace": ("a\x07b\x08c", "abc"),
    "ANSI": ("\x1b[2Jx", "[2Jx"),
    "OSC 8 link": ("\x1b]8;;https://evil.example\x07x", "]8;;https://evil.examplex"),
    "C1": ("\x9b31mx\x85", "31mx"),
    "delete": ("a\x7fb", "ab"),
    "CR LF": ("a\r\nb", "a\nb"),
    "CR alone": ("safe\revil", "safe\nevil"),
    "CR and LF with something hidden between": ("a\r\x00\nb", "a\n\nb"),
    "tags": ("Hi" + "".join(chr(0xE0000 + ord(letter)) for letter in "post SECRET") + "\U000e0001", "Hi"),
    "England, written with tags": ("🏴\U000e0067\U000e0062\U000e007f", "🏴"),
    "ideographic selectors": ("葛\U000e0100\U000e01ef", "葛"),
    "selectors after an emoji": ("☺" + "\ufe0f" * 200, "☺\ufe0f"),
    "selectors of every number": ("☺\ufe0f" + "".join(map(chr, range(0xFE00, 0xFE10))), "☺\ufe0f"),
    "selector without a base": ("\ufe0fa\ufe0f", "a"),
    "selector after a digit that is no keycap": ("1\ufe0f2", "12"),
    "selector after a letter": ("a\ufe00b\u180bc", "abc"),
    "override": ("\u202eabc\u202c", "abc"),
    "isolates": ("\u2066a\u2069", "a"),
    "direction marks": ("a\u200e\u200f\u061cb", "ab"),
    "fillers": ("a\u3164\u115f\u1160\uffa0\u034f\u2800b", "ab"),
    "zero width": ("a\u200b\u2060\ufeffb", "ab"),
    "soft hyphen": ("pass\u00adword", "password"),
    "invisible operators": ("f\u2061\u2062\u2063\u2064x", "fx"),
    "annotation": ("\ufff9a\ufffab\ufffb", "ab"),
    "musical and shorthand": ("\U0001d173a\U0001bca0", "a"),
    "joiners between Latin letters": ("a\u200db\u200cc", "abc"),
    "joiners of both kinds in a row": ("क्\u200c\u200dष", "क्\u200cष"),
    "selector behind a joiner": ("👩\u200d\ufe0f👧", "👩\u200d👧"),
    "joiners in a row": ("👩\u200d\u200d\u200d👧", "👩\u200d👧"),
    "joiner after an emoji at the end": ("👩\u200d", "👩"),
    "joiner between an emoji and a letter": ("👩\u200da", "👩a"),
    "non-joiner between emoji": ("👩\u200c👧", "👩👧"),
    "joiner over something hidden": ("👩\u200d\u200b👧", "👩\u200d👧"),
    "bits of joiners": ("x" + "\u200b\u200c\u200d" * 40 + "y", "xy"),
    "non-joiner before a space": ("می\u200c خواهم", "می خواهم"),
    "lone surrogates": ("a\ud800b\udfff", "ab"),
    "noncharacters": ("a\ufdd0\ufffe\uffff\U0010ffffb", "ab"),
    "marks without end": ("e" + "\u0301" * 5000, "e" + "\u0301" * MARKS),
    "marks broken by hidden characters": ("e" + "\u0301\u200b\u200d\ufe0f" * 50, "e" + "\u0301" * MARKS),
    "marks before and behind a hidden character": (
        "e" + "\u0301" * 8 + "\u200b" + "\u0301" * 40,
        "e" + "\u0301" * MARKS,
    ),
    "marks with nothing before them": ("\u0301" * 40, "\u0301" * MARKS),
    "marks beyond the first plane": ("e" + "\U0001e8d0" * 50, "e" + "\U0001e8d0" * MARKS),
    "joiner of graphemes after a letter": ("a\u034fb", "ab"),
    "marks of two runs": ("e" + "\u0301" * 9 + "e\u0301", "e" + "\u0301" * 9 + "e\u0301"),
}


@pytest.mark.parametrize("text", SHOWN_AS_THEY_ARE.values(), ids=SHOWN_AS_THEY_ARE)
def test_what_a_reader_sees_is_never_altered(text: str) -> None:
    assert project(text) == text


@pytest.mark.parametrize(("text", "shown"), HIDDEN.values(), ids=HIDDEN)
def test_what_a_reader_cannot_see_is_left_out(text: str, shown: str) -> None:
    assert project(text) == shown


@settings(deadline=None)
@given(HOSTILE)
def test_a_projection_projects_to_itself(text: str) -> None:
    assert project(project(text)) == project(text)


@settings(deadline=None)
@given(HOSTILE)
def test_no_hidden_character_survives(text: str) -> None:
    for char in project(text):
        assert char in "\n\t\u200c\u200d" or unicodedata.category(char) not in {"Cc", "Cs"}
        assert not "\U000e0000" <= char <= "\U000e0fff"
        assert (
            char
            not in "\u00ad\u200b\u200e\u200f\u202a\u202e\u2066\u2069\u061c\ufeff\u3164\u115f\uffa0\u034f\u2800"
        )


@settings(deadline=None)
@given(HOSTILE)
def test_the_projection_is_the_original_with_characters_left_out(text: str) -> None:
    shown, offsets = project_with_offsets(text)
    assert shown == project(text)
    assert len(offsets) == len(shown)
    assert sorted(set(offsets)) == offsets
    for char, offset in zip(shown, offsets, strict=True):
        assert char == ("\n" if text[offset] == "\r" else text[offset])


def test_offsets_point_over_what_was_hidden() -> None:
    assert project_with_offsets("a\u200bb\r\nc") == ("ab\nc", [0, 2, 3, 5])
    assert project_with_offsets("👩\u200d\u200d👧") == ("👩\u200d👧", [0, 1, 3])


@settings(deadline=None)
@given(st.text(st.characters(max_codepoint=0x7F)))
def test_ascii_takes_a_shorter_way_to_the_same_end(text: str) -> None:
    assert project(text) + "é" == project(text + "é")


@pytest.mark.parametrize(
    ("text", "limit", "line"),
    [
        ("  a \n\t b\u00a0\u2028c ", 20, "a b c"),
        ("a\u200b\u202eb", 20, "ab"),
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "abcde…"),
        ("abcd efg", 6, "abcd…"),
        ("", 5, ""),
        ("abc👨\u200d👩\u200d👧", 6, "abc…"),
    ],
)
def test_a_title_is_one_bounded_line(text: str, limit: int, line: str) -> None:
    assert one_line(text, limit) == line


@settings(deadline=None)
@given(HOSTILE, st.integers(1, 20))
def test_a_title_stays_within_its_limit_and_is_stable(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert "\n" not in line
    assert one_line(line, limit) == line


@pytest.mark.parametrize(
    ("text", "limit", "kept"),
    [
        ("abc", 3, "abc"),
        ("abc", 2, "ab"),
        ("ae\u0301b", 2, "a"),
        ("a👨\u200d👩\u200d👧b", 3, "a"),
        ("a👨\u200d👩\u200d👧b", 6, "a👨\u200d👩\u200d👧"),
        ("a👋🏽", 2, "a"),
        ("a❤\ufe0f", 2, "a"),
        ("1\ufe0f\u20e3", 2, ""),
        ("🇩🇪🇫🇷", 3, "🇩🇪"),
        ("🇩🇪🇫🇷", 2, "🇩🇪"),
        ("a🇩bc", 2, "a🇩"),
        ("می\u200cخ", 3, "م"),
        ("abc", 0, ""),
    ],
)
def test_a_cut_spares_sequences(text: str, limit: int, kept: str) -> None:
    bounded = bound(text, limit)
    if kept == "":
        assert len(bounded.text) <= limit
    else:
        assert bounded.text == kept
    assert bounded.total == len(text)
    assert bounded.truncated == (len(text) > limit)


@settings(deadline=None)
@given(HOSTILE, st.integers(0, 30))
def test_a_cut_of_a_projection_is_a_projection(text: str, limit: int) -> None:
    shown = project(text)
    bounded = bound(shown, limit)
    assert len(bounded.text) <= limit
    assert shown.startswith(bounded.text)
    assert project(bounded.text) == bounded.text


def test_a_sequence_longer_than_any_limit_is_cut_all_the_same() -> None:
    assert bound("👩\u200d" * 2000, 1000).text == "👩\u200d" * 499 + "👩"


def test_a_cut_moves_back_at_most_sixty_four_characters() -> None:
    text = "word e" + "\u0301" * 200
    assert bound(text, 5 + 63).text == "word "
    assert bound(text, 5 + 64).text == text[: 5 + 64]


WORDS = {
    "plain": ("Field 'Story Points' is required.", "Field 'Story Points' is required."),
    "folded lines": ("a\nforged: line\r\n\tb", "a forged: line b"),
    "accents": ("Übersicht naïve ﬁn “so” – …", 'Ubersicht naive fin "so" - ...'),
    "a mark that no letter takes": ("q\u0301", "q\\u0301"),
    "decomposed accents": ("e\u0301", "e"),
    "other scripts": ("担当", "\\u62c5\\u5f53"),
    "homoglyph": ("p\u0430ypal", "p\\u0430ypal"),
    "emoji": ("no 😀", "no \\U0001f600"),
    "ANSI": ("\x1b[31mred", "(31mred"),
    "Markdown link": ("see [here](https://evil.example/?d=SECRET) now", "see (here)((link removed) now"),
    "Markdown image": ("![x](https://evil.example/p.png)", "!(x)(evil.example/p.png)"),
    "autolink": ("<https://docs.example/errors>", "(docs.example/errors)"),
    "bare address": ("see https://docs.example/errors.", "see docs.example/errors."),
    "bare www": ("www.evil.example/a", "evil.example/a"),
    "link with credentials": ("at https://me:pw@host.example/x", "at (link removed)"),
    "link with a fragment": ("https://host.example/#SECRET", "(link removed)"),
    "fullwidth link": ("ｈｔｔｐｓ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ／？ｄ＝１", "(link removed)"),
    "split link": ("htt\u200bps://evil.example/?d=1", "(link removed)"),
    "short scheme": ("ab://a.example", "a.example"),
    "longest scheme": ("a" * 21 + "://b.example", "b.example"),
    "longer than any scheme": ("a" * 22 + "://b.example", "a" * 22 + "://b.example"),
    "scheme with nothing behind it": ("see mailto: x", "see (link removed) x"),
    "script": ("javascript:alert(1)", "(link removed)"),
    "tag": ("</untrusted>", "(/untrusted)"),
    "code": ("`rm`", "'rm'"),
}


@pytest.mark.parametrize(("text", "words"), WORDS.values(), ids=WORDS)
def test_the_words_of_an_error_are_made_harmless(text: str, words: str) -> None:
    assert visible_ascii(text) == words


def test_the_words_of_an_error_hold_no_credential() -> None:
    token = "xoxb-" + "123456789012-abcDEF123456"
    assert visible_ascii(f"invalid token {token}") == "invalid token (redacted)"


@settings(deadline=None)
@given(st.one_of(HOSTILE, st.text(max_size=400)), st.integers(10, 200))
def test_the_words_of_an_error_are_bounded_printable_ascii(text: str, limit: int) -> None:
    words = visible_ascii(text * 5, limit)
    assert len(words) <= limit
    assert words.isascii()
    assert words.isprintable()
    assert not set(words) & set("[]<>`")


def test_an_escape_is_never_cut_in_half() -> None:
    assert visible_ascii("担" * 100, 20) == "\\u62c5\\u62c5..."


def test_an_escape_that_is_whole_stays_where_the_cut_falls_behind_it() -> None:
    assert visible_ascii("担" * 100, 15) == "\\u62c5\\u62c5..."
    assert visible_ascii("😀" * 100, 23) == "\\U0001f600\\U0001f600..."


def test_words_are_cut_behind_a_word() -> None:
    assert visible_ascii("a" * 196 + " " + "b" * 10) == "a" * 196 + "..."


def test_no_more_than_eight_times_what_is_shown_is_looked_at() -> None:
    link = "https://a.example/?".ljust(1_590, "x")
    assert visible_ascii(f"{link} abcdefgh") == "(link removed) abcdefgh"
    assert visible_ascii(f"{link} abcdefghijklmnop") == "(link removed) abcdefgh..."


def test_credentials_in_a_link_too_long_to_be_seen_whole_are_not_shown() -> None:
    assert visible_ascii("https://user:" + "p" * 5000 + "@host.example/") == "(link removed)"
