"""The option ``--slow``, and what all tests share."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile

import lengths
import pytest

os.environ["VAULTTOOL_NO_CACHE"] = "1"  # many tests look at all that is in a folder; those of the cache turn it on


MEMORY = "/dev/shm"  # a folder in memory, where nothing waits for a disk: what is written is brought there for good
ROOM = 4 << 30  # bytes that must be free in it

signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored, and so in what is started

if "TMPDIR" not in os.environ and os.path.isdir(MEMORY) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.tempdir = MEMORY


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the long form: every example, every case, every vault")


def pytest_configure(config: pytest.Config) -> None:
    lengths.choose(config.getoption("--slow"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not lengths.is_slow():
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="takes long: pytest --slow"))
    # Those that read real vaults stand together and first, so that one process reads each and none waits for it.
    items.sort(key=lambda item: item.get_closest_marker("real_vault") is None)


def pytest_collection_finish() -> None:
    """The thousands of tests stay to the end, so the garbage collector need not look at them again and again."""
    gc.collect()
    gc.freeze()
