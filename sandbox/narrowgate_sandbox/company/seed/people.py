"""Who works at Fernwood Bikes, and with which tokens they sign in. Two are called Alex."""

from __future__ import annotations

from narrowgate_sandbox.company.records import Account, User

ALEX_L = User(
    "5b10a2844c20165700ede21g", "Alex Lindqvist", "alex.lindqvist@fernwood.example", "Europe/Berlin", 60
)
ALEX_M = User(
    "712020:0f3b6a52-7c1d-4c0e-9a55-3e1c2b7d9f10",
    "Alex Moreau",
    "alex.moreau@fernwood.example",
    "Europe/Paris",
    60,
)
PRIYA = User(
    "557058:9d2a4c1e-0b6f-4e3d-8c77-5a1f0e2d3c4b",
    "Priya Raman",
    "priya.raman@fernwood.example",
    "Asia/Kolkata",
    330,
)
TOMAS = User(
    "712020:5c8e7d10-3a4b-4f2c-b1d9-7e6f5a4b3c2d",
    "Tomás Ferreira",
    "tomas.ferreira@fernwood.example",
    "Europe/Lisbon",
    email_shown=False,
)
JUN = User("5d7b1e0c9f4a2d0e6c3b8a11", "Jun Okada", "jun.okada@fernwood.example")
INES = User(
    "557058:2b7c9e4f-6d1a-4b3c-9e8f-0a1b2c3d4e5f",
    "Ines Kowalczyk",
    "ines.kowalczyk@fernwood.example",
    active=False,
)
ROBIN = User(
    "qm:a1c2e3f4-5b6d-4789-8abc-def012345678:0d9c8b7a-6f5e-4d3c-2b1a-098765432100",
    "Robin Vale",
    "robin@valecycles.example",
    kind="customer",
    email_shown=False,
)
ROBOT = User(
    "557058:f58131cb-b67d-43c7-b30d-6b58d40bd077",
    "Automation for Jira",
    "automation@fernwood.example",
    kind="app",
)

USERS = (ALEX_L, ALEX_M, PRIYA, TOMAS, JUN, INES, ROBIN, ROBOT)

PERSONAL_SPACE = f"~{PRIYA.account_id.replace(':', '').replace('-', '')}"

_EVERYTHING = frozenset({"SHOP", "OPS", "DESK"})
_OPEN_SPACES = frozenset({"ENG", "OPS", PERSONAL_SPACE})

ACCOUNTS = (
    Account(ALEX_L, "sandbox-token-alex", _EVERYTHING, spaces=_OPEN_SPACES),
    Account(PRIYA, "sandbox-token-priya", _EVERYTHING, spaces=_OPEN_SPACES | {"HR"}),
    Account(JUN, "sandbox-token-jun", frozenset({"SHOP"}), writes=False, spaces=frozenset({"ENG"})),
)
