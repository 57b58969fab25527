"""Makes vaults of any size that have the shape of the Obsidian Hub; the same number and seed give the same vault."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import random
import shutil
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench import shape

BROKEN = 0.01  # share of the links that lead nowhere, or to a heading that is not there
POOL = 700_000  # characters of prose; each note begins in the first half and needs no more than another
PICTURES = 100  # notes for each picture
DONE = "made"  # written beside the vault when it is complete
# fmt: off
WORDS = (
    "harbour", "lantern", "meadow", "copper", "valley", "orchard", "signal", "timber", "canvas", "ledger", "garden",
    "winter", "market", "bridge", "compass", "marble", "pepper", "saddle", "thunder", "velvet", "anchor", "basket",
    "candle", "desert", "engine", "falcon", "granite", "hollow", "island", "jungle", "kettle", "linen", "mirror",
    "needle", "oyster", "pillar", "quarry", "ribbon", "salmon", "temple",
)
# fmt: on
PICTURE = b"\x89PNG\r\n\x1a\n"


class Vault:
    """What notes must know of one another: where each lies, and which headings and blocks it has."""

    def __init__(self, notes: int, seed: int) -> None:
        self.notes, self.seed = notes, seed
        self.prose = prose(random.Random(seed))
        self.starts, self.folders = _folders(notes, random.Random(seed + 1))

    def folder(self, number: int) -> str:
        """The folder of a note."""
        return self.folders[bisect_right(self.starts, number) - 1]

    def chance(self, number: int) -> random.Random:
        """The dice of one note: they do not depend on which notes were made before."""
        return random.Random((self.seed << 40) + number)

    def marks(self, number: int) -> tuple[int, int]:
        """How many headings and blocks a note has."""
        return _marks(self.chance(number))


class Link(NamedTuple):
    """A link as it is written, and whether it leads somewhere."""

    text: str
    leads: bool


def name(number: int) -> str:
    """The name of a note, without its ending."""
    mixed = number * 2654435761 % 2**32
    words = [WORDS[mixed >> shift & 31] for shift in range(0, 5 + mixed % 3 * 5, 5)]
    return f"{' '.join(words)} {number}"


def heading(number: int, place: int) -> str:
    """The words of a heading, by its place in the note."""
    return f"{WORDS[(number + place * 7) % len(WORDS)].title()} {place}"


def prose(chance: random.Random) -> str:
    """Lines of made-up words, with emphasis, code and tags here and there."""
    lines, length = [], 0
    while length < POOL:
        words = [chance.choice(WORDS) for _ in range(chance.choice((2, 4, 7, 12, 30)))]
        kind = chance.random()
        if kind < 0.3:
            words[0] = chance.choice(("**{}**", "*{}*", "`{}`", "#{}", "- {}", "> {}")).format(words[0])
        lines.append(" ".join(words) + (".\n" if kind < 0.6 else ".\n\n"))
        length += len(lines[-1])
    return "".join(lines)


def _folders(notes: int, chance: random.Random) -> tuple[list[int], list[str]]:
    """The number of the first note of each folder, and the folders."""
    starts: list[int] = []
    folders: list[str] = []
    at = 0
    while at < notes:
        starts.append(at)
        number = len(folders)
        (depth,) = chance.choices(list(shape.DEPTHS), list(shape.DEPTHS.values()))
        above = (f"Area {chance.randrange(8)}", f"Subject {chance.randrange(20)}")
        folders.append("/".join((*above[: depth - 1], f"Folder {number}")))
        at += min(chance.choice(shape.FOLDERS), notes // 3 + 1)
    return starts, folders


def _marks(chance: random.Random) -> tuple[int, int]:
    return shape.drawn(shape.HEADINGS, chance.random()), shape.drawn(shape.BLOCKS, chance.random())


def note(vault: Vault, number: int) -> str:
    """The text of a note."""
    chance = vault.chance(number)
    headings, blocks = _marks(chance)
    length = chance.random()
    linked = length if chance.random() < shape.LONG_NOTES_LINK else chance.random()
    front = _front(number, shape.drawn(shape.PROPERTIES, chance.random()), chance)
    pieces = [link(vault, number, chance).text for _ in range(shape.drawn(shape.LINKS, linked))]
    pieces += _addresses(shape.drawn(shape.ADDRESSES, chance.random()), chance)
    pieces += ["%% Keep this part. %%\n"] * shape.drawn(shape.COMMENTS, chance.random())
    pieces += ["<!-- what is asked for -->\n"] * shape.drawn(shape.HTML_COMMENTS, chance.random())
    pieces += [f"{chance.choice(WORDS)} ^b{one}\n\n" for one in range(blocks)]
    chance.shuffle(pieces)
    told = sum(map(len, pieces)) + len(front) + 14 * headings
    wanted = max(0, shape.drawn(shape.CHARACTERS, length) - told)
    return front + "".join(_sections(vault, number, headings, pieces, wanted, chance))


def _front(number: int, properties: int, chance: random.Random) -> str:
    """Front matter with so many properties."""
    known = (
        f"aliases: [{chance.choice(WORDS)} {number}]\n",
        f"tags: [{chance.choice(WORDS)}, {chance.choice(WORDS)}/{chance.choice(WORDS)}]\n",
        "publish: true\n",
        f"plugin-id: {chance.choice(WORDS)}-{number}\n",
    )
    return f"---\n{''.join(known[:properties])}---\n\n" if properties else ""


def _addresses(count: int, chance: random.Random) -> list[str]:
    """Links that lead out of the vault."""
    words = chance.choices(WORDS, k=2 * count)
    return [f"[{one}](https://example.com/{one}/{other})\n" for one, other in zip(words[::2], words[1::2], strict=True)]


def _sections(
    vault: Vault, number: int, headings: int, pieces: Sequence[str], wanted: int, chance: random.Random
) -> Iterator[str]:
    """Headings, each with its share of the pieces and of the prose."""
    parts = headings + 1
    each = wanted // parts
    at = chance.randrange(POOL // 2)
    for part in range(parts):
        if part:
            yield f"\n{'#' * (1 + part % 3)} {heading(number, part - 1)}\n\n"
        yield from pieces[part::parts]
        if each:
            at = vault.prose.find("\n", at % (POOL // 2)) + 1
            yield vault.prose[at : at + each]
            at += each
            yield "\n"


def link(vault: Vault, number: int, chance: random.Random) -> Link:
    """A link from a note to another, now and then to a picture, one in a hundred to nothing."""
    target = _target(vault.notes, chance)
    embed = "!" if chance.random() < shape.EMBEDDED else ""
    if embed and chance.random() < 0.5:
        return Link(f"![[picture {target // PICTURES}.png]]\n", True)
    broken = chance.random() < BROKEN
    there = name(target)
    if broken and chance.random() < 0.5:
        return Link(f"[[{there} which is nowhere]] and {chance.choice(WORDS)}\n", False)
    anchor = _anchor(vault, target, broken, chance)
    if chance.random() < shape.BY_PATH:
        there = f"{vault.folder(target)}/{there}"
    shown = f"|{chance.choice(WORDS)}" if chance.random() < shape.ALIASED else ""
    return Link(f"{chance.choice(WORDS)} {embed}[[{there}{anchor}{shown}]] {chance.choice(WORDS)}\n", not broken)


def _target(notes: int, chance: random.Random) -> int:
    """Any note, or one of the few that many link to."""
    drawn = chance.random()
    if chance.random() < 0.5:
        return int(drawn * notes)
    return int(drawn**3 * notes) * 7919 % notes


def _anchor(vault: Vault, target: int, broken: bool, chance: random.Random) -> str:
    """Nothing, a heading or a block of the target; a heading that it has not, if the link is broken."""
    if broken:
        return "#Not there"
    if chance.random() >= shape.ANCHORED:
        return ""
    headings, blocks = vault.marks(target)
    if blocks and chance.random() < 0.02:
        return f"#^b{chance.randrange(blocks)}"
    return f"#{heading(target, chance.randrange(headings))}" if headings else ""


def write(vault: Vault, top: Path) -> None:
    """The vault in a folder, with one process a processor."""
    (top / ".obsidian").mkdir(parents=True, exist_ok=True)
    (top / "Pictures").mkdir(exist_ok=True)
    for number in range(vault.notes // PICTURES + 1):
        (top / f"Pictures/picture {number}.png").write_bytes(PICTURE)
    for folder in vault.folders:
        (top / folder).mkdir(parents=True, exist_ok=True)
    many = range(len(vault.folders))
    if vault.notes < 5000 or not hasattr(os, "fork"):
        for one in many:
            _write_folder(vault, str(top), one)
        return
    with multiprocessing.get_context("fork").Pool() as pool:
        for _ in pool.imap_unordered(partial(_write_folder, vault, str(top)), many):
            pass


def _write_folder(vault: Vault, top: str, index: int) -> None:
    """The notes of one folder."""
    ends = [*vault.starts[1:], vault.notes]
    below = f"{top}/{vault.folders[index]}"
    for number in range(vault.starts[index], ends[index]):
        place = os.open(f"{below}/{name(number)}.md", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        try:
            os.write(place, note(vault, number).encode())
        finally:
            os.close(place)


def made(notes: int, seed: int, folder: Path) -> Path:
    """A vault below a folder, made now unless it is there from an earlier run."""
    place = _place(notes, seed, folder)
    if not is_made(notes, seed, folder):
        shutil.rmtree(place, ignore_errors=True)
        write(Vault(notes, seed), place)
        _mark(place).write_text(_edition(), encoding="utf-8")
    return place


def is_made(notes: int, seed: int, folder: Path) -> bool:
    """Whether a vault is there, complete, and as this code makes it."""
    mark = _mark(_place(notes, seed, folder))
    return mark.exists() and mark.read_text("utf-8") == _edition()


def _edition() -> str:
    """What changes with the code that makes vaults."""
    return hashlib.sha256(b"".join(Path(one).read_bytes() for one in (__file__, shape.__file__))).hexdigest()


def _place(notes: int, seed: int, folder: Path) -> Path:
    return folder / f"vault-{notes}-{seed}"


def _mark(vault: Path) -> Path:
    """The file beside a vault that says it is complete."""
    return vault.with_name(f"{vault.name}.{DONE}")
