"""How difficult the wiki is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Temper:
    """What the wiki can be made to do to its clients; by default nothing."""

    stale_reads: int = 0
    """How many reads of a fresh page or comment still answer 404."""
    most_per_page: int = 250
    """The cap on every list, whatever is asked."""
    short_pages: bool = False
    """Lists give one entry less than asked, and go on all the same."""
    empty_pages: int = 0
    """How many of the following continued lists come empty, with a link to go on."""
    normalise: bool = False
    """Stores every body with attributes in another order and with ids of its own."""
    orphaned_by_updates: bool = False
    """An update by the first API that names no ancestors moves the page to its space's root, as some sites do."""
    body_limit: int = 5_242_880
    """In bytes."""
