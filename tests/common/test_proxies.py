"""Proxies of the environment, once an administrator asked for them: the usual variables, read as everywhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.errors import GatewayError
from narrowgate_common.origins import Origin
from narrowgate_common.proxies import password_in, proxy_for

SITE = "https://example.atlassian.net"
PROXY = "http://proxy.example.com:3128"


@pytest.mark.parametrize(
    ("environment", "url", "proxy"),
    [
        ({}, SITE, None),
        ({"HTTPS_PROXY": PROXY}, SITE, PROXY),
        ({"https_proxy": PROXY}, SITE, PROXY),
        ({"ALL_PROXY": PROXY}, SITE, PROXY),
        ({"HTTPS_PROXY": PROXY, "ALL_PROXY": "http://other:1"}, SITE, PROXY),
        ({"HTTPS_PROXY": "http://other:1", "https_proxy": PROXY}, SITE, PROXY),
        ({"https_proxy": PROXY, "HTTPS_PROXY": "http://other:1"}, SITE, PROXY),
        ({"HTTPS_PROXY": "http://other:1", "https_proxy": ""}, SITE, None),
        ({"HTTPS_PROXY": ""}, SITE, None),
        ({"HTTP_PROXY": PROXY}, SITE, None),
        ({"HTTP_PROXY": PROXY}, "http://127.0.0.1:8080", PROXY),
        ({"HTTPS_PROXY": "proxy.example.com:3128"}, SITE, PROXY),
        ({"HTTPS_PROXY": f" {PROXY} "}, SITE, PROXY),
        ({"HTTPS_PROXY": "https://proxy.example.com"}, SITE, "https://proxy.example.com"),
        ({"FTP_PROXY": PROXY, "npm_config_https_proxy": PROXY}, SITE, None),
    ],
)
def test_the_environments_proxy_is_the_one_for_the_scheme(
    environment: dict[str, str], url: str, proxy: str | None
) -> None:
    assert proxy_for("environment", Origin.parse(url), environment) == proxy


@pytest.mark.parametrize(
    ("no_proxy", "url", "direct"),
    [
        ("*", SITE, True),
        ("example.atlassian.net", SITE, True),
        ("EXAMPLE.atlassian.NET", SITE, True),
        ("atlassian.net", SITE, True),
        (".atlassian.net", SITE, True),
        ("other, .atlassian.net ,third", SITE, True),
        ("example.atlassian.net:443", SITE, True),
        ("example.atlassian.net:8443", SITE, False),
        ("ample.atlassian.net", SITE, False),
        ("atlassian.net.example", SITE, False),
        ("", SITE, False),
        ("jira", "https://jira:8443/jira", True),
        ("jira:8443", "https://jira:8443/jira", True),
        ("jira:443", "https://jira:8443/jira", False),
        ("10.0.0.1", "https://10.0.0.1", True),
        ("10.0.0.11", "https://10.0.0.1", False),
        ("::1", "https://[::1]:8443", True),
        ("2001:db8::2", "https://[2001:db8::1]", False),
    ],
)
@pytest.mark.parametrize("name", ["NO_PROXY", "no_proxy"])
def test_no_proxy_is_honoured(name: str, no_proxy: str, url: str, *, direct: bool) -> None:
    environment = {"HTTPS_PROXY": PROXY, name: no_proxy}

    assert proxy_for("environment", Origin.parse(url), environment) == (None if direct else PROXY)


@given(
    st.dictionaries(
        st.sampled_from(["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "NO_PROXY"]),
        st.text(max_size=20) | st.text("http:/[]@%.:1", max_size=15),
    )
)
def test_any_environment_is_a_proxy_or_a_refusal(environment: dict[str, str]) -> None:
    try:
        proxy = proxy_for("environment", Origin.parse(SITE), environment)
    except GatewayError as error:
        assert error.reason == "bad_proxy"  # noqa: PT017 - either end is right
        return
    assert proxy is None or proxy.lower().startswith(("http://", "https://"))
    password_in(proxy)


def test_a_proxy_that_was_named_is_used_whatever_the_environment_says() -> None:
    environment = {"HTTPS_PROXY": "http://elsewhere:1", "NO_PROXY": "*"}

    assert proxy_for(PROXY, Origin.parse(SITE), environment) == PROXY
    assert proxy_for(None, Origin.parse(SITE), environment) is None


def test_a_password_is_found_for_redaction() -> None:
    assert password_in("http://me:hunter2@proxy:3128") == "hunter2"
    assert password_in(PROXY) is None
    assert password_in(None) is None
