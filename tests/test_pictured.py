"""The pictures in the manual show what the commands print today."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands_in import run
from folders import write
from pictured import MANUAL, PICTURES, VAULT, Picture, printed

README = (MANUAL.parents[1] / "README.md").read_text(encoding="utf-8")
ESCAPE = re.compile(r"\x1b\[[\d;]*m")


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_true(picture: Picture, tmp_path: Path) -> None:
    expected = ESCAPE.sub("", printed(picture, tmp_path)).rstrip().splitlines()
    shown = _lines(MANUAL / f"{picture.name}.svg")
    assert shown == [f"$ vaulttool {' '.join(picture.command)}", *expected]  # run tests/pictured.py to draw it anew


def _lines(file: Path) -> list[str]:
    """The lines that are drawn, from top to bottom."""
    lines: dict[float, str] = {}
    for text in ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}text"):
        if "clip-path" in text.attrib:
            above = " " * (round(float(text.attrib["x"]) / 12.2) - len(lines.get(float(text.attrib["y"]), "")))
            lines[float(text.attrib["y"])] = lines.get(float(text.attrib["y"]), "") + above + (text.text or "")
    return [lines[height].replace("\xa0", " ").rstrip() for height in sorted(lines)]


def test_a_picture_fetches_nothing() -> None:
    for picture in PICTURES:
        svg = (MANUAL / f"{picture.name}.svg").read_text(encoding="utf-8")
        assert re.findall(r"https?://[^\"' )]+", svg) == ["http://www.w3.org/2000/svg"]
        assert "url(http" not in svg and "@import" not in svg


SHOWN = {
    found["command"]: found["output"]
    for found in re.finditer(
        r"^```console\n\$ vaulttool (?P<command>.+)\n(?P<output>(?:(?!```).*\n)*)```$", README, re.MULTILINE
    )
}


@pytest.mark.parametrize(
    "command",
    [
        "check runbooks",
        "rename hosts/atlas.md hosts/titan.md",
        "links Home.md",
        "explain Home.md:3:53",
        "graph",
        "audit --kind anchor-by-slug",
    ],
)
def test_the_readme_shows_the_same_vault(command: str, tmp_path: Path) -> None:
    assert run(*command.split(), cwd=write(tmp_path, VAULT)).out == SHOWN[command]
