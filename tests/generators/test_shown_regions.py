"""The examples in the pages of the kinds of region are their first tests."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from vaults import indexed

from vaulttool import engine

WITH = re.compile(r"^With `(?P<path>[^`]+)`:\n\n(?P<text>(?: {4}.*\n|\n)+)", re.MULTILINE)
WRITES = re.compile(
    r"^Writes, in `(?P<path>[^`]+)`, for `(?P<marker>[^`]+)`:\n\n(?P<text>(?: {4}.*\n|\n)+)", re.MULTILINE
)


class Example(NamedTuple):
    """One example: the files, the page and marker of the region, and the lines that it must write."""

    kind: str
    files: dict[str, str]
    path: str
    marker: str
    lines: str


def examples() -> Iterator[Example]:
    for kind in engine.kinds().values():
        page = kind.manual + "\n"
        files = {found["path"]: dedented(found["text"]) for found in WITH.finditer(page)}
        files["vaulttool.toml"] = 'data = "data"\n' + files.get("vaulttool.toml", "")
        for found in WRITES.finditer(page):
            yield Example(kind.name, files, found["path"], found["marker"], dedented(found["text"]))


def dedented(text: str) -> str:
    return textwrap.dedent(text).rstrip("\n") + "\n"


EXAMPLES = list(examples())


@pytest.mark.parametrize("example", [pytest.param(one, id=one.marker) for one in EXAMPLES])
def test_a_kind_writes_what_its_page_shows(example: Example) -> None:
    files = dict(example.files)
    whole = example.path.endswith(".json")
    if whole:
        files["vaulttool.toml"] += f'[[outputs]]\npath = "{example.path}"\nkind = "{example.kind}"\n'
    else:
        marker = f"<!-- vaulttool:begin {example.marker} -->\n<!-- vaulttool:end {example.kind} -->\n"
        files[example.path] = files.get(example.path, "") + "\n" + marker
    after, left = indexed(files)
    spoken_of = "vaulttool.toml" if whole else example.path
    named = [finding.message for finding in left if finding.path == spoken_of]
    assert named == []
    written = after[example.path]
    body = written if whole else written.split("-->\n\n", 1)[1].rsplit("\n\n<!--", 1)[0] + "\n"
    if example.lines.endswith("\n...\n"):
        assert body.startswith(example.lines.removesuffix("...\n"))
    else:
        assert body == example.lines


@pytest.mark.parametrize("name", engine.kinds())
def test_every_kind_shows_what_it_writes(name: str) -> None:
    assert any(example.kind == name for example in EXAMPLES)
