"""Credentials are made here at run time, so that no scanner takes this file for a leak."""

import base64
import random
import string
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrowgate_common import secret_scan
from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.secret_kinds import KINDS, Kind
from narrowgate_common.secret_scan import REASON, canonical, find_secret, redact, refuse_new_secrets

_RANDOM = random.Random(20261130)
UPPER, DIGITS, HEX = string.ascii_uppercase, string.digits, "0123456789abcdef"
ALNUM = string.ascii_letters + DIGITS


def drawn(length: int, alphabet: str = ALNUM) -> str:
    """Random characters with at least one digit, as every real token of some length has."""
    return "".join(_RANDOM.choice(alphabet) for _ in range(length - 1)) + _RANDOM.choice(
        [char for char in alphabet if char.isdigit()] or alphabet
    )


def jwt() -> str:
    parts = ('{"alg":"HS256","typ":"JWT"}', '{"sub":"' + drawn(12) + '","iat":1516239022}')
    head = ".".join(base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts)
    return f"{head}.{drawn(43)}"


def key_block(kind: str, *, line_end: str = "\n", headers: str = "") -> str:
    lines = line_end.join(drawn(64) for _ in range(6))
    return f"-----BEGIN {kind}-----{line_end}{headers}{lines}{line_end}-----END {kind}-----"


SECRETS: dict[str, tuple[str, Callable[[], str]]] = {
    "Slack bot": ("Slack token", lambda: "xoxb-" + f"{drawn(12, DIGITS)}-{drawn(13, DIGITS)}-{drawn(24)}"),
    "Slack user": (
        "Slack token",
        lambda: "xoxp-" + f"{drawn(12, DIGITS)}-{drawn(12, DIGITS)}-{drawn(32, HEX)}",
    ),
    "Slack browser": ("Slack token", lambda: "xoxc-" + f"{drawn(12, DIGITS)}-{drawn(64, HEX)}"),
    "Slack cookie": ("Slack token", lambda: "xoxd-" + drawn(60) + "%2B" + drawn(20) + "%3D"),
    "Slack rotated": ("Slack token", lambda: "xoxe.xoxp-" + f"1-{drawn(120)}"),
    "Slack app": (
        "Slack app token",
        lambda: "xapp-" + f"1-A{drawn(10)}-{drawn(13, DIGITS)}-{drawn(64, HEX)}",
    ),
    "Slack webhook": (
        "Slack webhook",
        lambda: "https://hooks.slack" + f".com/services/T{drawn(10, UPPER)}/B{drawn(10, UPPER)}/{drawn(24)}",
    ),
    "GitHub classic": ("GitHub token", lambda: "ghp" + f"_{drawn(36)}"),
    "GitHub OAuth": ("GitHub token", lambda: "gho" + f"_{drawn(36)}"),
    "GitHub server": ("GitHub token", lambda: "ghs" + f"_{drawn(36)}"),
    "GitHub fine-grained": ("GitHub fine-grained token", lambda: "github_pat" + f"_{drawn(22)}_{drawn(59)}"),
    "GitLab": ("GitLab token", lambda: "glpat" + f"-{drawn(20)}"),
    "GitLab routable": ("GitLab token", lambda: "glpat" + f"-{drawn(27)}.01.{drawn(9)}"),
    "GitLab runner": ("GitLab token", lambda: "glrt" + f"-{drawn(20)}"),
    "Atlassian": ("Atlassian token", lambda: "ATATT" + f"3xFfGF0{drawn(170)}={drawn(8, HEX)}"),
    "Atlassian scoped": ("Atlassian token", lambda: "ATCTT" + f"3xFfGN0{drawn(170)}={drawn(8, HEX)}"),
    "Bitbucket": ("Bitbucket app password", lambda: "ATBB" + drawn(32)),
    "AWS key": ("AWS access key id", lambda: "AKIA" + drawn(16, UPPER + DIGITS)),
    "AWS session": ("AWS access key id", lambda: "ASIA" + drawn(16, UPPER + DIGITS)),
    "AWS secret": ("AWS secret key", lambda: "aws_secret_access_key = " + drawn(40, ALNUM + "/+")),
    "AWS secret in JSON": ("AWS secret key", lambda: '"SecretAccessKey": "' + drawn(40, ALNUM + "/+") + '"'),
    "Google": ("Google API key", lambda: "AIza" + drawn(35)),
    "Google OAuth": ("Google OAuth token", lambda: "ya29" + f".a0{drawn(100)}"),
    "Google client": ("Google client secret", lambda: "GOCSPX" + f"-{drawn(28)}"),
    "Azure storage": (
        "Azure storage key",
        lambda: "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=" + drawn(86, ALNUM + "+/") + "==",
    ),
    "Azure bus": ("Azure storage key", lambda: "SharedAccessKeyName=a;SharedAccessKey=" + drawn(43) + "="),
    "Azure signature": ("Azure shared access signature", lambda: "?sv=2022-11-02&sig=" + drawn(43) + "%3D"),
    "Azure client": ("Azure client secret", lambda: drawn(3) + "8" + "Q~" + drawn(34)),
    "Anthropic": ("Anthropic key", lambda: "sk-ant" + f"-api03-{drawn(93)}AA"),
    "OpenAI": ("OpenAI key", lambda: "sk-" + drawn(48)),
    "OpenAI project": ("OpenAI key", lambda: "sk-proj" + f"-{drawn(60)}-_{drawn(60)}"),
    "Stripe": ("Stripe key", lambda: "sk_live" + f"_{drawn(24)}"),
    "Stripe restricted": ("Stripe key", lambda: "rk_live" + f"_{drawn(99)}"),
    "Stripe webhook": ("Stripe webhook secret", lambda: "whsec" + f"_{drawn(32)}"),
    "Twilio key": ("Twilio key", lambda: "SK" + drawn(32, HEX)),
    "Twilio token": ("Twilio auth token", lambda: "TWILIO_AUTH_TOKEN=" + drawn(32, HEX)),
    "SendGrid": ("SendGrid key", lambda: "SG." + f"{drawn(22)}.{drawn(43)}"),
    "npm": ("npm token", lambda: "npm" + f"_{drawn(36)}"),
    "PyPI": ("PyPI token", lambda: "pypi" + f"-AgEIcHlwaS5vcmc{drawn(120)}"),
    "RubyGems": ("RubyGems key", lambda: "rubygems" + f"_{drawn(48, HEX)}"),
    "Docker Hub": ("Docker Hub token", lambda: "dckr_pat" + f"_{drawn(27)}"),
    "Hugging Face": ("Hugging Face token", lambda: "hf" + f"_{drawn(34)}"),
    "DigitalOcean": ("DigitalOcean token", lambda: "dop_v1" + f"_{drawn(64, HEX)}"),
    "Telegram": ("Telegram bot token", lambda: drawn(10, "123456789") + ":AA" + drawn(33)),
    "Discord": ("Discord token", lambda: "MT" + f"{drawn(24)}.G{drawn(5)}.{drawn(38)}"),
    "Discord webhook": (
        "Discord webhook",
        lambda: "https://discord.com/api/webhooks" + f"/{drawn(19, DIGITS)}/{drawn(68)}",
    ),
    "Matrix": ("Matrix access token", lambda: "syt" + f"_{drawn(8)}_{drawn(20)}_{drawn(6)}"),
    "Shopify": ("Shopify token", lambda: "shpat" + f"_{drawn(32, HEX)}"),
    "Grafana": ("Grafana token", lambda: "glsa" + f"_{drawn(32)}_{drawn(8, HEX)}"),
    "Vault": ("Vault token", lambda: "hvs" + f".{drawn(24)}"),
    "Databricks": ("Databricks token", lambda: "dapi" + drawn(32, HEX)),
    "Linear": ("Linear key", lambda: "lin_api" + f"_{drawn(40)}"),
    "Notion": ("Notion token", lambda: "ntn" + f"_{drawn(46)}"),
    "Postman": ("Postman key", lambda: "PMAK" + f"-{drawn(24, HEX)}-{drawn(34, HEX)}"),
    "New Relic": ("New Relic key", lambda: "NRAK" + f"-{drawn(27, UPPER + DIGITS)}"),
    "Sentry": ("Sentry token", lambda: "sntrys" + f"_{drawn(100)}"),
    "Figma": ("Figma token", lambda: "figd" + f"_{drawn(43)}"),
    "age": ("age secret key", lambda: "AGE-SECRET" + f"-KEY-1{drawn(58, UPPER + DIGITS)}"),
    "PEM": ("private key", lambda: key_block("PRIVATE KEY")),
    "PEM RSA": ("private key", lambda: key_block("RSA PRIVATE KEY")),
    "PEM encrypted": (
        "private key",
        lambda: key_block(
            "RSA PRIVATE KEY", headers="Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n"
        ),
    ),
    "OpenSSH": ("private key", lambda: key_block("OPENSSH PRIVATE KEY", line_end="\r\n")),
    "PEM in JSON": (
        "private key",
        lambda: '{"private_key": "' + key_block("PRIVATE KEY", line_end="\\n") + '"}',
    ),
    "PEM on one line": ("private key", lambda: key_block("PRIVATE KEY", line_end=" ")),
    "PEM quoted": ("private key", lambda: "> " + key_block("EC PRIVATE KEY", line_end="\n> ")),
    "PGP": ("private key", lambda: key_block("PGP PRIVATE KEY BLOCK", headers="Version: GnuPG v2\n\n")),
    "PuTTY": ("PuTTY private key", lambda: f"Private-Lines: 14\n{drawn(64)}\n{drawn(64)}"),
    "JWT": ("JSON web token", jwt),
    "URL": ("password in a URL", lambda: "postgres://u:" + "p@h"),
    "URL with a port": ("password in a URL", lambda: "https://me:" + "hunter2@host.example:8443/x?y=1"),
    "URL without a user": ("password in a URL", lambda: "redis://:" + "s3cret@cache.internal:6379/0"),
    "bearer header": ("bearer token", lambda: f"Authorization: Bearer {drawn(40)}"),
    "bearer in curl": (
        "bearer token",
        lambda: f'curl -H "authorization: bearer {drawn(24)}" https://h.example',
    ),
    "basic header": (
        "basic authentication",
        lambda: "Authorization: Basic " + base64.b64encode(b"me:" + drawn(9).encode()).decode(),
    ),
    "password in quotes": ("password in quotes", lambda: 'password = "Tr0ub4dor' + '&3"'),
    "key in JSON": ("password in quotes", lambda: '{"api_key": "' + drawn(20) + '"}'),
    "key in YAML": ("password assignment", lambda: "client_secret: " + drawn(24)),
    "key in the environment": ("password assignment", lambda: "export DB_PASSWORD=" + drawn(18)),
    "key in a query": ("password assignment", lambda: "https://h.example/x?page=1&api_key=" + drawn(32)),
    "key in a header": ("password assignment", lambda: "X-Api-Key: " + drawn(32)),
    "private token": ("password assignment", lambda: "PRIVATE-TOKEN: " + drawn(20)),
}

BENIGN = {
    "nothing": "",
    "prose": "Reset your password, then create an API token; the secret key is shown once.",
    "commit": "fixed in " + drawn(40, HEX),
    "hashes": "\n".join(f"sha256:{drawn(64, HEX)}  file{n}.tar.gz" for n in range(50)),
    "integrity": "sha512-" + drawn(86, ALNUM + "+/") + "==",
    "UUIDs": "\n".join(f"{drawn(8, HEX)}-{drawn(4, HEX)}-4{drawn(3, HEX)}-a{drawn(3, HEX)}-{drawn(12, HEX)}" for _ in range(50)),
    "data URI": "![x](data:image/png;base64," + drawn(4000, ALNUM + "+/") + "==)",
    "certificate": "-----BEGIN CERTIFICATE-----\n" + drawn(64) + "\n-----END CERTIFICATE-----",
    "public key": "-----BEGIN PUBLIC KEY-----\n" + drawn(64) + "\n-----END PUBLIC KEY-----",
    "ssh public key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA" + drawn(44) + " me@host",
    "header mentioned": "The file starts with -----BEGIN PRIVATE KEY-----. Then loadPrivateKeyFromFile123456 reads it.",
    "header with dots": "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
    "code": "api_key = process.env.API_KEY; const token = await getAccessToken(user123, session456);",
    "types": "password: string; token: Optional[str]; secret?: boolean",
    "dictionary": 'token = config["service"]["token1"]',
    "variables": "password=${DB_PASSWORD} token=$TOKEN secret={{ vault_secret_2 }} key=$(pass show x)",
    "placeholders": "ghp_" + "x" * 36 + " xoxb-your-token-here sk-ant-XXXXXXXXXXXXXXXXXXXXXXXX AKIA" + "IOSFODNN7EXAMPLE",
    "angle brackets": "Authorization: Bearer <token>, https://<user>:<password>@host, api_key=<your key>",
    "stars": "password: ****************, token: ...",
    "redacted": "password: [redacted], token=REDACTED_BY_SECURITY_2024",
    "format strings": "postgres://%s:%s@%s/db and f'https://{user}:{password}@{host}' and https://$USER:$PASS@h",
    "names": 'secret: "db-credentials-prod-v2", secretName: app-tls-2, token: service-account-name-3',
    "paths": 'pwd: "/home/user1/project2", private_key: "~/.ssh/id_ed25519", credentials: ./gcp/key1.json-long',
    "location": 'secret = "https://vault.internal.example/v1/secret2"',
    "paging": 'nextPageToken: "CAUQAA1234567890abcdef"',
    "limits": "max_tokens: 4096000000000000, password_length=12",
    "bearer in prose": "bearer authentication-is-required, Bearer tokens are short-lived",
    "basic in prose": "basic understanding, Basic authentication, basic dGVzdA==",
    "addresses": "https://host.example:8080/a@b, git@github.com:org/repo.git, ssh://git@host:22/x",
    "class names": "sk-circle-fade-dot-animation sk-cube-grid-loading-large-primary",
    "short words": "gl-button xox-hugs hf_hub npm_config_registry pypi-server glpat- SG.it",
    "keys of issues": "ABC-123, OPS-4567, SKABC-12",
    "Slack ids": "C0123456789 U0123456789 T0123456789 1699999999.123456",
    "semver": "discord.js 14.11.0, Node v20.11.1",
    "camel case": "token = 'ApiKeyProviderV2', secret=DatabaseCredentialsProvider2",
    "dotted names": "MyVeryLongApplicationNameHere.Module.VeryLongClassNameForTheServiceImplementation",
}  # fmt: skip


@pytest.mark.parametrize(("kind", "make"), SECRETS.values(), ids=SECRETS)
def test_every_kind_is_found_alone_and_in_prose(kind: str, make: Callable[[], str]) -> None:
    _RANDOM.seed(kind)
    for _ in range(20):
        secret = make()
        assert find_secret(secret) is not None
        assert kind in _kinds(f"Please use this:\n{secret}\nand tell nobody.")
        assert kind in _kinds(f"({secret})")


def test_every_kind_has_a_sample() -> None:
    assert {kind.name for kind in KINDS} == {kind for kind, _ in SECRETS.values()}
    assert len(KINDS) >= 26


@pytest.mark.parametrize("text", BENIGN.values(), ids=BENIGN)
def test_what_documentation_is_full_of_is_no_secret(text: str) -> None:
    assert _kinds(text) == []


EVASIONS: dict[str, Callable[[str], str]] = {
    "zero width space": "\u200b".join,
    "joiner": lambda token: token[:3] + "\u200d" + token[3:],
    "soft hyphen": lambda token: token[:5] + "\u00ad" + token[5:],
    "grapheme joiner": lambda token: token[:4] + "\u034f" + token[4:],
    "tags": lambda token: token[:4] + "\U000e0061\U000e0020" + token[4:],
    "variation selector": lambda token: token[:4] + "\ufe0f" + token[4:],
    "underlined by marks": "\u0332".join,
    "fullwidth": lambda token: "".join(chr(ord(char) + 0xFEE0) for char in token),
    "mathematical letters": lambda token: token.translate(
        {ord(plain): 0x1D5BA + n for n, plain in enumerate(string.ascii_lowercase)}
    ),
    "decimal entity": lambda token: f"&#{ord(token[0])};{token[1:]}",
    "entity with zeros": lambda token: f"&#{ord(token[0]):015d};{token[1:]}",
    "hexadecimal entities": lambda token: "".join(f"&#x{ord(char):x};" for char in token),
    "named entity": lambda token: token.replace("_", "&lowbar;").replace("-", "&hyphen;"),
    "Markdown escapes": lambda token: token.replace("_", r"\_").replace("-", r"\-"),
    "bidi": lambda token: token[:6] + "\u2066" + token[6:] + "\u2069",
}


@pytest.mark.parametrize("evade", EVASIONS.values(), ids=EVASIONS)
@pytest.mark.parametrize("sample", ["Slack bot", "GitHub classic", "Atlassian", "Stripe"])
def test_a_disguised_token_is_found(sample: str, evade: Callable[[str], str]) -> None:
    kind, make = SECRETS[sample]
    _RANDOM.seed(sample)
    assert kind in _kinds(f"see {evade(make())} there")


def test_a_new_secret_is_refused_with_its_kind_and_never_its_value() -> None:
    token = SECRETS["GitHub classic"][1]()
    with pytest.raises(GatewayError) as refused:
        refuse_new_secrets(f"use {token}")
    assert refused.value.category is Category.BAD_INPUT
    assert refused.value.reason == REASON == "secret_detected"
    assert "GitHub token" in refused.value.message
    assert token[4:] not in str(refused.value.as_dict())


def test_a_secret_that_was_there_before_is_not_the_writers() -> None:
    token = SECRETS["Slack bot"][1]()
    refuse_new_secrets(f"edited: {token}!", before=f"{token} was here")
    refuse_new_secrets("clean", before=token)
    refuse_new_secrets(f"&#120;{token[1:]}", before=f"{token}")


@pytest.mark.parametrize(
    "more", [lambda old: f"{old} {old}", lambda old: f"{old}0", lambda _: SECRETS["npm"][1]()]
)
def test_another_secret_beside_the_old_one_is_refused(more: Callable[[str], str]) -> None:
    old = SECRETS["Slack bot"][1]()
    with pytest.raises(GatewayError):
        refuse_new_secrets(f"text {more(old)} text", before=old)


@pytest.mark.parametrize(("kind", "make"), SECRETS.values(), ids=SECRETS)
def test_redaction_leaves_nothing_to_find(kind: str, make: Callable[[], str]) -> None:
    _RANDOM.seed(kind)
    secret = make()
    cleaned = redact(f"before {secret} after", ())
    assert cleaned.startswith("before ")
    assert "[redacted]" in cleaned
    assert _kinds(cleaned) == []


@pytest.mark.parametrize("text", BENIGN.values(), ids=BENIGN)
def test_redaction_leaves_the_rest_alone(text: str) -> None:
    assert redact(text, ()) == text


def test_a_whole_private_key_is_redacted() -> None:
    block = key_block("RSA PRIVATE KEY")
    assert not any(line in redact(f"a\n{block}\nb", ()) for line in block.splitlines()[1:-1])


@pytest.mark.parametrize(
    ("known", "text", "cleaned"),
    [
        (["s3 cret/x"], "got s3 cret/x and s3%20cret%2Fx", "got [redacted] and [redacted]"),
        (["abc", "abcdef"], "abcdef abc", "[redacted] [redacted]"),
        ([""], "text", "text"),
        (["pässwort"], "p%C3%A4sswort", "[redacted]"),
        (["\ud800"], "text", "text"),
    ],
)
def test_known_secrets_are_redacted_exactly(known: list[str], text: str, cleaned: str) -> None:
    assert redact(text, known) == cleaned


def test_secrets_within_secrets_are_redacted_once() -> None:
    token = SECRETS["GitHub classic"][1]()
    assert redact(f'token = "{token}"', ()) == 'token = "[redacted]"'


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_scanned(text: str) -> None:
    find_secret(text)
    assert canonical(canonical(text)) is not None
    assert redact(redact(text, ()), ()) == redact(text, ())


HOSTILE = {
    "digits of an entity": "&#" + "1" * 200_000 + ";",
    "marks": "a" + "\u0301\u0323" * 100_000,
    "headers of keys": "-----BEGIN PRIVATE KEY-----" * 8_000,
    "schemes": "a+" * 100_000 + "://",
    "users": "a://b:" * 30_000,
    "labels": "password=" * 20_000,
    "web tokens": ("eyJ" + "a" * 20 + ".") * 8_000,
    "prefixes": "xoxb-" * 40_000,
    "expanding": "\ufdfa" * 50_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_makes_a_scan_take_quadratic_time(text: str) -> None:
    # A quadratic pattern would need minutes for these; the run itself is the assertion.
    find_secret(text)
    redact(text, ())


def test_a_kind_is_looked_for_only_where_one_of_its_anchors_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for every kind in every text would find the same, and take many times as long."""
    monkeypatch.setattr(secret_scan, "KINDS", (Kind("three digits", ("anchor",), "[0-9]{3}"),))
    prose = "some words " * 100
    assert find_secret(f"{prose} anchor 123") == "three digits"
    assert find_secret(f"{prose} 123") is None


def _kinds(text: str) -> list[str]:
    from narrowgate_common.secret_scan import _forms, _found

    return [kind for form in _forms(text) for kind, _ in _found(form)]
