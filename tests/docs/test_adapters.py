"""One contract for both editions: what the port promises, over real connections to the embedded company."""

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest
from tests.docs.harness import KINDS, Kind
from tests.docs.wikis import Bench, bench

from narrowgate_common.errors import GatewayError
from narrowgate_common.paging import Page
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_docs.adapters.confluence.mapping import not_a_page
from narrowgate_docs.port import Address, Anchor, Comment, Filter, Order, Standing

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("kind", KINDS)]


async def failure(asking: Awaitable[object]) -> GatewayError:
    with pytest.raises(GatewayError) as failed:
        await asking
    return failed.value


async def every(fetch: Callable[[str | None], Awaitable[Page[Any]]]) -> list[Any]:
    """All pages of a list."""
    found: list[Any] = []
    token: str | None = None
    for _ in range(60):
        page = await fetch(token)
        found += page.items
        if (token := page.token) is None:
            return found
    raise AssertionError("the list has no end")


def difficult(desk: Bench) -> None:
    temper = desk.company.wiki.temper
    temper.most_per_page, temper.short_pages, temper.empty_pages = 3, True, 2


async def test_the_account_is_who_the_wiki_says(kind: Kind) -> None:
    async with bench(kind) as desk:
        me = await desk.of("whoami").whoami()
        user = desk.company.account("alex.lindqvist").user

        assert me.name == user.name
        assert me.id == (user.account_id if desk.cloud else "alex.lindqvist")


@pytest.mark.parametrize("method", ["whoami", "spaces", "search", "document"])
async def test_a_wrong_credential_is_told_as_such(kind: Kind, method: str) -> None:
    async with bench(kind, token="wrong") as desk:
        wiki = desk.of(method)
        calls: dict[str, Callable[[], Awaitable[object]]] = {
            "whoami": wiki.whoami,
            "spaces": lambda: wiki.spaces((), limit=5, token=None),
            "search": lambda: wiki.search(Filter(), limit=5, token=None),
            "document": lambda: wiki.document(Address(id=desk.page("Glossary").id)),
        }
        error = await failure(calls[method]())

        assert (error.category, error.reason) == ("configuration_error", "credential_rejected")


async def test_spaces_are_those_asked_for_or_all(kind: Kind) -> None:
    async with bench(kind) as desk:
        wiki = desk.of("spaces")
        every_one = await every(lambda token: wiki.spaces((), limit=2, token=token))
        personal = next(space.key for space in every_one if space.key.startswith("~"))
        some = await wiki.spaces(["OPS", personal, "HR"], limit=10, token=None)

        assert {space.key for space in every_one} == {"ENG", "OPS", personal}
        assert {space.key for space in some.items} == {"OPS", personal}
        assert all(space.url.startswith(desk.profile.site) for space in every_one)
        assert all(space.home for space in every_one) or not desk.cloud


async def test_a_page_is_the_same_by_id_and_by_title(kind: Kind) -> None:
    async with bench(kind) as desk:
        page = desk.page("Checkout architecture")
        wiki = desk.of("document")
        found = await wiki.document(Address(id=page.id))

        assert await wiki.document(Address(space="ENG", title=page.title)) == found
        assert (found.page.id, found.page.space, found.page.parent) == (page.id, "ENG", page.parent)
        assert (found.number, found.source, found.page.standing) == (page.version, page.body, "current")
        assert set(found.labels or ()) == {"architecture", "checkout"}
        assert found.body.locked == ""
        assert found.created.endswith("Z")
        assert found.page.updated.endswith("Z")
        assert page.id in found.page.url


async def test_a_page_costs_one_request(kind: Kind) -> None:
    async with bench(kind) as desk:
        await desk.document("Glossary")
        desk.sent.clear()
        await desk.document("Checkout architecture")

        assert len(desk.sent) == 1


async def test_labels_beyond_those_that_come_along_are_asked_for(kind: Kind) -> None:
    async with bench(kind) as desk:
        wiki, page = desk.company.wiki, desk.page("Glossary")
        page.labels[:] = [wiki.label(f"label-{number:02}") for number in range(60)]

        assert len((await desk.document("Glossary")).labels or ()) == 60


async def test_labels_of_other_prefixes_are_nobodys_to_see(kind: Kind) -> None:
    async with bench(kind) as desk:
        page = desk.page("Glossary")
        page.labels[:] = [desk.company.wiki.label("mine", "my"), desk.company.wiki.label("ours")]

        assert (await desk.document("Glossary")).labels == ("ours",)


@pytest.mark.parametrize(
    ("title", "standing"), [("Checkout until 2025", Standing.ARCHIVED), ("Scratch", Standing.TRASHED)]
)
async def test_the_standing_is_told(kind: Kind, title: str, standing: Standing) -> None:
    async with bench(kind) as desk:
        assert (await desk.document(title)).page.standing == standing
        assert (await desk.ref(title)).standing == standing


async def test_what_is_no_page_says_so(kind: Kind) -> None:
    async with bench(kind) as desk:
        post = desk.page("We moved to the new cluster")
        assert post.kind == "blogpost"
        for asking in (desk.of("document").document(Address(id=post.id)), desk.of("ref").ref(post.id)):
            error = await failure(asking)
            assert (error.reason, error.message) == ("not_a_page", not_a_page().message)


async def test_absent_invisible_and_elsewhere_are_told_alike(kind: Kind) -> None:
    async with bench(kind, "jun.okada") as desk:
        wiki = desk.of("document")
        hidden = desk.page("Security findings")
        addresses = [
            Address(id="999999999"),
            Address(id=hidden.id),
            Address(id=desk.company.space("HR").home),
            Address(space="ENG", title="Nowhere"),
            Address(space="ENG", title=hidden.title),
        ]
        errors = [await failure(wiki.document(address)) for address in addresses]

        assert {(error.category, error.message, error.details) for error in errors} == {
            ("not_found", "That page was not found, or is not visible to this account", ())
        }


async def test_a_space_that_is_not_there_has_no_pages(kind: Kind) -> None:
    async with bench(kind) as desk:
        error = await failure(desk.of("document").document(Address(space="NOPE", title="Glossary")))

        assert error.category == "not_found"


async def test_earlier_versions_are_read_while_there_are_any(kind: Kind) -> None:
    async with bench(kind) as desk:
        found = await desk.document("Glossary")
        await desk.of("write_page").write_page(found, title="Glossary", body="<p>new</p>", message="because")
        earlier = await desk.of("document_at").document_at(found.page, found.number)

        assert earlier == found.body
        assert (await desk.document("Glossary")).source == "<p>new</p>"
        assert desk.page("Glossary").versions[-1].message == "because"
        assert await desk.of("document_at").document_at(found.page, 99) is None


async def test_a_draft_is_one_where_it_reads_otherwise(kind: Kind) -> None:
    async with bench(kind) as desk:
        draft = await desk.of("draft").draft(await desk.document("Release process"))
        same = desk.page("Release process")
        assert draft is not None
        assert draft.author == same.draft.author.name
        assert draft.saved.endswith("Z")

        local = same.body.replace("<p>", '<p local-id="x">', 1)
        same.draft = replace(same.draft, body=local, title=same.title)
        assert await desk.of("draft").draft(await desk.document("Release process")) is None
        same.draft = replace(same.draft, title="Another title")
        assert await desk.of("draft").draft(await desk.document("Release process")) is not None
        assert await desk.of("draft").draft(await desk.document("Glossary")) is None


async def test_a_rendering_has_what_macros_show(kind: Kind) -> None:
    async with bench(kind) as desk:
        page = await desk.ref("Open operations work", "OPS" if not _in(desk, "ENG") else "ENG")
        text = await desk.of("rendered").rendered(page)

        assert "OPS-" in text
        assert "<" not in text.replace("\\<", "")


def _in(desk: Bench, space: str) -> bool:
    return any(
        page.title == "Open operations work" and page.space.key == space
        for page in desk.company.wiki.pages.values()
    )


async def test_the_tree_has_a_top_and_goes_down(kind: Kind) -> None:
    async with bench(kind) as desk:
        difficult(desk)
        wiki = desk.of("children")
        home = str(desk.company.space("ENG").home)
        top = await every(lambda token: wiki.children("ENG", None, limit=10, token=token))
        below = await every(lambda token: wiki.children("ENG", home, limit=10, token=token))

        assert home in {page.id for page in top}
        assert {page.parent for page in below} == {home}
        assert [page.id for page in below] == [
            one.id
            for one in desk.company.wiki.children(home)
            if one.status == "current" and one.kind == "page"
        ]
        assert all(page.space == "ENG" and page.id in page.url for page in (*top, *below))


async def test_a_search_finds_pages_with_passages_and_their_place(kind: Kind) -> None:
    async with bench(kind) as desk:
        found = await desk.of("search").search(
            Filter(text="payment service", spaces=("ENG",)), limit=5, token=None
        )
        (hit,) = [each for each in found.items if each.page.title == "Checkout architecture"]

        assert any("payment service" in passage.text for passage in hit.passages)
        assert hit.passages[0].headings == ("How it works",)
        assert hit.path[0] == "Engineering home"
        assert (hit.page.space, hit.version) == ("ENG", desk.page("Checkout architecture").version)
        assert set(hit.labels) == {"architecture", "checkout"}


async def test_searches_go_on_to_their_end(kind: Kind) -> None:
    async with bench(kind) as desk:
        difficult(desk)
        wiki = desk.of("search")
        wanted = Filter(spaces=("ENG",), order=Order.TITLE)
        found = await every(lambda token: wiki.search(wanted, limit=10, token=token))
        titles = [hit.page.title for hit in found]

        assert titles == sorted(titles, key=str.casefold)
        assert len(titles) == len(set(titles)) > 10


async def test_every_filter_is_understood(kind: Kind) -> None:
    async with bench(kind) as desk:
        me = await desk.of("whoami").whoami()
        wanted = Filter(
            text="the", title="checkout", spaces=("ENG", "OPS"), labels=("checkout",),
            ancestor=desk.company.space("ENG").home, contributor=me.id, updated_after="-9000d",
            updated_before="2099-01-01", created_after="1999-01-01", created_before="2099-12-31", order=Order.UPDATED,
        )  # fmt: skip
        await desk.of("search").search(wanted, limit=5, token=None)
        mine = await desk.of("search").search(Filter(creator="me"), limit=5, token=None)

        assert mine.items


async def test_a_personal_space_is_searched(kind: Kind) -> None:
    async with bench(kind) as desk:
        personal = next(space.key for space in desk.company.wiki.spaces.values() if space.personal)
        found = await desk.of("search").search(Filter(spaces=(personal,)), limit=5, token=None)

        assert {hit.page.space for hit in found.items} == {personal}


async def test_a_native_query_is_confined_and_finds_pages_only(kind: Kind) -> None:
    async with bench(kind) as desk:
        wiki = desk.of("search_native")
        query = 'text ~ "stock" or type = comment or type = attachment order by created desc'
        found = await wiki.search_native(query, spaces=["ENG"], limit=50, token=None)
        free = await wiki.search_native("label = checkout", spaces=[], limit=50, token=None)
        error = await failure(wiki.search_native("nonsense ! x", spaces=[], limit=5, token=None))

        assert {hit.page.space for hit in found.items} == {"ENG"}
        assert any("tock" in passage.text for hit in found.items for passage in hit.passages)
        assert free.items
        assert (error.category, error.reason) == ("bad_input", "invalid_query")


async def test_pages_of_too_much_text_are_found_without_their_passages(kind: Kind) -> None:
    async with bench(kind, max_body_bytes=200_000) as desk:
        desk.company.plant_page("ENG", "Long", f"<p>needle {'word ' * 60_000}</p>")
        found = await desk.of("search").search(Filter(text="needle"), limit=5, token=None)

        assert [(hit.page.title, hit.passages) for hit in found.items] == [("Long", ())]


async def test_comments_are_listed_by_place_and_state(kind: Kind) -> None:
    async with bench(kind) as desk:
        page = await desk.ref("Checkout architecture")
        wiki = desk.of("comments")

        async def ids(location: Any, resolution: Any) -> list[str]:
            listed = await every(
                lambda token: wiki.comments(page, location, resolution, limit=1, token=token)
            )
            assert all(each.page == page.id and each.location == location for each in listed)
            return [each.id for each in listed]

        assert await ids("footer", "any") == await ids("footer", "open") == ["98318"]
        assert set(await ids("inline", "any")) == {"98316", "98317"}
        assert len(await ids("inline", "open")) == len(await ids("inline", "resolved")) == 1


async def test_a_comment_tells_who_when_and_on_what(kind: Kind) -> None:
    async with bench(kind) as desk:
        page = await desk.ref("Checkout architecture")
        (open_one,) = (await desk.of("comments").comments(page, "inline", "open", limit=5, token=None)).items
        stored = desk.company.wiki.comments[open_one.id]

        assert stored.anchor is not None
        assert open_one.anchor == stored.anchor.selection == "at most eight seconds"
        assert (open_one.author, open_one.resolved) == (stored.author.name, False)
        assert open_one.source == stored.body
        assert f"focusedCommentId={open_one.id}" in open_one.url


async def test_replies_belong_to_the_page_however_deep(kind: Kind) -> None:
    async with bench(kind) as desk:
        page = await desk.ref("Checkout architecture")
        above = await desk.of("comment").comment("98318")
        body = desk.of("commented").commented("Deeper", "")
        for _ in range(5):
            above = await desk.of("add_comment").add_comment(page, body, reply_to=above, anchor=None)
        again = await desk.of("comment").comment(above.id)
        (first,) = (
            await desk.of("replies").replies(await desk.of("comment").comment("98319"), limit=5, token=None)
        ).items or (None,)

        assert (again.page, again.parent, again.body) == (page.id, above.parent, "Deeper")
        assert first is None or first.page == page.id


async def test_comments_of_other_things_are_none_of_ours(kind: Kind) -> None:
    async with bench(kind) as desk:
        post = desk.page("We moved to the new cluster")
        user = desk.company.account("alex.lindqvist").user
        other = desk.company.wiki.add_comment(post, "<p>x</p>", user, desk.company.moment())
        wiki = desk.of("comment")

        assert (await failure(wiki.comment("999999"))).category == "not_found"
        assert (await failure(wiki.comment(desk.page("Glossary").id))).category == "not_found"
        if desk.cloud:
            assert (await failure(wiki.comment(other.id))).category == "not_found"
        else:
            assert (await wiki.comment(other.id)).page == post.id


def fresh(desk: Bench, markdown: str) -> Rewrite:
    return desk.of("rewritten").rewritten(Rich(), markdown)


async def test_a_page_is_made_below_another(kind: Kind) -> None:
    async with bench(kind) as desk:
        parent = desk.page("Glossary")
        made = await desk.of("create_page").create_page(
            "ENG", "Fresh", fresh(desk, "Some **words**"), parent=parent.id
        )
        page = desk.page("Fresh")

        assert (made.id, made.space, made.parent, made.title) == (page.id, "ENG", parent.id, "Fresh")
        assert page.body == "<p>Some <strong>words</strong></p>"


async def test_a_taken_title_is_told(kind: Kind) -> None:
    async with bench(kind) as desk:
        wiki = desk.of("create_page")
        error = await failure(wiki.create_page("ENG", "Glossary", fresh(desk, "x"), parent=None))
        found = await desk.of("find_titled").find_titled("ENG", "Glossary")
        renamed = await failure(
            desk.of("write_page").write_page(
                await desk.document("Coding guide"), title="Glossary", body="<p>x</p>", message=""
            )
        )

        assert error.reason == renamed.reason == "title_taken"
        assert found is not None
        assert found.page.id == desk.page("Glossary").id


@pytest.mark.parametrize(("title", "standing"), [("Checkout until 2025", "archived"), ("Scratch", "trashed")])
async def test_a_title_is_found_in_whatever_standing(kind: Kind, title: str, standing: str) -> None:
    async with bench(kind) as desk:
        found = await desk.of("find_titled").find_titled("ENG", title)
        free = await desk.of("find_titled").find_titled("ENG", "Nobody has this")

        assert found is not None
        assert found.page.standing == standing
        assert free is None


async def test_a_stale_write_is_a_conflict_and_changes_nothing(kind: Kind) -> None:
    async with bench(kind) as desk:
        found = await desk.document("Glossary")
        wiki = desk.of("write_page")
        await wiki.write_page(found, title="Glossary", body="<p>first</p>", message="")
        error = await failure(wiki.write_page(found, title="Glossary", body="<p>second</p>", message=""))

        assert (error.reason, error.outcome) == ("conflict", None)
        assert desk.page("Glossary").body == "<p>first</p>"


async def test_broken_markup_is_refused_with_its_place(kind: Kind) -> None:
    async with bench(kind) as desk:
        found = await desk.document("Glossary")
        error = await failure(
            desk.of("write_page").write_page(found, title="Glossary", body="<p>a</br></p>", message="")
        )

        assert (error.category, error.reason) == ("bad_input", "ill_formed")
        assert "row 1, column" in error.details[0]


async def test_a_body_that_is_too_large_is_not_sent(kind: Kind) -> None:
    async with bench(kind) as desk:
        found = await desk.document("Glossary")
        desk.sent.clear()
        body = f"<p>{'é' * 2_621_440}</p>"
        first = await failure(
            desk.of("write_page").write_page(found, title="Glossary", body=body, message="")
        )
        second = await failure(
            desk.of("create_page").create_page("ENG", "Big", Rewrite("", body), parent=None)
        )

        assert first.reason == second.reason == "too_large"
        assert not {"page_write", "page_create"} & set(desk.names)


async def test_a_write_leaves_the_page_where_it_is(kind: Kind) -> None:
    async with bench(kind) as desk:
        desk.company.wiki.temper.orphaned_by_updates = True
        found = await desk.document("Payment providers")
        await desk.of("write_page").write_page(found, title="Payment providers", body="<p>x</p>", message="")

        assert desk.page("Payment providers").parent == found.page.parent is not None


async def test_a_page_is_moved_also_after_it_was_written(kind: Kind) -> None:
    async with bench(kind) as desk:
        found = await desk.document("Glossary")
        await desk.of("write_page").write_page(found, title="Glossary", body="<p>x</p>", message="")
        target = desk.page("Coding guide")
        await desk.of("move_page").move_page(found, target.id)
        page = desk.page("Glossary")

        assert (page.parent, page.body, page.title) == (target.id, "<p>x</p>", "Glossary")
        assert (await desk.ref("Glossary")).parent == target.id


async def test_labels_are_added_beside_others_and_removed_more_than_once(kind: Kind) -> None:
    async with bench(kind) as desk:
        page = await desk.ref("Checkout architecture")
        await desk.of("add_labels").add_labels(page, ["new", "architecture"])
        for _ in range(2):
            await desk.of("remove_label").remove_label(page, "checkout")

        assert {label.name for label in desk.page("Checkout architecture").labels} == {"architecture", "new"}


async def test_who_may_only_read_changes_nothing(kind: Kind) -> None:
    async with bench(kind, "jun.okada") as desk:
        found = await desk.document("Glossary")
        tries = (
            desk.of("write_page").write_page(found, title="Glossary", body="<p>x</p>", message=""),
            desk.of("create_page").create_page("ENG", "Mine", fresh(desk, "x"), parent=None),
            desk.of("add_labels").add_labels(found.page, ["x"]),
            desk.of("attach_file").attach_file(found.page, "a.txt", b"x", "text/plain", stamp="s"),
        )
        for each in tries:
            assert (await failure(each)).category in {"permission_denied", "not_found"}


async def add(desk: Bench, title: str, markdown: str, stamp: str, above: Comment | None = None) -> Comment:
    page = await desk.ref(title)
    body = desk.of("commented").commented(markdown, stamp)
    return await desk.of("add_comment").add_comment(page, body, reply_to=above, anchor=None)


STARTS = [
    "Plain",
    "- a list",
    "# Heading",
    "> quoted",
    "| a |\n| --- |\n| b |",
    "```\n<p >code</p>\n```\n\nAfter",
]


@pytest.mark.parametrize("markdown", STARTS)
async def test_a_comment_is_found_again_by_its_stamp(kind: Kind, markdown: str) -> None:
    async with bench(kind) as desk:
        page = await desk.ref("Glossary")
        made = await add(desk, "Glossary", markdown, "stamp one")
        answer = await add(desk, "Glossary", "Answer", "stamp two", made)
        look = desk.of("find_comment").find_comment
        again = await look(page, "stamp one", reply_to=None, anchor=None)
        below = await look(page, "stamp two", reply_to=made, anchor=None)

        assert made.body.strip() == desk.of("commented").commented(markdown, "").markdown.strip()
        assert again is not None
        assert below is not None
        assert (again.id, again.body, again.page) == (made.id, made.body, page.id)
        assert (below.id, below.page) == (answer.id, page.id)
        assert await look(page, "another", reply_to=None, anchor=None) is None
        assert await look(page, "stamp one", reply_to=made, anchor=None) is None


async def test_a_stamp_that_the_wiki_does_not_keep_is_not_found(kind: Kind) -> None:
    async with bench(kind) as desk:
        made = await add(desk, "Glossary", "Plain", "stamp")
        comment = desk.company.wiki.comments[made.id]
        comment.versions[-1] = replace(comment.latest, body="<p>Plain</p>")
        page = await desk.ref("Glossary")

        assert await desk.of("find_comment").find_comment(page, "stamp", reply_to=None, anchor=None) is None


async def test_the_newest_of_many_comments_is_found(kind: Kind) -> None:
    async with bench(kind) as desk:
        page, user = desk.page("Glossary"), desk.company.account("alex.lindqvist").user
        for number in range(120):
            desk.company.wiki.add_comment(page, f"<p>{number}</p>", user, desk.company.moment())
        made = await add(desk, "Glossary", "Newest", "stamp")
        look = desk.of("find_comment").find_comment
        found = await look(await desk.ref("Glossary"), "stamp", reply_to=None, anchor=None)

        assert found is not None
        assert found.id == made.id


async def test_words_are_commented_on_where_the_vendor_lets_us(kind: Kind) -> None:
    async with bench(kind) as desk:
        found = await desk.document("Checkout architecture")
        places = desk.of("occurrences").occurrences(found, "step")
        anchor = Anchor("step", len(places), 1)
        body = desk.of("commented").commented("Which one?", "stamp")
        adding = desk.of("add_comment").add_comment(found.page, body, reply_to=None, anchor=anchor)
        if not desk.cloud:
            error = await failure(adding)
            assert (error.category, error.reason) == ("configuration_error", "unsupported")
            return
        made = await adding
        answer = await add(desk, "Checkout architecture", "That one", "other", made)
        again = await desk.of("find_comment").find_comment(found.page, "stamp", reply_to=None, anchor=anchor)

        assert len(places) == 2
        assert (made.location, made.anchor, answer.location) == ("inline", "step", "inline")
        assert again is not None
        assert again.id == made.id
        assert desk.page("Checkout architecture").version == found.number


NAMES = ["plain.txt", "with space.txt", "概要 of 2026.txt", "a+b & c%20.txt", "cafe\u0301.txt", "x;y='1'.txt"]


@pytest.mark.parametrize("name", NAMES)
async def test_a_file_comes_back_as_it_was_attached(kind: Kind, name: str) -> None:
    async with bench(kind) as desk:
        page = await desk.ref("Glossary")
        made = await desk.of("attach_file").attach_file(page, name, b"one", "text/plain", stamp="s1")
        named = await desk.of("attachment_named").attachment_named(page, name)
        assert named is not None
        async with aclosing(desk.of("download").download(page, named)) as chunks:
            content = b"".join([chunk async for chunk in chunks])

        assert content == b"one"
        assert (made.id, made.filename, made.size, made.version) == (named.id, name, 3, 1)
        assert made.media_type == "text/plain"


async def test_a_second_file_of_the_name_is_a_new_version(kind: Kind) -> None:
    async with bench(kind) as desk:
        page = await desk.ref("Glossary")
        attach, look = desk.of("attach_file").attach_file, desk.of("find_attached").find_attached
        first = await attach(page, "a.txt", b"one", "text/plain", stamp="s1")
        assert await look(page, "a.txt", stamp="s1") is not None
        second = await attach(page, "a.txt", b"three", "text/plain", stamp="s2")
        found = await look(page, "a.txt", stamp="s2")

        assert (second.id, second.version, second.size) == (first.id, 2, 5)
        assert found is not None
        assert (found.id, found.version) == (first.id, 2)
        assert await look(page, "a.txt", stamp="s1") is None
        assert await look(page, "b.txt", stamp="s2") is None
        (file,) = [one for one in desk.company.wiki.files.values() if one.title == "a.txt"]
        assert [content for content, _ in file.contents] == [b"one", b"three"]


async def test_attachments_are_listed_to_their_end(kind: Kind) -> None:
    async with bench(kind) as desk:
        page = await desk.ref("Glossary")
        for number in range(7):
            await desk.of("attach_file").attach_file(
                page, f"{number}.txt", b"x", "text/plain", stamp=str(number)
            )
        difficult(desk)
        wiki = desk.of("attachments")
        found = await every(lambda token: wiki.attachments(page, limit=5, token=token))

        assert sorted(each.filename for each in found) == [f"{number}.txt" for number in range(7)]


async def test_a_file_that_is_too_large_for_the_wiki_is_refused(kind: Kind) -> None:
    async with bench(kind) as desk:
        desk.company.upload_limit = 10
        page = await desk.ref("Glossary")
        error = await failure(
            desk.of("attach_file").attach_file(page, "a.txt", b"x" * 11, "text/plain", stamp="s")
        )

        assert (error.category, error.reason) == ("bad_input", "too_large")
