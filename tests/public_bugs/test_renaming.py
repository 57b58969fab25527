"""Public bug B109: a rename keeps relative links right from where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_in import run
from folders import write

LINKS = "[x](../t.md) [y](../t.md#top) [z](<../t.md> 'T') ![[t]] [[t|T]]\n\n| [[t\\|T]] |\n|-|\n"
FILES = {"a/b/n.md": LINKS, "a/t.md": "# Top\n\n[n](b/n.md)\n", "z.md": "[t](a/t.md)\n", ".obsidian/app.json": "{}"}


@pytest.mark.parametrize(
    ("new", "relative", "name", "from_root"),
    [
        ("a/s.md", "../s.md", "s", "a/s.md"),
        ("c/s.md", "../../c/s.md", "s", "c/s.md"),
        ("t2.md", "../../t2.md", "t2", "t2.md"),
    ],
)
def test_b109_from_a_subfolder(new: str, relative: str, name: str, from_root: str, tmp_path: Path) -> None:
    write(tmp_path, FILES)
    assert run("rename", "a/t.md", new, cwd=tmp_path).status == 0
    expected = LINKS.replace("../t.md", relative).replace("[[t", f"[[{name}")
    assert (tmp_path / "a/b/n.md").read_text() == expected
    assert (tmp_path / "z.md").read_text() == f"[t]({from_root})\n"
    assert run("check", "--select", "broken-link", cwd=tmp_path).status == 0
    assert run("check", "--select", "forge-link", "--fail-on", "warning", cwd=tmp_path).status == 0
