"""Pictures of a graph as dot, Mermaid and GraphML, with names that each of them reads as something else."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import networkx as nx
import pytest

from vaulttool.model.graph import graphml
from vaulttool.model.picture import Line, Picture, Spot
from vaulttool.reporters import _dot, _mermaid
from vaulttool.reporters.text import safe
from vaulttool.text.xml import portable

NAMES = (
    "plain", "two words", 'q"uote', "new\nline", "tab\tx", "CR\rx", "100% done", '%%{init: {"theme": "dark"}}%%', "%%c",
    "a[b]c", "(p)", "{c}", "<b>bold", "<img src=x onerror=alert(1)>", "R&amp;D", "AT&T", "#35;x", "#quot;", "a;b",
    "style:x#y;", "classDef a:b#c;", "end", "graph", "back\\slash", "tail\\", "x\\n y", "\\N", "\\G\\l", "`code`",
    '"`md`"', "emoji 🙂", "👩\u200d🔧", "Ünï", "日本", "\x01ctl", "esc\x1b[31m", "rtl\u202ex", "ls\u2028x", "nel\x85x",
    "$a$", "a|b", "--> n1", "-- x", "-.->", "click n0", "a:b", "subgraph x", "it's", "~t~", "a_b*c*", "@x", "$$x^2$$",
    "]]>", "<!-- -->", "\\x01ctl", "\ufffe", "node", "digraph", "é", "e\u0301", "A", "a",
)  # fmt: skip
PICTURE = Picture(
    tuple(Spot(name, name, "note", name, {"rank": 0.25, "links_in": 1}, name == "plain") for name in NAMES),
    tuple(Line(name, other, "link", 2) for name, other in zip(NAMES, (*NAMES[1:], NAMES[0]), strict=True)),
)
SUCCESSION = Picture(
    (
        Spot("p/a", "p: Two cards", "era", "A.md", {"status": "SUPERSEDED"}),
        Spot("p/b", "p: One card", "era", "A.md", {"status": "RETIRED"}),
        Spot("p", "p", "endpoint", None),
        Spot("Board.canvas", "Board.canvas", "canvas", "Board.canvas"),
    ),
    (Line("p/a", "p/b", "superseded_by"), Line("p/b", "p", "continued_as")),
)
QUOTED = r'"(?:[^"\\]|\\.)*"'
DOT_NODE = re.compile(rf"    (?P<name>{QUOTED}) \[label=(?P<label>{QUOTED}), tooltip={QUOTED}(?:, \w+=[\w\"]+)*\];")
DOT_EDGE = re.compile(rf"    (?P<source>{QUOTED}) -> (?P<target>{QUOTED})(?: \[[^\]]*\])?;")
MERMAID_NODE = re.compile(r'    (?P<name>n\d+)\[{1,2}"(?P<label>(?:[^\x00-\x1f"#%:;`<>&\\{}|\[\]$@*]|#\d+;)*)"\]{1,2}')
MERMAID_EDGE = re.compile(r"    (?P<source>n\d+) --> (?P<target>n\d+)")


def test_dot() -> None:
    assert list(_dot.render(SUCCESSION)) == [
        "digraph vault {",
        "    node [shape=box, style=rounded];",
        '    "p/a" [label="p: Two cards", tooltip="A.md", shape=box, style=""];',
        '    "p/b" [label="p: One card", tooltip="A.md", shape=box, style=""];',
        '    "p" [label="p", tooltip="p", shape=ellipse, style=""];',
        '    "Board.canvas" [label="Board.canvas", tooltip="Board.canvas", shape=folder, style=""];',
        '    "p/a" -> "p/b" [label="superseded by", style=bold];',
        '    "p/b" -> "p" [label="continued as", style=dashed];',
        "}",
    ]


def test_mermaid() -> None:
    assert list(_mermaid.render(SUCCESSION)) == [
        "flowchart LR",
        '    n0["p#58; Two cards"]',
        '    n1["p#58; One card"]',
        '    n2(["p"])',
        '    n3["Board.canvas"]',
        "    n0 ==>|superseded by| n1",
        "    n1 -.->|continued as| n2",
        "    class n3 internal-link",
    ]


def test_every_name_is_one_string_of_dot() -> None:
    _, _, *rest, _ = _dot.render(PICTURE)
    nodes = [found for line in rest if (found := DOT_NODE.fullmatch(line))]
    edges = [found for line in rest if (found := DOT_EDGE.fullmatch(line))]
    names = [found["name"] for found in nodes]
    assert len(nodes) + len(edges) == len(rest) == 2 * len(NAMES)
    assert len(set(names)) == len(NAMES)
    assert [(found["source"], found["target"]) for found in edges] == list(
        zip(names, [*names[1:], names[0]], strict=True)
    )
    assert [_unescaped(found["label"]) for found in nodes] == [safe(name) for name in NAMES]


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]).replace("&amp;", "&")


def test_every_name_is_one_string_of_mermaid() -> None:
    first, *rest, last = _mermaid.render(PICTURE)
    nodes = [found for line in rest if (found := MERMAID_NODE.fullmatch(line))]
    edges = [found for line in rest if (found := MERMAID_EDGE.fullmatch(line))]
    assert (first, len(nodes) + len(edges), len(rest)) == ("flowchart LR", len(rest), 2 * len(NAMES))
    shown = [re.sub(r"#(\d+);", lambda found: chr(int(found[1])), found["label"]) for found in nodes]
    assert shown == [safe(name) for name in NAMES]
    assert rest[0] == '    n0[["plain"]]'
    assert last.removeprefix("    class ").split()[0].split(",") == [found["name"] for found in nodes]


def test_networkx_reads_the_same_graph_back() -> None:
    read = nx.read_graphml(io.BytesIO(graphml(PICTURE).encode()))
    names = {name: portable(name) for name in NAMES} | {"\\x01ctl": "\\x01ctl'"}
    assert list(read) == [names[name] for name in NAMES]
    assert sorted(read.edges) == sorted((names[line.source], names[line.target]) for line in PICTURE.lines)
    for name in NAMES:
        assert read.nodes[names[name]] == {"label": portable(name), "kind": "note", "rank": 0.25, "links_in": 1}
    assert all(facts == {"kind": "link", "links": 2} for _, _, facts in read.edges(data=True))


def test_only_what_xml_cannot_hold_is_written_out() -> None:
    kept = [name for name in NAMES if portable(name) == name]
    assert len(NAMES) - len(kept) == len(["CR", "x01", "esc", "rtl", "ls", "nel", "ufffe"])
    assert portable("a\x01\x1b\u202e\ufffe\r") == "a\\x01\\x1b\\u202e\\ufffe\\x0d"
    assert portable("tab\tand\nline, é 🙂 \U0010ffff") == "tab\tand\nline, é 🙂 \U0010ffff"


def test_graphviz_reads_the_same_graph() -> None:
    if not shutil.which("dot"):
        pytest.skip("Graphviz is not installed")
    text = "\n".join(_dot.render(PICTURE))
    done = subprocess.run(["dot", "-Tjson"], input=text.encode(), capture_output=True, check=True, timeout=60)
    read = json.loads(done.stdout)
    names = [found["name"] for found in read["objects"]]
    assert len(names) == len(set(names)) == len(NAMES)
    edges = {(names[found["tail"]], names[found["head"]]) for found in read["edges"]}
    assert len(edges) == len(NAMES)
    drawn = {"".join(op["text"] for op in found["_ldraw_"] if op["op"] == "T") for found in read["objects"]}
    assert {text.replace("\xa0", " ") for text in drawn} == {safe(name) for name in NAMES}


MERMAID = """\
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { readFileSync } from 'node:fs';
const from = createRequire(process.argv[2] + '/');
const { JSDOM } = from('jsdom');
const { window } = new JSDOM('<body></body>');
Object.assign(globalThis, { window, document: window.document });
const mermaid = (await import(pathToFileURL(process.argv[2] + '/mermaid/dist/mermaid.core.mjs'))).default;
const text = readFileSync(0, 'utf8');
await mermaid.parse(text);
const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
const shown = (label) => {
  const element = window.document.createElement('div');
  element.innerHTML = label.replace(/ﬂ°°/g, '&#').replace(/ﬂ°/g, '&').replace(/¶ß/g, ';');
  return element.textContent;
};
console.log(JSON.stringify({
  nodes: [...db.getVertices()].map(([name, found]) => [name, shown(found.text)]),
  edges: db.getEdges().map((found) => [found.start, found.end]),
}));
"""


def test_mermaid_reads_the_same_graph(tmp_path: Path) -> None:
    """Where VAULTTOOL_NODE_MODULES names a folder with the packages mermaid and jsdom."""
    modules = os.environ.get("VAULTTOOL_NODE_MODULES")
    if not modules or not shutil.which("node"):
        pytest.skip("VAULTTOOL_NODE_MODULES names no folder with mermaid and jsdom, or node is not installed")
    (tmp_path / "read.mjs").write_text(MERMAID, encoding="utf-8")
    text = "\n".join(_mermaid.render(PICTURE))
    done = subprocess.run(
        ["node", str(tmp_path / "read.mjs"), modules], input=text.encode(), capture_output=True, check=True, timeout=120
    )
    read = json.loads(done.stdout)
    assert read["nodes"] == [[f"n{number}", safe(name)] for number, name in enumerate(NAMES)]
    assert read["edges"] == [[f"n{number}", f"n{(number + 1) % len(NAMES)}"] for number in range(len(NAMES))]


def test_what_mermaid_refuses() -> None:
    spots = (Spot("a", "a", "note", "a"), Spot("b", "b", "note", "b"))
    line = Line("a", "b", "link")
    assert not _mermaid.too_large(Picture(spots, (line,) * 500), "x" * 50_000)
    assert _mermaid.too_large(Picture(spots, (line,) * 501), "x")
    assert _mermaid.too_large(Picture(spots, ()), "x" * 50_001)
