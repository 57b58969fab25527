"""Spreads work on files over several processes where there is enough of it for that to pay.

A worker is a fork of this process: it does its share and sends the answers back as MessagePack.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from vaulttool.course import Course
from vaulttool.errors import VaulttoolError

PART = "parse"
FEWEST_FOR_A_WORKER = 400  # notes: with fewer each, starting a process is not worth it
HERE, THERE = 8, 7  # shares of this process and of a worker, whose memory has to be copied and its answer sent

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def spread(
    items: Sequence[Item],
    work: Callable[[Item], Answer],
    kind: type[Answer],
    jobs: int | None = None,
    course: Course | None = None,
) -> list[Answer]:
    """What the work gives for each item, in their order; ``kind`` is the type of one answer.

    ``jobs`` is how many processes there may be, all processors by default.
    """
    course = course or Course()
    shares = min(jobs or processors(), len(items) // FEWEST_FOR_A_WORKER) if _can_fork() else 1
    if shares < 2:
        return [work(item) for item in course.each(PART, items, len(items))]
    turns = [0] * HERE + [worker for worker in range(1, shares) for _ in range(THERE)]
    share_of = [turns[index % len(turns)] for index in range(len(items))]
    parts = [[item for item, share in zip(items, share_of, strict=True) if share == one] for one in range(shares)]
    workers = [_start(part, work) for part in parts[1:]]
    here = [work(item) for item in course.each(PART, parts[0], len(items))]
    done = [iter(here), *(iter(_finish(*worker, kind)) for worker in workers)]
    return [next(done[share]) for share in share_of]


def processors() -> int:
    """How many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _can_fork() -> bool:
    return hasattr(os, "fork")


def _start(items: Iterable[Item], work: Callable[[Item], object]) -> tuple[int, int]:
    """A worker for a share of the items: its process id, and the end of the pipe that it answers through."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    status = 1
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(msgspec.msgpack.encode([work(item) for item in items]))
        status = 0
    except BaseException:
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _finish(process: int, reading: int, kind: type[Answer]) -> list[Answer]:
    """What a worker found; ``VaulttoolError`` where it died."""
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    found: list[Answer] = []
    with contextlib.suppress(msgspec.DecodeError):
        found = msgspec.msgpack.decode(answer, type=list[kind])  # type: ignore[valid-type]  # known when it runs
    _, status = os.waitpid(process, 0)  # after the decoding, as it takes the worker a while to be gone
    if status:
        raise VaulttoolError(f"a process that read notes died: {_cause(status)}", "run it again with --jobs 1")
    return found


def _cause(status: int) -> str:
    """Why a process ended, by its wait status."""
    if os.WIFSIGNALED(status):
        return f"it was ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return f"its exit status is {os.waitstatus_to_exitcode(status)}, and what it said stands above"
