"""What only the first API writes: labels, and places in the tree."""

from typing import Any

import pytest
from tests.sandbox.wiki_client import Visit, visiting


def labels(visit: Visit, page: str) -> list[str]:
    return [one["name"] for one in visit.cloud.get(f"/api/v2/pages/{page}/labels").json()["results"]]


def test_labels_are_added_beside_the_others_in_small_letters() -> None:
    with visiting() as visit:
        page = visit.page("Checkout architecture")
        place = f"/rest/api/content/{page}/label"
        said = [{"prefix": "global", "name": "New"}, {"prefix": "global", "name": "checkout"}]
        for _ in range(2):
            answer = visit.cloud.post(place, json=said)
            assert answer.status_code == 200
            assert labels(visit, page) == ["architecture", "checkout", "new"]
        assert visit.cloud.post(place, json=said[0]).json()["size"] == 3
        assert visit.company.wiki_page("ENG", "Checkout architecture").version == 2


@pytest.mark.parametrize(
    "said",
    [
        [{"prefix": "global", "name": "two words"}],
        [{"prefix": "global", "name": "a:b"}],
        [{"prefix": "global", "name": ""}],
        [{"prefix": "global", "name": "x" * 256}],
        [{"prefix": "nonsense", "name": "x"}],
        [{"prefix": "global"}],
        ["x"],
    ],
)
def test_a_label_that_cannot_be_is_refused_with_all_the_others(said: Any) -> None:
    with visiting() as visit:
        page = visit.page("Glossary")
        good = [{"prefix": "global", "name": "good"}]
        assert visit.cloud.post(f"/rest/api/content/{page}/label", json=[*good, *said]).status_code == 400
        assert labels(visit, page) == []


@pytest.mark.parametrize("by_path", [True, False])
def test_a_label_is_removed_by_name(by_path: bool) -> None:  # noqa: FBT001 - a table's column
    with visiting() as visit:
        page = visit.page("Checkout architecture")
        place = f"/rest/api/content/{page}/label"
        for status in (204, 404):
            path, params = (f"{place}/checkout", {}) if by_path else (place, {"name": "checkout"})
            assert visit.cloud.delete(path, params=params).status_code == status
        assert labels(visit, page) == ["architecture"]


def test_a_reader_labels_and_moves_nothing() -> None:
    with visiting("jun.okada") as visit:
        page, target = visit.page("Glossary"), visit.page("Checkout")
        assert visit.cloud.post(f"/rest/api/content/{page}/label", json=[]).status_code == 403
        assert visit.cloud.delete(f"/rest/api/content/{target}/label/x").status_code == 403
        assert visit.cloud.put(f"/rest/api/content/{page}/move/append/{target}").status_code == 403


def order(visit: Visit, parent: str) -> list[str]:
    return [one.title for one in visit.company.wiki.children(parent)]


@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        (
            "before",
            ["Checkout architecture", "Payment providers", "Glossary", "Voucher rules", "Checkout FAQ"],
        ),
        (
            "after",
            ["Checkout architecture", "Payment providers", "Voucher rules", "Glossary", "Checkout FAQ"],
        ),
    ],
)
def test_a_page_is_moved_beside_another(position: str, wanted: list[str]) -> None:
    with visiting() as visit:
        page, target = visit.page("Glossary"), visit.page("Voucher rules")
        answer = visit.cloud.put(f"/rest/api/content/{page}/move/{position}/{target}")
        assert answer.json() == {"pageId": page}
        assert order(visit, visit.page("Checkout")) == wanted
        assert visit.cloud.get(f"/api/v2/pages/{page}").json()["parentId"] == visit.page("Checkout")
        assert visit.company.wiki.pages[page].version == 1


def test_a_page_is_moved_below_another_also_in_another_space() -> None:
    with visiting() as visit:
        page, target = visit.page("Checkout"), visit.page("Runbooks", "OPS")
        assert visit.cloud.put(f"/rest/api/content/{page}/move/append/{target}").status_code == 200
        assert order(visit, target)[-1] == "Checkout"
        assert visit.company.wiki_page("OPS", "Voucher rules").space.key == "OPS"


def test_a_move_in_a_circle_onto_a_taken_title_or_to_nowhere_is_refused() -> None:
    with visiting() as visit:
        page, below = visit.page("Checkout"), visit.page("Voucher rules")
        personal = next(key for key in visit.company.wiki.spaces if key.startswith("~"))
        for path, status in (
            (f"{page}/move/append/{below}", 400),
            (f"{page}/move/append/{page}", 400),
            (f"{page}/move/beside/{below}", 400),
            (f"{page}/move/append/1", 404),
            (f"1/move/append/{page}", 404),
            (f"{page}/move/append/{visit.page('Scratch')}", 404),
            (f"{visit.page('Glossary')}/move/append/{visit.page('Reading list', personal)}", 400),
        ):
            assert visit.cloud.put(f"/rest/api/content/{path}").status_code == status, path
