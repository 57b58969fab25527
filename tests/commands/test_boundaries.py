"""Nothing outside the repository is read, written or given away because a file of it says so."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from commands_in import Done, run
from folders import git, repository, write

SECRET = "TOP-SECRET-WORD"
NOTE = """\
---
related: "[[../../outside/secret]]"
---
# A

[a](../../outside/secret.md) [b](../../outside/gone.md) [c]({outside}/secret.md) [d](file://{outside}/secret.md)
![[../../outside/secret.md]] [[../../outside/secret]] [[{outside}/secret]] [[link]] [[folder/secret]] [e](link.md#Head)
`../outside/secret.md`, `{outside}/secret.md`, ![[picture.png]] ![](../../outside/secret.png)
"""
RUN = """\
run: boot
title: Boot
kind: probe
date: 2026-09-22
host: atlas
source: {document: ../outside/secret.md, line: 1, file: ../outside/secret.log}
results: {rate: {value: 42.5, unit: tok/s, line: 1}}
"""
ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[../../outside/secret]]"
eras:
  - id: a
    title: One card
    start: 2026-09-20
    page: "[[../../outside/secret]]"
    units: [../outside/lisbon.container, /etc/passwd, vault/unit.container]
    env: [../outside/lisbon.env]
"""
UNIT = "[Container]\nImage=localhost/x:1\nEnvironmentFile=../../outside/lisbon.env\nVolume={outside}:/data\nExec=--a ${{B}}\n"
FIGURES = '<!-- vaulttool:begin settings unit="../outside/lisbon.container" -->\n<!-- vaulttool:end settings -->\n'
FILES = {
    "vaulttool.toml": 'vault = "vault"\ndata = "data"\n',
    "vault/.obsidian/app.json": "{}",
    "vault/regions.md": "# R\n\n"
    + FIGURES
    + '<!-- vaulttool:begin eras endpoint="lisbon" -->\n<!-- vaulttool:end eras -->\n',
    "vault/board.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "../../outside/secret.md"}]}',
    "data/runs/boot.yaml": RUN,
    "data/hosts/atlas.yaml": 'host: atlas\nfacts: []\npage: "[[../../outside/secret]]"\n',
    "data/endpoints/lisbon.yaml": ENDPOINT,
}
OUTSIDE = {
    "secret.md": f"# Head\n\n{SECRET} [[Gone {SECRET}]]\n",
    "secret.yaml": f"run: {SECRET}\n",
    "secret.png": SECRET,
    "secret.log": SECRET,
    "secret.schema.json": f'{{"title": "{SECRET}"}}',
    "lisbon.container": f"[Container]\nImage=localhost/{SECRET}:1\n",
    "lisbon.env": f"B={SECRET}\n",
    "vaulttool.toml": "",
    "baseline.json": '{"version": 1, "findings": []}',
    "template.md": SECRET,
}
CONFIGURATIONS = {
    "none more": "",
    "vault": 'vault = "../outside"\n',
    "vault, absolute": 'vault = "{outside}"\n',
    "vault through a link": 'vault = "vault/folder"\n',
    "data": 'vault = "vault"\ndata = "../outside"\n',
    "data through a link": 'vault = "vault"\ndata = "vault/folder"\n',
    "schemas": 'vault = "vault"\n[schemas]\nfolder = "../outside"\n[schemas.types]\nx = "secret"\n',
    "baseline": 'vault = "vault"\nbaseline = "../outside/baseline.json"\n',
    "baseline, absolute": 'vault = "vault"\nbaseline = "{outside}/baseline.json"\n',
    "output": 'vault = "vault"\n[[outputs]]\npath = "../outside/new.md"\nkind = "backlinks"\n',
    "extra files": 'vault = "vault"\nextra-files = ["../outside/secret.md", "/outside/*.md", "../**"]\n',
    "other files": 'vault = "vault"\nrepository-files = ["../outside/*", "{outside}/secret.log"]\n',
    "counts": 'vault = "vault"\n[counts.x]\ntitle = "X"\nfile = "../outside/secret.yaml"\nof = "rules"\n',
    "template": 'vault = "vault"\n[runbook]\ntemplate = "../outside/template.md"\n',
}
COMMANDS = (
    ("check",),
    ("check", "--format", "full"),
    ("index",),
    ("check", "--fix", "--unsafe-fixes"),
    ("links",),
    ("graph", "--format", "json"),
    ("audit",),
    ("duplicates",),
    ("baseline",),
    ("runbook", "vault/unit.container", "--host", "atlas"),
    ("report", "-o", ".report"),
    ("explain", "vault/a.md:6"),
)

_opened: list[str] | None = None


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _opened is not None and event in (
        "open",
        "os.listdir",
        "os.scandir",
        "os.mkdir",
        "os.rename",
        "os.remove",
        "os.link",
    ):
        _opened.extend(os.fsdecode(one) for one in arguments if isinstance(one, str | bytes))


sys.addaudithook(_hook)


@contextmanager
def opened() -> Iterator[list[str]]:
    """What is opened, listed, made, moved or taken away meanwhile."""
    global _opened
    _opened = []
    try:
        yield _opened
    finally:
        _opened = None


def hostile(folder: Path, configuration: str) -> Path:
    """A repository beside a folder of secrets, that asks for these in every way."""
    outside = folder / "outside"
    files = {path: text.replace("{outside}", str(outside)) for path, text in FILES.items()}
    files["vault/a.md"] = NOTE.format(outside=outside)
    files["vault/unit.container"] = UNIT.format(outside=outside)
    if configuration:
        files["vaulttool.toml"] = configuration.format(outside=outside)
    top = write(folder / "repository", files)
    for place, target in (
        ("vault/link.md", "../../outside/secret.md"),
        ("vault/folder", "../../outside"),
        ("vault/picture.png", "../../outside/secret.png"),
        ("data/runs/leak.yaml", "../../../outside/secret.yaml"),
    ):
        (top / place).symlink_to(target)
    git(repository(top, {}), "commit", "--quiet", "--allow-empty", "-m", "more")
    return top


def everything(top: Path) -> list[Done]:
    """What every command says and leaves, each over the repository as the one before left it."""
    return [run(*command, cwd=top) for command in COMMANDS]


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_nothing_outside_is_read_written_or_given_away(name: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    write(outside, OUTSIDE)
    top = hostile(tmp_path, CONFIGURATIONS[name])
    kept = tmp_path / "kept"
    shutil.copytree(top, kept, symlinks=True)
    with opened() as places:
        with_it = everything(top)
    real = os.path.realpath(outside)
    assert [place for place in places if os.path.realpath(place).startswith(real)] == []
    assert {file.name: file.read_text() for file in outside.iterdir()} == OUTSIDE
    assert SECRET not in "".join(done.out + done.err for done in with_it)
    written = [file for file in top.rglob("*") if file.is_file() and not file.is_symlink() and ".git" not in file.parts]
    assert not [file for file in written if SECRET.encode() in file.read_bytes()]
    shutil.rmtree(top)
    shutil.rmtree(outside)
    kept.rename(top)
    assert everything(top) == with_it


@pytest.mark.parametrize(
    "name", ["vault", "vault, absolute", "vault through a link", "data", "schemas", "baseline", "output"]
)
def test_a_configuration_that_leads_out_is_refused(name: str, tmp_path: Path) -> None:
    write(tmp_path / "outside", OUTSIDE)
    top = hostile(tmp_path, CONFIGURATIONS[name])
    done = run("check", "--config", "vaulttool.toml", cwd=top)
    assert done.status == 2 and "lies outside the repository" in done.err and "help: name one in it" in done.err


def test_a_link_out_of_the_repository_is_told_and_counts_as_leading_nowhere(tmp_path: Path) -> None:
    write(tmp_path / "outside", OUTSIDE)
    done = run("check", "--select", "broken-link", cwd=hostile(tmp_path, ""))
    assert 'note: "folder" leads out of the repository, so it counts as a link that leads nowhere' in done.err
    assert 'no note or file is named "link"' in done.out


@pytest.mark.parametrize("linked", [".obsidian/app.json", ".obsidian"])
def test_obsidians_settings_behind_a_link_out_count_for_nothing(linked: str, tmp_path: Path) -> None:
    secret = f'{{"newFileLocation": "folder", "newFileFolderPath": "{SECRET}", "attachmentFolderPath": "{SECRET}"}}'
    outside = write(tmp_path / "outside", {"app.json": secret, "daily-notes.json": f'{{"folder": "{SECRET}"}}'})
    top = write(tmp_path / "repository", {"a.md": "", "b/c.md": ""})
    place = top / linked
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(outside / "app.json" if linked.endswith(".json") else outside)
    repository(top, {})
    with opened() as places:
        done = run("init", "--yes", "--dry-run", cwd=top)
    assert done.status == 0 and SECRET not in done.out + done.err
    assert [place for place in places if os.path.realpath(place).startswith(os.path.realpath(outside))] == []


def test_without_a_repository_links_are_somebodys_own(tmp_path: Path) -> None:
    write(tmp_path, {"outside/b.md": "", "v/.obsidian/": "", "v/a.md": "[[b]] [[c]]", "c.md": ""})
    (tmp_path / "v" / "folder").symlink_to("../outside")
    (tmp_path / "v" / "c.md").symlink_to("../c.md")
    assert run("check", cwd=tmp_path / "v").status == 0


def test_links_within_the_repository_are_followed(tmp_path: Path) -> None:
    top = repository(tmp_path, {"shared/b.md": "", "v/.obsidian/app.json": "{}", "v/a.md": "[[b]]"})
    (top / "v" / "folder").symlink_to("../shared")
    assert run("check", cwd=top / "v").status == 0
