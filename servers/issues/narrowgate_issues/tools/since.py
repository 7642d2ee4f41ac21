"""What others changed since an issue was read: merged where it touches something else, refused where it does not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.richtext.merging import merged, refuse_foreign
from narrowgate_common.text import one_line
from narrowgate_issues.port import FieldValue, Issue
from narrowgate_issues.tools.drafting import current_value
from narrowgate_issues.versions import Version

_LABELS = {"add_labels": "", "remove_labels": ""}
"""Edits of single labels touch nobody else's."""


@dataclass(frozen=True, slots=True)
class Since:
    """The issue as it is, and as it was seen; without a version nothing is compared."""

    issue: Issue
    seen: Version | None

    def merged(self, name: str, value: FieldValue) -> FieldValue:
        """What is to be written. Raises bad_input (`stale_version`, `changed_meanwhile`)."""
        if self.seen is None or not self._changed(name) or current_value(name, self.issue) == value:
            return value
        if name == "description" and isinstance(value, str) and self.seen.blocks:
            return merged(
                self.seen.blocks, self.issue.rich[name].blocks if name in self.issue.rich else (), value
            )
        raise self._stale()

    def refuse_foreign(self, name: str, text: str) -> None:
        """An edit of a passage may not touch what others changed, even where the passage is as it was."""
        if self.seen is None or not self._changed(name):
            return
        if name != "description" or not self.seen.blocks or name not in self.issue.rich:
            raise self._stale()
        refuse_foreign(self.seen.blocks, self.issue.rich[name].blocks, text)

    def refuse_partial(self, names: Iterable[str]) -> None:
        """A whole in place of a text of which only a part was read. Raises bad_input (`partial_read`)."""
        if self.seen is not None and self.seen.partial and "description" in names:
            raise bad_input(
                "Only a part of the description was read with that version; use edits, or allow_removals",
                reason="partial_read",
            )

    def _changed(self, name: str) -> bool:
        seen = self.seen or Version()
        return _LABELS.get(name, name) in seen.changed(self.issue.version, self.issue.versioned)

    def _stale(self) -> GatewayError:
        """Which fields others changed since, by the history's own names."""
        touched = (self.seen or Version()).touched
        fields = {one_line(line.field, 40) for line in self.issue.history or () if _later(line.at, touched)}
        return bad_input(
            "What would be overwritten was changed since that version; read it again, then repeat what is still wanted",
            reason="stale_version",
            details=[f"changed since: {', '.join(sorted(fields))}"] if fields else [],
        )


def _later(at: str, touched: str) -> bool:
    try:
        return datetime.fromisoformat(at) >= datetime.fromisoformat(touched).replace(microsecond=0)
    except (ValueError, TypeError):
        return False
