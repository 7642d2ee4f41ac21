"""Inline wiki markup to runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from narrowgate_issues.adapters.jira.richtext import addresses, shown, wiki_tokens
from narrowgate_issues.adapters.jira.richtext.capacity import reduced
from narrowgate_issues.adapters.jira.richtext.tree import Break, Inline, Mark, Marks, Run
from narrowgate_issues.adapters.jira.richtext.wiki_tokens import Token

Hidden = set[str]

_VISIBLE: dict[str, Mark] = {"*": "strong", "_": "em", "-": "strike"}
_HIDDEN = {"+": "underline", "^": "superscript", "~": "subscript", "??": "citation"}
_ACCOUNT = "accountid:"


def read_inline(text: str, hidden: Hidden) -> list[Inline]:
    """The runs of wiki text without blocks; a line end is a break. Names of what they do not show go to `hidden`."""
    found = list(wiki_tokens.tokens(text))
    phrases = _phrases(found)
    marks: set[Mark] = set()
    out: list[Inline] = []
    for index, token in enumerate(found):
        if index in phrases.opens:
            _begin(token.value, marks, hidden)
        elif index in phrases.closes:
            marks -= {_VISIBLE[token.value]} if token.value in _VISIBLE else set()
        else:
            out += _SHOWN.get(token.kind, _source)(token, frozenset(marks), hidden)
    return out


def _begin(sign: str, marks: set[Mark], hidden: Hidden) -> None:
    if sign in _VISIBLE:
        marks.add(_VISIBLE[sign])
    else:
        hidden.add(_HIDDEN[sign])


@dataclass(slots=True)
class _Phrases:
    """The indices of tokens that open and close a phrase."""

    opens: set[int] = field(default_factory=set)
    closes: set[int] = field(default_factory=set)


def _phrases(found: Sequence[Token]) -> _Phrases:
    """As Jira does it: on one line, from the first sign that can open to the next one that can close."""
    phrases = _Phrases()
    waiting: dict[str, int] = {}
    for index, token in enumerate(found):
        if token.kind == "newline":
            waiting.clear()
        if token.kind not in ("phrase", "forced"):
            continue
        opener = waiting.get(token.value)
        if opener is None:
            if _opens(found, index):
                waiting[token.value] = index
        elif _closes(found, index):
            del waiting[token.value]
            phrases.opens.add(opener)
            phrases.closes.add(index)
    return phrases


def _opens(found: Sequence[Token], index: int) -> bool:
    if found[index].kind == "forced":
        return True
    after = _side(found, index + 1, 0)
    return (
        not _side(found, index - 1, -1).isalnum() and not after.isspace() and after != found[index].value[0]
    )


def _closes(found: Sequence[Token], index: int) -> bool:
    if found[index].kind == "forced":
        return True
    before = _side(found, index - 1, -1)
    return (
        not before.isspace() and before != found[index].value[0] and not _side(found, index + 1, 0).isalnum()
    )


def _side(found: Sequence[Token], index: int, end: int) -> str:
    """The character beside a sign; whatever is neither text nor a sign counts as punctuation."""
    if not 0 <= index < len(found) or found[index].kind == "newline":
        return "\n"
    return found[index].source[end] if found[index].kind in ("text", "phrase") else "."


def _text(token: Token, marks: Marks, _: Hidden) -> list[Inline]:
    return [Run(token.value, marks)]


def _source(token: Token, marks: Marks, _: Hidden) -> list[Inline]:
    return [Run(token.source, marks)]


def _break(_: Token, __: Marks, ___: Hidden) -> list[Inline]:
    return [Break()]


def _mono(token: Token, marks: Marks, _: Hidden) -> list[Inline]:
    return [Run(wiki_tokens.plain(token.value), marks | {"code"})]


def _url(token: Token, marks: Marks, _: Hidden) -> list[Inline]:
    return [Run(token.value, marks, token.value)]


def _color(_: Token, __: Marks, hidden: Hidden) -> list[Inline]:
    hidden.add("text colour")
    return []


def _macro(token: Token, marks: Marks, hidden: Hidden) -> list[Inline]:
    """A macro that is not known here is text to the reader, as an unknown one is to Jira."""
    hidden.add(f"macro {reduced(token.value)}")
    return [Run(token.source, marks)]


def _emoticon(token: Token, marks: Marks, hidden: Hidden) -> list[Inline]:
    hidden.add("emoticon")
    return [Run(token.source, marks)]


def _odd_link(token: Token, marks: Marks, hidden: Hidden) -> list[Inline]:
    hidden.add("link")
    return [Run(token.source, marks)]


def _image(token: Token, marks: Marks, hidden: Hidden) -> list[Inline]:
    settings = dict(part.partition("=")[::2] for part in token.settings.split(","))
    alt = next((value.strip() for name, value in settings.items() if name.strip() == "alt"), "")
    if addresses.scheme(token.value):
        hidden.add("image")
        return shown.image(alt, token.value)
    hidden.add("attachment")
    run = shown.token("attachment", f"{token.value} ({alt})" if alt else token.value)
    return [Run(run.text, marks)]


def _link(token: Token, marks: Marks, hidden: Hidden) -> list[Inline]:
    parts = wiki_tokens.parts_of_link(token.value)
    target = parts.pop().strip()
    if parts and not wiki_tokens.is_address(target):
        hidden.add("link title")
        target = parts.pop().strip()
    text = _marked(read_inline("|".join(parts), hidden), marks)
    if target[0] in _TARGETS:
        return _TARGETS[target[0]](target, text, hidden)
    return _to_page(target, text or [Run(addresses.cleaned(target), marks)], hidden)


def _marked(content: list[Inline], marks: Marks) -> list[Run]:
    return [Run(item.text, item.marks | marks) for item in content if isinstance(item, Run)]


def _to_user(target: str, text: list[Run], hidden: Hidden) -> list[Inline]:
    hidden.add("mention")
    user = target[1:].removeprefix(_ACCOUNT)
    return [shown.mention("".join(run.text for run in text), user)]


def _to_file(target: str, text: list[Run], hidden: Hidden) -> list[Inline]:
    hidden.add("attachment")
    return [*text, *([Run(" ")] if text else []), shown.token("attachment", target[1:])]


def _to_page(target: str, text: list[Run], hidden: Hidden) -> list[Inline]:
    address = addresses.cleaned(target)
    if addresses.is_showable(address):
        return [Run(run.text, run.marks, address) for run in text]
    hidden.add(f"link with scheme {reduced(addresses.scheme(address))}")
    return [*text, *([] if text[0].text == address else [Run(f" ({address[:200]})")])]


_TARGETS: dict[str, Callable[[str, list[Run], Hidden], list[Inline]]] = {
    "~": _to_user,
    "^": _to_file,
    "": _to_page,
}
_SHOWN: dict[str, Callable[[Token, Marks, Hidden], list[Inline]]] = {
    "text": _text,
    "char": _text,
    "newline": _break,
    "break": _break,
    "mono": _mono,
    "url": _url,
    "color": _color,
    "macro": _macro,
    "emoticon": _emoticon,
    "odd_link": _odd_link,
    "image": _image,
    "link": _link,
}
