"""How difficult the chat is."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class ChatTemper:
    """What the chat can be made to do to its clients; by default nothing. Methods are named as in the vendor's API."""

    most_per_page: int = 1000
    """The cap on every list, whatever is asked."""
    empty_pages: int = 0
    """How many of the following lists come empty, with a cursor to go on."""
    per_minute: dict[str, int] = field(default_factory=dict)
    """Requests a minute on the company's clock, by method, for each token."""
    scarce_reads: bool = False
    """History and replies as for apps outside the vendor's marketplace: once a minute, 15 rows."""
    throttled: dict[str, int] = field(default_factory=dict)
    """How many of the following requests are refused as too many, by method."""
    retry_after_s: int | None = None
    """What refusals for a rate name; None names what is left of the minute."""
    throttled_with_200: bool = False
    """Refusals for a rate come with status 200 and without a header."""
    throttled_word: str = "ratelimited"
    """Sending may also say `rate_limited`."""
    refuses_metadata: bool = False
    """Messages with metadata answer `metadata_must_be_sent_from_app`."""
    fails_after: dict[str, str] = field(default_factory=dict)
    """The error that the next request of a method answers after it has done its work; spent by it."""
    unseen_reads: int = 0
    """How many reads of a channel's history do not show a new message yet."""
    unseen_replies: int = 0
    """The same for reads of a thread."""
    more_people: int = 0
    """People beyond the ones who are known by name; they exist when they are asked for."""
    more_channels: int = 0
    """The same for public channels."""
    files_move: bool = False
    """Downloads are sent on, once, to another address of the files' host, which wants the token as well."""
    file_limit: int = 1_000_000_000
    """In bytes."""
