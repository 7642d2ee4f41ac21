"""Operations, people, and one person's own space."""

from __future__ import annotations

from narrowgate_sandbox.company.seed import wiki_markup as m
from narrowgate_sandbox.company.seed.people import ALEX_L, PRIYA, TOMAS
from narrowgate_sandbox.company.seed.wiki_planting import WikiPlanting
from narrowgate_sandbox.company.seed.wiki_spaces import Spaces

_RESTART = (
    "<ol><li>Open a shell on edge-1.</li><li>Run the command.</li></ol>"
    + m.code("restart code", "systemctl restart shop\njournalctl -u shop -f", language="bash")
    + m.macro(
        "panel",
        "restart panel",
        m.rich("<p>Tell #operations first.</p>"),
        title="Before you start",
        borderStyle="solid",
        bgColor="#deebff",
    )
)
_CERTIFICATES = (
    "<table><tbody><tr><th><p>Host</p></th><th><p>Until</p></th></tr>"
    '<tr><td><p>db-1</p></td><td><p><time datetime="2027-03-01" /></p></td></tr>'
    '<tr><td><p>db-2</p></td><td><p><time datetime="2027-03-04" /> '
    '<ac:emoticon ac:name="tick" ac:emoji-shortname=":check_mark:" ac:emoji-id="atlassian-check_mark" '
    'ac:emoji-fallback=":check_mark:" /></p></td></tr></tbody></table>'
)
_OUTAGE = (
    "<h2>What happened</h2><p>The shop answered 503 from 02:10 to 02:50. See "
    + m.macro("jira", "outage issue", key="OPS-1", serverId="1", server="System Jira")
    + ".</p><h2>Why</h2><p>A certificate on db-2 ran out.</p><h2>What we do</h2><p>Warn two weeks before.</p>"
)


def plant(here: WikiPlanting, spaces: Spaces) -> None:
    ops, people, own = spaces.operations, spaces.people, spaces.priya
    books = here.page(ops, "Runbooks", m.macro("children", "runbooks"), TOMAS, "2026-02-06 08:00")
    for title, body, at in (
        ("Restart the shop", _RESTART, "2026-02-07 08:00"),
        ("Database fail-over", "<p>Only together with a second person.</p>", "2026-02-08 08:00"),
        ("Certificates", _CERTIFICATES, "2026-02-09 08:00"),
    ):
        here.page(ops, title, body, TOMAS, at, parent=books.id, labels=("runbook",))
    here.page(ops, "Outage of 22 November", _OUTAGE, TOMAS, "2026-11-22 08:00", labels=("post-mortem",))
    here.page(people, "Pay bands", "<p>Band 3: 52 000 to 61 000.</p>", PRIYA, "2026-02-14 10:00")
    here.page(people, "Leave policy", "<p>Thirty days.</p>", PRIYA, "2026-02-15 10:00")
    here.page(own, "Reading list", "<p>Thinking in systems.</p>", PRIYA, "2026-09-09 20:00")
    here.page(own, "Glossary", "<p>My own words.</p>", ALEX_L, "2026-09-10 20:00")
