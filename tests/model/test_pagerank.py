"""PageRank by power iteration."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.model.pagerank import ranks

NAMES = st.sampled_from("abcdefghij")
GRAPHS = st.dictionaries(NAMES, st.frozensets(NAMES), min_size=1).map(
    lambda found: {
        name: found.get(name, frozenset()) - {name} for name in {*found, *frozenset().union(*found.values())}
    }
)


def test_the_textbook_circle_and_star() -> None:
    assert ranks({"a": ["b"], "b": ["c"], "c": ["a"]}) == pytest.approx({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3})
    # With s the rank of a leaf and m of the middle, which passes its own to all: s = 0.15/4 + 0.85 m/4, 3s + m = 1.
    leaf = (0.15 + 0.85) / (4 + 3 * 0.85)
    found = ranks({"m": [], "x": ["m"], "y": ["m"], "z": ["m"]})
    assert found == pytest.approx({"m": 1 - 3 * leaf, "x": leaf, "y": leaf, "z": leaf})


@pytest.mark.parametrize(("links", "expected"), [({}, {}), ({"a": []}, {"a": 1.0})], ids=["no note", "one note"])
def test_hardly_any_note(links: dict[str, list[str]], expected: dict[str, float]) -> None:
    assert ranks(links) == pytest.approx(expected)


@given(GRAPHS)
@law(200)
def test_ranks_are_what_one_more_step_leaves(links: dict[str, frozenset[str]]) -> None:
    found = ranks(links)
    assert sum(found.values()) == pytest.approx(1)
    stranded = sum(rank for name, rank in found.items() if not links[name])
    for name, rank in found.items():
        gained = sum(found[other] / len(targets) for other, targets in links.items() if name in targets)
        assert rank == pytest.approx(0.15 / len(found) + 0.85 * (gained + stranded / len(found)), abs=1e-9)
