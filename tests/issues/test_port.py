"""The same promises for every tracker behind the port; where one keeps less, that is what is said of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.issues.trackers import TRACKERS, Bench

from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.rich_text import Rich
from narrowgate_issues.port import (
    Changes,
    FieldValue,
    Filter,
    Issue,
    Order,
    Part,
    Row,
    StatusCategory,
)
from narrowgate_issues.tools.verification import verdicts

pytestmark = [pytest.mark.anyio, pytest.mark.counterpart("jira820")]


@pytest.fixture(params=TRACKERS)
async def bench(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Bench]:
    row = TRACKERS[request.param]
    async for each in row.opens(row, tmp_path, request):
        yield each


async def read(bench: Bench, key: str, *include: Part) -> Issue:
    return await bench.tracker.get_issue(key, include, comments_token=None)


async def every_page(bench: Bench, wanted: Filter, limit: int) -> list[Row]:
    found: list[Row] = []
    token: str | None = None
    while True:
        page = await bench.tracker.search(wanted, limit=limit, token=token)
        assert len(page.items) <= limit
        found += page.items
        if page.token is None:
            return found
        assert page.items
        token = page.token


RICH = """One sentence, and [a link](https://example.org/a) in it.

> [!WARNING] Careful
> Words in a panel.

| Browser | Charged |
| --- | --- |
| Firefox | every time |

- one
- two **bold**

```python
charge()
```"""


@pytest.mark.parametrize("old", ["One sentence", "Words in", "every time", "two **bold**", "charge()"])
async def test_one_place_of_a_rich_description_is_changed_and_all_else_is_as_it_was(
    bench: Bench, old: str
) -> None:
    key = await bench.new()
    first = bench.tracker.rewritten(Rich(), RICH)
    await bench.tracker.update_issue(
        key, Changes({"description": first.markdown}, {"description": first}), guarded=True
    )
    before = (await read(bench, key)).rich["description"]
    text = bench.tracker.rewritten(before, before.markdown.replace(old, "wondrous"))
    await bench.tracker.update_issue(
        key, Changes({"description": text.markdown}, {"description": text}), guarded=True
    )
    after = (await read(bench, key)).rich["description"]
    assert (text.losses, text.notes) == ((), ())
    assert after.markdown == before.markdown.replace(old, "wondrous")
    pairs = zip(before.blocks, after.blocks, strict=True)
    assert [one for one, other in pairs if one != other] == [block for block in before.blocks if old in block]


async def test_who_asks_is_known(bench: Bench) -> None:
    assert (await bench.tracker.whoami()).name


async def test_a_search_pages_to_its_end_without_losses_or_duplicates(bench: Bench) -> None:
    wanted = Filter(projects=(bench.row.project,))
    at_once = [issue.key for issue in await every_page(bench, wanted, 50)]
    in_steps = [issue.key for issue in await every_page(bench, wanted, 7)]
    assert in_steps == at_once
    assert len(set(at_once)) == len(at_once) > 3
    assert all(key.startswith(f"{bench.row.project}-") for key in at_once)


@pytest.mark.parametrize("category", StatusCategory)
async def test_a_search_finds_by_category_of_status(bench: Bench, category: StatusCategory) -> None:
    wanted = Filter(projects=(bench.row.project,), status_category=category)
    page = await bench.tracker.search(wanted, limit=20, token=None)
    assert page.items
    assert {(await read(bench, row.key)).status_category for row in page.items} == {category}


async def test_a_search_finds_by_status_and_person_together(bench: Bench) -> None:
    start, _ = bench.row.moves
    (person,) = await bench.tracker.find_users(bench.row.person, assignable_to=None, limit=5)
    wanted = Filter(projects=(bench.row.project,), statuses=(start,), assignee=person.id)
    page = await bench.tracker.search(wanted, limit=20, token=None)
    assert all(issue.status == start and issue.assignee == person for issue in page.items)


@pytest.mark.parametrize("order", [Order.CREATED, Order.UPDATED])
async def test_a_search_is_in_the_order_that_was_asked_for(bench: Bench, order: Order) -> None:
    wanted = Filter(projects=(bench.row.project,), order=order)
    length = len("2026-11-30T09:00:00Z" if "order_within_a_day" in bench.row.keeps else "2026-11-30")
    found = [await read(bench, row.key) for row in await every_page(bench, wanted, 50)]
    newest = [getattr(issue, order)[:length] for issue in found]
    assert newest == sorted(newest, reverse=True)


async def test_a_search_for_nothing_finds_nothing(bench: Bench) -> None:
    page = await bench.tracker.search(
        Filter(projects=(bench.row.project,), labels=("no-such-label",)), limit=5, token=None
    )
    assert page.items == ()
    assert page.token is None


async def test_a_new_issue_is_what_the_tracker_holds(bench: Bench) -> None:
    values: dict[str, FieldValue] = {
        "title": "Made by the contract",
        "labels": ("one", "two"),
        "due_date": "2026-12-24",
        "priority": "High",
    }
    (person,) = await bench.tracker.find_users(bench.row.person, assignable_to=bench.row.project, limit=5)
    changes = Changes({**values, "assignee": person.id, "components": (bench.row.component,)})
    key = await bench.tracker.create_issue(bench.row.project, bench.row.type, changes, stamp="s")
    truth = bench.truth(key)
    assert (truth.title, truth.labels, truth.due_date) == (
        "Made by the contract",
        frozenset({"one", "two"}),
        "2026-12-24",
    )
    assert (truth.priority, truth.assignee) == ("High", person.name)
    assert truth.components == {bench.row.component}
    issue = await read(bench, key)
    assert verdicts(changes, issue, {}) == ([*changes.values], [])
    assert (issue.key, issue.project, issue.type) == (key, bench.row.project, bench.row.type)
    assert (issue.status, issue.status_category) == (bench.row.moves[0], StatusCategory.TODO)
    assert issue.created.endswith("Z")
    assert issue.version.fields


async def test_an_issue_with_its_comments_costs_what_the_vendor_forces(bench: Bench) -> None:
    key = await bench.new()
    await bench.tracker.add_comment(key, bench.tracker.rewritten(Rich(), "one"), audience=None, stamp="1")
    before = len(bench.wire.sent)
    issue = await read(bench, key, Part.COMMENTS, Part.ATTACHMENTS, Part.LINKS, Part.HISTORY)
    assert len(bench.wire.sent) - before == bench.row.requests_with_comments
    assert issue.comments is not None
    assert issue.comments_total == 1
    assert (issue.attachments, issue.links) == ((), ())


async def test_parts_that_were_not_asked_for_are_none(bench: Bench) -> None:
    issue = await read(bench, await bench.new())
    assert (issue.comments, issue.attachments, issue.links, issue.transitions, issue.history) == (None,) * 5


async def test_comments_come_newest_first_and_in_windows(bench: Bench) -> None:
    key = await bench.new()
    for index in range(23):
        await bench.tracker.add_comment(
            key, bench.tracker.rewritten(Rich(), f"number {index}"), audience=None, stamp=str(index)
        )
    first = await bench.tracker.get_issue(key, [Part.COMMENTS], comments_token=None)
    assert first.comments is not None
    assert first.comments_total == bench.truth(key).comments == 23
    rest = await bench.tracker.get_issue(key, [Part.COMMENTS], comments_token=str(len(first.comments)))
    assert rest.comments is not None
    bodies = [each.body for each in (*first.comments, *rest.comments)]
    assert sorted(bodies) == sorted(f"number {index}" for index in range(23))
    if "order_of_ties" in bench.row.keeps:
        assert bodies == [f"number {index}" for index in reversed(range(23))]


async def test_an_update_is_verified_field_by_field(bench: Bench) -> None:
    key = await bench.new()
    (person,) = await bench.tracker.find_users(bench.row.person, assignable_to=key, limit=5)
    values: dict[str, FieldValue] = {
        "title": "Changed",
        "labels": ("x", "y"),
        "due_date": "2026-12-31",
        "priority": "Low",
        "assignee": person.id,
    }
    changes = Changes(values)
    await bench.tracker.update_issue(key, changes, guarded=False)
    assert verdicts(changes, await read(bench, key), {}) == (list(values), [])
    truth = bench.truth(key)
    assert (truth.title, truth.labels, truth.due_date, truth.priority, truth.assignee) == (
        "Changed", frozenset({"x", "y"}), "2026-12-31", "Low", person.name,
    )  # fmt: skip


async def test_null_clears(bench: Bench) -> None:
    key = await bench.new()
    full = Changes({"labels": ("x",), "due_date": "2026-12-31", "components": (bench.row.component,)})
    await bench.tracker.update_issue(key, full, guarded=False)
    empty = Changes({"labels": None, "due_date": None, "components": (), "assignee": None})
    await bench.tracker.update_issue(key, empty, guarded=False)
    assert verdicts(empty, await read(bench, key), {})[1] == []
    truth = bench.truth(key)
    assert (truth.labels, truth.due_date, truth.components, truth.assignee) == (
        frozenset(),
        None,
        frozenset(),
        None,
    )


@pytest.mark.parametrize(
    ("kept", "changes"),
    [
        ("labels_edit", Changes(add_labels=("added",))),
        ("fix_versions", Changes({"fix_versions": ("2026.12",)})),
    ],
)
async def test_what_a_tracker_drops_is_reported_as_ignored(bench: Bench, kept: str, changes: Changes) -> None:
    """An answer of 204 in either case: only reading back tells."""
    key = await bench.new()
    await bench.tracker.update_issue(key, changes, guarded=False)
    applied, ignored = verdicts(changes, await read(bench, key), {})
    assert bool(applied) is (kept in bench.row.keeps)
    assert bool(ignored) is (kept not in bench.row.keeps)
    assert ("added" in bench.truth(key).labels) is (kept in bench.row.keeps and kept == "labels_edit")


async def test_an_issue_moves_by_the_transition_that_was_listed(bench: Bench) -> None:
    key = await bench.new()
    start, target = bench.row.moves
    assert bench.truth(key).status == start
    (move,) = [each for each in await bench.tracker.transitions(key) if each.to_status == target]
    await bench.tracker.transition(key, move, Changes(), comment=None)
    assert bench.truth(key).status == target
    issue = await read(bench, key, Part.TRANSITIONS, Part.HISTORY)
    assert (issue.status, issue.status_category) == (target, StatusCategory.IN_PROGRESS)
    assert issue.transitions
    assert issue.history
    assert (issue.history[0].old, issue.history[0].new) == (start, target)


async def test_a_transition_that_is_over_is_refused(bench: Bench) -> None:
    key = await bench.new()
    (move,) = [each for each in await bench.tracker.transitions(key) if each.to_status == bench.row.moves[1]]
    await bench.tracker.transition(key, move, Changes(), comment=None)
    with pytest.raises(GatewayError) as caught:
        await bench.tracker.transition(key, move, Changes(), comment=None)
    assert caught.value.category is Category.BAD_INPUT


async def test_the_resolution_goes_along_where_the_screen_has_it(bench: Bench) -> None:
    key = await bench.new()
    if bench.row.kind == "jira_cloud":
        (first,) = [
            each for each in await bench.tracker.transitions(key) if each.to_status == bench.row.moves[1]
        ]
        await bench.tracker.transition(key, first, Changes(), comment=None)
    (done,) = [each for each in await bench.tracker.transitions(key) if each.to_status == "Done"]
    (resolution,) = [each for each in done.fields if each.name == "resolution"]
    assert resolution.required
    assert "Duplicate" in resolution.allowed
    await bench.tracker.transition(key, done, Changes({"resolution": "Duplicate"}), comment=None)
    issue = await read(bench, key)
    assert (issue.resolution, issue.status_category) == ("Duplicate", StatusCategory.DONE)


async def test_a_comment_is_added_once_and_read_back(bench: Bench) -> None:
    key = await bench.new()
    body = "First **bold** word.\n\n- one\n- two"
    text = bench.tracker.rewritten(Rich(), body)
    comment = await bench.tracker.add_comment(key, text, audience=None, stamp="mine")
    assert comment.body == text.markdown
    issue = await read(bench, key, Part.COMMENTS)
    assert issue.comments is not None
    assert [each.id for each in issue.comments] == [comment.id]
    assert bench.truth(key).comments == 1


async def test_a_stamp_finds_its_own_comment_or_nothing(bench: Bench) -> None:
    key = await bench.new()
    mine = await bench.tracker.add_comment(
        key, bench.tracker.rewritten(Rich(), "same"), audience=None, stamp="mine"
    )
    await bench.tracker.add_comment(
        key, bench.tracker.rewritten(Rich(), "same"), audience=None, stamp="other"
    )
    found = await bench.tracker.find_comment(key, stamp="mine")
    assert (found.id if found else None) == (mine.id if "stamps" in bench.row.keeps else None)
    assert await bench.tracker.find_comment(key, stamp="nobody's") is None


async def test_a_stamp_finds_its_own_issue_or_nothing(bench: Bench) -> None:
    changes = Changes({"title": "stamped"})
    keys = [
        await bench.tracker.create_issue(bench.row.project, bench.row.type, changes, stamp=stamp)
        for stamp in ("contract-a", "contract-b")
    ]
    found = await bench.tracker.find_created(bench.row.project, stamp="contract-a")
    assert found == (keys[0] if "stamps" in bench.row.keeps else None)
    assert await bench.tracker.find_created(bench.row.project, stamp="nobody's") is None


async def test_a_comment_is_edited(bench: Bench) -> None:
    key = await bench.new()
    comment = await bench.tracker.add_comment(
        key, bench.tracker.rewritten(Rich(), "before"), audience=None, stamp="1"
    )
    edited = await bench.tracker.edit_comment(key, comment.id, bench.tracker.rewritten(comment.rich, "after"))
    assert (edited.id, edited.body) == (comment.id, "after")
    if "single_comment" in bench.row.keeps:
        assert (await bench.tracker.get_comment(key, comment.id)).body == "after"


async def test_a_link_is_read_in_its_direction_from_both_ends(bench: Bench) -> None:
    one, other = await bench.new("one"), await bench.new("other")
    (blocks,) = [kind for kind in await bench.tracker.link_types() if kind.name == "Blocks"]
    await bench.tracker.link_issues(blocks, outward=one, inward=other)
    for key, expected in ((one, ("blocks", other)), (other, ("is blocked by", one))):
        links = (await read(bench, key, Part.LINKS)).links
        assert links is not None
        assert [(each.relation, each.issue.key) for each in links] == [expected]
        assert links[0].issue.title in {"one", "other"}
        assert bench.truth(key).links == {expected}


@pytest.mark.parametrize("filename", ["data.bin", "with space.txt", "ümläut#1.txt", "per%cent.txt"])
async def test_a_file_comes_back_byte_by_byte(bench: Bench, filename: str) -> None:
    content = bytes(range(256)) * 300
    key = await bench.new()
    attached = await bench.tracker.attach_file(key, filename, content, "application/octet-stream")
    assert (attached.filename, attached.size) == (filename, len(content))
    assert bench.truth(key).files == {filename: content}
    (listed,) = (await read(bench, key, Part.ATTACHMENTS)).attachments or ()
    assert listed == attached
    arrived = b"".join([chunk async for chunk in bench.tracker.download(listed)])
    assert arrived == content


async def test_what_is_absent_is_not_found(bench: Bench) -> None:
    for asked in (
        read(bench, bench.row.absent),
        bench.tracker.transitions(bench.row.absent),
        bench.tracker.edit_screen(bench.row.absent),
        bench.tracker.update_issue(bench.row.absent, Changes({"title": "x"}), guarded=False),
        bench.tracker.add_comment(
            bench.row.absent, bench.tracker.rewritten(Rich(), "x"), audience=None, stamp="s"
        ),
    ):
        with pytest.raises(GatewayError) as caught:
            await asked
        assert caught.value.category is Category.NOT_FOUND


async def test_screens_are_described_in_the_words_of_the_safelists(bench: Bench) -> None:
    types = await bench.tracker.issue_types(bench.row.project)
    assert bench.row.type in types
    creating = {
        field.name: field for field in await bench.tracker.create_screen(bench.row.project, bench.row.type)
    }
    assert creating["title"].required
    assert {"description", "labels", "assignee", "due_date"} <= set(creating)
    editing = {field.name: field for field in await bench.tracker.edit_screen(await bench.new())}
    assert "High" in editing["priority"].allowed
    with pytest.raises(GatewayError) as caught:
        await bench.tracker.create_screen(bench.row.project, "No Such Type")
    assert caught.value.category is Category.NOT_FOUND


async def test_projects_are_listed_with_their_keys(bench: Bench) -> None:
    page = await bench.tracker.list_projects([bench.row.project], limit=50, token=None)
    assert bench.row.project in {project.key for project in page.items}
    assert page.token is None


async def test_custom_fields_are_listed_with_what_they_can_be_declared_as(bench: Bench) -> None:
    fields = {field.label.casefold(): field for field in await bench.tracker.list_fields()}
    assert fields["story points"].declare_as == "number"


async def test_people_are_found_by_a_part_of_their_name(bench: Bench) -> None:
    found = await bench.tracker.find_users(bench.row.person, assignable_to=bench.row.project, limit=5)
    assert [person.name for person in found] == [bench.row.person]
    assert found[0].id
    assert await bench.tracker.find_users("zzz-nobody", assignable_to=None, limit=5) == ()


async def test_a_version_changes_with_every_edit_and_with_nothing_else(bench: Bench) -> None:
    key = await bench.new()
    seen = await read(bench, key)
    first, names = seen.version, seen.versioned
    await bench.tracker.add_comment(key, bench.tracker.rewritten(Rich(), "x"), audience=None, stamp="s")
    assert not first.changed((await read(bench, key)).version, names)
    versions = [first]
    for title in ("a", "b"):
        await bench.tracker.update_issue(key, Changes({"title": title}), guarded=True)
        versions.append((await read(bench, key)).version)
        assert versions[-2].changed(versions[-1], names) == {"title"}
    assert all(one.changed(other, names) for one in versions for other in versions if one is not other)
