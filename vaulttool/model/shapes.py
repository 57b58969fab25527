"""What a run or one of its arms ran with: its settings, and the method by which it was measured."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from posixpath import basename
from typing import NamedTuple

from vaulttool.model.records import Run
from vaulttool.model.values import same, snake
from vaulttool.parsing.data import Keys

# Where a harness is told to look and to write, which is no part of what it measures.
ADDRESSES = frozenset(
    (
        *("host", "url", "base_url", "port", "endpoint", "api_key", "served_model_name", "model", "tokenizer"),
        *("output", "output_dir", "output_file", "out", "save", "save_result", "result_dir", "result_filename"),
        *("log", "log_file", "label", "name", "timeout", "metadata"),
    )
)
REPEATS = frozenset(("runs", "repeats", "n"))


class Part(NamedTuple):
    """One part of a method: its value and where it stands in the file of its run."""

    value: object
    keys: Keys


def settings_of(run: Run, arm: str = "") -> dict[str, object]:
    """The settings that were in effect: those of an arm, else of its run, else those that all arms share."""
    own = run.arms[arm].settings if arm else {}
    return {**run.controlled, **run.settings, **own}


def method_of(run: Run) -> Mapping[str, Part]:
    """The parts of a run's method by name: the harness, what was sent, and the flags of the harness."""
    found: dict[str, Part] = {}
    if not run.method:
        return found
    found["harness"] = Part(_harness(str(run.method.get("harness", ""))), ("method", "harness"))
    args = run.method.get("args")
    for name, value in _flags(args).items() if isinstance(args, str) else ():
        found[name] = Part(value, ("method", "args"))
    for name, value in run.method.get("workload", {}).items():
        found[name] = Part(value, ("method", "workload", name))
    return {name: part for name, part in found.items() if name not in ADDRESSES | REPEATS}


def told_flags(run: Run) -> bool:
    """Whether a run tells with which flags its harness was called, so that one that is missing was not set."""
    return isinstance(run.method.get("args"), str)


def alike(one: object, other: object) -> bool:
    """Whether two values are the same, or one text goes on where the other ends: code corpus, code corpus of ours."""
    if same(str(one), other) or same(str(other), one):
        return True
    if not (isinstance(one, str) and isinstance(other, str)):
        return False
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return long == short or long.startswith(f"{short} ")


def shown(value: object) -> str:
    """A value as it is written."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _harness(path: str) -> str:
    return basename(path).rpartition(".")[0] or basename(path)


def _flags(args: str) -> dict[str, object]:
    """The flags of a command line with their values; a bare one is true."""
    try:
        words = shlex.split(args)
    except ValueError:
        return {}
    found: dict[str, object] = {}
    for index, word in enumerate(words):
        if word.startswith("--") and len(word) > 2:
            name, equals, value = word.partition("=")
            behind = words[index + 1] if index + 1 < len(words) and not words[index + 1].startswith("-") else ""
            found[snake(name)] = value if equals else behind or True
    return found
