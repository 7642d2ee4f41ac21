"""The chat of Fernwood Bikes: its conversations and what was said there until the morning of 30 November 2026."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

from narrowgate_sandbox.company.chat_records import Channel, ChatFile, ChatMessage, Member
from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.seed.chat_markup import context, header, link, rich, section, words
from narrowgate_sandbox.company.seed.chat_people import (
    ACME,
    AGENT,
    ALEX_L,
    ALEX_M,
    DEPLOYS,
    GROUPS,
    HOME,
    INES,
    JUN,
    MEMBERS,
    PRIYA,
    ROBIN,
    SAM,
    SECOND,
    TOKENS,
    TOMAS,
)
from narrowgate_sandbox.company.seed.moments import moment

_BUILT = "2024-03-04 08:00"
_STAFF = [PRIYA, ALEX_L, ALEX_M, TOMAS, JUN]
_IMAGE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
_MINUTES = "議事録\n\n1. 決済の二重請求を調査する\n2. 来週までに修正を公開する\n"


@dataclass(frozen=True, slots=True)
class ChatPlanting:
    """Puts things into the chat's past; texts are as the vendor stores them."""

    company: Company

    def say(self, channel: Channel, who: Member, at: str, text: str, **more: Any) -> ChatMessage:
        return self.company.chat.post(channel, who, text, moment(at), **more)

    def reply(self, root: ChatMessage, who: Member, at: str, text: str, **more: Any) -> ChatMessage:
        channel = self.company.chat.channels[root.channel]
        return self.say(channel, who, at, text, thread_ts=root.ts, **more)

    def file(self, who: Member, at: str, name: str, content: bytes, kind: str, channel: Channel) -> ChatFile:
        created = int(moment(at).timestamp())
        file = ChatFile(self.company.chat.next_id("F"), name, name, who, created, len(content), kind, content)
        file.complete, file.shared = True, [channel.id]
        self.company.chat.files[file.id] = file
        return file


def plant(company: Company) -> None:
    chat = company.chat
    chat.workspace, chat.others = HOME, {ACME.id: ACME}
    chat.members = {one.id: one for one in MEMBERS}
    chat.groups, chat.tokens = GROUPS, TOKENS
    here = ChatPlanting(company)
    for chapter in (_general, _checkout, _ops, _random, _incidents, _old_shop, _partner, _direct):
        chapter(here)


def _general(here: ChatPlanting) -> None:
    everybody = [*_STAFF, INES, AGENT, SECOND, DEPLOYS]
    room = here.company.chat.open(
        "general", "public", everybody, moment(_BUILT), general=True, purpose="Company-wide announcements"
    )
    here.say(
        room,
        PRIYA,
        "2026-11-27 09:02",
        "Good morning all, the winter catalogue is live :tada:",
        pinged=frozenset(),
    )
    here.say(
        room, TOMAS, "2026-11-27 09:15", "<!here> the office is closed on Monday", pinged=frozenset({"here"})
    )
    here.say(
        room, JUN, "2026-11-28 02:40", "来週の月曜日は東京オフィスも休みです。よろしくお願いします 🙇\u200d♂️"
    )


def _checkout(here: ChatPlanting) -> None:
    room = here.company.chat.open(
        "checkout",
        "public",
        [*_STAFF, AGENT, SECOND],
        moment(_BUILT),
        topic="Cart, payment, <https://fernwood.example/checkout|the shop>",
        purpose="Everything about the checkout",
    )
    root = here.say(
        room,
        ALEX_L,
        "2026-11-28 10:00",
        "Customers are charged twice when the confirmation page is reloaded, see <https://fernwood.example/browse/SHOP-1|SHOP-1>",
        blocks=rich(
            words("Customers are "),
            words("charged twice", bold=True),
            words(" when the confirmation page is reloaded, see "),
            link("https://fernwood.example/browse/SHOP-1", "SHOP-1"),
        ),
        client_msg_id="3f0c2a51-5d0f-4f0e-9b1a-0d7c1a2b3c4d",
    )
    here.reply(root, PRIYA, "2026-11-28 10:04", "Looks like the idempotency key is made anew on each load.")
    here.reply(
        root,
        ALEX_L,
        "2026-11-28 10:09",
        "```\nkey = uuid4()  # &lt;- here\nif a &lt; b &amp;&amp; c &gt; d:\n    retry()\n```",
    )
    last = here.reply(
        root,
        PRIYA,
        "2026-11-28 10:20",
        "Fix is in review, please test on staging :eyes:",
        broadcast=True,
        subtype="thread_broadcast",
    )
    here.company.chat.react(root, "eyes", PRIYA.id)
    here.company.chat.react(root, "eyes", JUN.id)
    here.company.chat.react(last, "+1::skin-tone-3", ALEX_L.id)
    edited = here.say(
        room,
        JUN,
        "2026-11-28 11:00",
        "&gt; charged twice\nOnly with <https://fernwood.example/pay?a=1&amp;b=2|card payments | no invoices>, I think",
    )
    edited.edited = (JUN.id, here.company.chat.stamp(moment("2026-11-28 11:02")))
    picture = here.file(ALEX_M, "2026-11-28 12:00", "Bildschirmfoto 2026.png", _IMAGE, "image/png", room)
    notes = here.file(
        ALEX_M, "2026-11-28 12:00", "議事録 2026-11-27.txt", _MINUTES.encode(), "text/plain", room
    )
    here.say(
        room, ALEX_M, "2026-11-28 12:00", "The new confirmation page, and the minutes", files=[picture, notes]
    )


def _ops(here: ChatPlanting) -> None:
    room = here.company.chat.open(
        "ops", "public", [PRIYA, TOMAS, AGENT, DEPLOYS], moment(_BUILT), topic="Deploys and alerts"
    )
    blocks = [
        header("Deployed shop 4.12.0"),
        section(
            "*shop* is on <https://fernwood.example/releases/4.12.0|4.12.0>",
            "*Took*\n3 min",
            "*By*\n<@U0FERNTOMA>",
        ),
        {"type": "divider", "block_id": "line1"},
        context("commit `9f3c2ab` &amp; 2 more"),
    ]
    here.say(room, DEPLOYS, "2026-11-29 16:00", "", blocks=blocks, subtype="bot_message")
    attachment = {
        "id": 1,
        "color": "cc0000",
        "fallback": "disk 91% on db-2",
        "title": "Disk almost full",
        "title_link": "https://fernwood.example/alerts/7",
        "text": "db-2 is at *91%*",
        "fields": [{"title": "Host", "value": "db-2", "short": True}],
    }
    here.say(room, DEPLOYS, "2026-11-29 18:30", "", attachments=[attachment], subtype="bot_message")
    here.say(
        room, TOMAS, "2026-11-29 18:41", "<!subteam^S0FERNONCA> I take it", pinged=frozenset({"S0FERNONCA"})
    )


def _random(here: ChatPlanting) -> None:
    room = here.company.chat.open("random", "public", _STAFF, moment(_BUILT))
    here.say(
        room,
        ALEX_M,
        "2026-11-29 19:00",
        "Who is in for a ride on Sunday? 🚲 <@U0FERNJUNO>",
        pinged=frozenset({JUN.id}),
    )


def _incidents(here: ChatPlanting) -> None:
    room = here.company.chat.open(
        "incidents", "private", [PRIYA, TOMAS, ALEX_L], moment(_BUILT), topic="Do not forward"
    )
    here.say(room, PRIYA, "2026-11-29 20:00", "Rotating the payment provider's keys tonight")


def _old_shop(here: ChatPlanting) -> None:
    room = here.company.chat.open(
        "old-shop", "public", [*_STAFF, AGENT], moment("2022-01-10 08:00"), archived=True
    )
    here.say(room, TOMAS, "2025-06-30 15:00", "The old shop is switched off. Thanks everybody!")


def _partner(here: ChatPlanting) -> None:
    room = here.company.chat.open(
        "partner-acme",
        "public",
        [PRIYA, ALEX_L, AGENT, SAM, ROBIN],
        moment("2026-02-02 08:00"),
        topic="With Acme Parts",
        shared_with=(ACME.id,),
    )
    here.say(room, SAM, "2026-11-27 13:00", "The new derailleurs ship on Thursday")
    here.say(room, PRIYA, "2026-11-27 13:05", "Great, thank you Sam")


def _direct(here: ChatPlanting) -> None:
    chat = here.company.chat
    room, _ = chat.direct([ALEX_L, PRIYA], moment("2024-03-05 08:00"))
    here.say(room, PRIYA, "2026-11-29 21:00", "Do you have a minute?")
    room, _ = chat.direct([AGENT, ALEX_L], moment("2026-11-02 08:00"))
    here.say(room, ALEX_L, "2026-11-29 21:30", "Please summarise #checkout for me tomorrow")
    room, _ = chat.direct([ALEX_L, PRIYA, AGENT], moment("2026-11-03 08:00"))
    here.say(room, PRIYA, "2026-11-29 22:00", "Release notes: who writes them?")
