"""A page of any size as a team might have written it: sections of prose, a list, a table, a panel and a code block.

Everybody that is compared can write it: of the documents of the section on rich text mcp-atlassian makes some that
Confluence refuses as ill-formed, and it asks for every person that is mentioned, on its own.
"""

from __future__ import annotations

from benchmarks.rich_text.documents import WORD

_ROWS = ("Orders", "Vouchers", "Refunds", "Stock")


def large_page(size: int, word: str = WORD) -> str:
    """Confluence storage of about so many bytes, all of them ASCII, with one word to change in the middle."""
    middle = f"<p>Somewhere in here stands the word {word} in a sentence.</p>"
    sections, long = list[str](), len(middle)
    while long < size:
        sections.append(_section(len(sections) + 1))
        long += len(sections[-1]) + 1
    half = len(sections) // 2
    return "\n".join([*sections[:half], middle, *sections[half:]])


def _section(number: int) -> str:
    return "\n".join([*_prose(number), _list(number), _table(number), _panel(number), _code(number)])


def _prose(number: int) -> list[str]:
    address = f"https://wiki.example/steps/{number}"
    first = (
        f"In step {number} the <strong>orders of week {number}</strong> are copied and compared with what the old "
        f'database holds; see <a href="{address}">the notes of the rehearsal</a>. Nothing is deleted before the count '
        f"of run <em>{number}</em> is the same on both sides."
    )
    second = (
        f"Whoever is on call in week {number} keeps the switch at hand, and says so in the channel before and after. "
        f"If it takes longer than {number % 50 + 10} minutes, the step is left for the next night."
    )
    return [f"<h2>Step {number}: moving the shop's data</h2>", f"<p>{first}</p>", f"<p>{second}</p>"]


def _list(number: int) -> str:
    items = (f"Stop the importer {number}", f"Copy <code>orders_{number}</code>", "Compare both counts")
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _table(number: int) -> str:
    rows = "".join(_row(name, number * 100 + at) for at, name in enumerate(_ROWS))
    return f"<table><tbody><tr><th>What</th><th>Rows</th><th>Checked by</th></tr>{rows}</tbody></table>"


def _row(name: str, count: int) -> str:
    return f"<tr><td>{name}</td><td>{count}</td><td>a second person</td></tr>"


def _panel(number: int) -> str:
    return (
        '<ac:structured-macro ac:name="info"><ac:rich-text-body>'
        f"<p>Rehearsed twice; the second time it took {number % 50 + 5} minutes.</p>"
        "</ac:rich-text-body></ac:structured-macro>"
    )


def _code(number: int) -> str:
    return (
        '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">sql</ac:parameter>'
        f"<ac:plain-text-body><![CDATA[SELECT count(*) FROM orders WHERE week = {number};]]></ac:plain-text-body>"
        "</ac:structured-macro>"
    )
