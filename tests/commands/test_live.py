"""A run that goes on says what a fresh run says, whatever changes: notes, data, pages around the vault, on disk and in
an editor."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
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
GIVEN = Given(no_cache=True, jobs=1)


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the product's own vault, with its data, in a repository of its own."""
    monkeypatch.chdir(tmp_path)
    return copy_of_product(tmp_path)


def said(live: Live) -> list[Finding]:
    found = (one for path in live.session.paths for one in live.session.findings(path))
    return sorted(found, key=lambda one: one.order)


def afresh(live: Live) -> list[Finding]:
    """What a new run says, over the same texts."""
    laid = {os.path.realpath(live.run.place_of(path)): text.encode() for path, text in live.texts.items()}
    run = Run([], GIVEN, disk=Overlay(laid) if laid else DISK)
    return sorted(findings(run, active(run), run.reported()), key=lambda one: one.order)


def test_a_change_of_each_kind(fleet: Path) -> None:
    live = Live(Run([], GIVEN))
    assert said(live) == afresh(live) == []

    def agrees() -> set[str]:
        live.settle()
        now = said(live)
        assert now == afresh(live)
        return {one.rule for one in now}

    live.edit("Home.md", (fleet / "vault/Home.md").read_text() + "\n[[Nowhere]]\n")
    assert agrees() == {"broken-link"}
    live.close("Home.md")
    assert agrees() == set()
    boot = "data/runs/2026-09-22-boot.yaml"
    live.edit(boot, (fleet / "vault" / boot).read_text().replace("425047", "425048").replace("425,047", "425,048"))
    assert "stale-figure" in agrees() or "stale-region" in agrees()
    live.close(boot)
    assert agrees() == set()
    os.rename(fleet / "vault/Reference/Glossary.md", fleet / "vault/Reference/Words.md")
    live.changed(["Reference/Glossary.md", "Reference/Words.md"])
    assert "broken-link" in agrees()
    os.rename(fleet / "vault/Reference/Words.md", fleet / "vault/Reference/Glossary.md")
    live.changed(["Reference/Glossary.md", "Reference/Words.md"])
    assert agrees() == set()
    os.rename(fleet / "vault/Manual/Speed.md", fleet / "vault/Manual/Pace.md")  # runs name it as their source
    live.changed(["Manual/Speed.md", "Manual/Pace.md"])
    assert "bad-data" in agrees()
    os.rename(fleet / "vault/Manual/Pace.md", fleet / "vault/Manual/Speed.md")
    live.changed(["Manual/Speed.md", "Manual/Pace.md"])
    assert agrees() == set()
    readme = (fleet / "README.md").read_text()
    (fleet / "README.md").write_text(readme.replace("vaulttool:begin", "vaulttool:begun"))
    live.changed(["../README.md"])
    assert agrees() != set()
    (fleet / "README.md").write_text(readme)
    live.changed(["../README.md"])
    assert agrees() == set()
    (fleet / "vault/Manual/check.svg").unlink()
    live.changed(["Manual/check.svg"])
    agrees()


@pytest.mark.parametrize("seed", range(length(1, 4)))
def test_after_random_changes(fleet: Path, seed: int) -> None:
    random = Random(seed)
    live = Live(Run([], GIVEN))
    vault = fleet / "vault"
    for number in range(length(40, 2500)):
        _change(random, live, vault, number)
        if number % length(8, 100) == 0:
            live.settle()
            assert said(live) == afresh(live), number
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
    elif what == 4 and len(paths) > 60:
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
