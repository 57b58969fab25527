"""The shape of a vault's graph."""

from __future__ import annotations

from vaults import vault_of

from vaulttool.model.graph import graph, shape

FILES = {
    "Home.md": "[[One]] [[p.png]]",
    "One.md": "[[Two]] [[One]]",
    "Two.md": "[[One]] [[gone]]",
    "Alone.md": "[[#Alone]]\n\n# Alone",
    "Board.canvas": '{"nodes": [{"type": "file", "file": "Two.md"}]}',
    "p.png": "",
}


def test_the_shape() -> None:
    found = shape(graph(vault_of(FILES)))
    assert (found.notes, found.edges) == (5, 6)
    assert found.orphans == ("Alone.md", "Board.canvas", "Home.md")
    assert found.dead_ends == ("Alone.md",)
    assert found.components == (("Board.canvas", "Home.md", "One.md", "Two.md"), ("Alone.md",))
    assert found.cycles == (("One.md", "Two.md"),)


def test_a_part_of_the_vault() -> None:
    found = shape(graph(vault_of(FILES), {"Home.md", "One.md"}))
    assert (found.notes, found.edges, found.cycles) == (2, 2, ())


def test_no_links_at_all() -> None:
    found = shape(graph(vault_of({"a.md": "", "b.md": ""})))
    assert found.orphans == found.dead_ends == ("a.md", "b.md")
