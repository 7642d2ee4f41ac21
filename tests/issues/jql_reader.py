"""A reference reader of JQL: character by character, as the vendor's grammar describes it.

It shares no code with what it judges.
"""

from dataclasses import dataclass

from hypothesis import strategies as st

Tree = tuple[object, ...]


MARKS = frozenset(
    {"(", ")", "[", "]", ",", "=", "!=", "~", "!~", "<", "<=", ">", ">=", "!", "&", "&&", "|", "||"}
)


class NotJqlError(Exception):
    pass


@dataclass
class Reader:
    """query := or [ORDER BY sorts]; a bracketed group keeps a node of its own, so that escapes from it show."""

    text: str
    at: int = 0

    def query(self) -> tuple[Tree | None, tuple[Tree, ...]]:
        where = None if self.upcoming() == ("word", "order") else self.any_of()
        order: tuple[Tree, ...] = ()
        if self.upcoming() == ("word", "order"):
            self.word("order")
            self.word("by")
            order = self.sorts()
        if self.upcoming() is not None:
            raise NotJqlError(self.text[self.at :])
        return where, order

    def any_of(self) -> Tree:
        parts = [self.all_of()]
        while self.takes("word", "or") or self.takes("mark", "|") or self.takes("mark", "||"):
            parts.append(self.all_of())
        return parts[0] if len(parts) == 1 else ("or", *parts)

    def all_of(self) -> Tree:
        parts = [self.one()]
        while self.takes("word", "and") or self.takes("mark", "&") or self.takes("mark", "&&"):
            parts.append(self.one())
        return parts[0] if len(parts) == 1 else ("and", *parts)

    def one(self) -> Tree:
        if self.takes("word", "not") or self.takes("mark", "!"):
            return ("not", self.one())
        if self.takes("mark", "("):
            inner = self.any_of()
            self.mark(")")
            return ("group", inner)
        return self.clause()

    def clause(self) -> Tree:
        field = self.name()
        if self.takes("mark", "["):
            field = f"{field}[{self.name()}]"
            self.mark("]")
        return ("clause", field, self.operator(), self.operand())

    def operator(self) -> str:
        token = self.next()
        if token[0] == "mark" and token[1] in {"=", "!=", "~", "!~", "<", "<=", ">", ">="}:
            return token[1]
        if token == ("word", "in"):
            return "in"
        if token == ("word", "is"):
            return "is not" if self.takes("word", "not") else "is"
        if token == ("word", "not"):
            self.word("in")
            return "not in"
        raise NotJqlError(token)

    def operand(self) -> object:
        if self.takes("mark", "("):
            return ("list", *self.operands())
        kind = self.upcoming()
        name = self.name()
        if self.takes("mark", "("):
            return ("call", name, *self.operands())
        return ("keyword", name) if kind in {("word", "empty"), ("word", "null")} else name

    def operands(self) -> list[object]:
        values: list[object] = []
        while not self.takes("mark", ")"):
            if values:
                self.mark(",")
            values.append(self.operand())
        return values

    def sorts(self) -> tuple[Tree, ...]:
        sorts = [self.sort()]
        while self.takes("mark", ","):
            sorts.append(self.sort())
        return tuple(sorts)

    def sort(self) -> Tree:
        name = self.name()
        for way in ("asc", "desc"):
            if self.takes("word", way):
                return (name, way)
        return (name, "")

    def name(self) -> str:
        kind, value = self.next()
        if kind == "mark" or (kind == "word" and value in {"and", "or", "not", "in", "is", "order", "by"}):
            raise NotJqlError(value)
        return value

    def takes(self, kind: str, value: str) -> bool:
        if self.upcoming() == (kind, value):
            self.next()
            return True
        return False

    def word(self, value: str) -> None:
        if self.next() != ("word", value):
            raise NotJqlError(value)

    def mark(self, value: str) -> None:
        if self.next() != ("mark", value):
            raise NotJqlError(value)

    def upcoming(self) -> tuple[str, str] | None:
        before = self.at
        try:
            return self.next() if self.text[self.at :].strip(" ") else None
        finally:
            self.at = before

    def next(self) -> tuple[str, str]:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1
        if self.at >= len(self.text):
            raise NotJqlError("the end")
        if self.text[self.at] in "\"'":
            return "string", self.string()
        for length in (2, 1):
            if self.text[self.at : self.at + length] in MARKS:
                self.at += length
                return "mark", self.text[self.at - length : self.at]
        begin = self.at
        while self.at < len(self.text) and self.text[self.at] not in " \"'()[],=!~<>&|":
            if self.text[self.at] in "{}*/%+^$#@?;\\\n\r\t":
                raise NotJqlError(self.text[self.at])
            self.at += 1
        return "word", self.text[begin : self.at].lower()

    def string(self) -> str:
        closing, value = self.text[self.at], ""
        self.at += 1
        while self.text[self.at : self.at + 1] != closing:
            if self.at >= len(self.text):
                raise NotJqlError("an open string")
            value += self.escape() if self.text[self.at] == "\\" else self.plain()
        self.at += 1
        return value

    def plain(self) -> str:
        self.at += 1
        return self.text[self.at - 1]

    def escape(self) -> str:
        letter = self.text[self.at + 1 : self.at + 2]
        if letter == "u":
            self.at += 6
            return chr(int(self.text[self.at - 4 : self.at], 16))
        self.at += 2
        known = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\", '"': '"', "'": "'", " ": " "}
        if letter not in known:
            raise NotJqlError(letter)
        return known[letter]


def where(jql: str) -> Tree | None:
    return Reader(jql).query()[0]


def order(jql: str) -> tuple[Tree, ...]:
    return Reader(jql).query()[1]


def marks(jql: str) -> list[str]:
    """The query's marks in order, strings and words left out."""
    reader, found = Reader(jql), []
    while reader.upcoming() is not None:
        kind, value = reader.next()
        if kind == "mark":
            found.append(value)
    return found


PLAIN = st.text(
    st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\u2028\u2029"), min_size=1
).filter(str.strip)
HOSTILE = st.sampled_from(
    [
        'x" OR project = SECRET OR summary ~ "',
        "x' OR project = SECRET OR summary ~ '",
        '\\" OR 1 = 1',
        "\\",
        '"',
        "x) OR (project = SECRET",
        "x ORDER BY created",
        "EMPTY",
        "currentUser()",
        "/* */ -- '",
        "\\u0022 OR project = SECRET",
    ]
)
VALUES = st.one_of(HOSTILE, PLAIN)
UNSEEN = ["\x00", "\n", "\r", "\t", "\x1b", "\x7f", "\x85", "\u2028", "\u2029", "\ud800", "\udfff"]
