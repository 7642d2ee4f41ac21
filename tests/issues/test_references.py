"""Whatever is pasted names an issue of this site, or is bad_input before anything is sent."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from narrowgate_common.errors import GatewayError
from narrowgate_common.origins import Origin
from narrowgate_issues.references import comment_id, issue_key

SITE = Origin.parse("https://example.atlassian.net")
BELOW = Origin.parse("https://tools.example.com:8443/jira")
COMMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", re.ASCII)
KEY = re.compile(r"[A-Z][A-Z0-9_]{1,39}-[1-9][0-9]{0,9}", re.ASCII)


def refused(text: str, site: Origin = SITE) -> GatewayError:
    with pytest.raises(GatewayError) as caught:
        issue_key(text, site)
    return told(caught.value)


def told(error: GatewayError) -> GatewayError:
    assert (error.category, error.reason, error.details) == ("bad_input", "bad_identifier", ())
    return error


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("ABC-123", "ABC-123"),
        ("abc-123", "ABC-123"),
        ("  ABC-123\n", "ABC-123"),
        ("A_B2-1", "A_B2-1"),
        ("https://example.atlassian.net/browse/ABC-123", "ABC-123"),
        ("https://example.atlassian.net/browse/abc-123/", "ABC-123"),
        ("HTTPS://EXAMPLE.atlassian.net/browse/ABC-123?focusedCommentId=7#comment-7", "ABC-123"),
        ("https://example.atlassian.net/jira/software/projects/ABC/boards/1?selectedIssue=ABC-9", "ABC-9"),
        ("https://example.atlassian.net/jira/software/c/projects/ABC/issues/ABC-9?filter=x", "ABC-9"),
        ("https://example.atlassian.net/servicedesk/customer/portal/2/DESK-9", "DESK-9"),
        ("http://example.atlassian.net/browse/ABC-123", "ABC-123"),
    ],
)
def test_what_people_paste_names_an_issue(text: str, key: str) -> None:
    assert issue_key(text, SITE) == key


def test_a_site_below_a_path_and_on_a_port_is_recognised() -> None:
    assert issue_key("https://tools.example.com:8443/jira/browse/ABC-1", BELOW) == "ABC-1"
    refused("https://tools.example.com/jira/browse/ABC-1", BELOW)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ABC",
        "ABC-",
        "ABC-0",
        "ABC-01",
        "-1",
        "1ABC-1",
        "A-1",
        "ABC-1 OR project = SEC",
        "ABC-1\nSEC-1",
        "ABC-1/../SEC-1",
        "ABC-1?x=1",
        "ABC-1#",
        "ABC-1%00",
        "ABC-１",
        "АВС-1",
        "ABC‐1",
        "A" * 41 + "-1",
        "ABC-" + "1" * 11,
        "10001",
        "..",
        "https://example.atlassian.net/",
        "https://example.atlassian.net/browse/",
        "https://example.atlassian.net/browse/ABC-1%2F..",
        "https://example.atlassian.net/issues/?jql=key%3DABC-1",
        "https://example.atlassian.net.evil.example/browse/ABC-1",
        "https://evil.example/browse/ABC-1",
        "https://evil.example/?selectedIssue=ABC-1",
        "https://evil.example\\@example.atlassian.net/browse/ABC-1",
        "https://example.atlassian.net\\.evil.example/browse/ABC-1",
        "https://example.atlassian.net@evil.example/browse/ABC-1",
        "https://me:secret@example.atlassian.net/browse/ABC-1",
        "https://example.atlassian.net:444/browse/ABC-1",
        "https://example.atlassian.net /browse/ABC-1",
        "https://example.atlassian\n.net/browse/ABC-1",
        "https://ехample.atlassian.net/browse/ABC-1",
        "ftp://example.atlassian.net/browse/ABC-1",
        "file:///browse/ABC-1",
        "javascript://example.atlassian.net/browse/ABC-1",
        "://example.atlassian.net/browse/ABC-1",
        "//example.atlassian.net/browse/ABC-1",
        "http://[",
        "http://[::1",
        "http://]/",
        "https://example.atlassian.net[/browse/ABC-1",
        "http://[v1.x]/ABC-1",
        "https://exam℀ple.net/ABC-1",
        "https://\ud800/ABC-1",
    ],
)
def test_anything_else_is_bad_input(text: str) -> None:
    assert "secret" not in str(refused(text))


HOSTILE = st.lists(
    st.sampled_from([
        "https://", "http://", "example.atlassian.net", "[", "]", "::1", "@", ":", "/", "\\", "?", "#", "%", "&", "=",
        "selectedIssue=", "focusedCommentId=", "ABC-1", "SEC-", "1", "0", "\n", "\x00", " ", "℀", "。", "\ud800",
    ]) | st.characters(),
    max_size=12,
).map("".join)  # fmt: skip


@given(st.text() | HOSTILE | HOSTILE.map("https://".__add__))
@example("http://[")
def test_any_text_is_bad_input_or_a_key(text: str) -> None:
    try:
        assert KEY.fullmatch(issue_key(text, SITE))
    except GatewayError as error:
        told(error)


@given(st.text() | HOSTILE | HOSTILE.map("https://".__add__))
@example("http://[")
@example("http://exam℀ple?focusedCommentId=1")
def test_any_text_is_bad_input_or_a_comments_id(text: str) -> None:
    try:
        assert COMMENT.fullmatch(comment_id(text, "ABC-1", SITE))
    except GatewayError as error:
        told(error)


@given(st.from_regex(KEY, fullmatch=True))
def test_every_key_names_itself_alone_and_in_its_address(key: str) -> None:
    assert issue_key(key.lower(), SITE) == issue_key(f"{SITE}/browse/{key}", SITE) == key


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        ("10012", "10012"),
        (" 10012 ", "10012"),
        ("https://example.atlassian.net/browse/ABC-1?focusedCommentId=10012", "10012"),
        ("https://example.atlassian.net/browse/ABC-1?a=b&focusedCommentId=7&page=x#comment-7", "7"),
    ],
)
def test_a_comment_is_named_by_its_id_or_its_permalink(text: str, identity: str) -> None:
    assert comment_id(text, "ABC-1", SITE) == identity


@pytest.mark.parametrize(
    "text",
    ["", "-1", "_1", "1.0", "１", "1/../2", "1 2", "1?x", "1%2e", "1" * 65, "https://example.atlassian.net/browse/ABC-1",
     "https://example.atlassian.net/?focusedCommentId=1%2F..%2F2", "https://example.atlassian.net/?focusedCommentId=1",
     "https://example.atlassian.net/browse/ABC-2?focusedCommentId=1", "https://evil.example/browse/ABC-1?focusedCommentId=1",
     "?focusedCommentId=1", "ftp://x/?focusedCommentId=1"],
)  # fmt: skip
def test_anything_else_names_no_comment(text: str) -> None:
    with pytest.raises(GatewayError) as caught:
        comment_id(text, "ABC-1", SITE)
    told(caught.value)
