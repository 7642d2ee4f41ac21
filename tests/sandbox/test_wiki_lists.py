"""Lists in pieces: what a client has to follow, and what it must not conclude."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from tests.sandbox.wiki_client import refusal, visiting

from narrowgate_sandbox import Company, fernwood


def crowded() -> Company:
    """Forty more pages below one page."""
    company = fernwood()
    parent = company.plant_page("ENG", "Crowd", "<p/>")
    for number in range(40):
        company.plant_page("ENG", f"Face {number:02}", "<p>face</p>", parent)
    return company


def followed(client: httpx.Client, path: str, base: str) -> Iterator[list[str]]:
    """Piece after piece, by the next link: the second API's holds the context path, the first one's does not."""
    for _ in range(200):
        said = client.get(path).json()
        yield [one.get("title") or one["name"] for one in said["results"]]
        if "next" not in said["_links"]:
            return
        path = f"{base}{said['_links']['next']}"
    raise AssertionError("a list without end")


def names(pieces: list[list[str]]) -> list[str]:
    return [one for piece in pieces for one in piece]


def calm(_company: Company) -> None:
    pass


def capped(company: Company) -> None:
    company.wiki.temper.most_per_page = 3


def short(company: Company) -> None:
    company.wiki.temper.short_pages = True


def empty(company: Company) -> None:
    company.wiki.temper.empty_pages = 2


@pytest.mark.parametrize("mood", [calm, capped, short, empty])
def test_following_the_next_link_finds_everything_once(mood: Callable[[Company], None]) -> None:
    company = crowded()
    mood(company)
    with visiting(company=company) as visit:
        crowd, origin = visit.page("Crowd"), visit.box.url
        wanted = [f"Face {number:02}" for number in range(40)]
        children = list(followed(visit.cloud, f"/api/v2/pages/{crowd}/children?limit=9", origin))
        assert names(children) == wanted
        assert any(not piece for piece in children) is (mood is empty)
        mood(company)
        nested = list(followed(visit.dc, f"/rest/api/content/{crowd}/child/page?limit=9", ""))
        assert names(nested) == wanted
        mood(company)
        path = "/rest/api/search?cql=text~face%20and%20type=page&limit=9"
        for client in (visit.cloud, visit.dc):
            found = list(followed(client, path, ""))
            assert (
                sorted(one.replace("@@@hl@@@", "").replace("@@@endhl@@@", "") for one in names(found))
                == wanted
            )


def test_the_link_header_says_the_same_as_the_body() -> None:
    with visiting() as visit:
        answer = visit.cloud.get(
            "/api/v2/pages", params={"limit": 2, "space-id": visit.space(), "sort": "-title"}
        )
        link = answer.json()["_links"]["next"]
        assert link.startswith("/wiki/api/v2/pages?")
        assert answer.headers["link"].startswith(f'<{link}>; rel="next"')
        assert f"space-id={visit.space()}" in link
        assert "sort=-title" in link


def test_a_cursor_belongs_to_one_list() -> None:
    with visiting() as visit:
        link = visit.cloud.get("/api/v2/pages", params={"limit": 2}).json()["_links"]["next"]
        cursor = httpx.URL(link).params["cursor"]
        for path, params in (
            ("/api/v2/spaces", {"cursor": cursor}),
            ("/api/v2/pages", {"cursor": cursor, "title": "Glossary"}),
            ("/api/v2/pages", {"cursor": "nonsense"}),
        ):
            assert visit.cloud.get(path, params=params).status_code == 400


@pytest.mark.parametrize("limit", ["0", "251", "x", "-1"])
def test_a_limit_is_a_number_between_1_and_250(limit: str) -> None:
    with visiting() as visit:
        assert refusal(visit.cloud.get("/api/v2/pages", params={"limit": limit}))[0] == 400


def test_search_in_the_cloud_ignores_start_and_on_data_center_obeys_it() -> None:
    query = {"cql": "type = page order by title", "limit": "2"}
    with visiting() as visit:
        cloud = [visit.cloud.get("/rest/api/search", params=query | {"start": str(n)}).json() for n in (0, 2)]
        dc = [visit.dc.get("/rest/api/search", params=query | {"start": str(n)}).json() for n in (0, 2)]
        titles = [[one["title"] for one in said["results"]] for said in (*cloud, *dc)]
        assert titles[0] == titles[1] == titles[2]
        assert titles[3] != titles[2]


def test_spaces_are_listed_by_key_id_and_kind() -> None:
    with visiting() as visit:

        def keys(**params: str) -> list[str]:
            return [one["key"] for one in visit.cloud.get("/api/v2/spaces", params=params).json()["results"]]

        personal = next(one for one in visit.company.wiki.spaces if one.startswith("~"))
        assert keys() == ["ENG", "OPS", personal]
        assert keys(keys=f"OPS,HR,{personal}") == ["OPS", personal]
        assert keys(ids=visit.space("OPS")) == ["OPS"]
        assert keys(type="personal") == [personal]
        assert visit.cloud.get(f"/api/v2/spaces/{visit.space('HR')}").status_code == 404
        one = visit.cloud.get(
            f"/api/v2/spaces/{visit.space()}", params={"description-format": "plain"}
        ).json()
        assert one["description"]["plain"]["value"] == "How the shop is built."
        assert one["homepageId"] == visit.page("Engineering home")


def test_the_pages_of_a_space_are_found_by_title_status_and_depth() -> None:
    with visiting() as visit:

        def titles(**params: str) -> list[str]:
            path = f"/api/v2/spaces/{visit.space()}/pages"
            return [
                one["title"]
                for one in visit.cloud.get(path, params={"limit": "250"} | params).json()["results"]
            ]

        assert titles(title="Glossary") == ["Glossary"]
        assert titles(title="glossary") == []
        assert "Checkout until 2025" in titles()
        assert "Scratch" not in titles()
        assert titles(status="trashed") == ["Scratch"]
        assert titles(depth="root") == ["Engineering home"]
        everywhere = visit.cloud.get("/api/v2/pages", params={"title": "Glossary"}).json()["results"]
        assert len(everywhere) == 2
        two = f"{visit.page('Glossary')},{visit.page('Runbooks', 'OPS')}"
        assert len(visit.cloud.get("/api/v2/pages", params={"id": two}).json()["results"]) == 2
        ordered = titles(sort="-title")
        assert ordered == sorted(ordered, key=str.casefold, reverse=True)


def test_the_tree_is_told_level_by_level_with_folders() -> None:
    with visiting() as visit:
        home, notes = visit.page("Engineering home"), next(iter(visit.company.wiki.folders.values()))
        direct = visit.cloud.get(f"/api/v2/pages/{home}/direct-children").json()["results"]
        assert {"id": notes.id, "type": "folder"}.items() <= next(
            one for one in direct if one["id"] == notes.id
        ).items()
        pages = visit.cloud.get(f"/api/v2/pages/{home}/children").json()["results"]
        assert notes.id not in [one["id"] for one in pages]
        everything = visit.cloud.get(f"/api/v2/pages/{home}/descendants", params={"limit": 250}).json()[
            "results"
        ]
        depths = {one["title"]: one["depth"] for one in everything}
        assert (depths["Checkout"], depths["Voucher rules"], depths["2026-11-17 Planning"]) == (1, 2, 2)
        shallow = visit.cloud.get(
            f"/api/v2/pages/{home}/descendants", params={"depth": 1, "limit": 250}
        ).json()
        assert {one["depth"] for one in shallow["results"]} == {1}
        below = visit.page("2026-11-17 Planning")
        line = visit.cloud.get(f"/api/v2/pages/{below}/ancestors").json()["results"]
        assert line == [{"id": home, "type": "page"}, {"id": notes.id, "type": "folder"}]
        assert visit.cloud.get(f"/api/v2/folders/{notes.id}").json()["title"] == "Meeting notes"
        assert len(visit.cloud.get(f"/api/v2/folders/{notes.id}/direct-children").json()["results"]) == 2


def test_ids_tell_their_kind_and_users_their_names() -> None:
    with visiting() as visit:
        wiki = visit.company.wiki
        kinds = {
            visit.page("Glossary"): "page",
            visit.page("We moved to the new cluster"): "blogpost",
            next(iter(wiki.folders)): "folder",
            next(iter(wiki.files)): "attachment",
            next(one.id for one in wiki.comments.values() if one.inline): "inline-comment",
            next(one.id for one in wiki.comments.values() if not one.inline): "footer-comment",
            visit.page("Pay bands", "HR"): None,
            "1": None,
        }
        answer = visit.cloud.post("/api/v2/content/convert-ids-to-types", json={"contentIds": list(kinds)})
        assert answer.json()["results"] == kinds
        account = visit.company.account("priya").user
        asked = {"accountIds": [account.account_id, "nobody"]}
        users = visit.cloud.post("/api/v2/users-bulk", json=asked).json()["results"]
        assert [one["displayName"] for one in users] == ["Priya Raman"]
        assert visit.cloud.post("/api/v2/users-bulk", json={"accountIds": []}).status_code == 400
