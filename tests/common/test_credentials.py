import copy
import json
import pickle
from collections.abc import Callable

import pytest
from pydantic import SecretStr

from narrowgate_common.credentials import Credential

SECRET = "s3cr3t-t0ken"
ENCODED = "bWU6czNjcjN0LXQwa2Vu"


def test_a_credential_is_one_header() -> None:
    assert Credential.basic("me", SecretStr(SECRET)).headers() == {"Authorization": f"Basic {ENCODED}"}
    assert Credential.bearer(SecretStr(SECRET)).headers() == {"Authorization": f"Bearer {SECRET}"}
    assert Credential().headers() == {}


@pytest.mark.parametrize("spell", [repr, str, "{}".format, lambda each: json.dumps(each, default=str)])
@pytest.mark.parametrize(
    "credential", [Credential.basic("me", SecretStr(SECRET)), Credential.bearer(SecretStr(SECRET))]
)
def test_a_credential_does_not_print(spell: Callable[[object], str], credential: Credential) -> None:
    assert not {part for part in (SECRET, ENCODED) if part in spell(credential)}


@pytest.mark.parametrize("take", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_credential_is_not_pickled_or_copied(take: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="nor copied"):
        take(Credential.bearer(SecretStr(SECRET)))


def test_a_user_name_may_have_any_letters() -> None:
    assert Credential.basic("jürgen@example.com", SecretStr("x")).headers()["Authorization"].isascii()
