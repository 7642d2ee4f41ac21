"""The spaces of the wiki."""

from __future__ import annotations

from dataclasses import dataclass

from narrowgate_sandbox.company.seed.people import ALEX_L, PERSONAL_SPACE, PRIYA, TOMAS
from narrowgate_sandbox.company.seed.wiki_planting import WikiPlanting
from narrowgate_sandbox.company.wiki_records import Space


@dataclass(frozen=True, slots=True)
class Spaces:
    engineering: Space
    operations: Space
    people: Space
    priya: Space


def plant(here: WikiPlanting) -> Spaces:
    home = "<p>Welcome. Start with the pages below.</p>"
    return Spaces(
        here.space(
            "ENG",
            "Engineering",
            ALEX_L,
            "2026-02-02 08:00",
            (
                "Engineering home",
                f'<h1>Engineering</h1>{home}<ac:structured-macro ac:name="children" ac:schema-version="2" />',
            ),
            "How the shop is built.",
        ),
        here.space(
            "OPS", "Operations", TOMAS, "2026-02-03 08:00", ("Operations home", home), "How the shop is run."
        ),
        here.space(
            "HR",
            "People & pay",
            PRIYA,
            "2026-02-04 08:00",
            ("People home", home),
            "Only for those who work with it.",
        ),
        here.space(
            PERSONAL_SPACE,
            "Priya Raman",
            PRIYA,
            "2026-02-05 08:00",
            ("Priya's notes", "<p>Things I am thinking about.</p>"),
        ),
    )
