"""A run that goes on says what a fresh run says, whatever changes: notes, data, pages around the vault, on disk and in
an editor."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from random import Random

import pytest
from commands_in import run
from folders import write
from lengths import length
from product import copy_of_product

from vaulttool.commands._findings import active, findings
from vaulttool.commands._live import Live
from vaulttool.commands._options import Given
from vaulttool.commands._run import Run
from vaulttool.model.finding import Finding
from vaulttool.storage.disk import DISK
from vaulttool.storage.overlay import Overlay

SNIPPETS = (
    "See [[Nowhere at all]].",
    "See [[Glossary#No such heading]] and [[Home]].",
    "## A heading of its own",
    "| a | b |\n| - | - |\n| [[Home|x]] | 1 |",
    "It was 42,000<!-- =run/2026-09-22-boot#kv_pool_tokens --> tokens.",
    "<!-- vaulttool:ignore broken-link --> [[Nowhere else]]",
    "Retired: frank-medium is ACTIVE. ^block-id",
    "~~~\nunclosed",
)
FIRST = Path(__file__).parents[1] / "contract/first"
README = """\
# A small fleet

<!-- vaulttool:begin eras endpoint="lisbon" -->
<!-- vaulttool:end eras -->
"""
CONFIG = """\
vault = "vault"
extra-files = ["README.md"]
"""
SOURCE = "Line\n" * 9 + "![[map.svg]]\n"
GIVEN = Given(no_cache=True, jobs=1)


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the product's own vault, with its data, in a repository of its own."""
    monkeypatch.chdir(tmp_path)
    return copy_of_product(tmp_path)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small vault with data and regions, a page outside of it, and a file that is no note."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(FIRST, tmp_path / "vault", ignore=shutil.ignore_patterns("*.json"))
    config = (tmp_path / "vault/vaulttool.toml").rename(tmp_path / "vaulttool.toml")
    config.write_text(
        CONFIG
        + config.read_text()
        .replace('vault = "."', "")
        .replace('"data"', '"vault/data"')
        .replace('"units/', '"vault/units/')
    )
    for path in (tmp_path / "vault/data").rglob("*.yaml"):
        path.write_text(re.sub(r"(?<=document: )|(?=units/)", "vault/", path.read_text()))
    boot = tmp_path / "vault/data/runs/boot.yaml"
    boot.write_text(boot.read_text().replace("vault/Lisbon.md", "vault/old/Source.md"))
    write(tmp_path, {"README.md": README, "vault/old/Source.md": SOURCE, "vault/map.svg": "<svg/>"})
    assert run("index", cwd=tmp_path).status == 0
    return tmp_path


def said(live: Live) -> list[Finding]:
    found = (one for path in live.session.paths for one in live.session.findings(path))
    return sorted(found, key=lambda one: one.order)


def afresh(live: Live) -> list[Finding]:
    """What a new run says, over the same texts."""
    laid = {os.path.realpath(live.run.place_of(path)): text.encode() for path, text in live.texts.items()}
    run = Run([], GIVEN, disk=Overlay(laid) if laid else DISK)
    return sorted(findings(run, active(run), run.reported()), key=lambda one: one.order)


def test_a_change_of_each_kind(small: Path) -> None:
    live = Live(Run([], GIVEN))
    vault = small / "vault"
    known = said(live)
    assert known == afresh(live) and {one.message for one in known} == {'no note or file is named "Gone"'}

    def agrees() -> set[str]:
        live.settle()
        now = said(live)
        assert now == afresh(live)
        return {one.rule for one in now if one not in known}

    live.edit("Home.md", (vault / "Home.md").read_text() + "\n[[Nowhere]]\n")
    assert agrees() == {"broken-link"}
    live.close("Home.md")
    assert agrees() == set()
    boot = "data/runs/boot.yaml"
    live.edit(boot, (vault / boot).read_text().replace("425047", "425048").replace("425,047", "425,048"))
    assert {"stale-figure", "stale-region"} <= agrees()
    live.close(boot)
    assert agrees() == set()
    os.rename(vault / "Atlas.md", vault / "Titan.md")
    live.changed(["Atlas.md", "Titan.md"])
    assert {"broken-link", "bad-data", "stale-region"} <= agrees()
    os.rename(vault / "Titan.md", vault / "Atlas.md")
    live.changed(["Atlas.md", "Titan.md"])
    assert agrees() == set()
    os.rename(vault / "old/Source.md", vault / "old/Spring.md")  # a run names it
    live.changed(["old/Source.md", "old/Spring.md"])
    assert "bad-data" in agrees()
    os.rename(vault / "old/Spring.md", vault / "old/Source.md")
    live.changed(["old/Source.md", "old/Spring.md"])
    assert agrees() == set()
    readme = (small / "README.md").read_text()
    (small / "README.md").write_text(readme.replace("vaulttool:begin", "vaulttool:begun"))
    live.changed(["../README.md"])
    assert agrees() != set()
    (small / "README.md").write_text(readme)
    live.changed(["../README.md"])
    assert agrees() == set()
    (vault / "map.svg").unlink()
    live.changed(["map.svg"])
    assert agrees() == {"broken-link"}


def test_after_random_changes_of_a_small_vault(small: Path) -> None:
    _change_at_random(Random(0), small / "vault", length(60, 1000), 6)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_after_random_changes(fleet: Path, seed: int) -> None:
    _change_at_random(Random(seed), fleet / "vault", 2500, 100)


def _change_at_random(random: Random, vault: Path, number: int, step: int) -> None:
    """So many changes, after some of which a fresh run must say the same."""
    live = Live(Run([], GIVEN))
    for done in range(number):
        _change(random, live, vault, done)
        if done % step == 0:
            live.settle()
            assert said(live) == afresh(live), done
    live.settle()
    assert said(live) == afresh(live)


def _change(random: Random, live: Live, vault: Path, number: int) -> None:
    """One change: in the editor or on disk, of a note, of data, of a name."""
    paths = [str(path.relative_to(vault)) for path in sorted(vault.rglob("*")) if path.is_file()]
    path = random.choice([path for path in paths if path.endswith((".md", ".yaml"))])
    text = live.text(path)
    lines = text.split("\n")
    at = random.randrange(len(lines))
    what = random.randrange(8)
    if what == 0:
        lines.insert(at, random.choice(SNIPPETS))
    elif what == 1:
        del lines[at]
    elif what == 2:
        lines[at] = "".join(random.choice("0123456789") if mark.isdigit() else mark for mark in lines[at])
    elif what == 3 and live.texts:
        live.close(random.choice(sorted(live.texts)))
        return
    elif what == 4 and len(paths) > 12:
        (vault / path).unlink()
        live.texts.pop(path, None)
        live.changed([path])
        return
    elif what == 5:
        new = f"New/Note {number % 7}.md"
        write(vault, {new: "---\naliases: [Another]\n---\n" + random.choice(SNIPPETS) + "\n"})
        live.changed([new])
        return
    else:
        lines[at] = lines[at].replace("[[", "[[x", 1)
    changed = "\n".join(lines)
    if random.random() < 0.5:
        live.edit(path, changed)
    else:
        (vault / path).write_bytes(changed.encode())
        live.changed([path])
