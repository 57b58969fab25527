"""``vaulttool graph``: the shape of a vault, what surrounds a note, what took the place of what; in five formats."""

from __future__ import annotations

import io
import json
from pathlib import Path

import networkx as nx
import pytest
from commands_in import run
from folders import write
from small_fleet import era, fleet

FILES = {
    "a.md": "[[b]] [[b]] [[a]] [[Gone]] [[x.png]]",
    "b.md": "[[d/c]]",
    "d/c.md": "[[a]]",
    "d/alone.md": "",
    "Board.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "a.md"}]}',
    "x.png": "",
}
TEXT = """\
5 notes, 5 edges
3 hubs (their PageRank is above 1, the average)
       1.6 a.md (linked from 2 notes)
       1.5 b.md (linked from 1 note)
       1.5 d/c.md (linked from 1 note)
1 bridge (a link that alone holds so many notes to the rest)
    Board.canvas -> a.md: 1 note
1 articulation note (one that alone holds so many others to the rest)
    a.md: 1 note
2 orphans (nothing links to them)
    Board.canvas
    d/alone.md
1 dead end (they link to no other note)
    d/alone.md
1 component of several notes (1 stand alone)
    4 notes around Board.canvas
1 cycle (each note reaches every other)
    3 notes: a.md, b.md, d/c.md
"""
DOT = """\
digraph vault {
    node [shape=box, style=rounded];
    "Board.canvas" [label="Board.canvas", tooltip="Board.canvas", shape=folder, style=""];
    "a.md" [label="a", tooltip="a.md"];
    "b.md" [label="b", tooltip="b.md"];
    "d/alone.md" [label="alone", tooltip="d/alone.md"];
    "d/c.md" [label="c", tooltip="d/c.md"];
    "Board.canvas" -> "a.md";
    "a.md" -> "a.md";
    "a.md" -> "b.md";
    "b.md" -> "d/c.md";
    "d/c.md" -> "a.md";
}
"""
NEAR = """\
4 notes, 5 edges around a.md
3 notes 1 link away
    <- Board.canvas
    -> b.md
    <- d/c.md
"""
FORMATS = ["text", "json", "dot", "graphml", "mermaid"]
LINKS = [
    {"source": "Board.canvas", "target": "a.md", "links": 1},
    {"source": "a.md", "target": "a.md", "links": 1},
    {"source": "a.md", "target": "b.md", "links": 2},
    {"source": "b.md", "target": "d/c.md", "links": 1},
    {"source": "d/c.md", "target": "a.md", "links": 1},
]


def test_text(tmp_path: Path) -> None:
    done = run("graph", cwd=write(tmp_path, FILES))
    assert (done.out, done.err, done.status) == (TEXT, "", 0)


def test_json(tmp_path: Path) -> None:
    done = run("graph", "--format", "json", cwd=write(tmp_path, FILES))
    found = json.loads(done.out)
    hubs = found.pop("hubs")
    assert [hub["path"] for hub in hubs] == ["a.md", "b.md", "d/c.md", "Board.canvas", "d/alone.md"]
    assert sum(hub["rank"] for hub in hubs) == pytest.approx(1)
    assert (hubs[0]["links_in"], hubs[0]["links_out"]) == (2, 1)
    assert found == {
        "notes": 5,
        "edges": 5,
        "bridges": [{"source": "Board.canvas", "target": "a.md", "both": False, "cuts_off": 1}],
        "articulations": [{"path": "a.md", "cuts_off": 1}],
        "orphans": ["Board.canvas", "d/alone.md"],
        "dead_ends": ["d/alone.md"],
        "components": [["Board.canvas", "a.md", "b.md", "d/c.md"], ["d/alone.md"]],
        "cycles": [["a.md", "b.md", "d/c.md"]],
        "succession": [],
        "links": LINKS,
    }
    assert (done.err, done.status) == ("", 0)


def test_dot(tmp_path: Path) -> None:
    done = run("graph", "--format", "dot", cwd=write(tmp_path, FILES))
    assert (done.out, done.err, done.status) == (DOT, "", 0)


def test_mermaid(tmp_path: Path) -> None:
    done = run("graph", "d", "--format", "mermaid", cwd=write(tmp_path, {**FILES, "d/100%.md": "[[c|x]]"}))
    assert done.out.splitlines() == [
        "flowchart LR",
        '    n0["100#37;"]',
        '    n1["alone"]',
        '    n2["c"]',
        "    n0 --> n2",
        "    class n0,n1,n2 internal-link",
    ]


def test_graphml(tmp_path: Path) -> None:
    done = run("graph", "--format", "graphml", cwd=write(tmp_path, FILES))
    read = nx.read_graphml(io.BytesIO(done.out.encode()))
    assert [
        {"source": source, "target": target, "links": facts["links"]}
        for source, target, facts in sorted(read.edges(data=True), key=lambda edge: edge[:2])
    ] == LINKS
    kinds = {"Board.canvas": "canvas", "a.md": "note", "b.md": "note", "d/alone.md": "note", "d/c.md": "note"}
    assert dict(read.nodes(data="kind")) == kinds


def test_notes_of_one_name_are_told_apart(tmp_path: Path) -> None:
    write(tmp_path, {"x/host.md": "", "y/host.md": "[[x/host]]"})
    lines = run("graph", "--format", "dot", cwd=tmp_path).out.splitlines()
    assert lines[2].startswith('    "x/host.md" [label="x/host"')
    assert lines[3].startswith('    "y/host.md" [label="y/host"')


@pytest.mark.parametrize("named", ["a.md", "a", "[[a]]", "./a.md", "A"])
def test_around_a_note(named: str, tmp_path: Path) -> None:
    done = run("graph", "--around", named, cwd=write(tmp_path, FILES))
    assert (done.out, done.err, done.status) == (NEAR, "", 0)


def test_around_a_note_named_from_a_folder(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, ".obsidian/app.json": ""})
    for named in ("c.md", "d/c.md", str(tmp_path / "d" / "c.md"), "d/c"):
        assert run("graph", "--around", named, cwd=tmp_path / "d").out.splitlines() == [
            "3 notes, 4 edges around c.md",
            "2 notes 1 link away",
            "    -> ../a.md",
            "    <- ../b.md",
        ]


def test_around_a_note_and_further(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "e.md": "[[Board.canvas]] [[b]] [[d/c]]"})
    done = run("graph", "--around", "a.md", "--depth", "2", cwd=tmp_path)
    assert done.out.splitlines() == [
        "5 notes, 8 edges around a.md",
        "3 notes 1 link away",
        "    <- Board.canvas",
        "    -> b.md",
        "    <- d/c.md",
        "1 note 2 links away",
        "    e.md (through Board.canvas and 2 more)",
    ]


def test_around_a_note_as_json(tmp_path: Path) -> None:
    done = run("graph", "--around", "b", "--format", "json", cwd=write(tmp_path, FILES))
    assert json.loads(done.out) == {
        "around": "b.md",
        "depth": 1,
        "notes": [
            {"path": "b.md", "distance": 0, "through": []},
            {"path": "a.md", "distance": 1, "through": ["b.md"]},
            {"path": "d/c.md", "distance": 1, "through": ["b.md"]},
        ],
        "links": LINKS[1:],
    }


def test_around_a_note_drawn(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    dot = run("graph", "--around", "a", "--format", "dot", cwd=tmp_path).out.splitlines()
    assert '    "a.md" [label="a", tooltip="a.md", penwidth=3];' in dot
    assert not any("alone" in line for line in dot)
    mermaid = run("graph", "--around", "a", "--format", "mermaid", cwd=tmp_path).out.splitlines()
    assert mermaid[1:3] == ['    n0["Board.canvas"]', '    n1[["a"]]']
    read = nx.read_graphml(io.BytesIO(run("graph", "--around", "a", "--format", "graphml", cwd=tmp_path).out.encode()))
    assert dict(read.nodes(data="distance")) == {"Board.canvas": 1, "a.md": 0, "b.md": 1, "d/c.md": 1}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(
            ["--around", "Bord"], 'error: no note is named "Bord"\n    help: give its path\n', id="no such note"
        ),
        pytest.param(
            ["--around", "allone"],
            'error: no note is named "allone"\n    help: did you mean "alone"?\n',
            id="nearly its name",
        ),
        pytest.param(
            ["--around", "x.png"], 'error: no note is named "x.png"\n    help: give its path\n', id="a picture"
        ),
        pytest.param(
            ["d", "--around", "a.md"],
            'error: "a.md" is not in the graph\n'
            "    help: PATHs leave it out, the configuration excludes it, or git ignores it\n",
            id="outside of PATHs",
        ),
    ],
)
def test_no_such_note(arguments: list[str], expected: str, tmp_path: Path) -> None:
    done = run("graph", *arguments, cwd=write(tmp_path, {**FILES, ".obsidian/": ""}))
    assert (done.out, done.err, done.status) == ("", expected, 2)


def test_around_and_succession_exclude_each_other(tmp_path: Path) -> None:
    done = run("graph", "--around", "a", "--succession", cwd=write(tmp_path, FILES))
    assert (done.out, done.status) == ("", 2)
    assert "--around and --succession draw different things: give one of them" in done.err


PAGES = {
    "A.md": '---\nsuperseded_by: "[[B]]"\n---\n',
    "B.md": '---\nsuperseded_by: "[[C]]"\n---\n[[A]]\n',
    "C.md": "",
}


def test_succession_in_the_shape(tmp_path: Path) -> None:
    lines = run("graph", cwd=write(tmp_path, PAGES)).out.splitlines()
    assert lines[-2:] == ["1 line of succession (-> superseded by, ~> continued as)", "    A.md -> B.md -> C.md"]
    dot = run("graph", "--format", "dot", cwd=tmp_path).out.splitlines()
    assert dot[5:8] == [
        '    "A.md" -> "B.md" [label="superseded by", style=bold];',
        '    "B.md" -> "A.md";',
        '    "B.md" -> "C.md" [label="superseded by", style=bold];',
    ]


def test_a_successor_out_of_sight_is_not_drawn(tmp_path: Path) -> None:
    write(tmp_path, {**PAGES, "B.md": '---\nsuperseded_by: "[[C]]"\n---\n', "D.md": "[[A]]"})
    dot = run("graph", "--around", "D", "--depth", "1", "--format", "dot", cwd=tmp_path).out
    assert "A.md" in dot and "C.md" not in dot


def test_succession_alone(tmp_path: Path) -> None:
    files = fleet(
        "", era(", end: 2026-09-21, superseded_by: b"), era(", end: 2026-09-22, continued_as: {endpoint: lisbon}", "b")
    )
    write(tmp_path, files)
    row = "    lisbon/a -> lisbon/b ~> lisbon"
    assert run("graph", "--succession", cwd=tmp_path).out.splitlines()[1:] == [row]
    assert run("graph", "--succession", "--format", "mermaid", cwd=tmp_path).out.splitlines() == [
        "flowchart LR",
        '    n0(["lisbon"])',
        '    n1["lisbon#58; Shape a"]',
        '    n2["lisbon#58; Shape b"]',
        "    n1 ==>|superseded by| n2",
        "    n2 -.->|continued as| n0",
    ]
    found = json.loads(run("graph", "--succession", "--format", "json", cwd=tmp_path).out)["succession"]
    assert [(one["kind"], one["source"]["id"], one["target"]["id"]) for one in found] == [
        ("superseded_by", "lisbon/a", "lisbon/b"),
        ("continued_as", "lisbon/b", "lisbon"),
    ]


def test_none_took_the_place_of_another(tmp_path: Path) -> None:
    done = run("graph", "--succession", cwd=write(tmp_path, FILES))
    assert done.out == "0 lines of succession (-> superseded by, ~> continued as)\n"


def test_a_graph_too_large_for_mermaid(tmp_path: Path) -> None:
    everyone = " ".join(f"[[{number}]]" for number in range(24))
    write(tmp_path, {f"{number}.md": everyone for number in range(24)})
    done = run("graph", "--format", "mermaid", cwd=tmp_path)
    assert (done.status, done.out.count("-->")) == (0, 576)
    assert done.err == (
        "note: Mermaid draws no more than 500 edges or 50,000 characters unless told to: narrow with PATH or --around\n"
    )
    assert run("graph", "--format", "dot", cwd=tmp_path).err == ""


def test_equal_notes_are_no_hubs(tmp_path: Path) -> None:
    done = run("graph", cwd=write(tmp_path, {"a.md": "[[b]]", "b.md": "[[c]]", "c.md": "[[a]]"}))
    assert done.out.splitlines()[1] == "0 hubs (their PageRank is above 1, the average)"


@pytest.mark.parametrize("form", FORMATS)
def test_an_extra_page_alone_has_no_graph(form: str, tmp_path: Path) -> None:
    write(tmp_path, {"v/a.md": "", "README.md": "", "vaulttool.toml": 'vault = "v"\nextra-files = ["README.md"]\n'})
    assert run("graph", "README.md", "--format", form, cwd=tmp_path).status == 0


def test_one_note(tmp_path: Path) -> None:
    assert run("graph", cwd=write(tmp_path, {"a.md": "[[a]]"})).out.splitlines()[0] == "1 note, 1 edge"


def test_paths_narrow_the_graph_and_are_shown_from_the_working_directory(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, ".obsidian/app.json": ""})
    assert run("graph", "..", cwd=tmp_path / "d").out.splitlines()[10] == "    ../Board.canvas"
    lines = run("graph", ".", cwd=tmp_path / "d").out.splitlines()
    assert [lines[0], *lines[4:7]] == [
        "2 notes, 0 edges",
        "2 orphans (nothing links to them)",
        "    alone.md",
        "    c.md",
    ]


def test_a_long_list_is_cut_in_the_text_only(tmp_path: Path) -> None:
    write(tmp_path, {f"{number:02}.md": "" for number in range(25)})
    lines = run("graph", cwd=tmp_path).out.splitlines()
    assert lines[4] == "25 orphans (nothing links to them)"
    assert lines[24:26] == ["    19.md", "    ... and 5 more (--format json lists all)"]
    assert len(json.loads(run("graph", "--format", "json", cwd=tmp_path).out)["orphans"]) == 25


@pytest.mark.parametrize("form", FORMATS)
def test_two_runs_say_the_same(form: str, tmp_path: Path) -> None:
    write(tmp_path, FILES)
    assert run("graph", "--format", form, cwd=tmp_path) == run("graph", "--format", form, cwd=tmp_path)
