"""The web shop's backlog: the Christmas release and what stands in its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrowgate_sandbox.company.catalogue import ACCEPTANCE, SEVERITY, STORY_POINTS
from narrowgate_sandbox.company.records import Document, Issue
from narrowgate_sandbox.company.seed import documents as d
from narrowgate_sandbox.company.seed.people import ALEX_L, ALEX_M, INES, JUN, PRIYA, ROBOT
from narrowgate_sandbox.company.seed.projects import BUG, EPIC, SHOP, STORY, SUBTASK, TASK

if TYPE_CHECKING:
    from narrowgate_sandbox.company.seed.planting import Planting

LOG = b"2026-11-24T18:02:11Z payment declined: code=do_not_honor basket=8841\n"
PIXEL = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    b"\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82"
)


def plant(here: Planting) -> None:
    epic = _the_epic(here)
    double_charge = _the_double_charge(here, epic)
    vouchers = _the_vouchers(here, epic)
    delivery = _the_delivery(here, epic)
    here.link("Blocks", double_charge, vouchers)
    here.link("Relates", delivery, vouchers)
    _the_catalogue(here)
    _the_chores(here)
    _the_duplicate(here, double_charge)


def _the_epic(here: Planting) -> Issue:
    return here.issue(
        SHOP,
        EPIC,
        "Christmas release",
        ALEX_L,
        "2026-09-14 08:30",
        assignee=ALEX_L,
        labels=("release",),
        duedate="2026-12-11",
        fixVersions=("2026.12",),
        description=d.doc(
            d.h(2, "Goal"),
            d.p(d.t("Everything a rider needs to "), d.t("give a bike away", "strong"), d.t(".")),
            d.panel("info", d.p(d.t("Code freeze on "), d.date(1797379200000), d.t("."))),
            d.items("orderedList", "Gift vouchers", "Delivery on a chosen day", "A faster checkout"),
        ),
    )


def _the_double_charge(here: Planting, epic: Issue) -> Issue:
    issue = here.issue(
        SHOP,
        BUG,
        "Card is charged twice when the confirmation page is reloaded",
        PRIYA,
        "2026-11-24 18:20",
        assignee=ALEX_M,
        priority="Highest",
        labels=("payments", "regression"),
        components=("Checkout",),
        fixVersions=("2026.11", "2026.12"),
        parent=epic,
        duedate="2026-12-02",
        **{SEVERITY: "Blocker", STORY_POINTS: 5.0},
    )
    picture = here.attach(issue, PRIYA, "2026-11-24 18:22", "receipt.png", PIXEL, "image/png")
    here.attach(issue, PRIYA, "2026-11-24 18:23", "payment.log", LOG, "text/plain")
    issue.values["description"] = _how_the_card_is_charged_twice(picture)
    here.move(issue, ALEX_M, "2026-11-25 08:10", "In Progress")
    _what_was_said(here, issue)
    return issue


def _what_was_said(here: Planting, issue: Issue) -> None:
    found = d.t(" I can reproduce it with a slow network. The key is new on each load.")
    answer = d.code("json", '{"idempotency_key": null,\n "basket": 8841}')
    here.comment(issue, ALEX_M, "2026-11-25 09:00", d.doc(d.p(d.mention(PRIYA), found)))
    here.comment(issue, PRIYA, "2026-11-25 10:40", d.doc(d.p(d.t("The provider says the same:")), answer))
    here.comment(issue, ALEX_L, "2026-11-26 07:55", d.plain("Please ship the fix before the weekend."))


def _how_the_card_is_charged_twice(picture: str) -> Document:
    return d.doc(
        d.p(
            d.t("Reloading "),
            d.t("/checkout/thanks", "code"),
            d.t(" sends the payment again. Found by "),
            d.mention(JUN),
            d.t(", see "),
            d.t("the runbook", link="https://wiki.fernwood.example/runbooks/payments"),
            d.t("."),
        ),
        d.panel("warning", d.p(d.t("Do not test with "), d.t("real", "em", "strong"), d.t(" cards."))),
        d.table(
            ("Browser", "Charged", "Note"),
            ("Firefox 134", "2", "every time"),
            ("Safari 19", "1", ""),
        ),
        d.code("python", "for attempt in range(2):\n    charge(basket)"),
        d.media(picture, "The receipt with two lines"),
        d.tasks("next", ("Ask the provider", True), ("Send an idempotency key", False)),
    )


def _the_vouchers(here: Planting, epic: Issue) -> Issue:
    vouchers = here.issue(
        SHOP,
        STORY,
        "Gift vouchers can be paid with and bought",
        ALEX_L,
        "2026-10-05 09:00",
        assignee=PRIYA,
        labels=("gifts",),
        components=("Checkout", "Accounts"),
        fixVersions=("2026.12",),
        parent=epic,
        duedate="2026-12-09",
        priority="High",
        description=d.doc(
            d.p(d.t("As a rider I want to pay with a voucher. State: "), d.status("In design", "blue")),
            d.expand("Not now", d.items("bulletList", "Vouchers in another currency", "Printed cards")),
        ),
        **{
            STORY_POINTS: 8.0,
            ACCEPTANCE: d.doc(d.items("bulletList", "Part of the sum is possible", "No cash back")),
        },
    )
    here.move(vouchers, PRIYA, "2026-11-09 13:00", "In Progress")
    _the_parts(here, vouchers)
    return vouchers


def _the_parts(here: Planting, vouchers: Issue) -> None:
    codes, page, _ = (
        here.issue(SHOP, SUBTASK, title, PRIYA, "2026-11-10 08:00", assignee=PRIYA, parent=vouchers)
        for title in ("Voucher codes", "Voucher page", "Refunds to a voucher")
    )
    here.move(codes, PRIYA, "2026-11-20 15:30", "Done", "Done")
    here.move(page, PRIYA, "2026-11-20 15:30", "In Progress")


def _the_delivery(here: Planting, epic: Issue) -> Issue:
    delivery = here.issue(
        SHOP,
        STORY,
        "Riders choose the day of delivery",
        ALEX_L,
        "2026-10-12 10:15",
        assignee=ALEX_M,
        labels=("delivery", "gifts"),
        parent=epic,
        fixVersions=("2026.12",),
        description=d.plain("Only Tuesdays to Fridays.\nThe carrier's calendar decides."),
        **{STORY_POINTS: 3.0},
    )
    here.move(delivery, ALEX_M, "2026-11-16 09:45", "In Progress")
    here.move(delivery, ALEX_M, "2026-11-27 16:05", "In Review")
    return delivery


def _the_catalogue(here: Planting) -> None:
    old = here.issue(
        SHOP,
        BUG,
        "Pictures of the cargo bikes are upside down on iPhones",
        INES,
        "2026-09-21 11:00",
        assignee=INES,
        labels=("images",),
        components=("Catalogue",),
        priority="Low",
        description=d.plain("EXIF orientation is ignored when the pictures are resized."),
        **{SEVERITY: "Minor"},
    )
    here.move(old, INES, "2026-10-02 12:00", "Done", "Done")
    unassigned = here.issue(
        SHOP,
        TASK,
        'Search finds nothing for "e-bike" (with the hyphen)',
        JUN,
        "2026-11-18 14:10",
        labels=("search",),
        components=("Catalogue",),
        description=d.doc(
            d.p(d.t("The index splits "), d.t("e-bike", "code"), d.t(" in two words & drops the first.")),
            d.p(d.card("https://wiki.fernwood.example/search/analysers")),
        ),
    )
    here.comment(unassigned, ROBOT, "2026-11-25 00:00", d.plain("No activity for seven days."))


def _the_chores(here: Planting) -> None:
    here.issue(
        SHOP,
        TASK,
        "Renew the shop's certificate",
        ALEX_L,
        "2026-11-23 08:00",
        assignee=ALEX_L,
        priority="High",
        duedate="2026-12-20",
    )
    here.issue(
        SHOP,
        TASK,
        "Translate the returns page",
        PRIYA,
        "2026-11-24 07:20",
        priority="Lowest",
        labels=("texts",),
    )


def _the_duplicate(here: Planting, of: Issue) -> None:
    duplicate = here.issue(
        SHOP,
        BUG,
        "Charged two times for one bell",
        JUN,
        "2026-11-28 12:45",
        labels=("payments",),
        **{SEVERITY: "Major"},
    )
    here.move(duplicate, PRIYA, "2026-11-28 13:00", "Done", "Duplicate")
    here.link("Duplicate", duplicate, of)
