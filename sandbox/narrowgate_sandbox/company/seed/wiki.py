"""The wiki of Fernwood Bikes."""

from __future__ import annotations

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.seed import wiki_checkout, wiki_engineering, wiki_others, wiki_spaces
from narrowgate_sandbox.company.seed.wiki_planting import WikiPlanting


def plant(company: Company) -> None:
    here = WikiPlanting(company)
    spaces = wiki_spaces.plant(here)
    for chapter in (wiki_checkout, wiki_engineering, wiki_others):
        chapter.plant(here, spaces)
