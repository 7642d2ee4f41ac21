"""The sections every server has: strict, frozen, and without a place for a secret."""

import pickle
from typing import Any

import pytest
from pydantic import ValidationError

from narrowgate_common.configuration import validated
from narrowgate_common.errors import GatewayError
from narrowgate_common.settings import BasicAuth, Network, ScopedAuth, SecretSource, Section, ServerSettings

PLAIN = "https://proxy.example.com"


def refusal(section: str, **keys: Any) -> str:
    with pytest.raises(GatewayError) as caught:
        validated(ServerSettings, {section: keys})
    assert caught.value.category == "configuration_error"
    assert "hunter2" not in f"{caught.value} {caught.value.details}"
    return caught.value.message


def sections(model: type[Section] = Section) -> list[type[Section]]:
    return [found for each in model.__subclasses__() for found in (each, *sections(each))]


def test_every_section_is_strict_frozen_and_closed() -> None:
    for section in sections():
        config = section.model_config
        assert (config.get("extra"), config.get("strict"), config.get("frozen")) == ("forbid", True, True)
        assert config.get("hide_input_in_errors") is True
        assert config.get("allow_inf_nan") is False


def test_no_key_of_any_section_holds_a_secret_inline() -> None:
    names = {name for section in sections() for name in section.model_fields}
    suspicious = {
        name for name in names for word in ("token", "secret", "password", "passphrase") if word in name
    }

    assert suspicious == {"token_env", "token_file"}


def test_by_default_everything_is_closed_and_bounded() -> None:
    settings = validated(ServerSettings, {})

    assert (settings.uploads, settings.downloads) == (None, None)
    assert settings.network == Network()
    assert (settings.network.allow_http, settings.network.proxy) == (False, None)
    assert (settings.limits.deadline_s, settings.limits.max_result_chars) == (30.0, 40_000)


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        validated(ServerSettings, {}).limits.deadline_s = 5.0  # type: ignore[misc]


@pytest.mark.parametrize(
    "url", [PLAIN, PLAIN + ":3128", "http://proxy:3128/", "http://10.0.0.1:3128", "environment"]
)
def test_a_proxy_is_an_address_or_the_environments(url: str) -> None:
    assert validated(ServerSettings, {"network": {"proxy": url}}).network.proxy == url


@pytest.mark.parametrize(
    "url",
    [
        "http://me:hunter2@proxy:3128",
        "http://hunter2@proxy:3128",
        "http://proxy:3128?key=hunter2",
        "http://proxy:3128#hunter2",
        "http://proxy:3128/hunter2",
        "socks5://proxy:1080",
        "proxy:3128",
        "Environment",
        "http://[hunter2",
        "http://proxy:hunter2",
        "http://",
        "file:///etc/hunter2",
    ],
)
def test_a_proxy_that_is_more_than_an_address_is_refused_and_not_repeated(url: str) -> None:
    assert refusal("network", proxy=url).startswith(("network.proxy must", "network.proxy is not"))


def test_a_key_belongs_to_a_certificate() -> None:
    assert "network has a client_key without a client_certificate" in refusal("network", client_key="/k")
    both = {"client_certificate": "/c", "client_key": "/k"}
    assert validated(ServerSettings, {"network": both}).network.client_key == "/k"


@pytest.mark.parametrize("key", ["verify", "verify_ssl", "insecure", "tls_verify", "ssl_verify"])
def test_certificates_are_always_verified(key: str) -> None:
    assert f"network.{key} is not a known key" in refusal("network", **{key: False})


@pytest.mark.parametrize(
    ("section", "key", "low", "high"),
    [
        ("limits", "deadline_s", 0.5, 301),
        ("limits", "max_result_chars", 3_999, 200_001),
        ("uploads", "max_bytes", 0, 100_000_001),
        ("downloads", "max_bytes", 0, 1_000_000_001),
    ],
)
def test_numbers_are_bounded(section: str, key: str, low: float, high: float) -> None:
    more = {} if section == "limits" else {"root": "/srv/x"}

    assert f"{section}.{key} is too small" in refusal(section, **{key: low}, **more)
    assert f"{section}.{key} is too large" in refusal(section, **{key: high}, **more)


@pytest.mark.parametrize(
    "url", ["https://u:hunter2@api.atlassian.com", "https://api.atlassian.com?x=hunter2", "nonsense"]
)
def test_a_gateway_is_a_plain_address(url: str) -> None:
    with pytest.raises(ValidationError) as caught:
        ScopedAuth(kind="scoped", cloud_id="11111111-2222", token_env="T", gateway_url=url)
    assert "hunter2" not in str(caught.value)


def test_settings_name_secrets_and_hold_none() -> None:
    """So that printing, dumping and pickling them gives nothing away."""
    auth = BasicAuth(kind="basic", username="me", token_env="TRACKER_TOKEN")

    assert set(SecretSource.model_fields) == {"token_env", "token_file"}
    assert pickle.loads(pickle.dumps(auth)) == auth
    assert auth.model_dump() == {
        "kind": "basic", "username": "me", "token_env": "TRACKER_TOKEN", "token_file": None,
    }  # fmt: skip
