import ssl
from pathlib import Path
from typing import Any

import pytest
from tests.common.certificates import Authority, serving_with
from tests.common.fake_product import SECRET, new_wire, way_out
from tests.common.fake_vendor import APPEND, READ, Vendor
from tests.common.raw_server import raw_server, saying, strict_tls_server
from tests.common.wire_calls import broken, later

from narrowgate_common.errors import GatewayError
from narrowgate_common.operations import Ended
from narrowgate_common.origins import Origin
from narrowgate_common.tls import tls_trouble

OK = saying(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")


def localhost(port: int) -> str:
    return f"https://127.0.0.1:{port}"


@pytest.mark.anyio
async def test_a_certificate_of_the_configured_authority_is_trusted(tmp_path: Path) -> None:
    ours = Authority.make(tmp_path, "ours")
    async with raw_server(OK, serving_with(ours.issue("server"))) as raw:
        wire = new_wire(localhost(raw.port), ca_file=str(ours.file))
        reply = await wire.exchange(READ, later())
        await wire.aclose()

    assert reply.json == {}


@pytest.mark.anyio
async def test_a_certificate_of_anybody_else_gets_no_byte(tmp_path: Path) -> None:
    ours, theirs = Authority.make(tmp_path, "ours"), Authority.make(tmp_path, "theirs")
    for trusted in (None, str(ours.file)):
        async with raw_server(OK, serving_with(theirs.issue("server"))) as raw:
            error = await broken(new_wire(localhost(raw.port), ca_file=trusted), APPEND)

        assert (error.ended, error.trouble, raw.heads) == (Ended.NOT_SENT, "certificate", [])


@pytest.mark.anyio
async def test_a_certificate_for_another_name_gets_no_byte(tmp_path: Path) -> None:
    ours = Authority.make(tmp_path, "ours")
    async with raw_server(OK, serving_with(ours.issue("server"))) as raw:
        error = await broken(new_wire(f"https://localhost:{raw.port}", ca_file=str(ours.file)), APPEND)

    assert (error.ended, error.trouble, raw.heads) == (Ended.NOT_SENT, "certificate", [])


@pytest.mark.anyio
async def test_the_environment_names_no_authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SSL_CERT_FILE is OpenSSL's own, and read by it only where nothing else is configured."""
    ours, theirs = Authority.make(tmp_path, "ours"), Authority.make(tmp_path, "theirs")
    monkeypatch.setenv("SSL_CERT_FILE", str(theirs.file))
    async with raw_server(OK, serving_with(theirs.issue("server"))) as raw:
        error = await broken(new_wire(localhost(raw.port), ca_file=str(ours.file)), APPEND)

    assert error.trouble == "certificate"


@pytest.mark.anyio
async def test_the_configured_client_certificate_is_shown(tmp_path: Path) -> None:
    ours = Authority.make(tmp_path, "ours")
    async with raw_server(OK, serving_with(ours.issue("server"), wanting=ours.file)) as raw:
        pair = ours.issue("client")
        wire = new_wire(localhost(raw.port), ca_file=str(ours.file), client_certificate=pair)
        reply = await wire.exchange(READ, later())
        await wire.aclose()

    assert reply.json == {}


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("version", "shown", "trouble"),
    [
        (ssl.TLSVersion.TLSv1_2, "none", "tls"),  # which only says that the handshake failed
        (ssl.TLSVersion.TLSv1_2, "another's", "client_certificate"),
        (ssl.TLSVersion.TLSv1_3, "none", "client_certificate"),
        (ssl.TLSVersion.TLSv1_3, "another's", "client_certificate"),
    ],
)
async def test_a_missing_or_refused_client_certificate_is_told_and_nothing_was_accepted(
    version: ssl.TLSVersion, shown: str, trouble: str, tmp_path: Path
) -> None:
    """In TLS 1.3 the client has sent its request before it hears of it; the server has not read it."""
    ours, theirs = Authority.make(tmp_path, "ours"), Authority.make(tmp_path, "theirs")
    context = serving_with(ours.issue("server"), wanting=ours.file)
    context.maximum_version = version
    pair = None if shown == "none" else theirs.issue("client")
    with strict_tls_server(context) as raw:
        settings: Any = {"ca_file": str(ours.file), "client_certificate": pair}
        error = await broken(new_wire(localhost(raw.port), **settings), APPEND)

    assert (error.ended, error.trouble) == (Ended.NOT_SENT, trouble)


@pytest.mark.anyio
async def test_where_nobody_speaks_tls_the_credential_is_not_spoken_either(vendor: Vendor) -> None:
    origin = Origin.parse(vendor.url)
    async with way_out(localhost(origin.port)) as way:
        with pytest.raises(GatewayError) as failed:
            await way.session().send(READ)

    assert (failed.value.category, failed.value.reason) == ("configuration_error", "tls")
    assert vendor.board.headers == []


@pytest.mark.parametrize("kind", ["ca_file", "client_certificate"])
@pytest.mark.parametrize("content", [None, b"", SECRET.encode()])
def test_a_file_that_is_no_certificate_is_a_matter_of_configuration(
    kind: str, content: bytes | None, tmp_path: Path
) -> None:
    file = tmp_path / "file.pem"
    if content is not None:
        file.write_bytes(content)
    settings: Any = {kind: str(file) if kind == "ca_file" else (str(file), None)}

    with pytest.raises(GatewayError) as refused:
        new_wire("https://x.example", **settings)

    assert (refused.value.category, refused.value.reason) == ("configuration_error", "bad_certificate")
    assert str(file) not in str(refused.value)
    assert SECRET not in str(refused.value)


def failed(*reasons: str | type[ssl.SSLError]) -> BaseException:
    """An error of the client, behind it those of TLS, one the cause of the next."""
    error: BaseException = OSError("reset")
    for reason in reasons:
        cause = ssl.SSLError(1, "failed") if isinstance(reason, str) else reason(2, "not yet")
        cause.reason = reason if isinstance(reason, str) else "WANTED"
        cause.__context__, error = error, cause
    outer = RuntimeError("the client's own")
    outer.__cause__ = error
    return outer


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (failed(), None),
        (failed(ssl.SSLWantReadError), None),
        (failed(ssl.SSLWantWriteError), None),
        (failed("WRONG_VERSION_NUMBER"), "tls"),
        (failed("WRONG_VERSION_NUMBER", ssl.SSLWantReadError), "tls"),
        (failed("", "TLSV1_ALERT_UNKNOWN_CA"), "client_certificate"),
        (failed("TLSV13_ALERT_CERTIFICATE_REQUIRED", "OTHER"), "client_certificate"),
        (failed("TLSV1_ALERT_ACCESS_DENIED"), "client_certificate"),
        (failed("SSLV3_ALERT_HANDSHAKE_FAILURE"), "tls"),
        (failed("CERTIFICATE_VERIFY_FAILED"), "tls"),
        (failed("TLSV1_ALERT_UNKNOWN_CA", ssl.SSLCertVerificationError), "certificate"),
    ],
)
def test_a_trouble_is_told_by_what_stands_behind_the_error(error: BaseException, trouble: str | None) -> None:
    assert tls_trouble(error) == trouble
