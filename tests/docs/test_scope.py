import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_docs.port import Address, Hit, PageRef, Space
from narrowgate_docs.scope import Scope

SCOPE = Scope(frozenset({"ENG", "~me"}))


def page(space: str) -> PageRef:
    return PageRef("1", "T", space, "https://x")


def test_spaces_are_told_apart_by_case() -> None:
    assert [SCOPE.admits(key) for key in ("ENG", "eng", "~me", "~ME", "OPS", "")] == [
        True,
        False,
        True,
        False,
        False,
        False,
    ]


def test_outside_is_answered_like_absent_before_anything_is_sent() -> None:
    with pytest.raises(GatewayError) as caught:
        SCOPE.check_address(Address(space="HR", title="Pay"))

    assert caught.value.category == "not_found"


def test_a_search_may_be_narrowed_and_never_widened() -> None:
    assert SCOPE.narrowed(["ENG", "ENG"]) == ("ENG",)
    assert SCOPE.narrowed([]) == ("ENG", "~me")
    with pytest.raises(GatewayError) as caught:
        SCOPE.narrowed(["ENG", "HR"])
    assert caught.value.reason == "out_of_scope"


def test_what_is_outside_is_left_out_of_every_list() -> None:
    pages = [page("ENG"), page("HR")]

    assert [each.space for each in SCOPE.visible_pages(pages)] == ["ENG"]
    assert [each.page.space for each in SCOPE.visible(map(Hit, pages))] == ["ENG"]
    assert [
        each.key for each in SCOPE.visible_spaces([Space("HR", "", "", ""), Space("~me", "", "", "")])
    ] == ["~me"]


def test_without_spaces_everything_is_inside() -> None:
    assert Scope().admits("HR")
    assert Scope().narrowed(["HR"]) == ("HR",)
    assert Scope().narrowed([]) == ()
