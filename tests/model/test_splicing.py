"""Text put into YAML at the places of its nodes: exactly this is added, and nothing else moves."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.model.splicing import CannotSplice, is_flow, scalar, with_item, with_pairs, with_value
from vaulttool.parsing import data

BLOCK = "# top\nname: a\nlist:\n  - id: x\n    when: 2026-01-01  # day\n    # deep\n# shallow\nlast: [1]\n"

PAIRS = {
    "a block": (BLOCK, ("list", 0), "when", "    when: 2026-01-01  # day\n    end: 2026-02-01\n    # deep\n"),
    "braces": (
        "list:\n- {id: x, when: 2026-01-01, z: 1}\n",
        ("list", 0),
        "when",
        "- {id: x, when: 2026-01-01, end: 2026-02-01, z: 1}\n",
    ),
    "braces over several lines": (
        "list:\n  - {\n    id: x,  # one\n    when: {a: b}  # two\n  }\n",
        ("list", 0),
        "when",
        "    when: {a: b}, end: 2026-02-01  # two\n",
    ),
    "a value that is a block": (
        "list:\n  - id: x\n    when:\n      unknown: y\n    z: 1\n",
        ("list", 0),
        "when",
        "      unknown: y\n    end: 2026-02-01\n    z: 1\n",
    ),
    "a value of several lines": (
        "list:\n  - when: |\n      a\n\n      b\n    z: 1\n",
        ("list", 0),
        "when",
        "      b\n    end: 2026-02-01\n    z: 1\n",
    ),
    "no final line end": ("when: 2026-01-01", (), "when", "when: 2026-01-01\nend: 2026-02-01"),
    "the key behind the dash": (
        "- when: 2026-01-01\n  z: 1\n",
        (0,),
        "when",
        "- when: 2026-01-01\n  end: 2026-02-01\n",
    ),
    "CRLF": ("when: 2026-01-01\r\nz: 1\r\n", (), "when", "when: 2026-01-01\r\nend: 2026-02-01\r\nz"),
    "a byte order mark": ("\ufeffwhen: 2026-01-01\nz: 1\n", (), "when", "\ufeffwhen: 2026-01-01\nend: 2026-02-01\nz"),
    "JSON": ('{"when": "2026-01-01", "z": 1}', (), "when", '{"when": "2026-01-01", end: 2026-02-01, "z": 1}'),
}


@pytest.mark.parametrize("case", PAIRS)
def test_a_pair_stands_right_behind_another(case: str) -> None:
    text, keys, behind, expected = PAIRS[case]
    assert expected in with_pairs(text, keys, behind, [("end", "2026-02-01")])


ITEMS = {
    "a block": (BLOCK, "id: y\nz: 1\n", "    # deep\n  - id: y\n    z: 1\n# shallow\n"),
    "a dash at the margin": ("list:\n- id: x\n# end\nlast: 1\n", "id: y\nz: 1\n", "- id: x\n- id: y\n  z: 1\n# end\n"),
    "a wide dash": ("list:\n -   id: x\n     z: 1\n", "id: y\nz: 1\n", "\n -   id: y\n     z: 1\n"),
    "a dash alone": ("list:\n  -\n    id: x\nlast: 1\n", "id: y\n", "    id: x\n  - id: y\nlast: 1\n"),
    "braces behind a block": (BLOCK, "{id: y}\n", "  - {id: y}\n# shallow\n"),
    "a block behind braces": (
        "list:\n  - {id: x}\nlast: 1\n",
        "id: y\nz: 1\n",
        "  - {id: x}\n  - id: y\n    z: 1\nlast",
    ),
    "comments of its own": (
        BLOCK,
        "---\n# first\n\nid: y  # here\n# second\nz: 1\n# third\n\n...\n",
        "  # first\n  - id: y  # here\n    # second\n    z: 1\n    # third\n# shallow\n",
    ),
    "a margin of its own": (BLOCK, "   id: y\n   z: [1,\n  2]\n", "  - id: y\n    z: [1,\n    2]\n"),
    "blank lines in a text": (BLOCK, "id: |\n  a\n\n  b\n", "  - id: |\n      a\n\n      b\n# shallow"),
    "CRLF into LF": (BLOCK, "id: y\r\nz: 1\r\n", "  - id: y\n    z: 1\n# shallow"),
    "LF into CRLF": ("list:\r\n- id: x\r\n", "id: y\nz: 1\n", "- id: x\r\n- id: y\r\n  z: 1\r\n"),
    "a byte order mark": (BLOCK, "\ufeffid: y\n", "  - id: y\n# shallow"),
    "no final line end": ("list:\n- id: x", "id: y\nz: 1\n", "- id: x\n- id: y\n  z: 1"),
    "a blank line behind the last item": ("list:\n  - id: x\n\nlast: 1\n", "id: y\n", "  - id: x\n  - id: y\n\nlast"),
    "a comment behind a blank line": (
        "list:\n  - id: x\n\n    # x\n\nlast: 1\n",
        "id: y\n",
        "    # x\n  - id: y\n\nlast",
    ),
    "a text that keeps its end": ("list:\n  - id: |+\n      a\n\nlast: 1\n", "id: y\n", "      a\n\n  - id: y\nlast"),
    "brackets": ("list: [{id: x}]  # all\n", "{id: y}", "list: [{id: x}, {id: y}]  # all\n"),
    "brackets over several lines": ("list: [\n  {id: x},\n]\n", "# note\n{id: y}\n", "  {id: x}, {id: y},\n]\n"),
    "empty brackets": ("list: [ ]\n", "{id: y}", "list: [ {id: y}]\n"),
    "a tag": ("list: !all\n  - !one\n    id: x\nlast: 1\n", "id: y\n", "    id: x\n  - id: y\nlast"),
}


@pytest.mark.parametrize("case", ITEMS)
def test_an_item_stands_below_the_last(case: str) -> None:
    text, item, expected = ITEMS[case]
    assert expected in with_item(text, ("list",), item)


VALUES = {
    "plain": ("a: b  # c\n", "a: x  # c\n"),
    "quoted": ('a: "b"\n', "a: x\n"),
    "in braces": ("{a: b, c: d}", "{a: x, c: d}"),
    "behind a byte order mark": ("\ufeffa: b", "\ufeffa: x"),
}


@pytest.mark.parametrize("case", VALUES)
def test_a_value_takes_the_place_of_another(case: str) -> None:
    before, after = VALUES[case]
    assert with_value(before, ("a",), "x") == after


REFUSED = {
    "a list that is an alias": "first: &all\n  - id: x\nlist: *all\n",
    "a last value that is an alias": "first: &one 1\nlist:\n  - id: x\n    z: *one\n",
    "no list": "list: x\n",
    "no such key": "other: []\n",
    "brackets for a block": "list: [{id: x}]\n",
    "a text without end that would get one": "list:\n  - id: |\n      x",
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_would_say_something_else_is_refused(case: str) -> None:
    with pytest.raises(CannotSplice):
        with_item(REFUSED[case], ("list",), "id: y\n")


def test_words_are_quoted_where_they_would_be_something_else() -> None:
    assert [scalar(word) for word in ("abc", "a-1", "true", "12", "1e5", "null")] == [
        "abc",
        "a-1",
        '"true"',
        '"12"',
        '"1e5"',
        '"null"',
    ]
    assert is_flow("{a: [1]}") and is_flow("a: [1]", ("a",)) and not is_flow("a: [1]")


WORDS = st.sampled_from(
    ["one", "two words", '"quoted: text"', "2026-10-10", "[a, b]", "{k: v}", "1.50", "~", "'it''s'"]
)
COMMENT = st.sampled_from(["", "", "  # why", " #"])
ASIDE = st.sampled_from(["", "", "# aside", "# 'odd: {", "#"])
BLOCKS = st.sampled_from(["|\n{0}  text\n\n{0}  more", ">-\n{0}  folded\n{0}  text", "\n{0}  deep: 1\n{0}  # in it"])


@st.composite
def maps(draw: st.DrawFn, margin: int, dash: str = "", flow: bool | None = None) -> list[str]:
    """The lines of a map with a start: in a block or in braces, its first line behind a dash."""
    keys = ["id", *draw(st.lists(st.sampled_from(["title", "page", "image"]), unique=True))]
    keys.insert(draw(st.integers(1, len(keys))), "start")
    values = [draw(WORDS) for _ in keys]
    indent = " " * margin
    if draw(st.booleans()) if flow is None else flow:
        pairs = ", ".join(f"{key}: {value}" for key, value in zip(keys, values, strict=True))
        return [f"{dash}{{{pairs}}}{draw(COMMENT)}"]
    lines: list[str] = []
    for number, (key, value) in enumerate(zip(keys, values, strict=True)):
        if number and (aside := draw(ASIDE)):
            lines.append(indent + aside)
        if key not in ("id", "start") and draw(st.integers(0, 3)) == 0:
            block = draw(BLOCKS).format(indent)
            lines += f"{indent}{key}:{'' if block[0] == chr(10) else ' '}{block}".split("\n")
        else:
            lines.append(f"{indent}{key}: {value}{draw(COMMENT)}")
    lines[0] = dash + lines[0][margin:]
    return lines


@st.composite
def files(draw: st.DrawFn) -> str:
    """A file with a list of eras, as people write them."""
    dash = " " * draw(st.sampled_from([0, 2, 4]))
    lines = ["name: x", "eras:" + draw(COMMENT)]
    for _ in range(draw(st.integers(1, 3))):
        lines += [dash + aside for aside in [draw(ASIDE)] if aside]
        lines += draw(maps(len(dash) + 2, dash + "- "))
    lines += draw(
        st.sampled_from([[], ["# aside", "attempts: []"], ["", "attempts:", "  - {id: a}"], [dash + "    # deep"]])
    )
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    end = draw(st.sampled_from(["", newline]))
    return draw(st.sampled_from(["", "\ufeff"])) + newline.join(lines) + end


@st.composite
def items(draw: st.DrawFn) -> str:
    """A file with one era."""
    lines = [aside for aside in [draw(ASIDE)] if aside] + draw(maps(0))
    return (
        draw(st.sampled_from(["", "---\n", "\n"])) + "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n# end\n"]))
    )


def stands_in(old: list[str], new: list[str]) -> bool:
    """Whether the old lines are all among the new ones, in their order."""
    rest = iter(new)
    return all(line in rest for line in old)


def spliced(text: str, item: str) -> str:
    eras = data.read(text).value["eras"]
    closed = with_pairs(text, ("eras", len(eras) - 1), "start", [("end", "2026-10-10"), ("superseded_by", "next")])
    return with_item(closed, ("eras",), item)


@law(300)
@given(files(), items())
def test_the_new_text_says_the_old_with_just_this_change(text: str, item: str) -> None:
    before, era = data.read(text), data.read(item + "\n")
    assert not before.flaws and not era.flaws
    wanted: Any = copy.deepcopy(before.value)
    wanted["eras"][-1].update(end="2026-10-10", superseded_by="next")
    wanted["eras"].append(era.value)
    try:
        after = spliced(text, item)
    except CannotSplice:  # a last line that belongs to a text and has no end
        assert not text.endswith("\n")
        return
    assert data.read(after).value == wanted


@law(300)
@given(files(), items())
def test_every_old_line_stays_in_its_order(text: str, item: str) -> None:
    """The line of a map in braces grows; all others stay as they are, and so do the line ends and the lack of one."""
    try:
        after = spliced(text, item)
    except CannotSplice:
        return
    newline = "\r\n" if "\r\n" in text else "\n"
    grown = after.replace(", end: 2026-10-10, superseded_by: next", "")
    assert stands_in(text.split(newline), grown.split(newline))
    assert stands_in(
        [line.strip() for line in item.split("\n") if line not in ("---", "")],
        [line.strip().removeprefix("- ") for line in after.split(newline)],
    )
    assert after.count("\n") == after.count(newline)
    assert after.endswith(newline) == text.endswith(newline)
