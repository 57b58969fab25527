"""What fixes write, and what they leave alone since they cannot be sure."""

from __future__ import annotations

import pytest
from vaults import fixed, mended

from vaulttool.model.moves import Moves, Step

ALIASED = {
    "People/Ana Lima.md": "---\naliases: [Ana, 'the mayor']\n---\n# Office\n",
    "People/Rui.md": "---\naliases:\n  - Both\n---\n",
    "People/Eva.md": "---\naliases: both\n---\n",
    "Odd #1.md": "---\naliases: odd\n---\n",
}


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param("[[Ana]]", "[[Ana Lima|Ana]]", id="alias"),
        pytest.param("[[ana]]", "[[Ana Lima|ana]]", id="in another case: as the author wrote it"),
        pytest.param("[[ the mayor ]]", "[[ Ana Lima|the mayor ]]", id="blanks stay"),
        pytest.param("[[Ana|she]]", "[[Ana Lima|she]]", id="a label stays"),
        pytest.param("![[Ana]]", "![[Ana Lima]]", id="embed: nothing is shown behind a bar"),
        pytest.param("[[Ana#Office]]", "[[Ana Lima#Office|Ana > Office]]", id="anchor"),
        pytest.param("[she](Ana)", "[she](Ana%20Lima)", id="Markdown"),
        pytest.param("| a |\n| - |\n| [[Ana]] |", "| a |\n| - |\n| [[Ana Lima\\|Ana]] |", id="in a table"),
        pytest.param("| a |\n| - |\n| [[Ana\\|x]] |", "| a |\n| - |\n| [[Ana Lima\\|x]] |", id="in a table, labelled"),
        pytest.param("a | [[Ana]]", "a | [[Ana Lima|Ana]]", id="a bar is no table"),
        pytest.param("> [!note]\n> [[Ana]]", "> [!note]\n> [[Ana Lima|Ana]]", id="callout"),
        pytest.param('---\nby: "[[Ana]]" # her\n---\n', '---\nby: "[[Ana Lima|Ana]]" # her\n---\n', id="property"),
        pytest.param("\ufeff[[Ana]]\r\nb", "\ufeff[[Ana Lima|Ana]]\r\nb", id="byte order mark, CRLF, no last newline"),
        pytest.param("🙂 [[Ana]] 🙂", "🙂 [[Ana Lima|Ana]] 🙂", id="emoji"),
        pytest.param("[[Ana]][[Ana]]", "[[Ana Lima|Ana]][[Ana Lima|Ana]]", id="side by side"),
    ],
)
def test_an_alias_becomes_the_note(text: str, after: str) -> None:
    assert fixed({**ALIASED, "Home.md": text})["Home.md"] == after


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[[Both]]", id="two notes have it"),
        pytest.param("[[Ana#Home]]", id="no such heading"),
        pytest.param("[[odd]]", id="a note that no link can name"),
        pytest.param("`[[Ana]]`", id="code"),
        pytest.param("[[Ana]] %% vaulttool:ignore broken-link %%", id="suppressed"),
        pytest.param("[[{{Ana}}]]", id="template"),
        pytest.param('---\nby: "[[A\\x6ea]]"\n---\n', id="escaped in YAML"),
        pytest.param("[[Anna]]", id="only similar"),
        pytest.param("[[Nobody]]", id="nothing"),
    ],
)
def test_what_is_not_certain_stays(text: str) -> None:
    assert fixed({**ALIASED, "Home.md": text})["Home.md"] == text


LOOKS = {
    "Ana’s café.md": "# A\n",
    "old – new.md": "",
    "Straße.md": "",
    "My Note.md": "# A\n",
    "R&D.md": "",
    "towns/Lisbon.md": "",
    "Cafe.md": "",
}


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param("[[Ana's café]]", "[[Ana’s café]]", id="quote"),
        pytest.param("[[old - new]]", "[[old – new]]", id="dash"),
        pytest.param("[[STRASSE|x]]", "[[Straße|x]]", id="two letters for one"),
        pytest.param("[[My%20Note]]", "[[My Note]]", id="percent escapes in a wikilink"),
        pytest.param("[[My%20Note#A]]", "[[My Note#A]]", id="with an anchor"),
        pytest.param("[[My\u200b Note]]", "[[My Note]]", id="what cannot be seen"),
        pytest.param("[[towns\\Lisbon]]", "[[Lisbon]]", id="backslash"),
        pytest.param("[a](old%20-%20new.md)", "[a](old%20–%20new.md)", id="Markdown"),
    ],
)
def test_a_name_that_looks_the_same_is_written_as_it_is(text: str, after: str) -> None:
    assert fixed({**LOOKS, "Home.md": text})["Home.md"] == after


@pytest.mark.parametrize(
    "text", ["[[Café]]", "[[/Lisbon]]", "[[villages/Lisbon]]", "[[My_Note]]", "[[My-Note]]", "[[a]]"]
)
def test_a_name_that_looks_otherwise_stays(text: str) -> None:
    assert fixed({**LOOKS, "Home.md": text})["Home.md"] == text


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param("[[villages/Lisbon]]", "[[Lisbon]]", id="the only file of that name"),
        pytest.param("[x](villages/Lisbon.md)", "[x](towns/Lisbon.md)", id="relative"),
        pytest.param("[x](villages/Lisbon)", "[x](towns/Lisbon)", id="relative, without .md"),
        pytest.param("[[My Nota]]", "[[My Note]]", id="similar"),
        pytest.param("[x](My%20Nota.md)", "[x](My%20Note.md)", id="similar, Markdown"),
        pytest.param("[[My Note#B]]", "[[My Note#B]]", id="nothing is like it"),
    ],
)
def test_guesses_are_unsafe(text: str, after: str) -> None:
    files = {**LOOKS, "Home.md": text}
    assert fixed(files)["Home.md"] == text
    assert fixed(files, unsafe=True)["Home.md"] == after


HISTORY = Moves(
    [
        [Step("a/Plan.md", "b/Plan 2.md", 100, "p"), Step("pics/x.png", "media/x.png", 80, "x2")],
        [Step("Draft.md", "Final.md", 92, "d2"), Step("Gone.md", None), Step("One.md", "Other.md", 100, "same")],
        [Step("Old.md", "a/Plan.md", 100, "p")],
        [Step(None, "Old.md", 100, "p"), Step(None, "One.md", 100, "same"), Step(None, "Two.md", 100, "same")],
    ],
    {"b/Plan 2.md", "media/x.png", "Final.md", "Other.md", "n/Home.md"},
)
THERE = {"b/Plan 2.md": "# A\n", "media/x.png": "", "Final.md": "", "Other.md": ""}


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param("[[Old]]", "[[Plan 2]]", id="through two renames"),
        pytest.param("[[Plan|the plan]]", "[[Plan 2|the plan]]", id="label"),
        pytest.param("[[a/Plan#A]]", "[[b/Plan 2#A]]", id="whole path, anchor"),
        pytest.param("[p](../a/Plan.md)", "[p](../b/Plan%202.md)", id="relative"),
        pytest.param("![[pics/x.png]]", "![[media/x.png]]", id="an attachment that kept its name"),
    ],
)
def test_a_moved_file_is_found_in_the_history(text: str, after: str) -> None:
    files = {**THERE, "n/Home.md": text}
    assert fixed(files, moves=HISTORY)["n/Home.md"] == after
    assert fixed(files)["n/Home.md"] == text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[[Draft]]", id="renamed and changed"),
        pytest.param("[[Gone]]", id="deleted"),
        pytest.param("[[One]]", id="what was in it stood elsewhere too"),
        pytest.param("[[a/Plan#B]]", id="no such heading"),
        pytest.param("[[Never]]", id="never there"),
    ],
)
def test_a_history_that_is_not_certain_is_no_reason(text: str) -> None:
    files = {**THERE, "n/Home.md": text}
    assert fixed(files, moves=HISTORY)["n/Home.md"] == text


HEADED = {
    "T.md": "# Set-up & use\n\n## 1.1 Intro\n\n## 11 Intro\n\n## What?\n\n# Price €5\n\n# Twice\n\n# twice!\n\n# Don’t\n\n# One\n"
}


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param("[[T#set-up-use]]", "[[T#Set-up & use]]", id="slug"),
        pytest.param("[[T#Set_up & use|x]]", "[[T#Set-up & use|x]]", id="label"),
        pytest.param("[[T#Dont]]", "[[T#Don’t]]", id="apostrophe"),
        pytest.param("[t](T.md#What%3F)", "[t](T.md#What?)", id="encoded"),
        pytest.param("[t](T.md#1_1%20Intro)", "[t](T.md#1.1%20Intro)", id="Markdown"),
        pytest.param("| a |\n| - |\n| [[T#Set_up use\\|x]] |", "| a |\n| - |\n| [[T#Set-up & use\\|x]] |", id="table"),
    ],
)
def test_the_only_heading_with_these_words_is_written(text: str, after: str) -> None:
    assert fixed({**HEADED, "Home.md": text})["Home.md"] == after


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[[T#11-intro]]", id="the slug of two"),
        pytest.param("[[T#Price $5]]", id="another currency"),
        pytest.param("[[T#Setup & use]]", id="other words"),
        pytest.param("[t](T.md#set-up--use)", id="a forge finds it"),
        pytest.param("[[T#Two]]", id="nothing"),
        pytest.param("[[T#Twice]]", id="found as it is"),
    ],
)
def test_another_heading_is_not_written(text: str) -> None:
    assert fixed({**HEADED, "Home.md": text})["Home.md"] == text


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param('a: "[[A]], [[B]]"', 'a: ["[[A]]", "[[B]]"]', id="commas"),
        pytest.param("a: '[[A]] and [[B]]' # x", "a: ['[[A]]', '[[B]]'] # x", id="and, in single quotes"),
        pytest.param('a:\n  - "[[A]][[B]]"\n  - c', 'a:\n  - "[[A]]"\n  - "[[B]]"\n  - c', id="an item"),
        pytest.param('a: [c, "[[A]]; [[B]]"]', 'a: [c, "[[A]]", "[[B]]"]', id="in brackets"),
        pytest.param('a: "[[A]] & [[B#H|x]]"', 'a: ["[[A]]", "[[B#H|x]]"]', id="label and anchor"),
        pytest.param('a: "[[A]] or [[B]]"', None, id="or"),
        pytest.param('a: "[[A]] met [[B]]"', None, id="a sentence"),
        pytest.param('a: "[[A]], [[Nobody]]"', None, id="one leads nowhere"),
        pytest.param('a: "[[A]], [[B#Nowhere]]"', None, id="an anchor leads nowhere"),
        pytest.param("a: >\n  [[A]],\n  [[B]]", None, id="folded"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_value_becomes_a_list(text: str, after: str | None, newline: str) -> None:
    before, there = (f"---\nb: 2026-10-01 # day\n{one}\n---\n".replace("\n", newline) for one in (text, after or text))
    assert fixed({"A.md": "", "B.md": "# H\n", "Home.md": before})["Home.md"] == there


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param("| a |\n| - |\n| [[A|x|y]] |", "| a |\n| - |\n| [[A\\|x\\|y]] |", id="two bars"),
        pytest.param("| a |\n| - |\n| ![[A|100]] |", "| a |\n| - |\n| ![[A\\|100]] |", id="embed"),
        pytest.param("see [[My\nNote]]", "see [[My Note]]", id="two lines"),
        pytest.param("see [[My\r\nNote|x]]", "see [[My Note|x]]", id="two lines, CRLF"),
        pytest.param("| a |\n| - |\n| [[Nobody|x]] |", None, id="it would lead nowhere"),
        pytest.param("| a |\n| - |\n| [[A#N|x]] |", None, id="its anchor would"),
        pytest.param("see [[Your\nNote]]", None, id="on one line it leads nowhere"),
        pytest.param("[[A #H]]", "[[A#H]]", id="space before the anchor"),
        pytest.param("[[A \u00a0#H|x]]", "[[A#H|x]]", id="more of them"),
        pytest.param("[x](A%20#H)", "[x](A#H)", id="encoded"),
        pytest.param("[[A #X]]", None, id="no such heading"),
        pytest.param("[x](My%20Note%2Emd)", None, id="decoded by Obsidian"),
        pytest.param("[x](s%2FQ%26A.md#H)", "[x](s/Q&A.md#H)", id="reserved"),
        pytest.param("[x](<s%2FQ&A.md>)", "[x](<s/Q&A.md>)", id="in angles"),
        pytest.param("[x](What%3F.md)", None, id="a forge would read a query"),
        pytest.param("[x](50%.md)", "[x](50%25.md)", id="percent sign"),
        pytest.param("[x](60%.md)", None, id="percent sign and no file"),
    ],
)
def test_links_are_put_together(text: str, after: str | None) -> None:
    files = {"A.md": "# H\n", "My Note.md": "", "s/Q&A.md": "# H\n", "What?.md": "", "50%.md": "", "Home.md": text}
    assert fixed(files)["Home.md"] == (text if after is None else after)


FRONT = "---\ntitle: x # y\ndate: 2026-10-01\n---\nBody\n"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param("\n" + FRONT, FRONT, id="blank line"),
        pytest.param(" \n\t\n\n" + FRONT, FRONT, id="blanks"),
        pytest.param("\ufeff\n" + FRONT, "\ufeff" + FRONT, id="byte order mark"),
        pytest.param(" " + FRONT, FRONT, id="a space before the dashes"),
        pytest.param("--- \n" + FRONT[4:], FRONT, id="a space behind them"),
        pytest.param("Text\n\n---\ntitle: x\ntags: [a]\n---\n", None, id="text above"),
        pytest.param("# Title\n\n---\ntitle: x\ntags: [a]\n---\n", None, id="a title above"),
        pytest.param('\n---\ntitle: x\nby: "[[Home]] x [[Home]]"\n---\n', None, id="it would raise another finding"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_front_matter_is_moved_up(text: str, after: str | None, newline: str) -> None:
    before, there = (one.replace("\n", newline) for one in (text, text if after is None else after))
    assert fixed({"Home.md": before})["Home.md"] == there


@pytest.mark.parametrize("ending", ["", "\n", "\n\n"])
def test_a_second_copy_is_taken_out_and_the_last_newline_stays(ending: str) -> None:
    one = (
        "# Lisbon\n\n" + "The town lies on the north bank of the Tagus, above the place where it meets the sea.\n\n" * 4
    )
    text = one + one.rstrip() + ending
    assert fixed({"Lisbon.md": text}, unsafe=True)["Lisbon.md"] == one.rstrip() + ending[:1]
    assert fixed({"Lisbon.md": text})["Lisbon.md"] == text


def test_a_fix_that_would_raise_a_finding_elsewhere_is_not_kept() -> None:
    files = {**ALIASED, "Home.md": "# Of [[Ana]]\n\nBy [[Ana]].\n", "Other.md": "[[Home#Of Ana]]\n"}
    done = mended(files)
    assert done.texts == {"Home.md": "# Of [[Ana]]\n\nBy [[Ana Lima|Ana]].\n"}
    assert [(one.path, one.rule) for one in done.left] == [("Home.md", "broken-link")]


def test_links_in_a_region_are_left_to_their_data() -> None:
    text = "<!-- vaulttool:begin backlinks -->\n\n- [[Ana]]\n\n<!-- vaulttool:end backlinks sum=0000000000 -->\n"
    assert fixed({**ALIASED, "Home.md": text}, unsafe=True)["Home.md"] == text


@pytest.mark.parametrize("text", ["[[Rack#one-two]]", "[[Rack#One tow]]", "[[Rack#^ab]]"])
def test_no_anchor_is_written_where_several_files_may_be_meant(text: str) -> None:
    there = "# One two\n\nx ^abc\n"
    assert fixed({"e/Rack.md": there, "w/Rack.md": there, "Home.md": text}, unsafe=True)["Home.md"] == text


STYLED = {
    "a/Lisbon.md": "# History\n\n## Old town\n\nx ^b1\n",
    "p.png": "",
    "q (1).png": "",
    "Home.md": "",
}
STYLES = [
    ("[[Lisbon]]", "[Lisbon](../a/Lisbon.md)"),
    ("[[Lisbon|the town]]", "[the town](../a/Lisbon.md)"),
    ("[[Lisbon#Old town|x]]", "[x](../a/Lisbon.md#Old%20town)"),
    ("[[Lisbon#Old town]]", "[Lisbon > Old town](../a/Lisbon.md#Old%20town)"),
    ("[[Lisbon#^b1|x]]", "[x](../a/Lisbon.md#^b1)"),
    ("![[p.png]]", "![](../p.png)"),
    ("![[p.png|100]]", "![100](../p.png)"),
    ("![[q (1).png|x]]", "![x](../q%20%281%29.png)"),
    ("| a |\n| - |\n| [[Lisbon\\|x]] |", "| a |\n| - |\n| [x](../a/Lisbon.md) |"),
    ("# Here\n\n[[#Here|x]]", "# Here\n\n[x](#here)"),
]


def styled(text: str, style: str) -> str:
    toml = f'[rules.link-style]\nseverity = "warning"\nstyle = "{style}"\n'
    files = {**STYLED, "n/Note.md": text, "vaulttool.toml": toml}
    assert fixed(files)["n/Note.md"] == text
    return fixed(files, unsafe=True)["n/Note.md"]


@pytest.mark.parametrize(("wiki", "markdown"), STYLES)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_style_is_written_as_the_other_and_back(wiki: str, markdown: str, newline: str) -> None:
    wiki, markdown = (text.replace("\n", newline) for text in (wiki, markdown))
    assert styled(wiki, "markdown") == markdown
    assert styled(markdown, "wiki").replace("#here", "#Here") == wiki
    assert styled(wiki, "wiki") == wiki
    assert styled(markdown, "markdown") == markdown


@pytest.mark.parametrize(
    ("text", "style"),
    [
        pytest.param("[[Nobody]]", "markdown", id="nothing there"),
        pytest.param("[[Lisbon#Nowhere]]", "markdown", id="no such heading"),
        pytest.param("![[Lisbon]]", "markdown", id="an embedded note"),
        pytest.param("[[Lisbon|*x*]]", "markdown", id="marks in the label"),
        pytest.param('---\na: "[[Lisbon]]"\n---\n', "markdown", id="property"),
        pytest.param("^[[Lisbon]]", "markdown", id="behind a caret"),
        pytest.param("`[[Lisbon]]` $[[Lisbon]]$", "markdown", id="code and math"),
        pytest.param('[x](../a/Lisbon.md "title")', "wiki", id="title"),
        pytest.param("[**x**](../a/Lisbon.md)", "wiki", id="emphasis"),
        pytest.param("[](../a/Lisbon.md)", "wiki", id="no label"),
        pytest.param("[![](../p.png)](../a/Lisbon.md)", "markdown", id="a picture in a link"),
        pytest.param("[x](https://example.org)", "wiki", id="elsewhere"),
        pytest.param("[x](../LICENSE)", "wiki", id="not in the vault"),
        pytest.param("[x][r]\n\n[r]: ../a/Lisbon.md", "wiki", id="reference"),
    ],
)
def test_what_the_other_style_cannot_say_stays(text: str, style: str) -> None:
    assert styled(text, style) == text


def test_a_path_and_an_anchor_are_written_for_both_at_once() -> None:
    files = {
        "a/Lisbon.md": "# Quotas\n",
        "n/Home.md": "[x](lisbon.md#Quotas)\n",
        "vaulttool.toml": '[rules]\nforge-link = "error"\n',
    }
    assert fixed(files)["n/Home.md"] == "[x](../a/Lisbon.md#quotas)\n"
