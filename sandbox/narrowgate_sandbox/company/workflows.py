"""The two workflows of the company: the builders' with a Done screen that wants a resolution, and the desk's."""

from __future__ import annotations

from narrowgate_sandbox.company.records import Status, StatusCategory, Transition, Workflow

NEW = StatusCategory(2, "new", "To Do", "blue-gray")
MOVING = StatusCategory(4, "indeterminate", "In Progress", "yellow")
DONE_CATEGORY = StatusCategory(3, "done", "Done", "green")
CATEGORIES = (NEW, MOVING, DONE_CATEGORY)

TO_DO = Status("10000", "To Do", NEW)
IN_PROGRESS = Status("3", "In Progress", MOVING)
IN_REVIEW = Status("10001", "In Review", MOVING)
DONE = Status("10002", "Done", DONE_CATEGORY)

WAITING_FOR_SUPPORT = Status("10010", "Waiting for support", MOVING)
WAITING_FOR_CUSTOMER = Status("10011", "Waiting for customer", MOVING)
RESOLVED = Status("10012", "Resolved", DONE_CATEGORY)


def _after(*statuses: Status) -> frozenset[str]:
    return frozenset(status.name for status in statuses)


_RESOLUTION = frozenset({"resolution"})

BUILDING = Workflow(
    statuses=(TO_DO, IN_PROGRESS, IN_REVIEW, DONE),
    transitions=(
        Transition("11", "Start progress", IN_PROGRESS, _after(TO_DO)),
        Transition("21", "Stop progress", TO_DO, _after(IN_PROGRESS)),
        Transition("31", "Request review", IN_REVIEW, _after(IN_PROGRESS), ("assignee", "comment")),
        Transition("41", "Request changes", IN_PROGRESS, _after(IN_REVIEW), ("comment",)),
        Transition(
            "51",
            "Done",
            DONE,
            _after(IN_PROGRESS, IN_REVIEW),
            ("resolution", "assignee", "fixVersions", "comment"),
            _RESOLUTION,
        ),
        Transition("61", "Reject", DONE, _after(TO_DO, IN_REVIEW), ("resolution", "comment"), _RESOLUTION),
        Transition("71", "Reopen", TO_DO, _after(DONE)),
        Transition("81", "Triage", None, None, ("priority", "comment")),
    ),
)

SUPPORTING = Workflow(
    statuses=(WAITING_FOR_SUPPORT, WAITING_FOR_CUSTOMER, RESOLVED),
    transitions=(
        Transition("711", "Respond to customer", WAITING_FOR_CUSTOMER, _after(WAITING_FOR_SUPPORT)),
        Transition("721", "Respond to support", WAITING_FOR_SUPPORT, _after(WAITING_FOR_CUSTOMER)),
        Transition(
            "731",
            "Resolve this issue",
            RESOLVED,
            _after(WAITING_FOR_SUPPORT, WAITING_FOR_CUSTOMER),
            ("resolution", "comment"),
            _RESOLUTION,
        ),
        Transition("741", "Back to support", WAITING_FOR_SUPPORT, _after(RESOLVED)),
    ),
)
