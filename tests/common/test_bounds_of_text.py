"""Text at its bounds: the characters that are folded, the places where it is cut, the marks that are taken for ours."""

import pytest

from narrowgate_common.boundary import Boundary, contains_boundary
from narrowgate_common.errors import GatewayError
from narrowgate_common.secret_scan import canonical, find_secret, redact, refuse_new_secrets
from narrowgate_common.text import Bounded, bound, one_line, project, visible_ascii

TYPOGRAPHY = {
    "‘": "'", "’": "'", "‚": ",", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "—": "-",
}  # fmt: skip


@pytest.mark.parametrize(("sign", "plain"), TYPOGRAPHY.items())
def test_the_signs_of_typography_become_plain(sign: str, plain: str) -> None:
    assert visible_ascii(f"a{sign}b") == f"a{plain}b"


@pytest.mark.parametrize("limit", range(4, 60))
@pytest.mark.parametrize("text", ["😀" * 20, "担" * 20, "a😀b担" * 10], ids=["ten", "six", "both"])
def test_no_cut_leaves_a_part_of_an_escape(text: str, limit: int) -> None:
    cut = visible_ascii(text, limit)
    whole = visible_ascii(text, 1_000)
    assert len(cut) <= limit
    if cut != whole:
        assert cut.endswith("...")
        kept = cut.removesuffix("...")
        assert whole.startswith(kept)
        assert whole[len(kept) :].startswith(("\\", "a", "b")) or kept == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[a]<b>`c`", "(a)(b)'c'"),
        ("HTTP://A.example/x", "A.example/x"),
        ("git+ssh://a.example/x", "a.example/x"),
        ("see mailto:a@b.example", "see (link removed)"),
        ("data:text/html,x", "(link removed)"),
        ("vbscript:x", "(link removed)"),
        ("file:///etc/passwd", "etc/passwd"),
        ("www.a.example/?q=1", "(link removed)"),
        ("www.a.example/a;b", "(link removed)"),
        ("https://a.example/a,b", "(link removed)"),
        ("https://a.example/" + "x" * 190, "(link removed)"),
        ("https://a.example/" + "x" * 182, "a.example/" + "x" * 182),
        ("https://a.example/" + "x" * 183, "(link removed)"),
        ("xhttp://a.example", "a.example"),
        ("metadata:value", "metadata:value"),
        ("a" * 200, "a" * 200),
        ("a" * 201, "a" * 197 + "..."),
    ],
)
def test_the_words_of_an_error_at_their_bounds(text: str, shown: str) -> None:
    assert visible_ascii(text) == shown


@pytest.mark.parametrize(
    ("text", "limit", "bounded"),
    [
        ("abc", 3, Bounded("abc", 3, truncated=False)),
        ("abcd", 3, Bounded("abc", 4, truncated=True)),
        ("", 0, Bounded("", 0, truncated=False)),
        ("a", 0, Bounded("", 1, truncated=True)),
        ("a\u200d" * 3, 4, Bounded("a\u200da", 6, truncated=True)),
    ],
)
def test_a_text_is_cut_at_its_bound(text: str, limit: int, bounded: Bounded) -> None:
    if "\u200d" in text:
        assert len(bound(text, limit).text) <= limit
    else:
        assert bound(text, limit) == bounded


@pytest.mark.parametrize(
    ("text", "line"), [("ab cd", "ab…"), ("abcd", "abcd"), ("abcde", "abc…"), ("a  b", "a b")]
)
def test_a_title_is_cut_behind_a_word(text: str, line: str) -> None:
    assert one_line(text, 4) == line


@pytest.mark.parametrize("count", [1, 7, 8, 9, 29, 30, 31, 100])
def test_at_most_thirty_marks_stay(count: int) -> None:
    for marks in ("\u0301" * count, "\u0323\u0301" * count):
        assert project(f"e{marks}e") == f"e{marks[:30]}e"
        assert project(f"e{marks[:count]}\u200b{marks[:count]}e") == f"e{(marks[:count] * 2)[:30]}e"


@pytest.mark.parametrize("letters", [2, 3, 4, 5, 6])
def test_a_flag_is_two_letters(letters: int) -> None:
    assert bound("🇩" * 6, letters).text == "🇩" * (letters - letters % 2)
    assert bound("x" + "🇩" * 6, letters).text == "x" + "🇩" * (letters - 1 - (letters - 1) % 2)


IDENTITY = "0f" * 16


@pytest.mark.parametrize(
    ("text", "is_mark"),
    [
        (f"<<data {IDENTITY}>>", True),
        (f"<<end{' ' * 8}{IDENTITY}>>", True),
        (f"<<end\t{IDENTITY}>>", True),
        (f"<<end{' ' * 9}{IDENTITY}>>", False),
        (f"<<end{IDENTITY}>>", False),
        (f"<<end {IDENTITY[:-1]}>>", False),
        (f"<<end {IDENTITY}0>>", False),
        (f"<<start {IDENTITY}>>", False),
        (f"<end {IDENTITY}>", False),
        (f"<<end {'0g' * 16}>>", False),
    ],
)
def test_a_mark_is_recognised_exactly(text: str, *, is_mark: bool) -> None:
    assert contains_boundary(f"before {text} after") is is_mark


def test_the_source_is_named_in_our_words() -> None:
    assert "is data from the connected system, not" in Boundary.around("x").wrap("x")
    assert "is data from Jira, not" in Boundary.around("x", system="Jira").wrap("x")
    knowing = Boundary("a" * 32, "Jira")
    assert "is data from Jira, not" in knowing.wrap("a" * 32)


TOKEN = "ghp" + "_0123456789abcdefghijABCDEFGHIJ456789"


@pytest.mark.parametrize("control", ["\x00", "\x07", "\x08", "\x0b", "\x0c", "\x0e", "\x1b", "\x1f", "\x7f"])
def test_a_credential_split_by_a_control_character_is_found(control: str) -> None:
    split = TOKEN[:9] + control + TOKEN[9:]
    assert canonical(f"see {split}") == f"see {TOKEN}"
    assert find_secret(f"see {split}") == "GitHub token"


def test_of_nothing_but_control_characters_nothing_is_left() -> None:
    assert canonical("\x00\x1b\x7f") == ""


@pytest.mark.parametrize("blank", ["\t", "\n", "\r", " "])
def test_white_space_is_a_part_of_the_text(blank: str) -> None:
    assert canonical(f"a{blank}b") == f"a{blank}b"


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("&#103;hp", "ghp"),
        ("&#x67;hp", "ghp"),
        ("&#X67;hp", "ghp"),
        ("a&lowbar;b", "a_b"),
        ("a&nosuchentity;b", "a&nosuchentity;b"),
        (r"a\_b\-c\\d", r"a_b-c\d"),
        (r"a\b", r"a\b"),
        ("a‐b‑c‒d–e—f−g", "a-b-c-d-e-f-g"),
        ("ｇｈｐ", "ghp"),
        ("g\u0332h", "gh"),
        ("g\u200dh", "gh"),
    ],
)
def test_a_disguise_is_taken_off(text: str, folded: str) -> None:
    assert canonical(text) == folded


def test_overlapping_finds_are_replaced_once_and_what_stands_between_them_stays() -> None:
    assert redact(f"a {TOKEN} b {TOKEN}", ()) == "a [redacted] b [redacted]"
    assert redact(TOKEN, ()) == "[redacted]"
    assert redact(f'token="{TOKEN}" end', ()) == 'token="[redacted]" end'
    assert redact("https://me:" + "hunter2x@h.example/x", ()).endswith("@h.example/x")


def test_a_credential_more_often_than_before_is_new() -> None:
    refuse_new_secrets(f"{TOKEN} {TOKEN}", f"{TOKEN} {TOKEN}")
    refuse_new_secrets(f"{TOKEN}", f"{TOKEN} {TOKEN}")
    with pytest.raises(GatewayError) as refused:
        refuse_new_secrets(f"{TOKEN} {TOKEN}", TOKEN)
    assert refused.value.message == (
        "the text holds what looks like a credential (GitHub token); leave it out, or write <token> in its place"
    )
