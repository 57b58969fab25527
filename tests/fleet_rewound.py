"""Our own data as they were on the eve of a cutover, in a small vault whose pages are generated from them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from vaulttool.parsing.note import parse

ROOT = Path(__file__).parents[1]
DATA = ROOT / "vault" / "data"
CONFIGURATION = """\
vault = "vault"
data = "vault/data"
extra-files = ["AGENTS.md"]

[[outputs]]
path = "cards.json"
kind = "cards"
"""
NAMES = """\
renames:
  # Told on a page of its own.
  - {date: 2026-09-01, kind: unit, from: frank-tiny, to: frank-small, scope: [units], keep_in: ["vault/Reference/*.md"]}
"""
INDEX = '{{index folder="LLM" columns="link,status?,description"}}'
REGION = re.compile(r"^\{\{(?P<kind>[a-z]+)(?P<arguments>[^}]*)\}\}$", re.MULTILINE)
PAGE_LINK = re.compile(r'"\[\[(?P<page>[^\]]+)\]\]"(?:\n *section: (?P<section>[^\n]+))?')
DOCUMENT = re.compile(r"document: (?P<path>vault/[^,}\n]+\.md), line: (?P<line>\d+)")
ERA = "  - id: {0}\n"


def data_texts() -> dict[str, str]:
    """The data files and unit files of the fleet, by path; the file of names is one without the rename of 2026-10-09."""
    found = {place.relative_to(ROOT).as_posix(): place.read_text("utf-8") for place in sorted(DATA.rglob("*.*"))}
    return {**found, "vault/data/names.yaml": NAMES}


def vault_around(data: Mapping[str, str], bodies: Mapping[str, str], era: str) -> dict[str, str | bytes]:
    """A repository with these data, and a page for every note that they, or an era to come, name: with the headings
    and as many lines as they ask for. ``bodies`` are what pages hold beside those, by path."""
    documents = [found for text in data.values() for found in DOCUMENT.finditer(text)]
    links = [found for text in (*data.values(), era) for found in PAGE_LINK.finditer(text)]
    known = {path.rpartition("/")[2][:-3]: path for path in (*bodies, *(found["path"] for found in documents))}
    paths = {found["page"]: known.get(found["page"], f"vault/LLM/{found['page']}.md") for found in links} | known
    pages = {}
    for name, path in paths.items():
        if path.startswith("vault/"):
            sections = dict.fromkeys(found["section"] for found in links if found["page"] == name and found["section"])
            least = max((int(found["line"]) for found in documents if found["path"] == path), default=0)
            pages[path] = page(name, bodies.get(path, ""), [*sections], least)
    rest = {path: text for path, text in bodies.items() if not path.startswith("vault/")}
    return {"vaulttool.toml": CONFIGURATION, **data, **pages, **rest}


def page(name: str, body: str, sections: list[str], least: int) -> str:
    """A page; ``{{kind ...}}`` alone on a line of its body becomes an empty region."""
    kind = "log" if name.startswith("2026-") else "reference"
    front = f"---\ntype: {kind}\ntitle: {name}\ndescription: About it.\n---\n\n# {name}\n\n"
    written = REGION.sub(r"<!-- vaulttool:begin \g<kind>\g<arguments> -->\n\n<!-- vaulttool:end \g<kind> -->", body)
    text = front + written + "\n" + "".join(f"\n## {title}\n\nTold here.\n" for title in sections)
    return text + "\nMore.\n" * max(0, least - text.count("\n"))


def without_era(text: str, id: str) -> tuple[str, str]:
    """An endpoint's text without one of its eras, and that era as a text of its own."""
    start = text.index(ERA.format(id))
    end = re.compile(r"^(?:  - |[^ \n])", re.MULTILINE).search(text, start + 4)
    assert end is not None
    lines = text[start : end.start()].replace("  - ", "    ", 1).splitlines(keepends=True)
    return text[:start] + text[end.start() :], "".join(line[4:] for line in lines)


def without_lines(text: str, id: str, *lines: str) -> str:
    """An endpoint's text without these lines of an era."""
    start = text.index(ERA.format(id))
    head, tail = text[:start], text[start:]
    for line in lines:
        assert line in tail
        tail = tail.replace(line, "", 1)
    return head + tail


def on_disk(folder: Path) -> dict[str, str]:
    """Every file below a folder but git's own."""
    return {
        place.relative_to(folder).as_posix(): place.read_bytes().decode()
        for place in sorted(folder.rglob("*"))
        if place.is_file() and ".git" not in place.parts
    }


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, list[str]]:
    """The files that differ, each with the names of the regions that do. Outside regions nothing may differ in a
    page, or ``prose`` is among them."""
    paths = sorted(path for path in {*before, *after} if before.get(path) != after.get(path))
    return {path: _parts(before.get(path, ""), after.get(path, "")) if path.endswith(".md") else [] for path in paths}


def _parts(before: str, after: str) -> list[str]:
    (old_prose, old), (new_prose, new) = _split(before), _split(after)
    return [name for name in new if old.get(name) != new[name]] + (["prose"] if old_prose != new_prose else [])


def _split(text: str) -> tuple[list[str], dict[str, str]]:
    """The stretches of a page outside its regions, and the regions by name."""
    prose, regions, done = [], {}, 0
    for region in parse(text).regions:
        prose.append(text[done : region.body.start])
        regions[region.name] = region.text + region.end.of(text)
        done = region.end.end
    return [*prose, text[done:]], regions
