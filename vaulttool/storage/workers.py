"""Reads and parses notes, in several processes where there are enough of them for it to pay.

A worker is a fork of this process: it parses its share and sends the notes back as MessagePack.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import msgspec

from vaulttool.model.vault import Note
from vaulttool.parsing.canvas import parse_canvas
from vaulttool.parsing.document import Document
from vaulttool.parsing.note import parse
from vaulttool.storage import disk
from vaulttool.storage.disk import File

FEWEST_FOR_A_WORKER = 400  # notes: with fewer each, starting a process is not worth it
HERE, THERE = 8, 7  # shares of this process and of a worker, whose memory has to be copied and its answer sent


def notes(files: Sequence[File]) -> list[Note]:
    """The notes of these files, in their order; one that cannot be read has a problem and says nothing."""
    shares = min(_processors(), len(files) // FEWEST_FOR_A_WORKER)
    if shares < 2:
        return [note(file) for file in files]
    turns = [0] * HERE + [worker for worker in range(1, shares) for _ in range(THERE)]
    share_of = [turns[index % len(turns)] for index in range(len(files))]
    parts = [[file for file, share in zip(files, share_of, strict=True) if share == one] for one in range(shares)]
    workers = [_start(part) for part in parts[1:]]
    read = [iter([note(file) for file in parts[0]]), *(iter(_finish(*worker)) for worker in workers)]
    return [next(read[share]) for share in share_of]


def note(file: File) -> Note:
    """A note or canvas, read and parsed."""
    try:
        text = disk.read(file.place)
    except UnicodeDecodeError as error:
        return Note(file.path, Document(), f"byte {error.start + 1} is no UTF-8")
    except OSError as error:
        return Note(file.path, Document(), (error.strerror or str(error)).lower())
    return Note(file.path, parse_canvas(text) if file.path.lower().endswith(".canvas") else parse(text))


def _processors() -> int:
    """How many processes can work at once; 1 where this system has no fork."""
    if not hasattr(os, "fork"):
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _start(files: Sequence[File]) -> tuple[int, int]:
    """A worker for a share of the files: its process id, and the end of the pipe that it answers through."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    status = 1
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(msgspec.msgpack.encode([note(file) for file in files]))
        status = 0
    except BaseException:
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _finish(process: int, reading: int) -> list[Note]:
    """What a worker found; ``RuntimeError`` where it died."""
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    try:
        found = msgspec.msgpack.decode(answer, type=list[Note])
    except msgspec.DecodeError:
        found = []
    _, status = os.waitpid(process, 0)  # after the decoding, as it takes the worker a while to be gone
    if status:
        raise RuntimeError(f"a worker that was reading notes died (wait status {status})")
    return found
