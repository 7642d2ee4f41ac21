"""A house without vendor, roots or aliases: enough to list the tools."""

from narrowgate_common.cursors import Cursors
from narrowgate_common.origins import Origin
from narrowgate_issues.fields import SAFELISTS, safelist
from narrowgate_issues.scope import Scope
from narrowgate_issues.tools.house import House


def plain_house() -> House:
    return House(
        site=Origin.parse("https://example.atlassian.net"),
        scope=Scope(None),
        safelists={action: safelist(action, (), None) for action in SAFELISTS},
        aliases={},
        cursors=Cursors(b"k" * 32),
        max_result_chars=40_000,
    )
