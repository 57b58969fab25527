"""How many notes come apart from the others where one note, or one link, is taken away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

Place = int | str  # in the tree of blocks and joints: a block by number, a joint by name
Pair = tuple[str, str]


class Cuts(NamedTuple):
    """The notes and the pairs of notes (sorted) that alone hold others together, each with how many notes it cuts off:
    all but those of the largest part that is left."""

    notes: dict[str, int]
    pairs: dict[Pair, int]


def cuts(blocks: Iterable[Iterable[str]]) -> Cuts:
    """What holds notes together, by the blocks of their graph.

    A block is a largest set of notes that no single note of it holds together; two neighbouring blocks share one note.
    Linear in the sizes of the blocks.
    """
    tree = _Tree([sorted(block) for block in blocks])
    found = Cuts({}, {})
    for start in range(len(tree.blocks)):
        if start not in tree.below:
            _weigh(tree, start, found)
    return found


class _Tree:
    """Blocks and the notes that join them. ``below`` counts the notes of a place and of all behind it, once known."""

    def __init__(self, blocks: list[list[str]]) -> None:
        self.blocks = blocks
        self.of: dict[str, list[int]] = {}
        for number, block in enumerate(blocks):
            for note in block:
                self.of.setdefault(note, []).append(number)
        self.below: dict[Place, int] = {}

    def neighbours(self, place: Place) -> Iterator[Place]:
        """Of a block its joints, of a joint its blocks."""
        if isinstance(place, str):
            yield from self.of[place]
        else:
            yield from (note for note in self.blocks[place] if len(self.of[note]) > 1)

    def own(self, place: Place) -> int:
        """How many notes are a place's own: a joint is its own, and none of its blocks'."""
        return 1 if isinstance(place, str) else sum(len(self.of[note]) == 1 for note in self.blocks[place])


def _weigh(tree: _Tree, start: int, found: Cuts) -> None:
    """Add what holds one part of the graph together."""
    parents: dict[Place, Place | None] = {start: None}
    order: list[Place] = [start]
    for place in order:  # grows while it is walked
        for other in tree.neighbours(place):
            if other not in parents:
                parents[other] = place
                order.append(other)
    for place in reversed(order):
        behind = sum(tree.below[other] for other in tree.neighbours(place) if other != parents[place])
        tree.below[place] = tree.own(place) + behind
    whole = tree.below[start]
    for place in order:
        if isinstance(place, str):
            parts = [tree.below[other] for other in tree.neighbours(place) if other != parents[place]]
            found.notes[place] = whole - 1 - max(*parts, whole - tree.below[place])
        elif len(tree.blocks[place]) == 2:
            first, second = tree.blocks[place]
            side = _side(tree, place, parents[place])
            found.pairs[first, second] = min(side, whole - side)


def _side(tree: _Tree, bridge: int, parent: Place | None) -> int:
    """How many notes stand on one side of a bridge."""
    if parent is not None:
        return tree.below[bridge]
    first = tree.blocks[bridge][0]
    return tree.below.get(first, 1)
