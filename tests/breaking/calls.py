"""The system calls by which vaulttool changes files: counted, so that something can happen at any of them."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any
from unittest import mock

from vaulttool.storage import taking

NAMES = (
    *("open", "read", "write", "close", "fsync", "stat", "lstat", "fstat", "scandir", "listdir", "mkdir", "rmdir"),
    *("link", "unlink", "rename", "replace", "fchmod", "fchown", "listxattr", "getxattr", "setxattr", "readlink"),
)
CALLS: tuple[tuple[ModuleType, str], ...] = (
    *((os, name) for name in NAMES if hasattr(os, name)),
    (fcntl, "flock"),
    (taking, "_in_one_step"),
)
STEPS = frozenset(("link", "unlink", "rename", "replace", "_in_one_step"))  # after which a name means something else
CHANGING = STEPS | {"write", "fsync", "mkdir"}

Meet = Callable[[str], None]


@contextlib.contextmanager
def watched(before: Meet, after: Meet = lambda name: None) -> Iterator[None]:
    """``before`` and ``after`` are called with the name of each call. A write takes half of what it is given."""
    with contextlib.ExitStack() as stack:
        for module, name in CALLS:
            stack.enter_context(mock.patch.object(module, name, _met(getattr(module, name), name, before, after)))
        yield


def _met(call: Callable[..., Any], name: str, before: Meet, after: Meet) -> Callable[..., Any]:
    def met(*arguments: Any, **named: Any) -> Any:
        if name == "close":  # a system that complains has closed it all the same
            call(*arguments)
        before(name)
        if name == "close":
            return after(name)
        if name == "write":
            handle, content = arguments
            arguments = handle, content[: (len(content) + 1) // 2]
        done = call(*arguments, **named)
        after(name)
        return done

    return met
