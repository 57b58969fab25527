"""What is compared with what: each comparison is one situation of vaulttool beside one other command."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from bench import making, tools
from bench.alternating import Command
from bench.checkout import HUB, environment, has, unpack
from bench.programs import FROM_NODE, Programs
from bench.rules import APART, everything_on
from bench.tools import TOOLS, Tool

SEED = 7
LINK_TOOLS = ("rumdl", "mdsmith", "lychee", "lychee-wikilinks", "graphmark", "obsidiantools", "pkms-lint", FROM_NODE)
SMALL = {"obsidian-help": "Obsidian's help", "obsidian-developer-docs": "its developer documentation"}
IMPORT = "import click"


class Comparison(NamedTuple):
    """Two commands to run in turn. ``tool`` reads what the other one printed; ``times`` as many pairs as usual."""

    key: str
    title: str
    ours: Command
    theirs: Command
    tool: Tool | None
    our_rules: str = "default"
    times: int = 1


class Stage(NamedTuple):
    """Where the comparisons are played: the vault, a copy that nobody touches, settings and caches, other vaults."""

    programs: Programs
    vault: Path
    copy: Path
    settings: Path
    others: dict[str, Path]
    ten: Path
    caches: bool

    def check(self, vault: Path, *options: str) -> Command:
        """`vaulttool check` of a vault, without a cache where there is one."""
        cold = ["--no-cache"] if self.caches else []
        return Command([str(self.programs.own / "vaulttool"), "check", *cold, *options], vault, None, _plain())

    def cached(self, before: Callable[[], None] | None = None) -> Command:
        """`vaulttool check` of the vault with a cache."""
        cache = ["--cache-dir", str(self.settings / "own-cache")]
        return Command([str(self.programs.own / "vaulttool"), "check", *cache], self.vault, before, _plain())

    def has(self, tool: str) -> bool:
        """Whether a tool is there."""
        return TOOLS[tool].package in self.programs.versions

    def against(self, tool: str, vault: Path | None = None, before: Callable[[], None] | None = None) -> Command:
        """The command of another tool."""
        return TOOLS[tool].command(self.programs, vault or self.vault, self.settings)._replace(before=before)


def _plain() -> dict[str, str]:
    return environment(own=False)


def laid(programs: Programs, top: Path) -> Stage:
    """All vaults and settings below a folder: the real vaults, or a made one where they are absent."""
    real = has(HUB)
    vault, copy = (
        unpack(HUB, top / name) if real else making.made(6571, SEED, _folder(top / name)) for name in ("one", "two")
    )
    others = {name: unpack(name, top) for name in SMALL if has(name)}
    settings = _folder(top / "settings")
    (settings / "but.toml").write_text(everything_on(APART), "utf-8")
    (settings / "all.toml").write_text(everything_on(), "utf-8")
    (settings / ".markdownlint-cli2.jsonc").write_text(tools.settings_of_markdownlint(), "utf-8")
    if "mdsmith" in programs.versions:
        listed = subprocess.run(
            [programs.others / "mdsmith", "help", "rule"], capture_output=True, text=True, check=False
        )
        names = re.findall(r"^MDS\d+ (\S+)", listed.stdout, re.MULTILINE)
        (settings / "mdsmith.yml").write_text(tools.settings_of_mdsmith(names), "utf-8")
    told = subprocess.run([programs.own / "vaulttool", "check", "--help"], capture_output=True, text=True, check=True)
    ten = making.made(10, SEED, _folder(top / "ten"))
    return Stage(programs, vault, copy, settings, others, ten, "--no-cache" in told.stdout)


def _folder(place: Path) -> Path:
    place.mkdir(parents=True, exist_ok=True)
    return place


def comparisons(stage: Stage) -> Iterator[Comparison]:
    """All that can be measured with what is there, in the order of the table."""
    yield from _cold(stage)
    if stage.caches:
        yield from _warm(stage)
    yield from _every_rule(stage)
    yield from _start(stage)
    for name, vault in stage.others.items():
        for tool in ("rumdl", "mdsmith"):
            if stage.has(tool):
                title = f"Cold, {SMALL[name]}: {TOOLS[tool].title}"
                ours, theirs = stage.check(vault), stage.against(tool, vault)
                yield Comparison(f"cold-{name}-{tool}", title, ours, theirs, TOOLS[tool], times=2)


def _cold(stage: Stage) -> Iterator[Comparison]:
    """Links without a cache, beside each tool."""
    for tool in LINK_TOOLS:
        if stage.has(tool):
            title = f"Cold: {TOOLS[tool].title}"
            yield Comparison(f"cold-{tool}", title, stage.check(stage.vault), stage.against(tool), TOOLS[tool])


def _warm(stage: Stage) -> Iterator[Comparison]:
    """Runs with a cache: nothing changed, one note changed, all times changed."""
    warm = TOOLS["rumdl-warm"]
    touch, restore = toucher(stage.vault), restorer(stage.vault)
    if stage.has("rumdl-warm"):
        theirs = stage.against("rumdl-warm")
        still = stage.against("rumdl-warm", stage.copy)
        yield Comparison("warm-rumdl", f"Nothing changed: {warm.title}", stage.cached(), theirs, warm)
        touched = theirs._replace(before=touch)
        title = "One note changed: rumdl, warm, the same changed"
        yield Comparison("touched-rumdl", title, stage.cached(touch), touched, warm)
        title = "One note changed: rumdl, warm, nothing changed"
        yield Comparison("touched-rumdl-still", title, stage.cached(touch), still, warm)
        title = "All times changed: rumdl, warm, all times changed"
        yield Comparison("restored-rumdl", title, stage.cached(restore), theirs._replace(before=restore), warm)
    title = "All times changed: vaulttool, cold"
    yield Comparison("restored-cold", title, stage.cached(restore), stage.check(stage.vault), None)


def _every_rule(stage: Stage) -> Iterator[Comparison]:
    """Cold runs with rules on that are off by default, every note claimed by a schema."""
    but = stage.check(stage.vault, "--config", str(stage.settings / "but.toml"), "--vault", ".")
    every = stage.check(stage.vault, "--config", str(stage.settings / "all.toml"), "--vault", ".")
    left = f"all but {', '.join(APART)}"
    for tool in ("rumdl", "mdsmith"):
        if stage.has(tool):
            title = f"Nearly every rule on: {TOOLS[tool].title}"
            yield Comparison(f"rules-{tool}", title, but, stage.against(tool), TOOLS[tool], left)
    if stage.has("rumdl"):
        default, theirs = TOOLS["rumdl-all"], stage.against("rumdl-all")
        yield Comparison("rules-rumdl-all", f"Nearly every rule on: {default.title}", but, theirs, default, left)
        yield Comparison("every-rumdl-all", f"Every rule on: {default.title}", every, theirs, default, "all")


def _start(stage: Stage) -> Iterator[Comparison]:
    """What starting takes."""
    python = Command([str(stage.programs.own / "python"), "-c", IMPORT], stage.ten, None, _plain())
    version = python._replace(arguments=[str(stage.programs.own / "vaulttool"), "--version"])
    yield Comparison("start-version", f"`--version`: `{IMPORT}`", version, python, None, "none", times=4)
    yield Comparison("start-ten", f"`check`, ten notes: `{IMPORT}`", stage.check(stage.ten), python, None, times=4)


def toucher(vault: Path) -> Callable[[], None]:
    """Gives one note another last line, each time it is called."""
    note = sorted(vault.rglob("*.md"))[0]
    text = note.read_bytes()
    numbers = itertools.count(1)

    def touch() -> None:
        note.write_bytes(text + f"\nChanged {next(numbers)} times.\n".encode())

    return touch


def restorer(vault: Path) -> Callable[[], None]:
    """Gives every file another time, as a fresh clone has."""
    files = [one for one in vault.rglob("*") if one.is_file()]
    steps = itertools.count(1)

    def restore() -> None:
        step = next(steps)
        for file in files:
            found = file.stat()
            os.utime(file, (found.st_atime, found.st_mtime - 60 * step))

    return restore
