"""Canvases, bases, attachments and the folders that Obsidian does not index."""

import json

NODES: list[dict[str, object]] = [
    {
        "id": "a",
        "type": "file",
        "file": "Inbox.md",
        "subpath": "#Soon",
        "x": 0,
        "y": 0,
        "width": 400,
        "height": 300,
    },
    {
        "id": "b",
        "type": "file",
        "file": "Assets/rack.png",
        "x": 500,
        "y": 0,
        "width": 200,
        "height": 200,
        "color": "4",
    },
    {
        "id": "c",
        "type": "file",
        "file": "Home/Places/Café Löwe.md",
        "x": 900,
        "y": 0,
        "width": 200,
        "height": 200,
    },
    {
        "id": "d",
        "type": "text",
        "text": "# Plan\n\nsee [[Inbox]] and [[Ops handbook#Quick answers|answers]]\n\n`[[n]]`",
        "x": 0,
        "y": 400,
        "width": 300,
        "height": 200,
    },
    {
        "id": "e",
        "type": "text",
        "text": "```sh\n[[ -n n ]]\n```\n[t](Inbox.md) <!-- [[n]] -->",
        "x": 400,
        "y": 400,
        "width": 9,
        "height": 9,
    },
    {
        "id": "f",
        "type": "link",
        "url": "https://example.org/[[n]]",
        "x": 800,
        "y": 400,
        "width": 400,
        "height": 300,
    },
    {
        "id": "g",
        "type": "group",
        "label": "House [[n]]",
        "background": "Assets/rack.png",
        "backgroundStyle": "cover",
        "x": -50,
        "y": -50,
        "width": 1400,
        "height": 900,
    },
    {"id": "h", "type": "text", "text": "", "x": 0, "y": 800, "width": 100, "height": 60},
]
EDGES: list[dict[str, object]] = [
    {"id": "ab", "fromNode": "a", "fromSide": "right", "toNode": "b", "toSide": "left", "label": "[[n]]"},
    {"id": "cd", "fromNode": "c", "toNode": "d", "toEnd": "none", "color": "#ff0000"},
]
BASE = """\
filters:
  and:
    - file.hasLink("[[n]]")
    - '!file.inFolder("Templates")'
formulas:
  link: link("n", "[[n]]")
views:
  - type: table
    name: Open
    order: [file.name, status]
  - type: cards
    name: "Closed: [[n]]"
"""
PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c02")


def files() -> dict[str, bytes]:
    """The files by path."""
    canvas = json.dumps({"nodes": NODES, "edges": EDGES}, ensure_ascii=False, indent="\t")
    return {
        "Home/Plan of the house.canvas": canvas.encode(),
        "Home/Empty.canvas": b"{}",
        "Home/New.canvas": b"",
        "Work/Projects.base": BASE.encode(),
        "Assets/rack.png": PNG,
        "Assets/Load curve.svg": b"<svg xmlns='http://www.w3.org/2000/svg'><text>[[n]]</text></svg>",
        "Assets/manual.pdf": b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n[[n]]\n",
        "Assets/data/run.csv": b"t,link\n1,[[n]]\n",
        "Assets/doorbell.mp3": b"ID3\x03\x00\x00\x00\x00\x00\x00",
        "Assets/clip.webm": b"\x1aE\xdf\xa3",
        "Assets/invoice 2026-07.pdf": b"%PDF-1.7\n",
        "Assets/Screenshot 2026-09-01 at 9.41.07\u202fPM.png": PNG,
        ".obsidian/app.json": (
            b'{"newLinkFormat": "relative", "useMarkdownLinks": true, "userIgnoreFilters": ["Reading/"]}'
        ),
        ".obsidian/notes.md": b"[[n]]\n",
        ".obsidian/workspace.json": b'{"lastOpenFiles": ["n.md"]}',
        ".trash/Old plan.md": b"---\nbroken: [\n---\n[[n]]\n",
        "Work/.drafts/Half.md": b"[[n]] \xff\xfe\n",
        "Work/.hidden.md": b"[[n]]\n",
    }
