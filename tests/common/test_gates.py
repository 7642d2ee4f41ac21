"""The whole table: what is not allowed does not exist."""

from itertools import product

import pytest

from narrowgate_common.gates import Gate, Grants, allows
from narrowgate_common.operations import Operation

READ, REPLACE, APPEND = Operation.READ, Operation.REPLACE, Operation.APPEND


@pytest.mark.parametrize(
    ("grants", "open_to"),
    [
        (Grants(), {(Gate.OPEN, READ)}),
        (Grants(upload_root=True), {(Gate.OPEN, READ)}),
        (Grants(download_root=True), {(Gate.OPEN, READ), (Gate.DOWNLOAD, READ)}),
        (Grants(writes=True), {(Gate.OPEN, READ), (Gate.OPEN, REPLACE), (Gate.OPEN, APPEND)}),
        (
            Grants(writes=True, upload_root=True),
            {(gate, operation) for gate in (Gate.OPEN, Gate.UPLOAD) for operation in Operation},
        ),
        (Grants(writes=True, upload_root=True, download_root=True), set(product(Gate, Operation))),
    ],
)
def test_a_gate_opens_exactly_what_it_names(grants: Grants, open_to: set[tuple[Gate, Operation]]) -> None:
    allowed = {(gate, each) for gate, each in product(Gate, Operation) if allows(grants, gate, each)}

    assert allowed == open_to


@pytest.mark.parametrize("roots", list(product([False, True], repeat=2)))
def test_without_writes_nothing_but_reads_exists(roots: tuple[bool, bool]) -> None:
    grants = Grants(writes=False, upload_root=roots[0], download_root=roots[1], capabilities=frozenset({"x"}))

    assert not any(allows(grants, gate, each, "x") for gate in Gate for each in (REPLACE, APPEND))


def test_a_capability_the_vendor_lacks_closes_every_gate() -> None:
    grants = Grants(writes=True, upload_root=True, download_root=True, capabilities=frozenset({"stickers"}))

    assert all(allows(grants, gate, READ, "stickers") for gate in Gate)
    assert not any(allows(grants, gate, each, "reactions") for gate, each in product(Gate, Operation))


def test_by_default_everything_is_closed() -> None:
    assert Grants() == Grants(writes=False, upload_root=False, download_root=False, capabilities=frozenset())
