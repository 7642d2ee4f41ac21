"""Who is in the chat of Fernwood Bikes, and with which tokens they and their bots sign in."""

from __future__ import annotations

from narrowgate_sandbox.company.chat_records import Group, Member, Token, Workspace

HOME = Workspace("T0FERNWOOD", "Fernwood Bikes", "fernwood-bikes")
ACME = Workspace("T0ACMEPART", "Acme Parts", "acme-parts")

SLACKBOT = Member("USLACKBOT", "slackbot", "Slackbot")
ALEX_L = Member(
    "U0FERNALEX",
    "alex.lindqvist",
    "Alex Lindqvist",
    "alex.lindqvist@fernwood.example",
    title="Checkout",
    zone="Europe/Berlin",
    offset_minutes=60,
)
ALEX_M = Member(
    "U0FERNMORO",
    "alex.moreau",
    "Alex Moreau",
    "alex.moreau@fernwood.example",
    title="Design",
    zone="Europe/Paris",
    offset_minutes=60,
)
PRIYA = Member(
    "U0FERNPRIY",
    "priya.raman",
    "Priya Raman",
    "priya.raman@fernwood.example",
    title="Engineering lead",
    zone="Asia/Kolkata",
    offset_minutes=330,
)
TOMAS = Member(
    "U0FERNTOMA", "tomas.ferreira", "Tomás Ferreira", "tomas.ferreira@fernwood.example", zone="Europe/Lisbon"
)
JUN = Member(
    "U0FERNJUNO",
    "jun.okada",
    "Jun Okada",
    "jun.okada@fernwood.example",
    zone="Asia/Tokyo",
    offset_minutes=540,
)
INES = Member(
    "U0FERNINES", "ines.kowalczyk", "Ines Kowalczyk", "ines.kowalczyk@fernwood.example", active=False
)
ROBIN = Member("U0FERNROBI", "robin.vale", "Robin Vale", "robin@valecycles.example", guest=True, visitor=True)
SAM = Member("U0ACMESAMD", "sam.doyle", "Sam Doyle", "sam.doyle@acme.example", workspace=ACME.id)

AGENT = Member("U0FERNAGNT", "agent", "Agent", bot_id="B0FERNAGNT", app_id="A0FERNAGNT")
SECOND = Member("U0FERNSECO", "second", "Second agent", bot_id="B0FERNSECO", app_id="A0FERNSECO")
DEPLOYS = Member("U0FERNDEPL", "deploys", "Deploys", bot_id="B0FERNDEPL", app_id="A0FERNDEPL")

MEMBERS = (SLACKBOT, ALEX_L, ALEX_M, PRIYA, TOMAS, JUN, INES, ROBIN, SAM, AGENT, SECOND, DEPLOYS)
GROUPS = (Group("S0FERNONCA", "on-call", (PRIYA.id, TOMAS.id)),)

_KINDS = ("channels", "groups", "im", "mpim")
_READS = {f"{kind}:{right}" for kind in _KINDS for right in ("history", "read")}
_PEOPLE = {"users:read", "users:read.email", "team:read"}
_WRITES = {
    "chat:write",
    "reactions:read",
    "reactions:write",
    "files:read",
    "files:write",
    "im:write",
    "mpim:write",
}
EVERYTHING = frozenset(_READS | _PEOPLE | _WRITES)

TOKENS = (
    Token("xoxb-sandbox-agent", AGENT, EVERYTHING),
    Token("xoxb-sandbox-second", SECOND, EVERYTHING),
    Token("xoxb-sandbox-deploys", DEPLOYS, frozenset({"chat:write", "chat:write.public", "channels:read"})),
    Token("xoxp-sandbox-alex", ALEX_L, EVERYTHING | {"search:read"}, user=True),
    Token("xoxp-sandbox-priya", PRIYA, EVERYTHING | {"search:read"}, user=True),
    Token("xoxp-sandbox-robin", ROBIN, EVERYTHING, user=True),
    Token("xoxp-sandbox-ines", INES, EVERYTHING, user=True),
)
