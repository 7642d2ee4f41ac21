import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.origins import Origin

SECRET = "hunter2"
LONGEST = ".".join(["a" * 63] * 3 + ["a" * 61])


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://x.example", Origin("https", "x.example", 443)),
        ("HTTPS://X.Example/", Origin("https", "x.example", 443)),
        ("https://x.example:0443", Origin("https", "x.example", 443)),
        ("https://x.example:8443/jira/", Origin("https", "x.example", 8443, "/jira")),
        ("https://x.example/a/b-c_d~e.f", Origin("https", "x.example", 443, "/a/b-c_d~e.f")),
        ("http://127.0.0.1:8080", Origin("http", "127.0.0.1", 8080)),
        ("http://[::1]:8080/x", Origin("http", "::1", 8080, "/x")),
        ("https://jira_web", Origin("https", "jira_web", 443)),
        ("https://" + LONGEST, Origin("https", LONGEST, 443)),
        ("http://x.example:80", Origin("http", "x.example", 80)),
        ("https://xn--bcher-kva.example", Origin("https", "xn--bcher-kva.example", 443)),
    ],
)
def test_an_origin_is_read_from_the_configured_address(url: str, origin: Origin) -> None:
    assert Origin.parse(url) == origin
    assert Origin.parse(str(origin)) == origin


@pytest.mark.parametrize(
    "url",
    [
        "",
        "x.example",
        "//x.example",
        "ftp://x.example",
        "file:///etc/passwd",
        "https:",
        "https://",
        "https:x.example",
        f"https://me:{SECRET}@x.example",
        f"https://{SECRET}@x.example",
        "https://@x.example",
        f"https://x.example?token={SECRET}",
        "https://x.example?",
        f"https://x.example#{SECRET}",
        "https://x.example#",
        "https://x.example\\@evil.example",
        "https://x.example%2eevil.example",
        "https://x.example.",
        "https://.x.example",
        "https://x..example",
        "https://-x.example",
        "https://x-.example",
        "https://" + "a" * 64 + ".example",
        "https://" + LONGEST + "a",
        "https://\u0430pi.example",
        "https://b\u00fccher.example",
        "https://x.example:0",
        "https://x.example:65536",
        "https://x.example:port",
        "https://x.example:-1",
        "https://x\n.example",
        "https://x\t.example",
        "https://x .example",
        " https://x.example",
        "https://x.example\n",
        "https://x.example\x00",
        "https://[::1",
        "https://[x.example]",
        "https://[v1.evil]",
        "https://[fe80::1%25eth0]",
        "https://[127.0.0.1]",
        "https://x.example/..",
        "https://x.example/./y",
        "https://x.example/a//b",
        "https://x.example/a;b",
        "https://x.example/%2e%2e",
        "https://x.example/a\\b",
    ],
)
def test_what_is_not_plainly_an_origin_is_refused_without_being_repeated(url: str) -> None:
    with pytest.raises(ValueError) as refused:
        Origin.parse(url)

    assert SECRET not in str(refused.value)
    assert "example" not in str(refused.value)


@given(st.text(max_size=60) | st.from_regex(r"https?://[^ ]{0,40}"))
def test_whatever_is_configured_an_origin_reads_back_as_itself(url: str) -> None:
    try:
        origin = Origin.parse(url)
    except ValueError:
        return

    assert Origin.parse(str(origin)) == origin
    assert origin.host.isascii()
    assert origin.port > 0


@pytest.mark.parametrize(
    "url",
    ["http://localhost", "http://127.0.0.1", "http://127.8.9.10", "http://[::1]", "https://LOCALHOST:1/x"],
)
def test_this_machine_is_recognised(url: str) -> None:
    assert Origin.parse(url).loopback


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost.evil.example",
        "http://127.1",
        "http://2130706433",
        "http://0x7f000001",
        "http://0.0.0.0",
        "http://10.0.0.1",
        "http://[::ffff:10.0.0.1]",
    ],
)
def test_other_machines_and_odd_spellings_are_not_this_one(url: str) -> None:
    assert not Origin.parse(url).loopback


def test_an_origin_is_written_without_the_port_that_goes_without_saying() -> None:
    assert str(Origin("https", "x.example", 443, "/jira")) == "https://x.example/jira"
    assert str(Origin("http", "x.example", 80)) == "http://x.example"
    assert str(Origin("http", "::1", 443)) == "http://[::1]:443"
