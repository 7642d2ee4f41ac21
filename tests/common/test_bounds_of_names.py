"""Paths and filenames at their bounds: the longest that passes, and the first that does not."""

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.filenames import MAX_BYTES, is_active, is_device_name, safe_filename
from narrowgate_common.paths import parse_path, refuse_protected, refused_part

ROOT = "/srv/up"
PART = "a" * 255
LONGEST = "/".join([PART] * 15 + ["a" * 200, "a" * 55])


def said(argument: str) -> str:
    with pytest.raises(GatewayError) as refused:
        parse_path(argument, ROOT)
    return refused.value.message


def test_the_longest_path_is_taken_and_one_byte_more_is_not() -> None:
    assert len(LONGEST) == 4096
    assert len(parse_path(LONGEST, ROOT)) == 17
    assert said(LONGEST + "a") == "The path is longer than 4096 bytes"
    assert said("é" * 2049) == "The path is longer than 4096 bytes"


@pytest.mark.parametrize("root", ["/srv/up", "/srv/up/", "/srv/x", "/x", "/"])
def test_an_absolute_path_is_cut_at_its_root(root: str) -> None:
    assert parse_path(f"{root.rstrip('/')}/x/a.txt", root) == ("x", "a.txt")


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        ("/".join("a" * 33), "has more than 32 parts"),
        ("a" * 256, "has a part longer than 255 bytes"),
        ("é" * 128, "has a part longer than 255 bytes"),
        ("..", "must name a file below the root, without empty parts, '.' or '..'"),
        ("a/./b", "must name a file below the root, without empty parts, '.' or '..'"),
        ("a//b", "must name a file below the root, without empty parts, '.' or '..'"),
        ("/etc/passwd", "must lie below the upload root; give it relative to the root"),
        ("/srv/up", "must lie below the upload root; give it relative to the root"),
        ("/srv/upper/a", "must lie below the upload root; give it relative to the root"),
        ("a\\b", "must not hold control or invisible characters, '\\' or ':'"),
        ("a:b", "must not hold control or invisible characters, '\\' or ':'"),
        ("a\u200bb", "must not hold control or invisible characters, '\\' or ':'"),
        (" a", "must not have parts that begin with a space or end with a space or a dot"),
        ("a ", "must not have parts that begin with a space or end with a space or a dot"),
        ("a.", "must not have parts that begin with a space or end with a space or a dot"),
        ("con", "must not name a device"),
    ],
)
def test_a_refused_path_is_told_why(argument: str, why: str) -> None:
    assert said(argument) == f"The path {why}"


@pytest.mark.parametrize(
    "part", [PART, "é" * 127, ".a", "a b", "-a", "com10", "console", "a~1", "\u2027", "\u202f."[:1]]
)
def test_what_speaks_against_no_part(part: str) -> None:
    assert refused_part(part) is None


NAMES = (
    "id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk authorized_keys known_hosts shadow htpasswd credentials"
    " credentials.json credentials.csv secrets secrets.json secrets.yaml secrets.yml secrets.toml kubeconfig"
    " terraform.tfstate wallet.dat logins.json key4.db a.pem a.key a.p8 a.p12 a.pfx a.pkcs12 a.jks a.keystore a.kdb a.kdbx"
    " a.ppk a.keytab a.ovpn a.env a.tfstate a.tfvars a.gpg a.mobileprovision .a .pem"
)


@pytest.mark.parametrize("name", NAMES.split())
def test_each_of_these_names_is_protected(name: str) -> None:
    for path in ((name,), (name, "a.txt"), ("a", name.upper())):
        with pytest.raises(GatewayError) as refused:
            refuse_protected(path)
        assert refused.value.reason == "protected_name"


@pytest.mark.parametrize(
    "name",
    [
        "CON",
        "prn",
        "Aux",
        "nul",
        "clock$",
        "conin$",
        "CONOUT$",
        "com0",
        "com9",
        "COM¹",
        "lpt0",
        "LPT³",
        "nul .txt",
        "aux.",
    ],
)
def test_these_are_devices(name: str) -> None:
    assert is_device_name(name)
    assert not is_device_name(safe_filename(name))


@pytest.mark.parametrize(
    "name", ["console", "con1", "com", "com10", "lpt", "auxiliary.txt", "xcon", "nul-1", "clock", "icon"]
)
def test_these_are_no_devices(name: str) -> None:
    assert not is_device_name(name)
    assert safe_filename(name) == name


ACTIVE = (
    "app appimage bat chm cmd com cpl desktop dll docm dotm exe hta htm html jar jnlp js jse lnk mht mhtml msc msi mjs pif"
    " potm ppam pptm ps1 py rb reg scr sh shtml svg svgz swf url vb vbe vbs website wsf wsh xhtml xlam xll xlsm xltm xml xsl"
)


@pytest.mark.parametrize("extension", ACTIVE.split())
def test_each_of_these_types_runs_when_it_is_opened(extension: str) -> None:
    assert is_active(f"a.{extension}")
    assert is_active(f"a.b.{extension.upper()}")
    assert not is_active(extension)


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a." + "\u0442" * 16, "a"),
        ("a." + "\u0442" * 17, "a." + "\u0442" * 17),
        ("a.\u0442 x", "a.\u0442 x"),
        ("a.", "a"),
        ("\u0442xt", "\u0442xt"),
        ("", "file"),
        ("a.b.\u0442xt", "a.b"),
        ("x" * 200 + ".tar.gz", "x" * 116 + ".gz"),
        ("x" * 200 + ".c", "x" * 117 + ".c"),
        ("x" * 200 + ".a b", "x" * 119),
        ("x" * 200 + "." + "e" * 17, "x" * 119),
        ("x" * 200 + "." + "e" * 16, "x" * 102 + "." + "e" * 16),
        ("x" * 120, "x" * 119),
        ("x" * 119, "x" * 119),
        ("é" * 60, "é" * 59),
        ("a/b\\c", "c"),
        ("a/ . /", "a"),
        ("a<b>c|d`e$f;g&h'i\"j*k?l:m", "a_b_c_d_e_f_g_h_i_j_k_l_m"),
        ("a\x7fb\x80c\x9fd", "a_b_c_d"),
        ("a\x1f\u200bb", "a_b"),
        ("x\ufe0fy", "xy"),
        ("~-. a .~", "a .~"),
    ],
)
def test_a_filename_at_its_bounds(name: str, safe: str) -> None:
    assert safe_filename(name) == safe
    assert len(safe.encode()) <= MAX_BYTES == 120
