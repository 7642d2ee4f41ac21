"""The kinds of credential that are recognised: one row each. Formats are the issuers' published ones.

Every pattern is linear: quantifiers are bounded or possessive and never nested. `anchors` are strings one of which
any match contains (in lower case where case does not matter); a text without them is not searched. Where a match
holds more than the secret, the secret is the group `value`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from narrowgate_common.secret_values import (
    decodes_to_user_and_password,
    holds_key_material,
    is_filled_in,
    is_mixed,
    is_random_literal,
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A named pattern, and what a match has to pass so that documentation stays writable."""

    name: str
    anchors: tuple[str, ...]
    expression: str
    accepts: Callable[[str], bool] = is_filled_in
    flags: re.RegexFlag = re.ASCII
    label: str = ""
    """What has to end where a match begins; looked for only then, so that the common separator is cheap."""

    def may_occur(self, text: str, lower: str) -> bool:
        """Whether a text is worth searching; `lower` is the same text in lower case."""
        searched = lower if self.label or self.flags != re.ASCII else text
        return any(anchor in searched for anchor in self.anchors)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where the secrets of this kind stand."""
        pattern = _compiled(self.expression, self.flags)
        group = "value" if "value" in pattern.groupindex else 0
        for found in pattern.finditer(text):
            if self._is_labelled(found) and self.accepts(found[group]):
                yield found.span(group)

    def _is_labelled(self, found: re.Match[str]) -> bool:
        if not self.label:
            return True
        label = _compiled(self.label, re.ASCII | re.IGNORECASE)
        return label.search(found.string, max(0, found.start() - _LABEL_CHARS), found.start()) is not None


@cache
def _compiled(expression: str, flags: re.RegexFlag) -> re.Pattern[str]:
    return re.compile(expression, flags)


def _token(name: str, anchors: str, pattern: str, accepts: Callable[[str], bool] = is_filled_in) -> Kind:
    """A token with a prefix of its own; upper and lower case differ.

    That it does not begin within a word is looked at behind its fixed beginning: `re` leaps from one such beginning
    to the next, but tries every place of a pattern that begins with a look-behind.
    """
    found = _BEGINNING.match(pattern)
    start = found[0] if found else ""
    width = 1 if start.startswith("[") else len(start)
    behind = f"(?<![A-Za-z0-9]{'.' * width})"
    return Kind(name, tuple(anchors.split()), start + behind + pattern[len(start) :], accepts)


def _phrase(name: str, anchors: str, pattern: str, accepts: Callable[[str], bool] = is_filled_in) -> Kind:
    """A secret known by the words around it; case does not matter."""
    return Kind(name, tuple(anchors.split()), pattern, accepts, re.ASCII | re.IGNORECASE)


def _assigned(name: str, value: str) -> Kind:
    """A literal given to something whose name says that it is secret. The value is not consumed: it may be a label."""
    separator = r"(?:=>|[=:]=?)\s{0,4}"
    anchors = ("pass", "pwd", "secret", "token", "credential", "key")
    return Kind(name, anchors, f"{separator}(?={value})", is_random_literal, label=_LABEL)


_BEGINNING = re.compile(r"(?:[A-Za-z0-9_-]+|\[[^\]]+\])(?![?*+{])")
_LABEL_CHARS = 40
_LABEL = (
    r"(?:pass(?:word|wd|phrase|code)|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|token|credentials?"
    r"|(?:api|access|account|auth|private|signing|encryption)[_-]?key)"
    r"(?<!page.token)(?<!pagetoken)(?<!csrf.token)(?<!csrftoken)[\"'`]?\s{0,4}$"
)

KINDS: tuple[Kind, ...] = (
    _token("Slack token", "xox", r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9%+/=_-]{10,400}", is_mixed),
    _token("Slack app token", "xapp-", r"xapp-[0-9]-[A-Za-z0-9-]{10,200}"),
    _token("Slack webhook", "hooks.slack", r"hooks\.slack(?:-gov)?\.com/[a-z]{1,12}/[A-Za-z0-9+/]{20,200}"),
    _token("GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{36,255}"),
    _token("GitHub fine-grained token", "github_pat_", r"github_pat_[A-Za-z0-9_]{36,255}"),
    _token(
        "GitLab token",
        "glpat- glptt- gldt- glrt- glrtr- glft- glcbt- glsoat- glagent- glimt- gloas-",
        r"gl(?:pat|ptt|dt|rt|rtr|ft|cbt|soat|agent|imt|oas)-[A-Za-z0-9_.-]{20,300}",
        is_mixed,
    ),
    _token("Atlassian token", "TT3x", r"AT[A-Z]TT3x[A-Za-z0-9_=+/-]{20,400}"),
    _token("Bitbucket app password", "ATBB", r"ATBB[A-Za-z0-9]{28,60}"),
    _token(
        "AWS access key id",
        "AKIA ASIA ABIA ACCA A3T",
        r"A(?:3T[A-Z0-9]|[BKS]IA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    ),
    _phrase(
        "AWS secret key",
        "access_key accesskey access-key",
        r"secret[_-]?access[_-]?key[\"']?\s{0,4}[=:]\s{0,4}[\"']?(?P<value>[a-z0-9/+]{40})(?![a-z0-9/+=])",
    ),
    _token("Google API key", "AIza", r"AIza[A-Za-z0-9_-]{35}"),
    _token("Google OAuth token", "ya29.", r"ya29\.[A-Za-z0-9_-]{20,2000}"),
    _token("Google client secret", "GOCSPX-", r"GOCSPX-[A-Za-z0-9_-]{28}"),
    _phrase(
        "Azure storage key",
        "accountkey sharedaccesskey",
        r"(?:account|sharedaccess)key\s{0,4}=\s{0,4}(?P<value>[a-z0-9+/]{40,100}={0,2})",
    ),
    _phrase("Azure shared access signature", "sig=", r"[?&;]sig=(?P<value>[a-z0-9%+/]{40,120}={0,2})"),
    Kind("Azure client secret", ("Q~",), r"[0-9](?<=[A-Za-z0-9_~.-]{3}[0-9])Q~[A-Za-z0-9_~.-]{31,34}"),
    _token("Anthropic key", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{20,200}"),
    _token(
        "OpenAI key", "sk-", r"sk-(?:(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,300}|[A-Za-z0-9]{32,200})"
    ),
    _token("Stripe key", "k_live_", r"[rs]k_live_[A-Za-z0-9]{16,250}"),
    _token("Stripe webhook secret", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,100}"),
    _token("Twilio key", "SK", r"SK[0-9a-f]{32}(?![A-Za-z0-9])"),
    _phrase(
        "Twilio auth token", "twilio", r"twilio[^\n]{0,60}?(?<![0-9a-z])(?P<value>[0-9a-f]{32})(?![0-9a-z])"
    ),
    _token("SendGrid key", "SG.", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}"),
    _token("npm token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    _token("PyPI token", "pypi-", r"pypi-[A-Za-z0-9_-]{50,400}"),
    _token("RubyGems key", "rubygems_", r"rubygems_[0-9a-f]{48}"),
    _token("Docker Hub token", "dckr_", r"dckr_[op]at_[A-Za-z0-9_-]{20,100}"),
    _token("Hugging Face token", "hf_", r"hf_[A-Za-z0-9]{30,60}"),
    _token("DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", r"do[opr]_v1_[0-9a-f]{64}"),
    _token("Telegram bot token", ":AA", r"[0-9][0-9]{7,9}:AA[A-Za-z0-9_-]{33}"),
    _token(
        "Discord token", ".", r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}", is_mixed
    ),
    _token(
        "Discord webhook",
        "api/webhooks/",
        r"discord(?:app)?\.com/api/webhooks/[0-9]{15,21}/[A-Za-z0-9_-]{40,100}",
    ),
    _token("Matrix access token", "syt_", r"syt_[A-Za-z0-9+/=_-]{1,100}_[A-Za-z0-9]{20}_[A-Za-z0-9]{6}"),
    _token("Shopify token", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    _token("Grafana token", "glc_ glsa_", r"gl(?:c|sa)_[A-Za-z0-9+/=_]{32,400}"),
    _token("Vault token", "hvs. hvb. hvr.", r"hv[bsr]\.[A-Za-z0-9_-]{24,300}"),
    _token("Databricks token", "dapi", r"dapi[0-9a-f]{32}(?:-[0-9])?"),
    _token("Linear key", "lin_", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,80}"),
    _token("Notion token", "ntn_", r"ntn_[A-Za-z0-9]{40,60}"),
    _token("Postman key", "PMAK-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    _token("New Relic key", "NRAK-", r"NRAK-[A-Z0-9]{27}"),
    _token("Sentry token", "sntrys_ sntryu_", r"sntry[su]_[A-Za-z0-9+/=_-]{40,400}"),
    _token("Figma token", "figd_ figo_ figu_ figdr_ figor_ figur_", r"fig[dou]r?_[A-Za-z0-9_-]{40,60}"),
    _token("age secret key", "AGE-SECRET-KEY-", r"AGE-SECRET-KEY-1[A-Z0-9]{58}"),
    _token(
        "private key",
        "PRIVATE",
        # The body ends at the next five dashes, so every character is passed once.
        r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?P<value>(?:[^-]|-(?!----)){0,20000}+)",
        holds_key_material,
    ),
    _token(
        "PuTTY private key",
        "Private-Lines:",
        r"Private-Lines:\s{0,4}[0-9]{1,3}\s{1,4}(?P<value>[A-Za-z0-9+/]{32,64})",
    ),
    _token(
        "JSON web token",
        ".eyJ",
        r"eyJ[A-Za-z0-9_-]{8,4000}+\.eyJ[A-Za-z0-9_-]{8,8000}+\.[A-Za-z0-9_-]{8,2000}",
    ),
    _token(
        "password in a URL",
        "://",
        r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/?#@:\"'<>`]{0,100}+:(?P<value>[^\s/?#@\"'<>`]{1,200}+)@[^\s@]",
    ),
    _phrase(
        "bearer token",
        "bearer",
        r"(?<![a-z])bearer\s{1,4}(?P<value>[a-z0-9._~+/=-]{12,4000}+)",
        is_random_literal,
    ),
    _phrase(
        "basic authentication",
        "basic",
        r"(?<![a-z])basic\s{1,4}(?P<value>[a-z0-9+/]{4,2000}+={0,2})",
        decodes_to_user_and_password,
    ),
    _assigned("password in quotes", r"([\"'`])(?P<value>[^\s\"'`]{8,400})\1"),
    _assigned("password assignment", r"(?P<value>[A-Za-z0-9_~+/.!@#%^*-]{16,400}+={0,2})(?![(\w\[])"),
)
