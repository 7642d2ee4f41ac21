"""The wire on real pipes and sockets: nothing is torn, nothing stalls, and whoever prints does not reach it."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import anyio.to_thread
import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.stdio_streams import Arriving, Leaving

FIVE_MB = 5_000_000
PIPE_IS_FULL = 100
"""Turns of the loop after which a writer without a reader has long filled its pipe."""


@contextmanager
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    try:
        yield ends
    finally:
        for end in ends:
            close(end)


def close(end: int) -> None:
    try:
        os.close(end)
    except OSError:
        return


@contextmanager
def written(end: int, *pieces: bytes) -> Iterator[None]:
    """By somebody else, who then closes."""

    def write() -> None:
        for piece in pieces:
            left = memoryview(piece)
            while left:
                left = left[os.write(end, left) :]
        os.close(end)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        thread.join()


def drained(end: int) -> bytes:
    whole = bytearray()
    while piece := os.read(end, 65_536):
        whole += piece
    return bytes(whole)


async def lines(end: int) -> list[str]:
    return [line async for line in Arriving(end)]


def received(*pieces: bytes) -> list[str]:
    async def receive(end: int) -> list[str]:
        return await lines(end)

    with pipe() as (reading, writing), written(writing, *pieces):
        return anyio.run(receive, reading)


@given(st.lists(st.text("a\u00e9\U0001f600\r ", max_size=8)), st.integers(1, 7), st.sampled_from(["", "\n"]))
def test_lines_arrive_as_they_were_sent_however_they_are_cut(sent: list[str], size: int, end: str) -> None:
    whole = ("\n".join(sent) + end).encode()
    pieces = [whole[start : start + size] for start in range(0, len(whole), size)]

    expected = whole.decode().split("\n")
    assert received(*pieces) == (expected[:-1] if not expected[-1] else expected)


def test_a_line_of_five_megabytes_arrives_whole() -> None:
    long = b"x" * FIVE_MB
    assert received(b"short\n", long, b"\nlast\n") == ["short", long.decode(), "last"]


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert received(b"a\xff\n", b"b\n") == ["a\ufffd", "b"]


@pytest.mark.anyio
async def test_waiting_for_a_line_can_be_cancelled() -> None:
    with pipe() as (reading, writing):
        with anyio.move_on_after(0) as scope:
            await lines(reading)
        assert scope.cancelled_caught
        os.write(writing, b"later\n")
        os.close(writing)
        assert await lines(reading) == ["later"]


@pytest.mark.anyio
@pytest.mark.parametrize("size", [0, 1, 4_096, 65_536, FIVE_MB])
async def test_text_of_any_size_leaves_whole(size: int) -> None:
    text = "\u00e9" * (size // 2) + "\n"
    with pipe() as (reading, writing):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(sent_and_closed, writing, text)
            got = await anyio.to_thread.run_sync(drained, reading)
    assert got == text.encode()


async def sent_and_closed(end: int, text: str) -> None:
    leaving = Leaving(end)
    await leaving.write(text)
    await leaving.ended()
    os.close(end)


@pytest.mark.anyio
async def test_a_reader_that_does_not_read_holds_up_nobody_else() -> None:
    text = "x" * FIVE_MB
    with pipe() as (reading, writing):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(sent_and_closed, writing, text)
            for _ in range(PIPE_IS_FULL):
                await anyio.lowlevel.checkpoint()
            assert os.get_blocking(writing)
            got = await anyio.to_thread.run_sync(drained, reading)
    assert got == text.encode()


@pytest.mark.anyio
async def test_two_texts_at_once_leave_one_after_the_other() -> None:
    texts = [letter * 300_000 + "\n" for letter in "ab"]
    with pipe() as (reading, writing):
        leaving = Leaving(writing)
        async with anyio.create_task_group() as tasks:
            for text in texts:
                tasks.start_soon(leaving.write, text)
            await anyio.wait_all_tasks_blocked()
            seen = b""
            while len(seen) < 600_002:
                await anyio.wait_readable(reading)
                seen += os.read(reading, 65_536)
    assert seen.decode() == "".join(texts)


@pytest.mark.anyio
async def test_a_stuck_write_can_be_cancelled() -> None:
    with pipe() as (_reading, writing), anyio.move_on_after(0) as scope:
        await Leaving(writing).write("x" * FIVE_MB)
    assert scope.cancelled_caught


@pytest.mark.anyio
@pytest.mark.parametrize("next_text", ["and more\n", ""])
async def test_what_a_cancelled_writer_has_begun_is_ended(next_text: str) -> None:
    with pipe() as (reading, writing):
        leaving = Leaving(writing)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(leaving.write, "x" * FIVE_MB + "\n")
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ended_and_closed, leaving, next_text, writing)
            got = await anyio.to_thread.run_sync(drained, reading)
    assert got.decode() == "x" * FIVE_MB + "\n" + next_text


async def ended_and_closed(leaving: Leaving, text: str, end: int) -> None:
    await (leaving.write(text) if text else leaving.ended())
    os.close(end)


@pytest.mark.anyio
async def test_a_reader_that_is_gone_is_told() -> None:
    with pipe() as (reading, writing):
        os.close(reading)
        with pytest.raises(anyio.ClosedResourceError):
            await Leaving(writing).write("x")


@pytest.mark.anyio
async def test_a_reader_that_goes_while_text_waits_is_told() -> None:
    with pipe() as (reading, writing):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(closed_later, reading)
            with pytest.raises(anyio.ClosedResourceError):
                await Leaving(writing).write("x" * FIVE_MB)


async def closed_later(end: int) -> None:
    for _ in range(PIPE_IS_FULL):
        await anyio.lowlevel.checkpoint()
    os.close(end)


ECHO = """
import os, anyio
from narrowgate_common.stdio_streams import stdio_streams

async def main():
    print("before")
    with stdio_streams() as streams:
        if streams is None:
            print("cannot wait")
            return
        arriving, leaving = streams
        print("stray")
        os.write(1, b"stray bytes\\n")
        assert os.read(0, 1) == b""
        async for line in arriving:
            await leaving.write(line.upper() + "\\n")
    print("after")

anyio.run(main)
"""


def echo(**streams: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", ECHO], stderr=subprocess.PIPE, **streams)


def test_what_is_printed_meanwhile_goes_to_stderr_and_both_are_put_back() -> None:
    with echo(stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        out, err = process.communicate(b"hello\nlast", timeout=60)
    assert out.splitlines() == [b"before", b"HELLO", b"LAST", b"after"]
    assert sorted(err.splitlines()) == [b"stray", b"stray bytes"]


def test_sockets_are_waited_for_too() -> None:
    ours, theirs = socket.socketpair()
    with echo(stdin=theirs, stdout=theirs) as process, ours:
        theirs.close()
        ours.sendall(b"hello\n")
        ours.shutdown(socket.SHUT_WR)
        out = drained(ours.fileno())
        process.communicate(timeout=60)
    assert out.splitlines() == [b"before", b"HELLO", b"after"]


def test_a_file_cannot_be_waited_for(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"hello\n")
    with (tmp_path / "in").open("rb") as stdin, echo(stdin=stdin, stdout=subprocess.PIPE) as process:
        out, _ = process.communicate(timeout=60)
    assert out.splitlines() == [b"before", b"cannot wait"]


def test_a_closed_stream_cannot_be_waited_for() -> None:
    with echo(stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=lambda: os.close(0)) as process:
        out, _ = process.communicate(timeout=60)
    assert out.splitlines() == [b"before", b"cannot wait"]
