"""What is said while files change on disk is what a fresh run says, places and counts included."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from folders import repository, write
from lengths import length

from vaulttool.commands._followed import Followed
from vaulttool.commands._options import Given
from vaulttool.commands._run import Run
from vaulttool.commands._said import Choice, Said
from vaulttool.commands._saying import anew

GIVEN = Given(no_cache=True, jobs=1)
FILES = {
    ".obsidian/": "",
    "a.md": "See [[b#H]], [[gone]] and ![[cat.png]].\n",
    "b.md": "# H\n\n[[a]] [[deep/c]]\n",
    "deep/c.md": "[[b]] [[d]]\n",
    "deep/d.md": "---\naliases: [Dee]\n---\n[[Dee]]\n",
    "cat.png": "x",
}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = write(tmp_path / "vault", FILES)
    monkeypatch.chdir(folder)
    return folder


def followed() -> Followed:
    return Followed(Run([], GIVEN), (), ())


def take(one: Followed, places: list[Path]) -> None:
    for _ in one.take([str(place) for place in places]):
        pass


def afresh() -> tuple[list[str], Said]:
    run = Run([], GIVEN)
    pages = run.reported()
    return pages, anew(run, Choice((), ()), pages)


def agrees(one: Followed) -> None:
    pages, said = afresh()
    assert one.pages == pages
    assert list(one.said.findings) == list(said.findings)
    assert (one.said.links, one.said.unresolved) == (list(said.links), list(said.unresolved))


def test_each_kind_of_change(vault: Path) -> None:
    one = followed()
    agrees(one)
    steps: list[tuple[str, str | None]] = [
        ("a.md", "\n\nSee [[b#H]], [[gone]].\n"),  # moved down
        ("a.md", "See\n[[b#H]], [[gone]].\n"),  # as far from the beginning, and on another line
        ("b.md", "# Other\n"),
        ("gone.md", "[[x]]"),
        ("gone.md", None),
        ("gone.canvas", "{"),
        ("new/deep/e.md", "\ufeff[[gone]]\r\n"),
        ("cat.png", None),
        ("cat.PNG", "x"),
        (".x.swp", "[[x]]"),
        ("a.md~", "x"),
    ]
    for path, text in steps:
        if text is None:
            (vault / path).unlink()
        else:
            write(vault, {path: text})
        take(one, [vault / path])
        agrees(one)


def test_a_folder_comes_moves_and_goes_in_one_event(vault: Path, tmp_path: Path) -> None:
    one = followed()
    write(vault, {"new/x.md": "[[y]]", "new/below/y.md": "[[gone]]", "new/.hidden/z.md": "[[gone]]"})
    take(one, [vault / "new"])
    agrees(one)
    (vault / "new").rename(vault / "deep/newer")
    take(one, [vault / "new", vault / "deep/newer"])
    agrees(one)
    (vault / "deep").rename(tmp_path / "away")
    take(one, [vault / "deep"])
    agrees(one)
    assert one.pages == ["a.md", "b.md"]
    (tmp_path / "away").rename(vault / "deep")
    take(one, [vault / "deep"])
    agrees(one)
    (vault / "empty").mkdir()
    take(one, [vault / "empty"])
    shutil.rmtree(vault / "deep")
    take(one, [vault / "deep"])
    agrees(one)


def test_what_a_link_leads_to_has_one_name(vault: Path) -> None:
    (vault / "link").symlink_to("deep")
    (vault / "also.md").symlink_to("a.md")
    one = followed()
    write(vault, {"deep/c.md": "[[nothing]]", "deep/new.md": "[[none]]", "a.md": "[[never]]"})
    take(one, [vault / "link/c.md", vault / "link/new.md", vault / "also.md"])
    agrees(one)
    assert "link/c.md" not in one.pages
    (vault / "deep/c.md").unlink()
    take(one, [vault / "deep/c.md"])
    agrees(one)
    (vault / "link").unlink()
    take(one, [vault / "link"])
    agrees(one)


def test_another_name_of_the_root(vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to("vault")
    monkeypatch.chdir(tmp_path / "link")
    one = Followed(Run([], Given(vault=str(tmp_path / "link"), no_cache=True, jobs=1)), (), ())
    write(vault, {"b.md": "[[never]]"})
    take(one, [vault / "b.md"])
    assert [found.path for found in one.said.findings if "never" in found.finding.message] == ["b.md"]


def test_what_lies_around_the_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(
        repository(
            tmp_path,
            {
                "vault/a.md": "# A\n",
                "vault/ignored.md": "[[gone]]",
                ".gitignore": "vault/ignored*\n",
                "README.md": "Fine.\n",
                "data/endpoints/x.yaml": "endpoint: x\n",
                "vaulttool.toml": 'vault = "vault"\ndata = "data"\nextra-files = ["*.md"]\n',
            },
        )
    )
    one = followed()
    agrees(one)
    for path, text in {
        "README.md": "1,000<!-- =run/none#x -->\n",
        "MORE.md": "1,000<!-- =run/none#y -->\n",
        "data/endpoints/x.yaml": "endpoint: [\n",
        "data/hosts/new.yaml": "host: [\n",
        "vault/ignored.md": "[[gone]] [[too]]",
        "vault/ignored too.md": "[[gone]]",
    }.items():
        write(tmp_path, {path: text})
        take(one, [tmp_path / path])
        agrees(one)
    (tmp_path / "MORE.md").unlink()
    take(one, [tmp_path / "MORE.md"])
    agrees(one)


NAMES = ("a.md", "b.md", "deep/c.md", "deep/d.md", "deep/b.md", "new/e.md", "deep", "new", "cat.png", "B.md", "über.md")
TEXTS = (
    "",
    "# H\n[[a]]",
    "[[b#H]]\n\n[[c|x]]",
    "| [[a|b]] |\n| - |",
    "---\naliases: [c, E]\n---\n[[E]]",
    "[[über]] [[ub]]",
    "\ufeff\r\n[[cat.png]]",
)


@pytest.mark.parametrize("seed", range(2))
def test_after_any_changes(seed: int, vault: Path) -> None:
    chance, one = Random(seed), followed()
    for _ in range(length(12, 150)):
        take(one, [place for _ in range(chance.choice((1, 1, 2, 5))) for place in _changed(vault, chance)])
        agrees(one)


def _changed(vault: Path, chance: Random) -> list[Path]:
    """The places where something was written, taken away, or put elsewhere."""
    place = vault / chance.choice(NAMES)
    if place.is_dir():
        other = vault / chance.choice(("other", "deep", "new"))
        if other.exists():
            shutil.rmtree(place)
            return [place]
        place.rename(other)
        return [place, other]
    if place.exists() and chance.random() < 0.4:
        place.unlink()
        return [place]
    if not place.suffix:
        return []
    place.parent.mkdir(exist_ok=True)
    place.write_text(chance.choice(TEXTS), encoding="utf-8", newline="")
    return [place.parent, place]
