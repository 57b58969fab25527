"""The user's own documents as notes: front matter and line breaks restored, not a word changed."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from vaults import SHARED

SEEDS = SHARED / "seeds"
SHORT = 90  # characters: a longer line between blank ones is no heading
FRONT = re.compile(
    r"--- type: (?P<type>\S+) title: (?P<title>.*?) description: (?P<description>.*?) tags: (?P<tags>.*?)"
    r" timestamp: (?P<timestamp>\S+) ---\s*",
    re.DOTALL,
)
FENCE = re.compile(r" ?``` ?(?P<code>.*?) ?``` ?", re.DOTALL)
SEPARATOR = re.compile(r"\|(?:\s*:?-{3,}:?\s*\|)+")
BAR = re.compile(r"(?<!\\)\|")
HEADING = re.compile(r"(?:^| )(?P<marks>#{1,4}) (?=[A-Z`0-9])")
# How many words the headings of the research page have, in their order: the line break behind each is lost.
WORDS = (6, 5, 3, 8, 3, 8, 13, 5, 1, 9, 10, 20, 14, 9, 7, 10, 7, 12, 8, 8, 2)


def read(beginning: str) -> str:
    """A seed's text; the test is skipped where the seeds are not at hand."""
    found = sorted(SEEDS.glob(f"{beginning}_*.txt"))
    if not found:
        pytest.skip("the seeds are not at hand beside the repository")
    return found[0].read_text("utf-8")


def runbook() -> str:
    """The runbook page: copied as it was rendered, so that tables have tabs and headings no marks."""
    lines = read("000").split("\n")
    names, values = lines[4].split("\t"), lines[5].split("\t")
    front = dict(zip(names, values, strict=True))
    front["tags"] = f"[{', '.join(front['tags'].split())}]"
    head = "".join(f"{name}: {_quoted(value)}\n" for name, value in front.items())
    blocks = [list(block) for is_blank, block in groupby(lines[6:], lambda line: not line.strip()) if not is_blank]
    return f"---\n{head}---\n" + "\n\n".join(_block(block, first=at == 0) for at, block in enumerate(blocks)) + "\n"


def _quoted(value: str) -> str:
    return value if value[:1] == "[" or re.fullmatch(r"[\w-]+", value) else '"' + value.replace('"', '\\"') + '"'


def _block(lines: list[str], first: bool) -> str:
    """A heading, a table, a list, code or a paragraph."""
    if any("\t" in line for line in lines):
        return _tabbed(lines)
    if all(re.match(r"•|\d+\. ", line) for line in lines):
        return "\n".join(line.replace("•", "-", 1) for line in lines)
    if len(lines) > 1 or re.match(r"(?:\./|[a-z]+ .*#)", lines[0]):
        return "\n".join(["```", *lines, "```"])
    (line,) = lines
    is_heading = len(line) < SHORT and line[-1] not in ".:;,…" and line[0] not in "[-"
    return f"{'#' if first else '##'} {line}" if is_heading else line


def _tabbed(lines: list[str]) -> str:
    rows = [line.replace("|", "\\|").split("\t") for line in lines]
    rows.insert(1, ["---"] * len(rows[0]))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def research() -> str:
    """The research page: one line, in which the marks of Markdown are kept."""
    text = read("004").strip()
    front = FRONT.match(text)
    assert front is not None
    tags = ", ".join(front["tags"].replace("- ", " ").split())
    head = f"type: {front['type']}\ntitle: {_quoted(front['title'])}\ndescription: {_quoted(front['description'])}\n"
    head += f"tags: [{tags}]\ntimestamp: {front['timestamp']}\n"
    pieces = FENCE.split(text[front.end() :])
    shown = [_code(piece) if at % 2 else piece for at, piece in enumerate(pieces)]
    prose = _headed([piece for at, piece in enumerate(shown) if at % 2 == 0])
    shown[::2] = [_broken(piece) for piece in prose]
    return (
        f"---\n{head}---\n"
        + "\n\n".join(piece.strip("\n") for piece in shown if piece.strip()).replace("\n ", "\n")
        + "\n"
    )


def _code(code: str) -> str:
    """A block of code, a line for each setting, and for each remark and flag where settings stand alone."""
    settings = r"(?<![/#e]) (?=[A-Z][A-Z_0-9]{3,}=|NO --speculative)"
    others = "" if len(re.findall(r"\b[A-Z_0-9]{6,}=", code)) > 4 else r"|(?<!NO) (?=--[a-z]|# )"
    return "```\n" + re.sub(settings + others, "\n", code.strip()) + "\n```"


def _headed(pieces: list[str]) -> list[str]:
    """Prose with its headings on lines of their own."""
    words = iter(WORDS)

    def headed(piece: str) -> str:
        done, at = "", 0
        for found in HEADING.finditer(piece):
            if found.start() < at or piece.count("`", 0, found.start()) % 2:
                continue
            title = re.match(r"\S+(?: \S+)*", " ".join(piece[found.end() :].split(" ")[: next(words)]))
            assert title is not None
            done += piece[at : found.start()] + f"\n\n{found['marks']} {title[0]}\n\n"
            at = found.end() + title.end()
        return done + piece[at:]

    return [headed(piece) for piece in pieces]


def _broken(piece: str) -> str:
    """Prose with the breaks of tables, lists and quotes."""
    done = ""
    while separator := SEPARATOR.search(piece):
        count = len(BAR.findall(separator[0])) - 1
        bars = [bar.start() for bar in BAR.finditer(piece, 0, separator.start())]
        start = bars[-count - 1]
        rows = [piece[start : separator.start()].strip(), separator[0].replace(" ", "")]
        at = separator.end()
        while row := re.match(r"\s*\|", piece[at:]):
            begin = at + row.end() - 1
            ends = [bar.start() for bar in BAR.finditer(piece, begin)][: count + 1]
            rows.append(piece[begin : ends[-1] + 1])
            at = ends[-1] + 1
        done += _listed(piece[:start]) + "\n\n" + "\n".join(rows) + "\n\n"
        piece = piece[at:]
    return done + _listed(piece)


def _listed(text: str) -> str:
    text = re.sub(r" (?=- (?:\*\*|\[\[|Per-layer))| (?=[1-9]\. (?:\*\*|`?[A-Za-z]))", "\n", text)
    quoted = re.sub(r" > ", " ", text) if text.count(" > ") > 4 else text
    return re.sub(r"(\n\n# [^\n]+\n\n ?)> ", r"\1> ", quoted)
