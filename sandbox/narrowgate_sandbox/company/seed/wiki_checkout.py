"""How the checkout works: the pages with the most in them."""

from __future__ import annotations

from narrowgate_sandbox.company.seed import wiki_markup as m
from narrowgate_sandbox.company.seed.people import ALEX_L, ALEX_M, JUN, PRIYA, TOMAS
from narrowgate_sandbox.company.seed.wiki_planting import WikiPlanting
from narrowgate_sandbox.company.seed.wiki_spaces import Spaces
from narrowgate_sandbox.company.wiki_records import Anchor

OPEN, RESOLVED = m.number("inline timeout"), m.number("inline stock")

_ARCHITECTURE = (
    '<ac:layout><ac:layout-section ac:type="two_equal" ac:breakout-mode="default">'
    "<ac:layout-cell><h2>How it works</h2>"
    "<p>The checkout calls the payment service and waits "
    f"{m.marker(OPEN, 'at most eight seconds')} for its answer. Orders are stored before the rider pays.</p>"
    f"<p>Stock is {m.marker(RESOLVED, 'reserved for <strong>ten</strong> minutes')}.</p>"
    "<ul><li><p>One request for each step</p></li><li><p>No step is taken twice</p>"
    "<ul><li><p>the key of an order is its number</p></li></ul></li></ul>"
    "</ac:layout-cell><ac:layout-cell>"
    + m.macro(
        "info",
        "checkout info",
        m.rich("<p>The diagram is on the page <em>System diagram</em>.</p>"),
        title="Read first",
    )
    + "<p>Owner: "
    + m.mention(ALEX_M)
    + ", state: "
    + m.status("STABLE", "Green")
    + "</p></ac:layout-cell></ac:layout-section>"
    '<ac:layout-section ac:type="fixed-width"><ac:layout-cell><h2>Open work</h2>'
    + m.macro(
        "jira",
        "checkout issues",
        server="System Jira",
        columnIds="issuekey,summary,status",
        columns="key,summary,status",
        maximumIssues="20",
        jqlQuery="project = SHOP AND status != Done ORDER BY key ASC",
        serverId=m.number("jira server"),
    )
    + "<p>See also "
    + m.page_link("Payment providers")
    + ".</p></ac:layout-cell></ac:layout-section></ac:layout>"
)

_PROVIDERS = (
    "<p>Who takes the money, and where.</p>"
    '<table data-layout="default"><colgroup><col style="width: 160.0px;" /><col style="width: 220.0px;" />'
    '<col style="width: 220.0px;" /></colgroup><tbody>'
    "<tr><th><p>Provider</p></th><th><p>Countries</p></th><th><p>State</p></th></tr>"
    '<tr><td rowspan="2"><p>Nordpay</p></td><td><p>Germany, France</p></td><td><p>'
    + m.status("LIVE", "Green")
    + "</p></td></tr><tr><td><p>Portugal</p></td><td><p>"
    + m.status("PLANNED", "Blue")
    + '</p></td></tr><tr><td><p>Handbank</p></td><td colspan="2" data-highlight-colour="#ffebe6"><p>'
    '<span style="color: rgb(191,38,0);">Stopped</span> on <time datetime="2026-10-31" />&nbsp;&ndash; too many '
    "refusals</p></td></tr></tbody></table><p />"
)

_VOUCHERS = (
    m.macro(
        "excerpt",
        "voucher excerpt",
        m.rich("<p>A voucher is worth its whole amount once; what is left over is lost.</p>"),
    )
    + "<h2>Rules</h2><ol><li>One voucher for each order.</li><li>Never on gift cards.</li></ol>"
)

_QUESTIONS = (
    m.macro("toc", "faq toc", maxLevel="2")
    + "<h2>Why was I charged twice?</h2>"
    + m.macro(
        "expand",
        "faq expand",
        m.rich("<p>The bank shows a reservation first. It goes away within a week.</p>"),
        title="The short answer",
    )
    + "<h2>What is a voucher worth?</h2>"
    + m.macro(
        "excerpt-include",
        "faq excerpt",
        nopanel="true",
    ).replace(
        "</ac:structured-macro>",
        '<ac:parameter ac:name=""><ac:link><ri:page ri:content-title="Voucher rules" /></ac:link></ac:parameter>'
        "</ac:structured-macro>",
    )
    + "<h2>Who decides?</h2><p>"
    + m.page_link("Payment providers")
    + " lists the providers; "
    + m.page_link("Runbooks", "the runbooks", "OPS")
    + ' say what to do. <ac:emoticon ac:name="smile" ac:emoji-shortname=":slight_smile:" ac:emoji-id="1f642" '
    'ac:emoji-fallback="🙂" /></p>'
)


def plant(here: WikiPlanting, spaces: Spaces) -> None:
    eng = spaces.engineering
    checkout = here.page(
        eng, "Checkout", "<p>Everything between the basket and the receipt.</p>", ALEX_L, "2026-03-02 09:00"
    )
    architecture = here.page(
        eng,
        "Checkout architecture",
        _ARCHITECTURE.replace("eight", "five"),
        ALEX_M,
        "2026-03-03 10:00",
        parent=checkout.id,
        labels=("architecture", "checkout"),
    )
    here.revise(architecture, _ARCHITECTURE, ALEX_M, "2026-11-20 16:12", "Nordpay is slower than we thought")
    here.inline(
        architecture,
        "<p>Is this enough on a Friday evening?</p>",
        JUN,
        "2026-11-21 08:40",
        Anchor(OPEN, "at most eight seconds"),
    )
    here.inline(
        architecture,
        "<p>Was five. Agreed in the planning.</p>",
        PRIYA,
        "2026-11-18 09:00",
        Anchor(RESOLVED, "reserved for ten minutes"),
        resolution="resolved",
    )
    first = here.comment(architecture, "<p>Who draws the new diagram?</p>", TOMAS, "2026-11-22 10:00")
    here.comment(architecture, f"<p>{m.mention(ALEX_M)} does.</p>", ALEX_L, "2026-11-22 10:30", first)
    for title, body, by, at in (
        ("Payment providers", _PROVIDERS, PRIYA, "2026-04-11 13:00"),
        ("Voucher rules", _VOUCHERS, ALEX_M, "2026-05-05 09:30"),
        ("Checkout FAQ", _QUESTIONS, PRIYA, "2026-05-20 15:45"),
    ):
        here.page(eng, title, body, by, at, parent=checkout.id, labels=("checkout",))
