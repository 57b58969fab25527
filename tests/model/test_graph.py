"""The shape of a vault's graph, and what surrounds a note."""

from __future__ import annotations

from random import Random

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st
from lengths import law
from vaults import vault_of

from vaulttool.model.graph import Articulation, Bridge, Hub, Near, between, edges, graph, neighbourhood, shape

FILES = {
    "Home.md": "[[One]] [[p.png]]",
    "One.md": "[[Two]] [[One]] [[Two|again]]",
    "Two.md": "[[One]] [[gone]]",
    "Alone.md": "[[#Alone]]\n\n# Alone",
    "Board.canvas": '{"nodes": [{"type": "file", "file": "Two.md"}]}',
    "p.png": "",
}
NAMES = st.sampled_from("abcdefghij")
PAIRS = st.lists(st.tuples(NAMES, NAMES), max_size=25)


def linked(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """A vault with these links, named by single letters."""
    notes = {f"{name}.md": "" for pair in pairs for name in pair} or {"a.md": ""}
    for source, target in pairs:
        notes[f"{source}.md"] += f"[[{target}]] "
    return notes


def test_the_shape() -> None:
    found = shape(graph(vault_of(FILES)))
    assert (found.notes, found.edges) == (5, 6)
    assert found.orphans == ("Alone.md", "Board.canvas", "Home.md")
    assert found.dead_ends == ("Alone.md",)
    assert found.components == (("Board.canvas", "Home.md", "One.md", "Two.md"), ("Alone.md",))
    assert found.cycles == (("One.md", "Two.md"),)
    assert found.bridges == (
        Bridge("One.md", "Two.md", True, 2),
        Bridge("Board.canvas", "Two.md", False, 1),
        Bridge("Home.md", "One.md", False, 1),
    )
    assert found.articulations == (Articulation("One.md", 1), Articulation("Two.md", 1))


def test_equal_places_have_equal_ranks_and_stand_by_name() -> None:
    hubs = shape(graph(vault_of(FILES))).hubs
    assert [hub.path for hub in hubs] == ["One.md", "Two.md", "Alone.md", "Board.canvas", "Home.md"]
    assert hubs[0].rank == hubs[1].rank > hubs[2].rank == hubs[3].rank == hubs[4].rank
    assert hubs[0] == Hub("One.md", hubs[0].rank, 2, 1)


def test_edges_count_their_links() -> None:
    assert edges(graph(vault_of(FILES))) == [
        ("Alone.md", "Alone.md", 1),
        ("Board.canvas", "Two.md", 1),
        ("Home.md", "One.md", 1),
        ("One.md", "One.md", 1),
        ("One.md", "Two.md", 2),
        ("Two.md", "One.md", 1),
    ]


def test_a_part_of_the_vault() -> None:
    found = shape(graph(vault_of(FILES), {"Home.md", "One.md"}))
    assert (found.notes, found.edges, found.cycles) == (2, 2, ())


def test_no_links_at_all() -> None:
    found = shape(graph(vault_of({"a.md": "", "b.md": ""})))
    assert found.orphans == found.dead_ends == ("a.md", "b.md")
    assert [hub.rank for hub in found.hubs] == [0.5, 0.5]
    assert (found.bridges, found.articulations) == ((), ())


def test_a_chain_of_notes() -> None:
    found = shape(graph(vault_of(linked([("a", "b"), ("b", "c"), ("d", "c"), ("d", "e")]))))
    assert [(one.source, one.target, one.cuts_off) for one in found.bridges] == [
        ("b.md", "c.md", 2),
        ("d.md", "c.md", 2),
        ("a.md", "b.md", 1),
        ("d.md", "e.md", 1),
    ]
    assert found.articulations == (Articulation("c.md", 2), Articulation("b.md", 1), Articulation("d.md", 1))


def test_the_notes_around_one() -> None:
    drawn = graph(vault_of(FILES))
    assert neighbourhood(drawn, "Home.md", 1) == [Near("Home.md", 0, ()), Near("One.md", 1, ("Home.md",))]
    assert neighbourhood(drawn, "Two.md", 2) == [
        Near("Two.md", 0, ()),
        Near("Board.canvas", 1, ("Two.md",)),
        Near("One.md", 1, ("Two.md",)),
        Near("Home.md", 2, ("One.md",)),
    ]
    assert neighbourhood(drawn, "Alone.md", 9) == [Near("Alone.md", 0, ())]
    assert edges(between(drawn, ["Home.md", "One.md"])) == [("Home.md", "One.md", 1), ("One.md", "One.md", 1)]


def test_every_note_through_which_another_is_reached() -> None:
    drawn = graph(vault_of(linked([("a", "b"), ("a", "c"), ("b", "d"), ("d", "c")])))
    assert neighbourhood(drawn, "a.md", 2)[-1] == Near("d.md", 2, ("b.md", "c.md"))


@given(PAIRS)
@law(150)
def test_what_is_cut_off_comes_apart(pairs: list[tuple[str, str]]) -> None:
    """Taking the note or link away, and counting, gives the same as the tree of blocks."""
    drawn = graph(vault_of(linked(pairs)))
    bare = nx.Graph(drawn)
    bare.remove_edges_from(list(nx.selfloop_edges(bare)))
    found = shape(drawn)
    lost = {}
    for note in bare:
        rest = bare.subgraph(set(nx.node_connected_component(bare, note)) - {note})
        parts = sorted(map(len, nx.connected_components(rest)))
        if len(parts) > 1:
            lost[note] = sum(parts[:-1])
    assert {one.path: one.cuts_off for one in found.articulations} == lost
    held = {}
    for one, other in bare.edges:
        rest = bare.copy()
        rest.remove_edge(one, other)
        if not nx.has_path(rest, one, other):
            held[frozenset((one, other))] = min(len(nx.node_connected_component(rest, end)) for end in (one, other))
    assert {frozenset((one.source, one.target)): one.cuts_off for one in found.bridges} == held
    assert all(drawn.has_edge(one.source, one.target) for one in found.bridges)
    assert all(one.both == drawn.has_edge(one.target, one.source) for one in found.bridges)


@given(PAIRS, st.randoms())
@law(100)
def test_the_order_of_notes_and_links_does_not_matter(pairs: list[tuple[str, str]], random: Random) -> None:
    files = linked(pairs)
    names = list(files)
    random.shuffle(names)
    shuffled = {}
    for name in names:
        links = files[name].split()
        random.shuffle(links)
        shuffled[name] = " ".join(links)
    assert shape(graph(vault_of(shuffled))) == shape(graph(vault_of(files)))
