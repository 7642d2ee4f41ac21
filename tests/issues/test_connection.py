"""From the configuration to a way out: who we are, where requests go and through what, before anything is sent."""

import base64
import copy
import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from narrowgate_common.configuration import validated
from narrowgate_common.connection import Connected, checked_files, connected
from narrowgate_common.errors import GatewayError
from narrowgate_common.settings import Network
from narrowgate_issues.adapters import VENDORS
from narrowgate_issues.server import service_of
from narrowgate_issues.settings import IssuesSettings

TOKEN = "hunter2-hunter2"
CLOUD_TOKEN = "ATATT3xFfGF0" + "hunter2" * 4
SITE = "https://example.atlassian.net"
OURS = "https://jira.example.com/jira"
SCOPED = {"kind": "scoped", "cloud_id": "11111111-2222", "token_env": "T"}
BASIC = {"kind": "basic", "username": "me@example.com", "token_env": "T"}
BEARER = {"kind": "bearer", "token_env": "T"}
CERTIFICATE = {"kind": "certificate"}


def link(
    auth: dict[str, Any], base_url: str = SITE, *, token: str = TOKEN, kind: str = "", **more: Any
) -> Connected:
    """`kind` is told by the address unless given; `network` and `environment` as keywords."""
    kind = kind or ("jira_cloud" if ".atlassian.net" in base_url else "jira_dc")
    table = {
        "connection": {"kind": kind, "base_url": base_url, "auth": auth},
        "network": more.get("network", {}),
    }
    settings = validated(IssuesSettings, table)
    environment = {"T": token, **more.get("environment", {})}
    return connected(settings.connection, settings.network, environment, service_of(VENDORS[kind]))


def refusal(*arguments: Any, **more: Any) -> GatewayError:
    with pytest.raises(GatewayError) as caught:
        link(*arguments, **more)
    assert caught.value.category == "configuration_error"
    assert "hunter2" not in f"{caught.value!r} {caught.value.as_dict()}"
    return caught.value


def basic(username: str, token: str = TOKEN) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"{username}:{token}".encode()).decode()}


def test_basic_authentication_goes_to_the_site() -> None:
    made = link(BASIC)

    assert made.credential.headers() == basic("me@example.com")
    assert str(made.origin) == str(made.site) == SITE
    assert made.wire.user_agent.startswith("narrowgate-issues/")


def test_a_personal_access_token_goes_to_the_site_with_its_context_path() -> None:
    made = link(BEARER, OURS + "/")

    assert made.credential.headers() == {"Authorization": f"Bearer {TOKEN}"}
    assert (str(made.origin), str(made.site)) == (OURS, OURS)
    assert made.origin.prefix == "/jira"


@pytest.mark.parametrize(
    ("auth", "headers"),
    [
        ({**SCOPED, "username": "me@example.com"}, basic("me@example.com")),
        (SCOPED, {"Authorization": f"Bearer {TOKEN}"}),
    ],
)
def test_a_scoped_token_goes_through_the_gateway_while_people_browse_the_site(
    auth: dict[str, Any], headers: dict[str, str]
) -> None:
    made = link(auth)

    assert made.credential.headers() == headers
    assert str(made.origin) == "https://api.atlassian.com/ex/jira/11111111-2222"
    assert str(made.site) == SITE


def test_another_gateway_is_used_with_its_path() -> None:
    made = link({**SCOPED, "gateway_url": "https://api.atlassian-us-gov-mod.net/x/"})

    assert str(made.origin) == "https://api.atlassian-us-gov-mod.net/x/ex/jira/11111111-2222"


def test_a_client_certificate_alone_is_a_proof() -> None:
    made = link(CERTIFICATE, OURS, network={"client_certificate": "/c.pem", "client_key": "/k.pem"})

    assert made.credential.headers() == {}
    assert made.wire.client_certificate == ("/c.pem", "/k.pem")
    assert made.secrets == ()
    assert "network.client_certificate is missing" in refusal(CERTIFICATE, OURS).message


@pytest.mark.parametrize("auth", [BASIC, BEARER, SCOPED, {**SCOPED, "username": "me"}, CERTIFICATE])
def test_the_network_settings_apply_whatever_the_authentication(auth: dict[str, Any]) -> None:
    network = {"ca_file": "/ca.pem", "client_certificate": "/c.pem", "proxy": "http://proxy.example.com:3128"}
    wire = link(auth, network=network).wire

    assert (wire.ca_file, wire.client_certificate, wire.proxy) == (
        "/ca.pem", ("/c.pem", None), "http://proxy.example.com:3128",
    )  # fmt: skip


@pytest.mark.parametrize("allow_http", [False, True])
@pytest.mark.parametrize(
    "url",
    [
        "http://example.atlassian.net",
        "http://jira.example.com",
        "http://10.0.0.1",
        "http://127.0.0.1.example",
    ],
)
def test_plain_http_is_never_for_the_cloud(url: str, *, allow_http: bool) -> None:
    error = refusal(BASIC, url, kind="jira_cloud", network={"allow_http": allow_http})

    assert error.message == "connection.base_url must use https"


@pytest.mark.parametrize(
    "url",
    [
        "http://jira.example.com/jira",
        "http://10.0.0.1:8080",
        "http://[2001:db8::1]",
        "http://localhost.example",
        "http://0.0.0.0",
        "http://127.1",
        "http://2130706433",
    ],
)
def test_plain_http_elsewhere_needs_an_administrators_word(url: str) -> None:
    error = refusal(BEARER, url)

    assert error.message == "connection.base_url must use https, or set network.allow_http"
    assert error.reason == "insecure_url"
    assert str(link(BEARER, url, network={"allow_http": True}).origin) == url


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080", "http://127.8.9.1"]
)
@pytest.mark.parametrize("kind", ["jira_cloud", "jira_dc"])
def test_plain_http_stays_on_this_machine(url: str, kind: str) -> None:
    assert str(link(BASIC, url, kind=kind).origin) == url


@pytest.mark.parametrize("allow_http", [False, True])
def test_the_gateway_is_never_plain_http(*, allow_http: bool) -> None:
    error = refusal({**SCOPED, "gateway_url": "http://api.atlassian.com"}, network={"allow_http": allow_http})

    assert error.message == "connection.auth.gateway_url must use https"


@pytest.mark.parametrize(
    "url",
    [
        SITE,
        "http://example.atlassian.net",
        "https://api.atlassian.com/ex/jira/1",
        "https://atlassian.net",
        "https://x.jira.com",
    ],
)
@pytest.mark.parametrize("auth", [BEARER, BASIC])
def test_data_centers_credentials_are_not_for_the_cloud(url: str, auth: dict[str, Any]) -> None:
    error = refusal(auth, url, kind="jira_dc", network={"allow_http": True})

    assert (
        error.message == "connection.kind is not jira_cloud, but connection.base_url is in Atlassian's cloud"
    )


def test_a_host_that_only_ends_alike_is_another() -> None:
    assert str(link(BEARER, "https://notatlassian.net", kind="jira_dc").origin) == "https://notatlassian.net"


def test_the_clouds_gateway_is_not_for_data_center() -> None:
    assert refusal(SCOPED, OURS).reason == "wrong_vendor"


@pytest.mark.parametrize(
    "token",
    [
        "xoxb-1-hunter2", "xoxp-1-hunter2", "xoxc-1-hunter2", "xoxd-hunter2", "xoxe.xoxp-1-hunter2", "xapp-1-hunter2",
        "ghp_hunter2", "gho_hunter2", "ghu_hunter2", "ghs_hunter2", "github_pat_hunter2", "glpat-hunter2",
        "ATBBhunter2", "lin_api_hunter2", "ntn_hunter2", "syt_hunter2", "sk-ant-hunter2", "ya29.hunter2",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("auth", "url"), [(BASIC, SITE), (SCOPED, SITE), (BEARER, OURS), (BASIC, "http://127.0.0.1:1")]
)
def test_a_token_of_another_vendor_is_refused(token: str, auth: dict[str, Any], url: str) -> None:
    error = refusal(auth, url, token=token)

    assert error.reason == "foreign_token"
    assert "connection.auth" in error.message


@pytest.mark.parametrize(("auth", "url", "kind"), [
    (BEARER, OURS, "jira_dc"), (BASIC, OURS, "jira_dc"), (BASIC, "https://example.atlasian.net", "jira_cloud"),
    (BASIC, "https://example.atlassian.net.evil.example", "jira_cloud"),
    ({**SCOPED, "gateway_url": "https://api.example.com"}, SITE, "jira_cloud"),
])  # fmt: skip
def test_a_token_of_the_cloud_goes_nowhere_else(auth: dict[str, Any], url: str, kind: str) -> None:
    assert refusal(auth, url, kind=kind, token=CLOUD_TOKEN).reason == "foreign_token"


@pytest.mark.parametrize(("auth", "url"), [(BASIC, SITE), (SCOPED, SITE), (BASIC, "http://127.0.0.1:8080")])
def test_a_token_of_the_cloud_goes_there_and_to_this_machine(auth: dict[str, Any], url: str) -> None:
    assert link(auth, url, kind="jira_cloud", token=CLOUD_TOKEN).credential.scheme


@pytest.mark.parametrize("auth", [BASIC, BEARER, SCOPED])
def test_a_missing_token_is_told_by_its_key(auth: dict[str, Any]) -> None:
    assert "connection.auth.token_env names a variable that is not set" in refusal(auth, token="").message


@pytest.mark.parametrize("auth", [BASIC, BEARER, SCOPED, {**SCOPED, "username": "me"}])
def test_a_secret_is_in_nothing_that_prints_or_is_kept(auth: dict[str, Any]) -> None:
    proxies = {"HTTPS_PROXY": "http://me:proxyhunter2@proxy:3128"}
    made = link(auth, network={"proxy": "environment"}, environment=proxies)
    sent = made.credential.headers()["Authorization"].partition(" ")[2]

    shown = f"{made!r} {made} {made.credential!r} {made.hidden!r}"
    assert not [form for form in (TOKEN, sent, "proxyhunter2") if form in shown]
    assert {TOKEN, sent, "proxyhunter2"} <= set(made.secrets)
    for kept in (pickle.dumps, json.dumps, copy.deepcopy):
        with pytest.raises(TypeError):
            kept(made)
    assert TOKEN not in repr(replace(made, origin=made.site))


PROXY = "http://proxy.example.com:3128"
EVERYWHERE = dict.fromkeys(
    ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "https_proxy", "all_proxy"), "http://elsewhere:1"
)


@pytest.mark.parametrize("configured", [None, PROXY])
def test_the_environments_proxies_are_ignored_unless_asked_for(configured: str | None) -> None:
    network = {"proxy": configured} if configured else {}

    assert link(BASIC, network=network, environment=EVERYWHERE).wire.proxy == configured
    assert link(BASIC, network=network, environment={"NO_PROXY": "*", **EVERYWHERE}).wire.proxy == configured


def test_a_scoped_token_asks_for_the_gateways_proxy() -> None:
    environment = {"HTTPS_PROXY": PROXY, "NO_PROXY": "api.atlassian.com"}

    assert link(SCOPED, network={"proxy": "environment"}, environment=environment).wire.proxy is None
    assert link(BASIC, network={"proxy": "environment"}, environment=environment).wire.proxy == PROXY


@pytest.mark.parametrize(
    "value",
    [
        "socks5://me:hunter2@proxy:1",
        "http://[hunter2",
        "http://me:hunter2@",
        "http://proxy:hunter2",
        "http://proxy:0",
        "file:///hunter2",
    ],
)
def test_an_unusable_proxy_of_the_environment_is_told_and_not_repeated(value: str) -> None:
    error = refusal(BASIC, network={"proxy": "environment"}, environment={"HTTPS_PROXY": value})

    assert error.reason == "bad_proxy"
    assert error.message.startswith("network.proxy ")


def certificate(tmp_path: Path, *, passphrase: bytes | None = None) -> dict[str, str]:
    """A self-signed certificate and its key, in two files."""
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    now = datetime.now(UTC)
    signed = x509.CertificateBuilder(name, name, key.public_key(), 7, now, now + timedelta(days=1)).sign(
        key, hashes.SHA256()
    )
    locked = serialization.BestAvailableEncryption(passphrase) if passphrase else serialization.NoEncryption()
    (tmp_path / "c.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (tmp_path / "k.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, locked)
    )
    return {"certificate": str(tmp_path / "c.pem"), "key": str(tmp_path / "k.pem")}


def test_certificate_files_that_work_are_found_good(tmp_path: Path) -> None:
    made = certificate(tmp_path)

    assert checked_files(Network()) is None
    assert checked_files(Network(ca_file=made["certificate"])) is None
    assert checked_files(Network(client_certificate=made["certificate"], client_key=made["key"])) is None


def test_certificate_files_that_do_not_are_told_by_their_key(tmp_path: Path) -> None:
    made = certificate(tmp_path)
    (tmp_path / "empty").touch()
    bad = [
        (Network(ca_file=str(tmp_path / "absent")), "network.ca_file"),
        (Network(ca_file=str(tmp_path / "empty")), "network.ca_file"),
        (Network(ca_file=made["key"]), "network.ca_file"),
        (Network(client_certificate=str(tmp_path / "absent")), "network.client_certificate"),
        (Network(client_certificate=made["certificate"]), "network.client_certificate"),
        (
            Network(client_certificate=made["certificate"], client_key=str(tmp_path)),
            "network.client_certificate",
        ),
    ]
    for network, said in bad:
        problem = checked_files(network)
        assert problem is not None
        assert problem.message.startswith(said)
        assert str(tmp_path) not in str(problem)


def test_a_key_with_a_passphrase_is_told_and_not_asked_for(tmp_path: Path) -> None:
    made = certificate(tmp_path, passphrase=b"hunter2")
    problem = checked_files(Network(client_certificate=made["certificate"], client_key=made["key"]))

    assert problem is not None
    assert problem.reason == "bad_certificate"
