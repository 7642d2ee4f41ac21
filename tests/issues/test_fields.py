"""The issues server's safelists: what is never writable stays so under every configuration."""

from itertools import combinations
from typing import Any, get_args

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.safelist import pick
from narrowgate_issues.adapters.jira.fieldset import VENDOR_NAMES
from narrowgate_issues.custom_fields import CustomField, FieldType
from narrowgate_issues.fields import BUILT_IN, NEVER, RICH_TEXT_CHARS, SAFELISTS, safelist

ACTIONS = tuple(SAFELISTS)
TYPES = get_args(FieldType)
VALUES: dict[str, Any] = {
    "text": "one line", "rich_text": "two\nlines", "number": 3, "date": "2026-11-30",
    "datetime": "2026-11-30T14:00:00Z", "option": "High", "options": ["High"], "user": "me", "labels": ["a"],
}  # fmt: skip
CONTRACT = (
    "title", "description", "labels", "assignee", "priority", "due_date", "components", "fix_versions", "parent",
)  # fmt: skip
EXPECTED = {
    "create": {*CONTRACT},
    "update": {*CONTRACT, "add_labels", "remove_labels"},
    "transition": {"resolution", "assignee", "fix_versions"},
}


def alias(name: str, kind: FieldType = "text", identity: str = "customfield_1") -> CustomField:
    return CustomField(name, identity, kind)


def test_without_a_configuration_the_lists_are_these() -> None:
    assert {action: set(safelist(action, (), None)) for action in ACTIONS} == EXPECTED


def test_every_built_in_field_is_known_to_the_vendors_table() -> None:
    assert set(BUILT_IN) - {"add_labels", "remove_labels"} == set(VENDOR_NAMES)
    assert not NEVER & set(BUILT_IN)


@pytest.mark.parametrize("action", ACTIONS)
def test_what_may_never_be_written_is_in_no_list_of_any_configuration(action: str) -> None:
    """Each name as an alias of each type, narrowed to nothing, to itself, to each built-in field and to everything."""
    narrowings: list[tuple[str, ...] | None] = [None, *((name,) for name in BUILT_IN), (*NEVER, *BUILT_IN)]
    for name in NEVER:
        for kind in TYPES:
            for narrowed in [*narrowings, (name,)]:
                rows = safelist(action, [alias(name, kind), alias("points", "number")], narrowed)
                assert not NEVER & set(rows)
                assert not {row.name for row in rows.values()} & NEVER


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("name", sorted(NEVER))
def test_what_may_never_be_written_is_an_unknown_field(action: str, name: str) -> None:
    rows = safelist(action, [alias(name)], (name, "title", "resolution"))
    with pytest.raises(GatewayError) as caught:
        pick({name: "x"}, rows)

    assert (caught.value.category, caught.value.reason) == ("bad_input", "unknown_field")


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("kind", TYPES)
def test_an_alias_never_changes_a_built_in_field_nor_adds_one_to_a_list(action: str, kind: FieldType) -> None:
    plain = safelist(action, (), None)
    for name in BUILT_IN:
        assert safelist(action, [alias(name, kind)], None) == plain


@pytest.mark.parametrize("action", ACTIONS)
def test_a_configuration_only_narrows_and_aliases_only_add_themselves(action: str) -> None:
    aliases = [alias("points", "number", "customfield_2"), alias("team", "option", "customfield_3")]
    whole = safelist(action, aliases, None)
    assert set(whole) == EXPECTED[action] | {"points", "team"}
    for names in combinations([*BUILT_IN, "points", "team"], 2):
        kept = safelist(action, aliases, names)
        assert kept.items() <= whole.items()
        editing = {"add_labels", "remove_labels"} if "labels" in names else set()
        assert set(kept) == set(whole) & {*names, *editing}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("kind", TYPES)
def test_an_alias_takes_values_of_its_declared_type_only(action: str, kind: FieldType) -> None:
    rows = safelist(action, [alias("extra", kind)], None)

    for other, value in VALUES.items():
        lists = {"options", "labels"}
        lines = {"text", "option", "user", "date", "datetime"}
        fits = (
            other == kind or {other, kind} <= lists or (kind in {"text", "option", "user"} and other in lines)
        )
        if fits or (kind == "rich_text" and isinstance(value, str)):
            picked = tuple(value) if isinstance(value, list) else value
            assert pick({"extra": value}, rows) == {"extra": picked}
        else:
            with pytest.raises(GatewayError):
                pick({"extra": value}, rows)


@pytest.mark.parametrize(
    "raw",
    [{"id": "10001"}, {"value": "High"}, [{"add": "a"}], [{"id": "1"}], {"accountId": "x", "admin": True}],
)
@pytest.mark.parametrize("action", ACTIONS)
def test_no_field_takes_the_vendors_own_shape(action: str, raw: Any) -> None:
    rows = safelist(action, [alias(f"a_{kind}", kind) for kind in TYPES], None)
    for name in rows:
        with pytest.raises(GatewayError):
            pick({name: raw}, rows)


def test_texts_are_bounded() -> None:
    rows = safelist("create", [alias("notes", "rich_text"), alias("line", "text")], None)

    assert pick({"description": "x" * RICH_TEXT_CHARS, "notes": "x" * RICH_TEXT_CHARS}, rows)
    for name, size in {
        "title": 256,
        "line": 256,
        "description": RICH_TEXT_CHARS + 1,
        "notes": RICH_TEXT_CHARS + 1,
    }.items():
        with pytest.raises(GatewayError):
            pick({name: "x" * size}, rows)


def test_clearing_is_for_what_may_be_empty() -> None:
    rows = safelist("update", (), None) | safelist("transition", (), None)

    assert {name for name, row in rows.items() if not row.clearable} == {
        "title", "priority", "add_labels", "remove_labels", "resolution",
    }  # fmt: skip
