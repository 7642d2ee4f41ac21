"""A raw query token by token: what each is, where it stands, and where the reader stops."""

from __future__ import annotations

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.query_tokens import (
    QUERY_CHARS,
    SYNTAX,
    Kind,
    Token,
    read_query,
    tokenise,
    unquote,
)
from narrowgate_issues.adapters.jira.jql import confine


def kinds(query: str) -> list[tuple[str, str]]:
    return [(token.kind.value, token.value) for token in tokenise(query)]


@pytest.mark.parametrize(
    ("query", "tokens"),
    [
        ("a = 1", [("word", "a"), ("operator", "="), ("word", "1")]),
        ("a!=b", [("word", "a"), ("operator", "!="), ("word", "b")]),
        ("a!~b>=c<=d", [("word", "a"), ("operator", "!~"), ("word", "b"), ("operator", ">="), ("word", "c"), ("operator", "<="), ("word", "d")]),
        ("a&&b||c&d|!e", [("word", "a"), ("operator", "&&"), ("word", "b"), ("operator", "||"), ("word", "c"), ("operator", "&"),
                          ("word", "d"), ("operator", "|"), ("operator", "!"), ("word", "e")]),
        ("~<>", [("operator", "~"), ("operator", "<"), ("operator", ">")]),
        ("(a,[b])", [("punctuation", "("), ("word", "a"), ("punctuation", ","), ("punctuation", "["), ("word", "b"),
                     ("punctuation", "]"), ("punctuation", ")")]),
        ("a.b:c-d_e", [("word", "a.b:c-d_e")]),
        ("'a b' \"c\"", [("string", "a b"), ("string", "c")]),
        ("''", [("string", "")]),
        ("größe", [("word", "größe")]),
        ("", []),
        ("   ", []),
    ],
)  # fmt: skip
def test_a_query_is_cut_into(query: str, tokens: list[tuple[str, str]]) -> None:
    assert kinds(query) == tokens


def test_a_token_knows_where_it_stood() -> None:
    query = "  ab  = 'c d' "
    assert [(token.start, token.end) for token in tokenise(query)] == [(2, 4), (6, 7), (8, 13)]
    assert [query[token.start : token.end] for token in tokenise(query)] == ["ab", "=", "'c d'"]


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        (r'"a\tb"', "a\tb"),
        (r'"a\nb"', "a\nb"),
        (r'"a\rb"', "a\rb"),
        (r'"a\\b"', "a\\b"),
        (r'"a\"b"', 'a"b'),
        (r"'a\'b'", "a'b"),
        (r'"a\ b"', "a b"),
        (r'"\u0041\u00e9"', "Aé"),
        (r'"\u62c5\uFB01"', "担ﬁ"),
        (r"'\u0027'", "'"),
        ("'\"'", '"'),
        ('"\'"', "'"),
    ],
)
def test_an_escape_stands_for(literal: str, value: str) -> None:
    assert unquote(literal) == value
    assert kinds(f"x = {literal}")[-1] == ("string", value)


WORD, STRING = Token(Kind.WORD, "Order", 0, 5), Token(Kind.STRING, "order", 0, 7)
COMMA = Token(Kind.PUNCTUATION, ",", 0, 1)


def test_what_a_token_is_depends_on_its_kind() -> None:
    assert WORD.is_word("order", "by")
    assert not STRING.is_word("order")
    assert not WORD.is_word("by")
    assert COMMA.is_mark(",")
    assert not Token(Kind.OPERATOR, ",", 0, 1).is_mark(",")
    assert not COMMA.is_mark("(")
    assert WORD.is_name()
    assert STRING.is_name()
    assert not COMMA.is_name()


@pytest.mark.parametrize(
    ("query", "where", "order", "words"),
    [
        ("a = 1", "a = 1", "", 3),
        (" a = 1 order by b ", "a = 1", "b", 3),
        ("a = 1 ORDER BY b DESC, 'c d' asc", "a = 1", "b DESC, 'c d' asc", 3),
        ("order BY b", "", "b", 0),
        ("a = 'order by b'", "a = 'order by b'", "", 3),
        ("'order' by = 1", "'order' by = 1", "", 4),
        ("a = 1 ORDER BY cf[1] DESC, x[y].z", "a = 1", "cf[1] DESC, x[y].z", 3),
    ],
)
def test_a_query_is_cut_at_its_order(query: str, where: str, order: str, words: int) -> None:
    raw = read_query(query)
    assert (raw.where, raw.order, len(raw.tokens)) == (where, order, words)


NOT_CLOSED = "a string in the query is not closed, or holds an escape that the language does not know"
LINE = "the query holds a line break or another control character; write it on one line"
ORDER = 'the word order begins ORDER BY; as a name or value write "order" in double quotes'
CLOSED = "a parenthesis is closed that was never opened"
OPEN = "a parenthesis is not closed, or ORDER BY stands inside parentheses"
BRACKETS = "square brackets hold exactly one name, as in cf[10016]"
SORT = "after ORDER BY stand field names with ASC or DESC, separated by commas, and nothing else"


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ('a = "b', NOT_CLOSED),
        ("a = 'b", NOT_CLOSED),
        (r'a = "\x41"', NOT_CLOSED),
        ("a = b*", "'*' stands outside quotes; put the value in double quotes"),
        ("a = b@c", "'@' stands outside quotes; put the value in double quotes"),
        ("a\n= b", LINE),
        ("a = 1 order", ORDER),
        ("order = 1", ORDER),
        ("a = 1 order x by", ORDER),
        ("a)", CLOSED),
        ("(a))(", CLOSED),
        (")(", CLOSED),
        ("(a", OPEN),
        ("((a)", OPEN),
        ("(a order by b)", OPEN),
        ("cf[1", BRACKETS),
        ("cf]1[", BRACKETS),
        ("cf[]", BRACKETS),
        ("cf[1 2]", BRACKETS),
        ("cf[=]", BRACKETS),
        ("cf[(]", OPEN),
        ("cf[a][", BRACKETS),
        ("cf[[a]]", BRACKETS),
        ("a order by", SORT),
        ("a order by =", SORT),
        ("a order by b =", SORT),
        ("a order by and", SORT),
        ("a order by b and", SORT),
        ("a order by b,", SORT),
        ("a order by ,b", SORT),
        ("a order by b c", SORT),
        ("a order by desc", SORT),
        ("a order by b desc asc", SORT),
        ("a order by (b)", SORT),
        ("a order by .b", SORT),
        ("a order by b '.c'", SORT),
        ("a order by cf[1]'.c'", SORT),
    ],
)
def test_a_query_that_is_not_certain_is_told_why(query: str, message: str) -> None:
    with pytest.raises(GatewayError) as refused:
        read_query(query)
    assert (refused.value.reason, refused.value.message) == ("invalid_query", message)


def test_a_query_has_a_length() -> None:
    assert read_query("a" * QUERY_CHARS).where == "a" * QUERY_CHARS
    with pytest.raises(GatewayError) as refused:
        read_query("a" * (QUERY_CHARS + 1))
    assert (refused.value.reason, refused.value.message) == (
        "query_too_long",
        "the query has 4001 characters, 4000 are allowed",
    )


@pytest.mark.parametrize(
    "word",
    "and or not in is was changed empty null order by from to on during before after".split(),  # noqa: SIM905 - reads as a list
)
def test_a_word_of_the_language_names_no_function(word: str) -> None:
    assert word in SYNTAX
    if word != "order":
        assert confine(f"a = 1 {word} (b = 2)", ("ABC",))
        assert confine(f"a = 1 {word.upper()} (b = 2)", ("ABC",))


OUTSIDE = "a search within a scope cannot name issues or projects outside it"
POINTERS = [
    "key",
    "issuekey",
    "issue",
    "id",
    "parent",
    '"epic link"',
    "'Parent Link'",
    "project",
    "parentproject",
    "hierarchy",
]


@pytest.mark.parametrize("field", POINTERS)
@pytest.mark.parametrize(
    "comparison",
    [
        "= {}",
        "!= {}",
        "in ({})",
        "in (ABC, {})",
        "not in ({})",
        "was {}",
        "was in ({})",
        "is {}",
        "~ {}",
        "> {}",
        "changed to {}",
    ],
)
@pytest.mark.parametrize(
    "stranger", ["SEC-1", "sec-1", "'SEC-1'", "SEC", '" SEC "', "10001", "ABC2-1", "ABCD"]
)
def test_a_query_within_a_scope_names_nothing_outside_it(field: str, comparison: str, stranger: str) -> None:
    query = f"{field} {comparison.format(stranger)}"
    with pytest.raises(GatewayError) as refused:
        confine(query, ("ABC", "OPS"))
    assert (refused.value.reason, refused.value.message) == ("out_of_scope", OUTSIDE)
    assert confine(query, ()) == query


@pytest.mark.parametrize("field", POINTERS)
@pytest.mark.parametrize("inside", ["ABC-1", "abc-1", "'ABC-1'", "ABC", '" OPS-7 "', "empty", "ABC-0"])
def test_what_is_inside_may_be_named(field: str, inside: str) -> None:
    for comparison in ("= {}", "in ({}, OPS)", "is not {}", "not in ({})"):
        query = f"{field} {comparison.format(inside)} AND summary ~ SEC-1"
        assert confine(query, ("ABC", "OPS")).endswith(f"({query})")


def test_another_fields_value_is_only_a_value() -> None:
    for query in (
        "summary ~ 'SEC-1'",
        "labels in (SEC-1, SEC)",
        "project = ABC AND labels = SEC",
        "key = ABC-1 OR text ~ SEC-9",
    ):
        assert confine(query, ("ABC",)).endswith(f"({query})")


@pytest.mark.parametrize("value", ["1-1", "-1", "A--1", "A-1-1", "A-", "ABC-x", "ABC-1x"])
def test_what_is_no_key_of_a_project_inside_is_outside(value: str) -> None:
    with pytest.raises(GatewayError) as refused:
        confine(f"key = '{value}'", ("ABC",))
    assert refused.value.reason == "out_of_scope"


def test_a_project_of_one_letter_may_be_searched() -> None:
    from narrowgate_issues.adapters.jira.jql import compile_filter
    from narrowgate_issues.port import Filter

    assert confine("key = A-1", ("A",)).endswith("(key = A-1)")
    assert compile_filter(Filter(projects=("A",)), ()).startswith('project in ("A") ORDER BY')
    assert compile_filter(Filter(), ()).startswith('created >= "1970-01-01" ORDER BY')
