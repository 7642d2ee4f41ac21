"""The three projects and the lists their issues choose from."""

from __future__ import annotations

from narrowgate_sandbox.company.records import Choice, IssueType, LinkType, Project
from narrowgate_sandbox.company.seed.people import ALEX_L, PRIYA, TOMAS
from narrowgate_sandbox.company.workflows import BUILDING, SUPPORTING

EPIC = IssueType("10000", "Epic", "A body of work that spans several weeks.", 1)
STORY = IssueType("10001", "Story", "Something a rider or a colleague wants.")
TASK = IssueType("10002", "Task", "A piece of work.")
BUG = IssueType("10004", "Bug", "Something that does not work as it should.")
SUBTASK = IssueType("10003", "Sub-task", "A part of another piece of work.", -1)
INCIDENT = IssueType("10010", "Incident", "A disturbance of what customers use.")
REQUEST = IssueType("10020", "[System] Service request", "Somebody asks for something.")
REPORT = IssueType("10021", "[System] Incident", "Somebody reports that something is broken.")

ISSUE_TYPES = (EPIC, STORY, TASK, BUG, SUBTASK, INCIDENT, REQUEST, REPORT)

PRIORITIES = (
    Choice("1", "Highest", "This problem will block progress."),
    Choice("2", "High", "Serious problem that could block progress."),
    Choice("3", "Medium", "Has the potential to affect progress."),
    Choice("4", "Low", "Minor problem or easily worked around."),
    Choice("5", "Lowest", "Trivial problem with little or no impact on progress."),
)
RESOLUTIONS = (
    Choice("10000", "Done", "Work has been completed on this issue."),
    Choice("10001", "Won't Do", "This issue will not be actioned."),
    Choice("10002", "Duplicate", "The problem is a duplicate of an existing issue."),
    Choice("10003", "Cannot Reproduce", "It did not happen again."),
)
LINK_TYPES = (
    LinkType("10000", "Blocks", "is blocked by", "blocks"),
    LinkType("10001", "Cloners", "is cloned by", "clones"),
    LinkType("10002", "Duplicate", "is duplicated by", "duplicates"),
    LinkType("10003", "Relates", "relates to", "relates to"),
)

SHOP = Project(
    "10100",
    "SHOP",
    "Web shop",
    "software",
    ALEX_L,
    (EPIC, STORY, TASK, BUG, SUBTASK),
    BUILDING,
    components=(
        Choice("10200", "Checkout", "From the basket to the receipt"),
        Choice("10201", "Catalogue", "Bikes, parts and their pictures"),
        Choice("10202", "Accounts"),
    ),
    versions=(
        Choice("10300", "2026.11", "The November release"),
        Choice("10301", "2026.12", "The Christmas release"),
    ),
)
OPS = Project(
    "10101",
    "OPS",
    "Operations",
    "software",
    TOMAS,
    (EPIC, TASK, INCIDENT, SUBTASK),
    BUILDING,
    components=(Choice("10210", "Network"), Choice("10211", "Databases")),
    versions=(Choice("10310", "Winter freeze"),),
)
DESK = Project("10102", "DESK", "Rider support", "service_desk", PRIYA, (REQUEST, REPORT), SUPPORTING)

PROJECTS = (SHOP, OPS, DESK)
