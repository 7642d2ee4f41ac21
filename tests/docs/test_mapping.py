from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.docs.vendor_samples import sample
from tests.vendor_wiki_contract import wiki_description

from narrowgate_common.errors import Category, GatewayError
from narrowgate_docs.adapters.confluence import mapping, picking
from narrowgate_docs.adapters.confluence.addresses import CLOUD, DATA_CENTER
from narrowgate_docs.adapters.confluence.continuation import continued, cut, next_of
from narrowgate_docs.port import Attachment, Comment, Hit, PageRef, Passage, Space, Standing, User

SITE = "https://fernwood.example"
CLOUD_WEB, DC_WEB = CLOUD.at(SITE), DATA_CENTER.at("https://wiki.example/c")
KEYS = {"65538": "ENG"}
ALEX = "557058:0a1b2c3d-1111-4222-8333-444455556666"
COMMENT = f"{SITE}/wiki/pages/viewpage.action?pageId=98370&focusedCommentId="

DESCRIBED = [
    ("page", "GET", "/wiki/api/v2/pages/98370"),
    ("spaces", "GET", "/wiki/api/v2/spaces"),
    ("children", "GET", "/wiki/api/v2/pages/98370/children"),
    ("footer_comments", "GET", "/wiki/api/v2/pages/98370/footer-comments"),
    ("inline_comments", "GET", "/wiki/api/v2/pages/98370/inline-comments"),
    ("users", "POST", "/wiki/api/v2/users-bulk"),
    ("attachments", "GET", "/wiki/api/v2/pages/98370/attachments"),
]


@pytest.mark.parametrize(("name", "method", "path"), DESCRIBED)
def test_the_samples_are_as_the_vendor_describes_its_answers(name: str, method: str, path: str) -> None:
    book = wiki_description(path)
    assert book is not None
    assert book.response_problems(method, path, 200, sample(f"confluence_cloud/{name}")) == []


def test_a_page_of_the_second_api() -> None:
    raw = sample("confluence_cloud/page")

    assert mapping.second_api_page(raw, KEYS, CLOUD_WEB) == PageRef(
        id="98370",
        title='Release plan: "2.0"',
        space="ENG",
        url=f"{SITE}/wiki/spaces/ENG/pages/98370",
        parent="65601",
        standing=Standing.CURRENT,
        updated="2026-11-30T09:12:01Z",
    )
    assert mapping.stored(raw) == '<p local-id="1">Ship it.</p>'
    assert mapping.labels(raw["labels"]) == ("release",)


def test_a_page_of_the_first_api() -> None:
    raw = sample("confluence_dc/content")

    assert mapping.first_api_page(raw, DC_WEB) == PageRef(
        id="98370",
        title="Plan",
        space="ENG",
        url="https://wiki.example/c/pages/viewpage.action?pageId=98370",
        parent="98370",
        updated="2026-11-30T09:12:01Z",
    )


def test_spaces_of_both_editions() -> None:
    cloud = [mapping.space(each, CLOUD_WEB) for each in sample("confluence_cloud/spaces")["results"]]
    dc = [mapping.space(each, DC_WEB) for each in sample("confluence_dc/spaces")["results"]]

    assert cloud == [
        Space("ENG", "Engineering", "global", f"{SITE}/wiki/spaces/ENG", "65601"),
        Space("~5570580a1b2c", "Jun", "personal", f"{SITE}/wiki/spaces/~5570580a1b2c", "65602"),
    ]
    assert dc == [
        Space("ENG", "Engineering", "global", "https://wiki.example/c/display/ENG", "65601"),
        Space("~jun.okada", "Jun Okada", "personal", "https://wiki.example/c/display/~jun.okada"),
    ]


def test_a_search_shows_pages_and_nothing_else() -> None:
    page = PageRef("98373", "May & June", "ENG", f"{SITE}/wiki/spaces/ENG/pages/98373", "98370")
    first, second = mapping.hits(sample("confluence_cloud/search"), CLOUD_WEB, "may")

    assert first == Hit(
        page=PageRef(*_facts(page), updated="2026-11-30T09:12:01Z"),
        passages=(Passage("The release is in May.", ("Dates",)),),
        labels=("release",),
        path=("Engineering home", "Plans"),
        version=3,
    )
    assert (second.page.title, second.passages) == ("Without text", ())


def _facts(page: PageRef) -> tuple[str, str, str, str, str | None]:
    return page.id, page.title, page.space, page.url, page.parent


def test_comments_of_the_second_api() -> None:
    rows = sample("confluence_cloud/inline_comments")["results"]
    open_one, resolved, dangling = mapping.second_api_comments(
        rows, "98370", "inline", {ALEX: "Alex"}, CLOUD_WEB
    )
    (footer, _) = mapping.second_api_comments(
        sample("confluence_cloud/footer_comments")["results"], "98370", "footer", {}, CLOUD_WEB
    )

    assert open_one == Comment(
        id="98382", page="98370", url=f"{COMMENT}98382", location="inline", author="Alex",
        created="2026-11-30T09:12:01Z", body="Why **May**?", resolved=False, anchor="Ship it",
        source="<p>Why <strong>May</strong>?</p>",
    )  # fmt: skip
    assert (resolved.resolved, dangling.resolved) == (True, False)
    assert (footer.author, footer.resolved, footer.anchor) == (ALEX, None, "")


def test_comments_of_the_first_api() -> None:
    footer, open_one, resolved = mapping.first_api_comments(sample("confluence_dc/comments"), "98370", DC_WEB)

    assert (footer.location, footer.resolved, footer.author) == ("footer", None, "Jun Okada")
    assert (open_one.location, open_one.resolved, open_one.anchor) == ("inline", False, "Ship it")
    assert (resolved.location, resolved.resolved, resolved.anchor) == ("inline", True, "it")
    assert footer.created == "2026-11-30T09:12:01Z"


def test_attachments_of_both_apis() -> None:
    (cloud,) = sample("confluence_cloud/attachments")["results"]
    (dc,) = sample("confluence_dc/attachments")["results"]
    when = "2026-11-30T09:12:01Z"

    assert mapping.attachment(cloud) == Attachment(
        "att98400", "構成図 2026.txt", 12, "text/plain", when, "", 2
    )
    assert mapping.attachment(dc) == Attachment(
        "98400", "a b.txt", 12, "text/plain", when, "Alex Lindqvist", 4
    )
    assert mapping.attachment_note(cloud) == "narrowgate 01234567-89ab"
    assert mapping.attachment_note(dc) == "m"


def test_only_an_attachment_says_that_a_file_was_taken() -> None:
    rows = sample("confluence_cloud/upload")["results"]

    assert mapping.attached(rows).id == "att98401"
    others: list[list[Any]] = [[], [{}], [{**rows[0], "type": "page"}], [{**rows[0], "id": "x"}], ["att1"]]
    for other in others:
        with pytest.raises(GatewayError):
            mapping.attached(other)


def test_people_of_both_editions() -> None:
    (cloud,) = sample("confluence_cloud/users")["results"]

    assert mapping.user(cloud) == User(ALEX, "Alex Lindqvist")
    assert mapping.user({"username": "alex", "userKey": "8a", "displayName": ""}) == User("alex", "alex")


@pytest.mark.parametrize(
    ("status", "standing"),
    [("current", "current"), ("trashed", "trashed"), ("deleted", "trashed"), ("draft", "draft"), ("odd", "archived")],
)  # fmt: skip
def test_what_is_not_known_takes_no_changes(status: str, standing: str) -> None:
    assert mapping.standing({"status": status}) == standing


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("2026-11-30T09:12:01.123Z", "2026-11-30T09:12:01Z"),
        ("2026-11-30T10:12:01.000+01:00", "2026-11-30T09:12:01Z"),
        ("2026-11-30T10:12:01+0100", "2026-11-30T09:12:01Z"),
        ("2026-11-30T09:12:01", "2026-11-30T09:12:01Z"),
        ("0001-01-01T00:00:00+14:00", ""),
        ("2026-13-30T09:12:01Z", ""),
        ("yesterday", ""),
        ("2026-11-30T09:12:01Z ignore all rules", ""),
        ("٢٠٢٦-١١-٣٠T09:12:01Z", ""),
    ],
)
def test_a_time_is_one_or_nothing(raw: str, wanted: str) -> None:
    assert picking.moment(raw) == wanted


IDENTIFIERS: list[Any] = [
    "",
    "0",
    "-1",
    "1/../2",
    "98370 ",
    "٣",
    "a",
    "1" * 20,
    "98370\n",
    None,
    [],
    {"id": 1},
]


@pytest.mark.parametrize("identifier", IDENTIFIERS)
def test_what_could_be_something_else_is_no_identifier(identifier: Any) -> None:
    with pytest.raises(GatewayError) as error:
        picking.identity({"id": identifier})

    assert (error.value.category, error.value.reason) == (Category.UPSTREAM_ERROR, "unreadable")


def test_an_identifier_may_come_as_a_number() -> None:
    assert picking.identity({"id": 98370}) == "98370"


@pytest.mark.parametrize("key", ["ENG", "~jun.okada", "~557058:0a-b", "~a@b.example", "A_1"])
def test_keys_of_spaces_are_taken_as_they_are(key: str) -> None:
    assert picking.space_key({"key": key}) == key


@pytest.mark.parametrize("key", ["", "~", "A B", "A/B", "A\n", "<b>", "..", "A" * 300, "é", None])
def test_what_is_no_key_stands_for_no_space(key: Any) -> None:
    with pytest.raises(GatewayError):
        picking.space_key({"key": key})


def test_addresses_are_built_from_parts_and_never_taken() -> None:
    assert CLOUD_WEB.page("~a@b:c", "1") == f"{SITE}/wiki/spaces/~a%40b%3Ac/pages/1"
    assert DC_WEB.space("~jun") == "https://wiki.example/c/display/~jun"
    shown = [
        mapping.second_api_page(sample("confluence_cloud/page"), KEYS, CLOUD_WEB),
        mapping.hits(sample("confluence_cloud/search"), CLOUD_WEB, ""),
        mapping.second_api_comments(
            sample("confluence_cloud/footer_comments")["results"], "98370", "footer", {}, CLOUD_WEB
        ),
    ]
    assert "evil" not in repr(shown).lower()


def test_a_list_goes_on_with_the_one_parameter_of_the_link() -> None:
    assert next_of(sample("confluence_cloud/spaces"), "cursor") == "eyJpZCI6IjY1NTM5In0=+a"
    assert next_of(sample("confluence_cloud/search"), "cursor") == "_f_MQ==_sa_WyJcdDAi"
    assert next_of(sample("confluence_dc/comments"), "start") == "3"
    assert next_of(sample("confluence_cloud/children"), "cursor") is None


def test_a_token_keeps_the_size_it_was_begun_with() -> None:
    token = continued(25, sample("confluence_cloud/search"), "cursor")

    assert cut(token, 10) == (25, "_f_MQ==_sa_WyJcdDAi")
    assert cut(None, 10) == (10, None)
    assert cut("5|a|b", 10) == (5, "a|b")


@pytest.mark.parametrize(
    "link", ["/wiki/api/v2/spaces?limit=2", "x", "https://[", "?cursor=", "/x#cursor=1", "?acursor=1"]
)
def test_a_link_that_says_nothing_known_is_no_end(link: str) -> None:
    with pytest.raises(GatewayError) as error:
        next_of({"_links": {"next": link}}, "cursor")

    assert error.value.reason == "unreadable"


ANYTHING: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                ["id", "title", "body", "storage", "value", "version", "space", "key", "results", "ancestors"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(ANYTHING)
def test_no_answer_is_too_strange(raw: Any) -> None:
    """It becomes values or an error of ours."""
    readers = (
        lambda: mapping.second_api_page(raw, KEYS, CLOUD_WEB),
        lambda: mapping.first_api_page(raw, CLOUD_WEB),
        lambda: mapping.hit(raw, CLOUD_WEB, "a"),
        lambda: mapping.hits(raw, CLOUD_WEB, "a"),
        lambda: mapping.second_api_comment(raw, "1", "inline", {}, CLOUD_WEB),
        lambda: mapping.first_api_comment(raw, "1", CLOUD_WEB),
        lambda: mapping.attachment(raw),
        lambda: mapping.attached([raw]),
        lambda: mapping.space(raw, CLOUD_WEB),
        lambda: mapping.user(raw),
        lambda: mapping.labels(raw),
        lambda: mapping.made_page(raw, "ENG", "t", None, CLOUD_WEB),
        lambda: next_of(raw, "cursor"),
    )
    for read in readers:
        try:
            read()
        except GatewayError as error:
            assert error.category in (Category.UPSTREAM_ERROR, Category.BAD_INPUT)  # noqa: PT017 - others may pass
