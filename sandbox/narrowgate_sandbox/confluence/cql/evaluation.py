"""Which entities a query means, and in what order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from narrowgate_sandbox.company.records import User
from narrowgate_sandbox.confluence import texts
from narrowgate_sandbox.confluence.call import Call
from narrowgate_sandbox.confluence.content_shapes import user_key
from narrowgate_sandbox.confluence.cql import dates
from narrowgate_sandbox.confluence.cql.entities import Entity, everything
from narrowgate_sandbox.confluence.cql.grammar import Clause, Group, Not, Operand, Query, Tree
from narrowgate_sandbox.confluence.cql.words import CqlError

Judge = Callable[[Entity], bool]
KINDS = (
    "page",
    "blogpost",
    "comment",
    "attachment",
    "space",
    "user",
    "whiteboard",
    "database",
    "folder",
    "embed",
)
_EQUAL = ("=", "!=", "in", "not in")
_TEXT = ("~", "!~")
_ORDER = ("<", ">", "<=", ">=")
_FIELDS: dict[str, tuple[str, ...]] = {
    "type": _EQUAL,
    "space": _EQUAL,
    "space.key": _EQUAL,
    "space.type": _EQUAL,
    "space.title": (*_EQUAL, *_TEXT),
    "id": _EQUAL,
    "content": _EQUAL,
    "title": (*_EQUAL, *_TEXT),
    "text": _TEXT,
    "sitesearch": _TEXT,
    "label": _EQUAL,
    "ancestor": _EQUAL,
    "parent": _EQUAL,
    "creator": _EQUAL,
    "contributor": _EQUAL,
    "container": _EQUAL,
    "created": ("=", "!=", *_ORDER),
    "lastmodified": ("=", "!=", *_ORDER),
}
_SORTS: dict[str, Callable[[Entity], Any]] = {
    "created": lambda one: one.created,
    "lastmodified": lambda one: one.modified,
    "title": lambda one: one.title.casefold(),
    "type": lambda one: one.kind,
    "id": lambda one: one.id,
    "space": lambda one: one.space.key,
    "space.key": lambda one: one.space.key,
    "creator": lambda one: one.creator.name,
}


def run(call: Call, query: Query) -> list[Entity]:
    """Raises CqlError for fields, operators and values that do not exist."""
    judge = _judge(call, query.where)
    unknown = next((field for field, _ in query.order if field.lower() not in _SORTS), None)
    if unknown:
        raise CqlError(f"The field '{unknown}' is not supported for ordering.")
    found = [one for one in everything(call, spaces=_wants_spaces(query.where)) if judge(one)]
    sought = [word.casefold() for word in lit(query.where)]
    found.sort(key=lambda one: -sum(word in one.title.casefold() for word in sought))
    for field, descending in reversed(query.order):
        found.sort(key=_SORTS[field.lower()], reverse=descending)
    return found


def clauses(tree: Tree) -> Iterator[Clause]:
    if isinstance(tree, Clause):
        yield tree
    elif isinstance(tree, Not):
        yield from clauses(tree.part)
    else:
        for part in tree.parts:
            yield from clauses(part)


def lit(tree: Tree) -> list[str]:
    """The words that a result lights up."""
    sought = (one for one in clauses(tree) if one.operator == "~")
    return [word for one in sought for word in texts.terms(one.operands[0].text)]


def _wants_spaces(tree: Tree) -> bool:
    """Spaces are found when they are asked for, or when nothing says what is."""
    known = list(clauses(tree))
    kinds = [one for one in known if one.field.lower() == "type"]
    if not kinds:
        return any(one.field.lower() == "sitesearch" for one in known)
    return any(operand.text.lower() == "space" for one in kinds for operand in one.operands)


def _judge(call: Call, tree: Tree) -> Judge:
    if isinstance(tree, Not):
        inner = _judge(call, tree.part)
        return lambda one: not inner(one)
    if isinstance(tree, Group):
        parts = [_judge(call, part) for part in tree.parts]
        return lambda one: (all if tree.joined_by == "and" else any)(part(one) for part in parts)
    return _clause(call, tree)


def _clause(call: Call, clause: Clause) -> Judge:
    field = clause.field.lower()
    if field not in _FIELDS:
        raise CqlError(f"Unknown field: {clause.field}")
    if clause.operator not in _FIELDS[field]:
        raise CqlError(f"The operator '{clause.operator}' is not supported for the field '{clause.field}'.")
    if clause.operator in _TEXT:
        return _text(field, clause)
    if field in ("created", "lastmodified"):
        return _date(call, field, clause)
    wanted = {_value(call, field, one) for one in clause.operands}
    positive = clause.operator in ("=", "in")
    return lambda one: bool(wanted & _held(one, field)) is positive


def _text(field: str, clause: Clause) -> Judge:
    sought = clause.operands[0].text
    if not sought.strip() or sought.lstrip()[0] in "*?":
        raise CqlError(f"Invalid search text for the field '{clause.field}': {sought}")
    positive = clause.operator == "~"
    return lambda one: texts.holds(_searched(one, field), sought) is positive


def _searched(one: Entity, field: str) -> str:
    if field == "space.title":
        return one.space.name
    return one.title if field == "title" else f"{one.title} {one.text}"


def _date(call: Call, field: str, clause: Clause) -> Judge:
    wanted, whole = dates.moment(clause.operands[0], call.company.clock.now)

    def judge(one: Entity) -> bool:
        at = one.created if field == "created" else one.modified
        at = at.replace(hour=0, minute=0, second=0, microsecond=0) if whole else at
        signs = {"=": at == wanted, "!=": at != wanted, "<": at < wanted, ">": at > wanted}
        return signs.get(clause.operator, at == wanted or signs[clause.operator[0]])

    return judge


def _value(call: Call, field: str, operand: Operand) -> str:
    if operand.function:
        if operand.text.lower() != "currentuser" or field not in ("creator", "contributor"):
            raise CqlError(f"Unknown function: {operand.text}")
        return call.user.account_id
    value = operand.text.casefold()
    if field == "type" and value not in KINDS:
        raise CqlError(f"Unsupported content type: {operand.text}")
    if field in ("id", "content", "ancestor", "parent") and not value.removeprefix("att").isdigit():
        raise CqlError(f"The value '{operand.text}' for the field '{field}' is not a content id.")
    return value


def _held(one: Entity, field: str) -> set[str]:
    """What an entity has in a field, in small letters."""
    if field in ("ancestor", "parent", "container"):
        return set(one.line if field == "ancestor" else one.line[-1:])
    if field in ("creator", "contributor"):
        users = (one.creator,) if field == "creator" else one.contributors
        return {name.casefold() for user in users for name in _names(user)}
    single = {
        "type": one.kind,
        "space": one.space.key,
        "space.key": one.space.key,
        "space.type": "personal" if one.space.personal else "global",
        "space.title": one.space.name,
        "id": one.id,
        "content": one.id,
        "title": one.title,
    }
    return set(one.labels) if field == "label" else {single[field].casefold()}


def _names(user: User) -> tuple[str, ...]:
    """An account id in the cloud, a name or key on Data Center."""
    return user.account_id, user.email.partition("@")[0], user_key(user)
