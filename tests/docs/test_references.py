import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.errors import GatewayError
from narrowgate_common.origins import Origin
from narrowgate_docs.port import Address
from narrowgate_docs.references import comment_id, page_address, tiny_link

CLOUD = Origin.parse("https://example.atlassian.net")
OURS = Origin.parse("https://tools.example.com/confluence")


@pytest.mark.parametrize(
    ("pasted", "named"),
    [
        ("123456", Address(id="123456")),
        (" 123456 ", Address(id="123456")),
        ("https://example.atlassian.net/wiki/spaces/ENG/pages/123456/Some+Title", Address(id="123456")),
        ("https://example.atlassian.net/wiki/spaces/~5570/pages/123456", Address(id="123456")),
        (
            "https://example.atlassian.net/wiki/spaces/ENG/pages/edit-v2/123456?draftShareId=1",
            Address(id="123456"),
        ),
        ("https://example.atlassian.net/wiki/pages/viewpage.action?pageId=123456", Address(id="123456")),
        ("https://example.atlassian.net/wiki/x/QOIB", Address(id="123456")),
        (
            "https://example.atlassian.net/wiki/spaces/ENG/pages/123456?focusedCommentId=9#comment-9",
            Address(id="123456"),
        ),
        ("ENG/Coding guide", Address(space="ENG", title="Coding guide")),
        ("ENG/A/B testing", Address(space="ENG", title="A/B testing")),
        ("~alex.lindqvist/Notes", Address(space="~alex.lindqvist", title="Notes")),
        ("ENG/設計 文書", Address(space="ENG", title="設計 文書")),
    ],
)
def test_a_page_is_named_by_whatever_people_paste(pasted: str, named: Address) -> None:
    assert page_address(pasted, CLOUD) == named


@pytest.mark.parametrize(
    ("pasted", "named"),
    [
        (
            "https://tools.example.com/confluence/display/ENG/Coding+guide",
            Address(space="ENG", title="Coding guide"),
        ),
        ("https://tools.example.com/confluence/display/ENG/C%23", Address(space="ENG", title="C#")),
        ("https://tools.example.com/confluence/pages/viewpage.action?pageId=77", Address(id="77")),
        (
            "https://tools.example.com/confluence/pages/viewpage.action?spaceKey=ENG&title=Coding+guide",
            Address(space="ENG", title="Coding guide"),
        ),
        ("https://tools.example.com/confluence/x/QOIB", Address(id="123456")),
        ("https://tools.example.com/confluence/spaces/ENG/pages/77/Coding+guide", Address(id="77")),
    ],
)
def test_data_center_addresses_name_pages_below_the_context_path(pasted: str, named: Address) -> None:
    assert page_address(pasted, OURS) == named


@pytest.mark.parametrize(
    "pasted",
    [
        "https://evil.example/wiki/spaces/ENG/pages/123456",
        "https://example.atlassian.net.evil.example/wiki/spaces/ENG/pages/123456",
        "https://example.atlassian.net@evil.example/wiki/spaces/ENG/pages/123456",
        "https://user@example.atlassian.net/wiki/spaces/ENG/pages/123456",
        "https://example.atlassian.net:8443/wiki/spaces/ENG/pages/123456",
        "https://еxample.atlassian.net/wiki/spaces/ENG/pages/123456",
        "ftp://example.atlassian.net/wiki/spaces/ENG/pages/123456",
        "https://example.atlassian.net/wiki/spaces/ENG/overview",
        "https://example.atlassian.net/wiki/x/!!!",
        "https://example.atlassian.net/wiki/spaces/ENG/pages/12 34",
        "",
        "0",
        "-1",
        "12345678901234567890",
        "just words",
        "/Title",
        "ENG/",
        "ENG / x\n",
        "../../etc",
        "EN G/Title",
    ],
)
def test_what_names_no_page_of_this_site_is_bad_input_and_nothing_is_sent(pasted: str) -> None:
    with pytest.raises(GatewayError) as caught:
        page_address(pasted, CLOUD)

    assert (caught.value.category, caught.value.reason) == ("bad_input", "bad_identifier")
    assert len(pasted) < 8 or pasted not in caught.value.message


def test_the_address_of_a_blog_post_says_that_it_is_one() -> None:
    with pytest.raises(GatewayError) as caught:
        page_address("https://example.atlassian.net/wiki/spaces/ENG/blog/2026/11/30/42/News", CLOUD)

    assert caught.value.reason == "not_a_page"


@pytest.mark.parametrize(
    ("pasted", "named"),
    [
        ("98316", "98316"),
        ("https://example.atlassian.net/wiki/spaces/ENG/pages/1/T?focusedCommentId=98316", "98316"),
    ],
)
def test_a_comment_is_named_by_its_id_or_permalink(pasted: str, named: str) -> None:
    assert comment_id(pasted, CLOUD) == named


@pytest.mark.parametrize(
    "pasted", ["x", "https://evil.example/?focusedCommentId=1", "https://example.atlassian.net/", "1/2"]
)
def test_what_names_no_comment_is_bad_input(pasted: str) -> None:
    with pytest.raises(GatewayError) as caught:
        comment_id(pasted, CLOUD)

    assert caught.value.reason == "bad_identifier"


def tiny(page_id: int) -> str:
    import base64

    raw = base64.b64encode(page_id.to_bytes(8, "little")).decode().rstrip("=")
    return raw.rstrip("A").replace("/", "-").replace("+", "_")


@given(st.integers(1, 2**63 - 1))
def test_tiny_links_lead_back_to_the_id(page_id: int) -> None:
    assert tiny_link(tiny(page_id)) == str(page_id)


@given(st.text(max_size=40))
def test_any_text_is_an_address_or_bad_input(text: str) -> None:
    try:
        found = page_address(text, CLOUD)
    except GatewayError as error:
        found = None
        category = error.category

    assert (found.id or (found.space and found.title)) if found else category == "bad_input"
