"""What is a region, a figure, a conflict; what is an error; what is left alone."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law
from parsing.test_laws import spans

from vaulttool.parsing.document import Document
from vaulttool.parsing.html import parse_html
from vaulttool.parsing.note import parse
from vaulttool.text.checksum import checksum
from vaulttool.text.span import LINE_END, Lines

BEGIN, END = "<!-- vaulttool:begin backlinks -->\n", "<!-- vaulttool:end backlinks sum=0123456789 -->\n"
OTHER = "<!-- vaulttool:end backlinks sum=9876543210 -->\n"
BODY = "\n- [[Porto]]\n\n"
REGION = BEGIN + BODY + END
ERAS = '<!-- vaulttool:begin eras endpoint="lisbon" -->\n<!-- vaulttool:end eras -->\n'
FIGURE = "<!-- =run/boot#kv -->"
WORD = "<!-- vaulttool:begin index -->\n\n- x <!-- vaulttool:end backlinks -->\n\n<!-- vaulttool:end index -->\n\n"


def lines_of(text: str, prefix: str) -> str:
    return "".join(prefix + line + "\n" for line in text.split("\n"))


def conflict(ours: str, theirs: str) -> str:
    return f"<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> theirs\n"


def troubles(text: str) -> list[str]:
    """What is told of the markers, figures and conflicts of a note."""
    return [f"{one.kind}: {one.detail}".removesuffix(": ") for one in parse(text).troubles]


def read(document: Document) -> list[tuple[str, str, str, bool]]:
    return [(one.name, one.text, one.sum, one.conflict) for one in document.regions]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(REGION, id="alone"),
        pytest.param(" " + BEGIN + BODY + " " + END, id="one space in"),
        pytest.param("   " + BEGIN + BODY + END, id="three spaces in"),
        pytest.param("\ufeff" + REGION, id="after a byte order mark"),
        pytest.param("---\na: 1\n---\n" + REGION, id="below front matter"),
        pytest.param("\ufeff---\na: 1\n---\n" + REGION, id="below front matter and a byte order mark"),
        pytest.param("text\n" + REGION + "text\n", id="straight below a paragraph"),
        pytest.param("# Heading\n" + REGION, id="straight below a heading"),
        pytest.param("- a\n- b\n" + REGION, id="straight below a list"),
        pytest.param("- a\n\n" + REGION + "- b\n", id="between lists"),
        pytest.param("> a quote\n" + REGION, id="straight below a quote"),
        pytest.param("> [!note] Title\n> text\n" + REGION, id="straight below a call-out"),
        pytest.param("| a |\n| --- |\n| b |\n" + REGION, id="straight below a table"),
        pytest.param("[^1]: a note\n" + REGION, id="straight below a footnote"),
        pytest.param("<details>\n<summary>x</summary>\n\n" + REGION + "\n</details>\n", id="in details with blank lines"),
        pytest.param("<div>\n\n" + REGION + "\n</div>\n", id="in a div with blank lines"),
        pytest.param("```\ncode\n```\n" + REGION, id="straight below code"),
        pytest.param("%%\nhidden\n%%\n\n" + REGION, id="below a comment"),
        pytest.param("$$\nx\n$$\n\n" + REGION, id="below a formula"),
        pytest.param("naïve 🙂 日本\u2028\n\n" + REGION, id="below characters of many bytes"),
        pytest.param("\x0c\n\n" + REGION, id="below a form feed"),
        pytest.param(REGION.rstrip("\n"), id="at the very end"),
        pytest.param(BEGIN.replace("\n", "  \n") + BODY + END.replace("\n", " \t\n"), id="blanks behind the markers"),
        pytest.param(REGION.replace("<!-- ", "<!--").replace(" -->", "-->"), id="no blanks in the markers"),
        pytest.param(REGION.replace("<!-- ", "<!--  \t").replace(" -->", "   -->"), id="many blanks in the markers"),
    ],
)  # fmt: skip
def test_a_region(text: str) -> None:
    document = parse(text)
    assert read(document) == [("backlinks", BODY, "0123456789", False)]
    assert document.troubles == ()
    (region,) = document.regions
    assert region.begin.of(text).startswith("<!--") and region.begin.of(text).endswith("-->")
    assert region.end.of(text).startswith("<!--") and region.end.of(text).endswith("-->")
    assert region.body.of(text).strip(" ") == BODY


@pytest.mark.parametrize(
    ("newline", "top"),
    [
        pytest.param("\r\n", "", id="CRLF"),
        pytest.param("\r", "", id="CR"),
        pytest.param("\r\n", "\ufeff", id="CRLF and BOM"),
        pytest.param("\r", "a comment<!-- x -->\n\n", id="CR below a comment"),
    ],
)
def test_line_ends(newline: str, top: str) -> None:
    text = (top + REGION + "\ntext 5" + FIGURE + "\n").replace("\n", newline)
    document = parse(text)
    assert read(document) == [("backlinks", BODY, "0123456789", False)]
    assert document.regions[0].newline == newline
    assert [figure.printed for figure in document.figures] == ["5"]
    assert document.troubles == ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("```\n" + REGION + "```\n", id="a fence"),
        pytest.param("~~~md\n" + REGION + "~~~\n", id="a fence of tildes"),
        pytest.param("````\n```\n" + REGION + "```\n````\n", id="a longer fence"),
        pytest.param("```\n" + REGION, id="a fence that is not closed"),
        pytest.param("- a\n\n  ```\n" + lines_of(REGION, "  ") + "  ```\n", id="a fence in a list"),
        pytest.param("> ```\n" + lines_of(REGION, "> ") + "> ```\n", id="a fence in a quote"),
        pytest.param(lines_of(REGION, "    "), id="indented by four"),
        pytest.param(lines_of(REGION, "\t"), id="indented by a tab"),
        pytest.param("%%\n" + REGION + "%%\n", id="a comment of percent signs"),
        pytest.param("%%\n" + REGION, id="a comment that is not closed"),
        pytest.param("a %% <!-- vaulttool:begin eras --> %% b\n", id="a comment in a line"),
        pytest.param("$$\n" + REGION + "$$\n", id="a formula"),
        pytest.param("---\na: |\n" + lines_of(REGION, "  ") + "---\n", id="front matter"),
        pytest.param("---\n# <!-- vaulttool:begin eras -->\na: 1\n---\n", id="a remark in front matter"),
        pytest.param("`<!-- vaulttool:begin eras -->` and ``<!-- vaulttool:end eras -->``\n", id="code spans"),
        pytest.param("| a |\n| --- |\n| `<!-- vaulttool:begin eras -->` |\n", id="a code span in a table"),
        pytest.param("&lt;!-- vaulttool:begin eras --&gt;\n", id="entities"),
        pytest.param("%% vaulttool:begin eras %%\n", id="percent signs for the comment"),
        pytest.param("<!-- vaulttool: begin eras -->\n", id="a blank in the word"),
        pytest.param("<!-- vaulttool:beginning of the page -->\n", id="a longer word"),
        pytest.param("<!-- vaulttool:ignore broken-link -->\n", id="an ignore comment"),
        pytest.param("<!-- see vaulttool:begin -->\n", id="another comment"),
        pytest.param("vaulttool:begin eras\n", id="no comment"),
        pytest.param("<!-- BEGIN_TF_DOCS -->\n<!-- END_TF_DOCS -->\n", id="another tool's markers"),
        pytest.param("<!-- ======= Header ======= -->\n", id="a comment of equals signs"),
        pytest.param("<!-- === -->\n\ntext <!-- = = --> text\n", id="equals signs alone"),
        pytest.param("<!-- =========================\n  Part two / two\n========================= -->\n", id="a box of equals signs"),
        pytest.param("<!-- = Part two = -->\n", id="a title between equals signs"),
        pytest.param("<!-- =Part two / three#4 -->\n", id="words behind an equals sign"),
        pytest.param("<!-- a = b/c -->\n", id="an equation"),
        pytest.param("5 `" + FIGURE + "`\n", id="a figure in a code span"),
        pytest.param("```\n5" + FIGURE + "\n```\n", id="a figure in a fence"),
        pytest.param("    5" + FIGURE + "\n", id="a figure in indented code"),
        pytest.param("%%\n5" + FIGURE + "\n%%\n", id="a figure in a comment"),
        pytest.param("a %% 5" + FIGURE + " %% b\n", id="a figure in a comment in a line"),
        pytest.param("$$\n5" + FIGURE + "\n$$\n", id="a figure in a formula"),
        pytest.param("---\na: 5" + FIGURE + "\n---\n", id="a figure in front matter"),
        pytest.param("```\n" + conflict("a\n", "b\n") + "```\n", id="a conflict in code"),
        pytest.param(lines_of(conflict("a\n", "b\n"), "    "), id="a conflict in indented code"),
        pytest.param("%%\n" + conflict("a\n", "b\n") + "%%\n", id="a conflict in a comment"),
        pytest.param("Title\n=======\n\ntext\n", id="a heading underlined by seven"),
        pytest.param("<<<<<<<\n\ntext\n", id="a lone mark"),
        pytest.param("<<<<<<< HEAD\n\nTitle\n=======\n\ntext\n", id="a lone mark above a heading"),
        pytest.param("Title\n=======\n\n>>>>>>> seven quotes\n", id="a heading above quotes of quotes"),
        pytest.param("<<<<<<<< eight\n========\n>>>>>>>> eight\n", id="eight of each"),
        pytest.param("a <<<<<<< b\n=======\n>>>>>>> c\n", id="a mark in a line"),
        pytest.param("", id="nothing"),
    ],
)  # fmt: skip
def test_what_is_left_alone(text: str) -> None:
    document = parse(text)
    assert (document.regions, document.figures, document.troubles) == ((), (), ())


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(BEGIN, ["no-end backlinks"], id="a lone begin"),
        pytest.param(END, ["no-begin backlinks"], id="a lone end"),
        pytest.param(END + BEGIN, ["no-begin backlinks", "no-end backlinks"], id="the end before the begin"),
        pytest.param(REGION + "\n" + REGION, ["doubled backlinks", "doubled backlinks"], id="twice"),
        pytest.param(BEGIN + "\n" + ERAS + "\n" + END, ["nested eras backlinks"], id="nested"),
        pytest.param(BEGIN + REGION + END, ["nested backlinks backlinks"], id="nested in its own kind"),
        pytest.param(BEGIN + ERAS, ["no-end backlinks", "nested eras backlinks"], id="a begin above a region"),
        pytest.param(BEGIN + BODY + "   " + END, ["misplaced vaulttool:end"], id="an end in the list above"),
        pytest.param(ERAS + END, ["no-begin backlinks"], id="an end below a region"),
        pytest.param(
            BEGIN + '<!-- vaulttool:begin eras endpoint="a" -->\n' + END + "<!-- vaulttool:end eras -->\n",
            ["nested eras backlinks", "no-begin eras"],
            id="crossed",
        ),
        pytest.param(BEGIN + "<!-- vaulttool:end eras -->\n" + END, ["other-kind eras backlinks"], id="another kind"),
        pytest.param("<!-- vaulttool:begin -->\n<!-- vaulttool:end x -->\n", ["no-kind vaulttool:begin"], id="no kind"),
        pytest.param(REGION.replace("backlinks -->", "BackLinks -->"), ["no-kind vaulttool:begin"], id="capitals"),
        pytest.param(REGION.replace(" -->\n\n", "\n\n"), ["not-alone vaulttool:begin", "misplaced vaulttool:end"], id="not closed"),
        pytest.param(REGION.replace("begin backlinks", "begin\nbacklinks"), ["not-alone vaulttool:begin"], id="two lines"),
        pytest.param("text " + REGION, ["misplaced vaulttool:begin"], id="behind text"),
        pytest.param(REGION.replace(" -->\n", " --> text\n", 1), ["not-alone vaulttool:begin"], id="before text"),
        pytest.param("\\" + REGION, ["misplaced vaulttool:begin"], id="escaped"),
        pytest.param(lines_of(REGION, "> "), ["misplaced vaulttool:begin", "misplaced vaulttool:end"], id="in a quote"),
        pytest.param(WORD + BEGIN, ["no-end backlinks"], id="a begin below a region with the word for its end"),
        pytest.param(WORD.replace("end back", "begin back") + END, ["no-begin backlinks"], id="an end below a region with the word for its begin"),
        pytest.param("> [!note]\n" + lines_of(REGION, "> "), ["misplaced vaulttool:begin", "misplaced vaulttool:end"], id="in a call-out"),
        pytest.param("- a\n" + lines_of(REGION, "  "), ["misplaced vaulttool:begin", "misplaced vaulttool:end"], id="in a list"),
        pytest.param("- " + REGION, ["misplaced vaulttool:begin"], id="behind a bullet"),
        pytest.param("| a |\n| --- |\n| <!-- vaulttool:begin eras --> |\n", ["misplaced vaulttool:begin"], id="in a table"),
        pytest.param("<div>\n" + REGION + "</div>\n", ["misplaced vaulttool:begin"], id="in a div"),
        pytest.param("<pre>\n" + REGION + "</pre>\n", ["misplaced vaulttool:begin", "misplaced vaulttool:end"], id="in pre"),
        pytest.param("<!--\n" + REGION + "-->\n", ["misplaced vaulttool:begin"], id="in an HTML comment"),
        pytest.param("# <!-- vaulttool:begin eras -->\n", ["misplaced vaulttool:begin"], id="in a heading"),
        pytest.param(f"{FIGURE} 5\n", ["figure-first run/boot#kv"], id="a figure before its number"),
        pytest.param(f"5\n{FIGURE}\n", ["figure-first run/boot#kv"], id="a figure below its number"),
        pytest.param(f"# 5{FIGURE}\n", ["figure-in-heading run/boot#kv"], id="a figure in a heading"),
        pytest.param(f"5{FIGURE}\n===\n", ["figure-in-heading run/boot#kv"], id="a figure in an underlined heading"),
        pytest.param(f"text{FIGURE}\n", ["no-number run/boot#kv"], id="a figure without a number"),
        pytest.param(f"2026-09-22{FIGURE}\n", ["no-number run/boot#kv"], id="a figure behind a date"),
        pytest.param(f"- {FIGURE}\n", ["no-number run/boot#kv"], id="a figure behind a bullet"),
        pytest.param("5<!-- =run/boot#kv\n", ["figure-open run/boot#kv"], id="a figure that is not closed"),
        pytest.param("text<!-- =boot#kv -->\n", ["no-number boot#kv"], id="half an address"),
    ],
)  # fmt: skip
def test_what_is_an_error(text: str, told: list[str], newline: str) -> None:
    text = text.replace("\n", newline)
    assert troubles(text) == [f"lone-marker: {one}" for one in told]
    assert not any(one.kind == "backlinks" for one in parse(text).regions)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param("a='b'", "bad-argument a='b'", id="single quotes"),
        pytest.param("a=\"b\" c='d'", "bad-argument c='d'", id="single quotes later"),
        pytest.param("a=b", "bad-argument a=b", id="no quotes"),
        pytest.param("a", "bad-argument a", id="no value"),
        pytest.param('A="b"', 'bad-argument A="b"', id="a capital"),
        pytest.param('a = "b"', 'bad-argument a = "b"', id="blanks around the sign"),
        pytest.param('a="b', 'bad-argument a="b', id="an open quote"),
        pytest.param('a="b"c="d"', 'bad-argument c="d"', id="no blank between"),
        pytest.param('a="b", c="d"', 'bad-argument , c="d"', id="a comma between"),
        pytest.param('a="b" a="c"', "repeated-key a", id="a repeated key"),
        pytest.param('id="1" id="1"', "repeated-key id", id="a repeated id"),
        pytest.param('a="-->"', "not-alone vaulttool:begin", id="the end of the comment"),
        pytest.param("sum=0123456789", "bad-argument sum=0123456789", id="a sum"),
    ],
)
def test_a_begin_marker_that_cannot_be_read_is_one_error(arguments: str, told: str) -> None:
    text = f"<!-- vaulttool:begin index {arguments} -->\n<!-- vaulttool:end index -->\n\n{ERAS}"
    assert troubles(text) == [f"lone-marker: {told}"]
    assert [region.name for region in parse(text).regions] == ["eras"]


@pytest.mark.parametrize(
    "sum",
    ["sum=012345678", "sum=01234567890", 'sum="0123456789"', "sum=ABCDEF0123", "SUM=0123456789", "sum=0123456789 x", "id=1"],
)  # fmt: skip
def test_an_end_marker_that_cannot_be_read_is_one_error(sum: str) -> None:
    text = f"<!-- vaulttool:begin index -->\n<!-- vaulttool:end index {sum} -->\n\n{ERAS}"
    assert troubles(text) == [f"lone-marker: bad-sum {sum}"]
    assert [region.name for region in parse(text).regions] == ["eras"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        pytest.param('a="b"', {"a": "b"}, id="plain"),
        pytest.param('a=""', {"a": ""}, id="empty"),
        pytest.param('a="b" \t c-d="e f,g"', {"a": "b", "c-d": "e f,g"}, id="two"),
        pytest.param('a="&quot;x&quot; &amp; &lt;y&gt;"', {"a": '"x" & <y>'}, id="escapes"),
        pytest.param('a="&amp;quot;"', {"a": "&quot;"}, id="an escaped escape"),
        pytest.param('a="&nbsp; &x"', {"a": "&nbsp; &x"}, id="what is no escape"),
        pytest.param('a="it\'s --flag=2 | [[x]]"', {"a": "it's --flag=2 | [[x]]"}, id="odd characters"),
        pytest.param('a="é 🙂"', {"a": "é 🙂"}, id="Unicode"),
    ],
)
def test_arguments(written: str, read: dict[str, str]) -> None:
    (region,) = parse(f"<!-- vaulttool:begin index {written} -->\n<!-- vaulttool:end index -->\n").regions
    assert dict(region.arguments) == read


@pytest.mark.parametrize(
    "word", ["<!-- vaulttool:end eras -->", "<!-- vaulttool:begin -->", "<!-- vaulttool:begin eras"]
)
def test_a_marker_in_the_words_of_a_region_is_none(word: str) -> None:
    text = BEGIN + f"\n| a |\n| --- |\n| {word} |\n\n" + END
    assert troubles(text) == [] and [one.name for one in parse(text).regions] == ["backlinks"]


def test_regions_stand_side_by_side() -> None:
    named = '<!-- vaulttool:begin eras id="b" -->\n<!-- vaulttool:end eras -->\n'
    assert [one.name for one in parse(REGION + ERAS + named + "text\n").regions] == ["backlinks", "eras", "eras#b"]
    assert troubles(named + named) == ["lone-marker: doubled eras#b"] * 2
    assert troubles(ERAS + ERAS.replace(" endpoint", ' id="" endpoint')) == ["lone-marker: doubled eras"] * 2


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        pytest.param("The pool holds 425,047{} tokens.", "425,047", id="in a paragraph"),
        pytest.param("5{}", "5", id="at the start of a line"),
        pytest.param("- 5{}", "5", id="in a list"),
        pytest.param("1. 5{}", "5", id="in a numbered list"),
        pytest.param("- [ ] 5{}", "5", id="in a task"),
        pytest.param("| a |\n| --- |\n| 5{} |", "5", id="in a table"),
        pytest.param("> [!note] Title 5{}", "5", id="in a call-out's title"),
        pytest.param("> [!note]\n> 5{}", "5", id="in a call-out"),
        pytest.param("> 5{}", "5", id="in a quote"),
        pytest.param("**5**{}", "5", id="behind strong"),
        pytest.param("**5{}**", "5", id="in strong"),
        pytest.param("*5*{}", "5", id="behind emphasis"),
        pytest.param("`5`{}", "5", id="behind code"),
        pytest.param("a `b` 5{} `c`", "5", id="between code spans"),
        pytest.param("~2.8k{}", "~2.8k", id="rounded"),
        pytest.param("−5 %{}", "−5", id="with a unit"),
        pytest.param("[^1]: 5{}", "5", id="in a footnote"),
        pytest.param("<div>5{}</div>", "5", id="in HTML"),
        pytest.param("(5{})", "5", id="in brackets"),
        pytest.param("100% sure of 5{}, not %%hidden%%", "5", id="before a comment"),
        pytest.param("naïve 🙂 5{}", "5", id="behind characters of many bytes"),
    ],
)
def test_a_figure(text: str, printed: str) -> None:
    text = text.format(FIGURE)
    document = parse(text)
    assert document.troubles == ()
    (figure,) = document.figures
    assert (figure.printed, figure.address, figure.marker.of(text)) == (printed, "run/boot#kv", FIGURE)
    assert figure.span.of(text) == printed


@pytest.mark.parametrize(
    ("marker", "address"),
    [
        pytest.param("<!--=run/a#b-->", "run/a#b", id="no blanks"),
        pytest.param("<!-- = run/a#b  -->", "run/a#b", id="blanks"),
        pytest.param("<!--\n=run/a#b -->", "run/a#b", id="a line end"),
        pytest.param("<!-- =host/a#b.c -->", "host/a#b.c", id="a fact"),
        pytest.param("<!-- =count/alerts -->", "count/alerts", id="a count"),
        pytest.param("<!-- =runs/a#b -->", "runs/a#b", id="a wrong word, for the rule to report"),
        pytest.param("<!-- =2026-09-22-boot#kv -->", "2026-09-22-boot#kv", id="no word, for the rule to report"),
        pytest.param("<!-- =run/a b -->", "run/a b", id="a blank, for the rule to report"),
    ],
)
def test_addresses(marker: str, address: str) -> None:
    assert [figure.address for figure in parse(f"The pool holds 5{marker} tokens.").figures] == [address]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BEGIN + "\n" + conflict("a\n", "b\n") + "\n" + END, id="in the body"),
        pytest.param(BEGIN + "\n" + conflict("a\n", "b\n") + "c\n" + conflict("d\n", "e\n") + END, id="two in the body"),
        pytest.param(BEGIN + "\n" + conflict("a\n\n" + END, "b\n\n" + OTHER), id="with both ends"),
        pytest.param(BEGIN + "\na\n\n" + conflict(END, OTHER), id="of the ends alone"),
        pytest.param(BEGIN + f"\n<<<<<<< a\n1\n{END}||||||| base\n2\n{END}=======\n3\n{OTHER}>>>>>>> b\n", id="diff3"),
        pytest.param(BEGIN + "\n```text\n" + conflict("a\n", "b\n") + "```\n\n" + END, id="in code of the body"),
        pytest.param(BEGIN + "\n" + conflict("a\n", "") + "\n" + END, id="one side empty"),
        pytest.param(BEGIN + "\n" + conflict("a\n\n" + END, "b\n\n" + OTHER).rstrip("\n"), id="at the very end"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_conflict_in_a_region(text: str, newline: str) -> None:
    document = parse(text.replace("\n", newline) + newline + ERAS.replace("\n", newline))
    assert document.troubles == ()
    assert [(one.name, one.conflict) for one in document.regions] == [("backlinks", True), ("eras", False)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(conflict("a\n", "b\n"), id="outside"),
        pytest.param(conflict("a\n", "b\n").rstrip("\n"), id="at the very end"),
        pytest.param("- a\n" + conflict("- b\n", "- c\n"), id="in a list"),
        pytest.param(conflict("---\na: 1\n---\n", "---\na: 2\n---\n"), id="around front matter"),
        pytest.param(conflict(BEGIN, BEGIN) + BODY + END, id="around a begin marker"),
        pytest.param(conflict(BEGIN, ERAS[:48]) + BODY + END, id="around different begin markers"),
        pytest.param(conflict(REGION, REGION), id="around a region"),
        pytest.param(conflict(REGION, ""), id="around a region that one side deleted"),
        pytest.param(BEGIN + "\n" + conflict("a\n" + END, "b\n"), id="with the end of one side"),
        pytest.param(BEGIN + "\n" + conflict("a\n" + END, "b\n") + END, id="with one end, and another below"),
        pytest.param(BEGIN + "\n" + conflict(END + "more\n", OTHER + "less\n"), id="with both ends and more"),
        pytest.param(BEGIN + "\n" + conflict(END + BEGIN, OTHER + BEGIN) + END, id="from one region into another"),
        pytest.param(BEGIN + "\n" + conflict(END, "<!-- vaulttool:end eras -->\n"), id="with ends of two kinds"),
        pytest.param("```\n<<<<<<< HEAD\n```\n\n" + conflict("a\n", "b\n"), id="below half of one in code"),
    ],
)  # fmt: skip
def test_a_conflict_that_a_person_must_solve_is_told_once(text: str) -> None:
    assert troubles(text) == ["conflict-marker"]
    assert parse(text).regions == ()


@pytest.mark.parametrize(
    ("text", "regions", "figures", "told"),
    [
        pytest.param("<main>\n" + REGION + "</main>\n", ["backlinks"], [], [], id="a region"),
        pytest.param("<td>5" + FIGURE + "</td>\n", [], ["5"], [], id="a figure"),
        pytest.param("<h2>5" + FIGURE + "</h2><p>6" + FIGURE + "</p>", [], ["6"], ["figure-in-heading run/boot#kv"], id="a heading"),
        pytest.param("<script>\nlet a = '\\\n" + REGION + "'</script>\n", [], [], [], id="a script"),
        pytest.param("<style>\n" + REGION + "</style>\n", [], [], [], id="a style"),
        pytest.param("<p>x " + REGION, [], [], ["misplaced vaulttool:begin"], id="in a line"),
        pytest.param("<!-- ======= -->\n<!-- = Part = -->\n", [], [], [], id="comments"),
        pytest.param("\ufeff" + REGION, ["backlinks"], [], [], id="a byte order mark"),
        pytest.param(REGION.replace("\n", "\r\n"), ["backlinks"], [], [], id="CRLF"),
        pytest.param("    " + REGION, [], [], ["not-alone vaulttool:begin"], id="too far in"),
        pytest.param("    " + REGION.replace("\n", "\r\n"), [], [], ["not-alone vaulttool:begin"], id="too far in, CRLF"),
        pytest.param("<p>no marker</p>", [], [], [], id="nothing"),
    ],
)  # fmt: skip
def test_an_html_page(text: str, regions: list[str], figures: list[str], told: list[str]) -> None:
    document = parse_html(text)
    assert [region.name for region in document.regions] == regions
    assert [figure.printed for figure in document.figures] == figures
    assert [trouble.detail for trouble in document.troubles] == told


def test_the_sum_is_over_lf() -> None:
    assert checksum("\na\r\n\r\n") == checksum("\na\n\n") == checksum("\na\r\r")
    assert checksum("a\u2028") != checksum("a\n")


PIECES = st.sampled_from(
    [
        *(BEGIN, END, OTHER, ERAS, REGION, FIGURE, "5" + FIGURE, "**2.8k tok/s**" + FIGURE, conflict("a\n", "b\n")),
        *("<<<<<<< HEAD\n", "||||||| base\n", "=======\n", ">>>>>>> b\n", "```\n", "~~~~\n", "%%\n", "$$\n", "%%", "`"),
        *("<!-- vaulttool:begin index folder='x' -->\n", '<!-- vaulttool:begin index id="b" -->', "<!-- =run/a#b", "-->"),
        *("<!--", "<div>\n", "</div>\n", "\n", "\n\n", "    ", " ", "> ", "- ", "| a |\n| - |\n", "# ", "text", "é🙂"),
        *("---\n", "a: 1\n", "\ufeff", "\x0c", "\u2028", "<script>", "</script>", "<h1>", "</h1>"),
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=25).map("".join)


@law(250)
@given(TEXTS)
def test_every_span_reads_back_what_it_claims(text: str) -> None:
    for document in (parse(text), parse_html(text)):
        assert all(0 <= span.start <= span.end <= len(text) for span in spans(document))
        for region in document.regions:
            assert region.begin.of(text).startswith("<!--") and f"begin {region.kind}" in region.begin.of(text)
            assert region.begin.end <= region.body.start <= region.body.end <= region.end.start
            assert region.span.start == region.begin.start and region.span.end == region.end.end
            held = text[region.body.start : region.end.end]
            assert region.text == LINE_END.sub("\n", region.body.of(text)) or region.text == LINE_END.sub("\n", held)
        for figure in document.figures:
            assert figure.span.of(text) == figure.printed and figure.address in figure.marker.of(text)
            assert figure.span.end <= figure.marker.start
        places = sorted([*(one.span for one in document.regions), *(one.span for one in document.figures)])
        assert all(one.end <= other.start for one, other in pairwise(places))


def told(text: str, document: Document) -> list[object]:
    """Everything that a document says of markers, places as lines and columns."""
    lines = Lines(text)
    return [
        *((one.name, one.arguments, one.text, one.sum, lines.position(one.begin.start)) for one in document.regions),
        *((one.printed, one.address, lines.position(one.span.start)) for one in document.figures),
        *((one.kind, lines.position(one.span.start)) for one in document.troubles),
    ]


@law(250)
@given(TEXTS)
def test_line_ends_change_nothing(text: str) -> None:
    windows = text.replace("\n", "\r\n")
    assert told(windows, parse(windows)) == told(text, parse(text))
    assert told(windows, parse_html(windows)) == told(text, parse_html(text))


@pytest.mark.parametrize(
    ("start", "piece", "end"),
    [
        pytest.param("", "5<!-- =run/a#b --> ", "", id="figures"),
        pytest.param("", "`a` 5<!-- =run/a#b --> ", "", id="figures and code"),
        pytest.param("", "%%a%% 5<!-- =run/a#b --> ", "", id="figures and comments"),
        pytest.param("", "<!-- =run/a ", "", id="open figures"),
        pytest.param("", "<!-- =a#a ", "", id="open figures without a word"),
        pytest.param("<!-- =run/a", " ", "", id="blanks in a figure"),
        pytest.param("", "<!-- ", "", id="open comments"),
        pytest.param("", BEGIN, "", id="begin markers"),
        pytest.param("", END, "", id="end markers"),
        pytest.param("", BEGIN + END, "", id="regions"),
        pytest.param("", "x <!-- vaulttool:begin a --> ", "", id="markers in a line"),
        pytest.param("<!-- vaulttool:begin a", ' k="v"', " -->", id="arguments"),
        pytest.param("", "<<<<<<< a\n", "", id="conflicts that do not end"),
        pytest.param("", "<<<<<<< a\n", "=======\n>>>>>>> b\n", id="conflicts with one end"),
        pytest.param("<!-- =run/\n```\n", "<<<<<<< a\n", "=======\n>>>>>>> b\n```\n", id="conflicts in code"),
        pytest.param("5<!-- =run/a#b -->\n```\n", "<<<<<<< a\n=======\n>>>>>>> b\n", "```\n", id="whole conflicts in code"),
        pytest.param(BEGIN + "```\n", "<<<<<<< a\n=======\n>>>>>>> b\n", "```\n" + END, id="conflicts in a region"),
        pytest.param(BEGIN + "<<<<<<< a\n", "=======\n" + END, ">>>>>>> b\n", id="many sides"),
    ],
)  # fmt: skip
def test_time_grows_with_the_text_and_no_faster(start: str, piece: str, end: str) -> None:
    def seconds(size: int) -> float:
        text = start + piece * (size // len(piece)) + end
        begun = time.process_time()
        parse(text)
        return time.process_time() - begun

    most = 24 * min(seconds(4_000) for _ in range(3)) + 0.05
    assert any(seconds(32_000) < most for _ in range(3))  # the best of three counts, and one may be enough
