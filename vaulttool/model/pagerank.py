"""PageRank: how much of a reader's time a note gets, if from each note a random link is followed.

By power iteration, since the one in networkx needs scipy, which is larger than all else that this package needs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

FOLLOWED = 0.85  # the share of steps that follow a link; the others go anywhere
NEAR_ENOUGH = 1e-10  # how far all ranks together may still move
MOST_ROUNDS = 200  # each takes 0.85 of the distance away: 142 are enough to come that near


def ranks(following: Mapping[str, Collection[str]]) -> dict[str, float]:
    """The rank of each note, by the notes that each links to; all together make 1.

    A note that links nowhere passes its rank on to all. The result depends on the names alone, not on their order.
    Linear in notes and links, times at most 200.
    """
    names = sorted(following)
    place = {name: at for at, name in enumerate(names)}
    sources: list[list[int]] = [[] for _ in names]
    for at, name in enumerate(names):
        for target in following[name]:
            sources[place[target]].append(at)
    out = [len(following[name]) for name in names]
    now = [1 / len(names)] * len(names) if names else []
    for _ in range(MOST_ROUNDS if names else 0):
        now, before = _round(now, sources, out), now
        if sum(abs(new - old) for new, old in zip(now, before, strict=True)) < NEAR_ENOUGH:
            break
    return dict(zip(names, now, strict=True))


def _round(now: list[float], sources: list[list[int]], out: list[int]) -> list[float]:
    """One step of all readers at once."""
    each = [rank / links if links else 0.0 for rank, links in zip(now, out, strict=True)]
    stranded = sum(rank for rank, links in zip(now, out, strict=True) if not links)
    base = (1 - FOLLOWED + FOLLOWED * stranded) / len(now)
    return [base + FOLLOWED * sum([each[source] for source in found]) for found in sources]
