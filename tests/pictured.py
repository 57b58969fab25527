"""The pictures in the manual: real runs over a small vault, drawn. Run this file to draw them anew."""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path
from typing import NamedTuple

from folders import write
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text
from terminals import shown

MANUAL = Path(__file__).parents[1] / "vault" / "Manual"
VAULT: dict[str, str | bytes] = {
    ".obsidian/": "",
    "Home.md": (
        "# Home\n\n"
        "Our server is [[hosts/atlas|atlas]], its disks: see [[atlas#Disk census]].\n"
        "After a reboot, follow [[Reboot check]].\n"
        "When it fails use [the runbook](runbooks/Roll%20back.md#before-you-start).\n\n"
        "| Disk | Where |\n| --- | --- |\n| boot | [[hosts/atlas|atlas]] |\n"
    ),
    "hosts/atlas.md": "---\ntype: host\ntags: [server]\ntags: [rack-2]\n---\n\n## Disks\n\nTwo of them.\n",
    "hosts/Fleet.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "atlas.md"}]}\n',
    "runbooks/Reboot checks.md": "# Reboot checks\n\nSee [[atlas #Disks]].\n",
    "runbooks/Roll back.md": "# Roll back\n\n## Before you start\n\nDo all of [[Reboot checks]].\n",
}
LINK = re.compile(r"\x1b]8;;[^\x1b]*\x1b\\")
GROUND, INK = (24, 26, 31), (214, 218, 224)
RED, GREEN, YELLOW, CYAN = (224, 108, 117), (152, 195, 121), (229, 192, 123), (86, 182, 194)
COLOURS = [GROUND, RED, GREEN, YELLOW, CYAN, INK, CYAN, INK]
FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


class Picture(NamedTuple):
    """A picture by its name, and the command that it shows."""

    name: str
    command: tuple[str, ...]


PICTURES = (Picture("check", ("check",)), Picture("full", ("check", "--format", "full", "Home.md", "hosts")))


def printed(picture: Picture, folder: Path) -> str:
    """What the command prints on a terminal, in colour; the vault is written to an empty folder."""
    return LINK.sub("", shown(*picture.command, cwd=write(folder, VAULT)))


def drawn(picture: Picture, output: str) -> str:
    """The command and what it printed, as SVG."""
    lines = Text.from_ansi(
        f"\x1b[1;32m$\x1b[0m \x1b[1;32mvaulttool {' '.join(picture.command)}\x1b[0m\n{output.rstrip()}"
    )
    width = max(line.cell_len for line in lines.split("\n"))
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, legacy_windows=False)
    console.print(lines, highlight=False)
    theme = TerminalTheme(GROUND, INK, COLOURS)
    return _without_fonts(console.export_svg(title="vaulttool check", theme=theme, unique_id=picture.name))


def _without_fonts(svg: str) -> str:
    """The same with the reader's own fonts: a note fetches nothing."""
    svg = re.sub(r"\s*@font-face \{[^}]*\}", "", svg)
    svg = re.sub(r"<!--.*?-->\n?", "", svg, flags=re.DOTALL)
    return re.sub(r"font-family: Fira Code, monospace", f"font-family: {FONTS}", svg)


def main() -> None:
    """Draw all of them."""
    for picture in PICTURES:
        with tempfile.TemporaryDirectory() as folder:
            svg = drawn(picture, printed(picture, Path(folder)))
        (MANUAL / f"{picture.name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
