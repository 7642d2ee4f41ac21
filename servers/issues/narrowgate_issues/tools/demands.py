"""What a screen demands: the caller's omission, or a field that only an administrator can open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from narrowgate_common.errors import GatewayError, bad_input, configuration_error
from narrowgate_common.quoting import quoted
from narrowgate_common.text import one_line
from narrowgate_issues.fields import BUILT_IN, NEVER
from narrowgate_issues.port import Issue, ScreenField
from narrowgate_issues.tools.desk import Desk
from narrowgate_issues.tools.drafting import current_value


@dataclass(frozen=True, slots=True)
class Demand:
    """A screen, what it was given, and what the issue holds already where there is one."""

    screen: Sequence[ScreenField]
    given: Sequence[str]
    action: str
    held: Issue | None = None

    def omitted(self, desk: Desk) -> GatewayError | None:
        """What the caller could have given and did not."""
        fields = [field for field in self._missing() if writable_name(field, self.action, desk)]
        if not fields:
            return None
        return bad_input(
            "The tracker demands fields that were not given; nothing was changed",
            reason="fields_required",
            details=[_required_line(field, field.name) for field in fields],
        )

    def explained(self, refusal: GatewayError, desk: Desk) -> GatewayError:
        """Why the tracker refused: the caller's omission, or a field it names that only an administrator can open."""
        closed = [
            field
            for field in self._missing()
            if writable_name(field, self.action, desk) is None and _is_named(field, refusal)
        ]
        if not closed:
            return self.omitted(desk) or refusal
        return configuration_error(
            "The tracker demands a field that this server may not write; see what its administrator can do",
            reason="field_not_configured",
            details=[*(configuration_line(field) for field in closed), *refusal.details],
        )

    def _missing(self) -> list[ScreenField]:
        return [field for field in self.screen if self._is_missing(field)]

    def _is_missing(self, field: ScreenField) -> bool:
        """A field that the issue holds already stays as it is, and needs not to be given again."""
        if not field.required or field.has_default or field.implied or field.name in self.given:
            return False
        held = None if self.held is None or field.name is None else current_value(field.name, self.held)
        return held in (None, "", ())


def _is_named(field: ScreenField, refusal: GatewayError) -> bool:
    words = [word for word in (field.id, field.label) if word]
    return any(word in line for line in refusal.details for word in words)


def configuration_line(field: ScreenField) -> str:
    """The lines of the configuration file that would open this field, on one line."""
    if field.declare_as is None or field.name is not None:
        return f"cannot be written through this server: {one_line(field.label or field.id, 60)}"
    kind = field.declare_as
    return f'[fields.{suggested_alias(field)}] id = "{one_line(field.id, 40)}" type = "{kind}"'


def suggested_alias(field: ScreenField) -> str:
    letters = "".join(char if char.isascii() and char.isalnum() else "_" for char in field.label.lower())
    words = "_".join(word for word in letters.split("_") if word)[:40]
    usable = words[:1].isalpha() and words not in NEVER and words not in BUILT_IN
    return words if usable else f"field_{words}".rstrip("_")[:40]


def _required_line(field: ScreenField, name: str | None) -> str:
    allowed = f": {', '.join(quoted(each, 40) for each in field.allowed[:8])}" if field.allowed else ""
    return f"required: {name} ({one_line(field.type, 40)}){allowed}"


def writable_name(field: ScreenField, action: str, desk: Desk) -> str | None:
    """What a write calls this field, if the safelist has it."""
    return field.name if field.name in desk.house.safelists[action] else None
