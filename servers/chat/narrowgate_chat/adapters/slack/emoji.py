"""Emoji as the vendor names them, for those who give the character."""

from __future__ import annotations

import re

from narrowgate_common.errors import bad_input

_NAME = re.compile(r"[a-z0-9_+'-]{1,100}(?:::skin-tone-[2-6])?", re.ASCII)
_NAMES = {
    "👍": "thumbsup", "👎": "thumbsdown", "✅": "white_check_mark", "✔": "heavy_check_mark", "❌": "x",
    "❤": "heart", "🎉": "tada", "👀": "eyes", "🚀": "rocket", "🙏": "pray", "😀": "grinning", "😄": "smile",
    "😂": "joy", "😢": "cry", "😮": "open_mouth", "🤔": "thinking_face", "👏": "clap", "🔥": "fire",
    "💯": "100", "⚠": "warning", "🙌": "raised_hands", "👋": "wave", "💡": "bulb", "🐛": "bug",
    "⏳": "hourglass_flowing_sand", "➕": "heavy_plus_sign", "🟢": "large_green_circle", "🔴": "red_circle",
    "🤖": "robot_face", "😅": "sweat_smile", "🙂": "slightly_smiling_face", "📌": "pushpin", "🛑": "octagonal_sign",
}  # fmt: skip
_TONES = {chr(0x1F3FB + place): f"::skin-tone-{place + 2}" for place in range(5)}


def shortcode(given: str) -> str:
    """Raises bad_input for a character that is not in the table: the vendor takes names only."""
    text = given.strip().strip(":").lower() if given.isascii() else given.strip().strip(":")
    if _NAME.fullmatch(text):
        return text
    bare = text.rstrip("\ufe0f")
    tone = _TONES.get(bare[-1:], "")
    name = _NAMES.get(bare.removesuffix(bare[-1:]).rstrip("\ufe0f") if tone else bare)
    if name is None:
        raise bad_input("Give the emoji's name, as in thumbsup", reason="unknown_emoji")
    return name + tone
