"""What each method of the port may send: the rows that the authority manifest is made of."""

import pytest

from narrowgate_common.operations import Operation
from narrowgate_common.routes import Route
from narrowgate_docs.adapters import VENDORS
from narrowgate_docs.port import Wiki

READS = {
    "whoami", "rewritten", "commented", "occurrences", "spaces", "search", "search_native", "document", "document_at",
    "draft", "rendered", "children", "ref", "comments", "replies", "comment", "attachments", "attachment_named",
    "find_titled", "find_comment", "find_attached", "download",
}  # fmt: skip


def methods() -> set[str]:
    return {name for name in vars(Wiki) if not name.startswith("_") and callable(getattr(Wiki, name))}


def rows(kind: str) -> dict[str, tuple[Route, ...]]:
    return dict(VENDORS[kind].adapter().routes)


def every(kind: str) -> set[Route]:
    return {route for row in rows(kind).values() for route in row}


@pytest.mark.parametrize("kind", VENDORS)
def test_every_method_of_the_port_has_its_row(kind: str) -> None:
    assert set(rows(kind)) == methods()


@pytest.mark.parametrize("kind", VENDORS)
def test_what_only_looks_cannot_send_a_write(kind: str) -> None:
    for method, row in rows(kind).items():
        writes = [route.name for route in row if route.operation is not Operation.READ]
        assert bool(writes) is (method not in READS), method


@pytest.mark.parametrize("kind", VENDORS)
def test_no_two_routes_look_alike(kind: str) -> None:
    routes = every(kind)

    assert len({route.name for route in routes}) == len(routes)
    doubled = {"page_create"} if kind == "confluence_dc" else set[str]()
    others = {(route.method, route.path) for route in routes if route.name not in doubled}
    assert len(others) == len(routes) - len(doubled)


def test_pages_and_comments_are_made_at_one_address_on_data_center() -> None:
    """Two routes all the same: the ledger tells the effects apart by their names."""
    made = {
        route.name
        for route in every("confluence_dc")
        if (route.method, route.path[-8:]) == ("POST", "/content")
    }

    assert made == {"page_create", "comment_add"}


@pytest.mark.parametrize("kind", VENDORS)
def test_the_method_says_what_the_operation_is(kind: str) -> None:
    """A question that is posted is the exception, and a file that is put adds a version each time."""
    odd = {
        route.name
        for route in every(kind)
        if (route.method == "GET") is not (route.operation is Operation.READ)
        or (route.method == "PUT" and route.operation is not Operation.REPLACE)
        or (route.method == "POST" and route.operation is not Operation.APPEND)
    }

    assert odd == ({"people", "attach", "labels_add"} if kind == "confluence_cloud" else {"labels_add"})


@pytest.mark.parametrize("kind", VENDORS)
def test_uploads_alone_carry_the_header_that_uploads_need(kind: str) -> None:
    carrying = {route.name for route in every(kind) if route.headers}

    assert carrying == {"attach"} | ({"attach_again"} if kind == "confluence_dc" else set())
    assert {pair for route in every(kind) for pair in route.headers} == {("X-Atlassian-Token", "no-check")}


def test_the_cloud_is_asked_below_its_own_path_whichever_way_leads_there() -> None:
    assert all(route.path.startswith("/wiki/") for route in every("confluence_cloud"))
    assert not any(route.path.startswith("/wiki/") for route in every("confluence_dc"))


def test_downloads_of_the_cloud_alone_know_a_second_host() -> None:
    hosts = {(route.name, *route.hops) for kind in VENDORS for route in every(kind) if route.hops}

    assert hosts == {("download", "https://api.media.atlassian.com")}
