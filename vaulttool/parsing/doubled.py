"""Finds a note whose body, or a large part of it, stands in it twice, as after a paste or a merge gone wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from vaulttool.parsing.document import Trouble
from vaulttool.parsing.visible import Visible, covers
from vaulttool.text.span import Span

RULE = "doubled-body"
FEWEST_CHARACTERS = 300  # that two copies have in common
FEWEST_EXACT = 40  # below the heading, where all that the note says stands in it twice to the letter
SAME, SAME_PAGE, SAME_CODE = 0.8, 0.6, 0.95  # the share of the shorter copy that stands in the other
FEWEST_HEADINGS = 4  # a title and three below it are a page, even where the text was edited
LARGE, LARGE_OF_THREE = 2000, 800  # characters that one section, or three in a row, must have to be no refrain

Found = tuple[Span, Span]  # the first line of a stretch, and the line with which it begins again


def doubled(note: Visible) -> Iterator[Trouble]:
    """The line with which the note begins again, or with which some of its sections stand a second time."""
    found = _front_matter(note) or _body(note) or _sections(note)
    if found is not None and not covers(note.regions, found[1].start):
        first, again = found
        yield Trouble(again, RULE, f"{first.start} {first.end} {again.of(note.text).strip()[:80]}")


def _front_matter(note: Visible) -> Found | None:
    """The front matter, where it stands again further down."""
    block = note.text[: note.start].lstrip("\ufeff").rstrip()
    if block.count("\n") < 3:
        return None
    opening = block[: block.find("\n", block.find("\n") + 1) + 1]  # the dashes and the first property
    at = note.text.find("\n" + opening, note.start - 1) + 1
    end = note.text.find("\n---", at + 3) if at else -1
    if end < 0 or note.is_code(at) or _share(block.split("\n"), note.text[at : end + 4].split("\n"), 0) < SAME:
        return None
    first = 1 if note.text.startswith("\ufeff") else 0
    return Span(first, first + 3), Span(at, at + 3)


def _body(note: Visible) -> Found | None:
    """The body, where its first heading, or the first paragraph of a note without any, stands a second time."""
    starts = _heading_starts(note) if note.headings else _paragraph_starts(note)
    if len(starts) < 2:
        return None
    end = starts[2].start if len(starts) > 2 else len(note.text)
    copies = one, other = Span(starts[0].start, starts[1].start), Span(starts[1].start, end)
    share = _share(_prose(note, one), _prose(note, other))
    alike = share >= (SAME if len(starts) == 2 else SAME_CODE)  # a form that is filled in again and again is alike
    whole = _share(one.of(note.text).split("\n"), other.of(note.text).split("\n")) >= SAME_CODE
    page = len(starts) == 2 and share >= SAME_PAGE and _same_page(note, copies)
    return (starts[0], starts[1]) if alike or whole or page or _is_exact(note, copies, len(starts)) else None


def _is_exact(note: Visible, copies: tuple[Span, Span], times: int) -> bool:
    """Whether all from the first heading on stands there twice to the letter, however short it is."""
    one, other = (copy.of(note.text).strip() for copy in copies)
    said = one.partition("\n")[2].strip()
    return bool(note.headings) and times == 2 and one == other and len(said) >= FEWEST_EXACT


def _heading_starts(note: Visible) -> list[Span]:
    """The lines of the headings that are like the first one."""
    level, title = note.headings[0].level, note.headings[0].title
    return [note.line(one.span.start) for one in note.headings if one.level == level and one.title == title]


def _paragraph_starts(note: Visible) -> list[Span]:
    """The first lines of the paragraphs that are like the first one."""
    body = note.text[note.start :]
    start = note.start + len(body) - len(body.lstrip())
    paragraph = note.text[start : note.text.find("\n\n", start) + 2]
    if len(paragraph) < 40 or note.is_code(start):
        return []
    starts = [start]
    while len(starts) < 3 and (at := note.text.find("\n" + paragraph, starts[-1] + len(paragraph) - 1)) >= 0:
        starts.append(at + 1)
    return [note.line(one) for one in starts]


def _prose(note: Visible, stretch: Span) -> list[str]:
    """The lines of a stretch that are no code: steps of a tutorial may show nearly the same code twice."""
    lines, start = [], stretch.start
    for line in stretch.of(note.text).split("\n"):
        if line.strip() and not note.is_code(start + len(line) - len(line.lstrip())):
            lines.append(line)
        start += len(line) + 1
    return lines


def _share(one: Sequence[str], other: Sequence[str], fewest: int = FEWEST_CHARACTERS) -> float:
    """The share of the shorter of two stretches that stands in the other, the smaller one by characters and by lines;
    0 where they have little in common."""
    counts = [Counter(line.strip() for line in lines if line.strip()) for lines in (one, other)]
    both = counts[0] & counts[1]
    common, least = _size(both), min(_size(count) for count in counts)
    if common < fewest or not least:
        return 0
    return min(common / least, both.total() / min(count.total() for count in counts))


def _size(lines: Counter[str]) -> int:
    return sum(len(line) * number for line, number in lines.items())


def _same_page(note: Visible, copies: tuple[Span, Span]) -> bool:
    """Whether two stretches are a title with the same headings below it."""
    titles = [
        [(one.level, one.title) for one in note.headings if copy.start <= one.span.start < copy.end] for copy in copies
    ]
    return len(titles[0]) >= FEWEST_HEADINGS and titles[0] == titles[1] and titles[0][0][0] == 1


def _sections(note: Visible) -> Found | None:
    """Sections in a row that stand a second time under the same headings, word for word."""
    lines = [note.line(one.span.start) for one in note.headings]
    ends = [*(line.start for line in lines[1:]), len(note.text)][: len(lines)]
    texts = [note.text[line.start : end].strip() for line, end in zip(lines, ends, strict=True)]
    places: dict[str, list[int]] = {}
    for index, text in enumerate(texts):
        places.setdefault(text, []).append(index)
    for first, *later in places.values():
        if len(later) == 1 and note.parents(first) == note.parents(later[0]):
            run = _run(texts, first, later[0])
            stretch = Span(lines[first].start, ends[first + run - 1])
            size = sum(map(len, _prose(note, stretch)))
            if size >= LARGE or (run >= 3 and stretch.end - stretch.start >= LARGE_OF_THREE):
                return lines[first], lines[later[0]]
    return None


def _run(texts: Sequence[str], first: int, again: int) -> int:
    """How many sections in a row are the same from two places on."""
    run = 1
    while first + run < again and again + run < len(texts) and texts[first + run] == texts[again + run]:
        run += 1
    return run
