"""The circles in which one thing is followed by another."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.model.succession import circles

NAMES = st.sampled_from("abcdefgh")


@given(st.dictionaries(NAMES, NAMES))
def test_each_circle_is_found_once(following: dict[str, str]) -> None:
    drawn = nx.DiGraph(list(following.items()))
    expected = sorted(sorted(circle) for circle in nx.simple_cycles(drawn))
    found = list(circles(following))
    assert sorted(sorted(circle) for circle in found) == expected
    for circle in found:
        assert circle[0] == min(circle)
        assert [following[one] for one in circle] == [*circle[1:], circle[0]]
