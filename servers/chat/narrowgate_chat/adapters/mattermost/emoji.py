"""Names of emoji as Mattermost has them. A character is looked up here; any other name is the vendor's to know."""

from __future__ import annotations

import re
from collections.abc import Mapping

from narrowgate_common.errors import bad_input

_NAME = re.compile(r"[a-z0-9_+-]{1,64}", re.ASCII)
_VARIATION = "\ufe0f"
_NAMES: Mapping[str, str] = {
    "\U0001f44d": "+1",
    "\U0001f44e": "-1",
    "\U0001f44f": "clap",
    "\U0001f44b": "wave",
    "\U0001f44c": "ok_hand",
    "\U0001f64f": "pray",
    "\U0001f4aa": "muscle",
    "\U0001f440": "eyes",
    "\U0001f600": "grinning",
    "\U0001f602": "joy",
    "\U0001f604": "smile",
    "\U0001f609": "wink",
    "\U0001f60a": "blush",
    "\U0001f60d": "heart_eyes",
    "\U0001f622": "cry",
    "\U0001f62e": "open_mouth",
    "\U0001f62d": "sob",
    "\U0001f641": "slightly_frowning_face",
    "\U0001f642": "slightly_smiling_face",
    "\U0001f914": "thinking_face",
    "\U0001f389": "tada",
    "\U0001f680": "rocket",
    "\U0001f525": "fire",
    "\U0001f4af": "100",
    "\U0001f41b": "bug",
    "\U0001f6a7": "construction",
    "\U0001f6a8": "rotating_light",
    "\U0001f512": "lock",
    "\U0001f4dd": "memo",
    "\U0001f7e2": "large_green_circle",
    "\U0001f534": "red_circle",
    "\u2705": "white_check_mark",
    "\u2714": "heavy_check_mark",
    "\u274c": "x",
    "\u2753": "question",
    "\u2757": "exclamation",
    "\u26a0": "warning",
    "\u2764": "heart",
    "\u2b50": "star",
    "\u2728": "sparkles",
    "\u231b": "hourglass",
    "\u23f3": "hourglass_flowing_sand",
    "\u2795": "heavy_plus_sign",
}
_ALIASES: Mapping[str, str] = {
    "thumbsup": "+1",
    "thumbsdown": "-1",
    "party_popper": "tada",
    "check": "white_check_mark",
    "thinking": "thinking_face",
}
"""The vendor counts two names of one emoji as two reactions, so each is given by one name only."""


def emoji_name(given: str) -> str:
    """Raises bad_input (`bad_emoji`) for a character of another name than these."""
    name = _NAMES.get(given.replace(_VARIATION, ""), given.lower())
    name = _ALIASES.get(name, name)
    if not _NAME.fullmatch(name):
        raise bad_input("Give the emoji's name as the chat has it, such as thumbsup", reason="bad_emoji")
    return name
