"""A house without vendor or roots: enough to list the tools."""

from narrowgate_common.cursors import Cursors
from narrowgate_common.origins import Origin
from narrowgate_docs.fields import SAFELISTS, safelist
from narrowgate_docs.scope import Scope
from narrowgate_docs.tools.house import House


def plain_house() -> House:
    return House(
        site=Origin.parse("https://example.atlassian.net"),
        scope=Scope(None),
        safelists={action: safelist(action, None) for action in SAFELISTS},
        cursors=Cursors(b"k" * 32),
        max_result_chars=40_000,
    )
