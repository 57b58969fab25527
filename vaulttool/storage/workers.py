"""Spreads work on files over several processes where there is enough of it for that to pay.

A worker is a fork of this process. The items are handed out in parts, by tokens in a pipe that all processes read
from, so that none waits while another has work left. A worker writes its answers to a file without a name, as
MessagePack.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import IO, NamedTuple, TypeVar

import msgspec

from vaulttool.course import Course
from vaulttool.errors import VaulttoolError

MOST_TOKENS = 1000  # so many fit into the smallest pipe there is
TOKEN = struct.Struct("=I")
HEAD = struct.Struct("=IQ")  # which part it is, and how many bytes of answers follow


class Task(NamedTuple):
    """What is done with items: its name, what its processes do. With fewer than ``fewest`` items for each, starting a
    process is not worth it; ``smallest`` items are handed out at once."""

    name: str
    doing: str
    fewest: int
    smallest: int


PARSING = Task("parse", "read", 400, 32)

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
    listed = list[kind]  # type: ignore[valid-type]  # known when it runs
    parts = spread_parts(items, lambda part: [work(item) for item in part], listed, PARSING, jobs, course)
    return [answer for answers in parts for answer in answers]


def spread_parts(
    items: Sequence[Item],
    work: Callable[[Sequence[Item]], Answer],
    kind: type[Answer],
    task: Task,
    jobs: int | None = None,
    course: Course | None = None,
) -> list[Answer]:
    """What the work gives for each part of the items, in their order; ``kind`` is the type of one answer."""
    course = course or Course()
    shares = min(jobs or processors(), len(items) // task.fewest) if hasattr(os, "fork") else 1
    size = max(task.smallest, -(-len(items) // MOST_TOKENS))
    parts = [items[start : start + size] for start in range(0, len(items), size)]
    tokens = _tokens(len(parts))
    workers = [_start(tokens, parts, work) for _ in range(shares - 1)]
    if workers:
        course.meanwhile()
    done: dict[int, Answer] = {}
    for number in _numbers(tokens):
        course.tell(task.name, number * size, len(items))
        done[number] = work(parts[number])
    os.close(tokens)
    for worker in workers:
        done.update(_finish(worker, kind, task))
    return [done[number] for number in range(len(parts))]


def processors() -> int:
    """How many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Worker(NamedTuple):
    """A process: its id, the end of a pipe that is closed when it ends, and what it writes its answers to."""

    process: int
    reading: int
    answers: IO[bytes]


def _tokens(number: int) -> int:
    """A pipe with one token for each part; whoever reads one does that part."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as pipe:
        pipe.writelines(map(TOKEN.pack, range(number)))
    return reading


def _numbers(tokens: int) -> Iterator[int]:
    """The parts that fall to this process."""
    while token := os.read(tokens, TOKEN.size):
        yield TOKEN.unpack(token)[0]


def _start(tokens: int, parts: Sequence[Sequence[Item]], work: Callable[[Sequence[Item]], object]) -> _Worker:
    """One more process."""
    reading, writing = os.pipe()
    answers = _nameless()
    process = os.fork()
    if process:
        os.close(writing)
        return _Worker(process, reading, answers)
    status = 1
    try:
        encoder = msgspec.msgpack.Encoder()
        for number in _numbers(tokens):
            encoded = encoder.encode(work(parts[number]))
            answers.write(HEAD.pack(number, len(encoded)) + encoded)
        answers.flush()
        status = 0
    except BaseException:
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _nameless() -> IO[bytes]:
    """A file without a name: in memory where the system has such, so that no disk can be full."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("vaulttool"), "w+b")
    import tempfile  # only where it is needed, as below: it takes time to import

    return tempfile.TemporaryFile()


def _finish(worker: _Worker, kind: type[Answer], task: Task) -> Iterator[tuple[int, Answer]]:
    """What a worker found, by part; ``VaulttoolError`` where it died."""
    with os.fdopen(worker.reading, "rb") as pipe:
        pipe.read()
    _, status = os.waitpid(worker.process, 0)
    if status:
        raise VaulttoolError(f"a process that {task.doing} notes died: {_cause(status)}", "run it again with --jobs 1")
    decoder = msgspec.msgpack.Decoder(kind)
    with worker.answers as file:
        file.seek(0)
        while head := file.read(HEAD.size):
            number, length = HEAD.unpack(head)
            yield number, decoder.decode(file.read(length))


def _cause(status: int) -> str:
    """Why a process ended, by its wait status."""
    import signal

    if os.WIFSIGNALED(status):
        return f"it was ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return f"its exit status is {os.waitstatus_to_exitcode(status)}, and what it said stands above"
