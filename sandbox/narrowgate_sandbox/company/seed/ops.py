"""Operations: the move of the databases, and a night that went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrowgate_sandbox.company.catalogue import SEVERITY, STORY_POINTS
from narrowgate_sandbox.company.records import Issue
from narrowgate_sandbox.company.seed import documents as d
from narrowgate_sandbox.company.seed.people import ALEX_L, ALEX_M, PRIYA, ROBOT, TOMAS
from narrowgate_sandbox.company.seed.projects import EPIC, INCIDENT, OPS, SUBTASK, TASK

if TYPE_CHECKING:
    from narrowgate_sandbox.company.seed.planting import Planting


def plant(here: Planting) -> None:
    _what_follows_from(here, _the_outage(here))
    _the_move(here)
    _the_chores(here)


def _the_outage(here: Planting) -> Issue:
    outage = here.issue(
        OPS,
        INCIDENT,
        "Shop answered 503 for 40 minutes",
        ROBOT,
        "2026-11-22 02:14",
        reporter=TOMAS,
        assignee=TOMAS,
        priority="Highest",
        labels=("outage", "post-mortem"),
        components=("Network", "Databases"),
        description=d.doc(
            d.panel("error", d.p(d.t("Riders saw an empty page from 02:10 to 02:50."))),
            d.h(3, "What the balancer said"),
            d.code("", "backend db-2: connection refused\nbackend db-2: marked down"),
            d.h(3, "Why"),
            d.p(d.t("A certificate on db-2 ran out. "), d.t("Nobody", "underline"), d.t(" was told.")),
        ),
        **{SEVERITY: "Blocker"},
    )
    here.move(outage, TOMAS, "2026-11-22 02:20", "In Progress")
    here.move(outage, TOMAS, "2026-11-22 02:55", "Done", "Done")
    here.comment(outage, TOMAS, "2026-11-22 02:56", d.plain("Back. The new certificate lasts until March."))
    return outage


def _what_follows_from(here: Planting, outage: Issue) -> None:
    warn = here.issue(
        OPS,
        TASK,
        "Warn two weeks before a certificate runs out",
        TOMAS,
        "2026-11-23 09:30",
        assignee=TOMAS,
        priority="High",
        labels=("post-mortem",),
        components=("Network",),
        duedate="2026-12-01",
        description=d.doc(
            d.p(d.t("For every host in the inventory, owner "), d.mention(ALEX_M), d.t(".")),
            d.tasks("hosts", ("db-1", True), ("db-2", True), ("edge-1", False)),
        ),
        **{STORY_POINTS: 2.0},
    )
    here.move(warn, TOMAS, "2026-11-24 08:05", "In Progress")
    here.link("Relates", warn, outage)
    here.link("Blocks", warn, here.company.issue("SHOP-10"))


def _the_move(here: Planting) -> None:
    move = here.issue(
        OPS,
        EPIC,
        "Move the databases to the new cluster",
        TOMAS,
        "2026-10-01 07:45",
        assignee=TOMAS,
        fixVersions=("Winter freeze",),
        description=d.plain("One at a time, the orders last."),
    )
    copy = here.issue(
        OPS,
        TASK,
        "Copy the orders without stopping the shop",
        TOMAS,
        "2026-11-02 10:00",
        assignee=ALEX_M,
        components=("Databases",),
        parent=move,
        description=d.doc(
            d.table(
                ("Table", "Rows", "Copied"),
                ("orders", "4 812 990", "yes"),
                ("order_lines", "19 204 113", "no | see below"),
            ),
            d.items(
                "bulletList", "Stop the nightly report first", d.p(d.t("Compare "), d.t("checksums", "code"))
            ),
        ),
    )
    here.move(copy, ALEX_M, "2026-11-12 11:11", "In Progress")
    here.issue(OPS, SUBTASK, "Compare checksums", ALEX_M, "2026-11-13 09:00", assignee=ALEX_M, parent=copy)
    here.issue(OPS, SUBTASK, "Switch the readers over", ALEX_M, "2026-11-13 09:05", parent=copy)


def _the_chores(here: Planting) -> None:
    here.issue(
        OPS, TASK, "Order two spare disks", PRIYA, "2026-11-26 15:00", priority="Low", labels=("hardware",)
    )
    review = here.issue(
        OPS, TASK, "Review who has root", ALEX_L, "2026-11-09 08:00", assignee=ALEX_L, duedate="2026-11-27"
    )
    here.move(review, ALEX_L, "2026-11-19 10:00", "In Progress")
    here.move(review, ALEX_L, "2026-11-26 17:20", "In Review")
    here.comment(review, TOMAS, "2026-11-27 08:12", d.doc(d.p(d.t("Two names too many: ins, jnu."))))
