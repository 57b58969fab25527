"""A page as prose: what people wrote is shown where it stands, all else is hidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law
from parsing.notes import made
from parsing.test_laws import TEXTS

from vaulttool.parsing import frontmatter
from vaulttool.parsing.html import parse_html
from vaulttool.parsing.note import parse
from vaulttool.parsing.prose import HIDDEN, Prose, prose

PAGE = """\
---
title: Pool
---
# Title `c`

The **pool** is `5` and [[Lisbon|the town]] on [a](http://x.y/z) <b>bold</b> $x$ %%no%% https://a.b/c. See [[Porto#H]].

> [!warning] RETIRED today
> since then `code`

> quoted text
> more

- item one
- [ ] task

| A | B | |
| --- | --- | --- |
| 1 \\| 2 | `a` | |
| 3 | [[x\\|y]] | |

```sh title
sudo rm
```

<!-- vaulttool:begin cards -->

deployed `there`

<!-- vaulttool:end cards -->

## Sub
425,047<!-- =run/x#y --> tokens costing $5 and $6
~~~
not closed
"""


def read(text: str) -> Prose:
    return prose("Page.md", text, parse(text))


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_what_is_shown(newline: str) -> None:
    page = read(PAGE.replace("\n", newline))
    shown = [" ".join(line.replace(HIDDEN, " ").split()) for line in page.plain.split(newline)]
    assert [line for line in shown if line] == [
        "Title", "The **pool** is and the town on [a] bold See Porto#H .", "RETIRED today", "since then", "quoted text",
        "more", "item one", "task", "A B", "1 \\| 2", "3 y", "Sub", "425,047 tokens costing $5 and $6",
    ]  # fmt: skip


def test_its_blocks() -> None:
    page = read(PAGE)
    assert [(one.kind, one.quote, one.span.of(PAGE).strip()[:12]) for one in page.passages if one.kind != "cell"] == [
        ("heading", "", "Title `c`"), ("paragraph", "", "The **pool**"), ("title", "warning", "[!warning] R"),
        ("paragraph", "warning", "since then `"), ("paragraph", "quote", "quoted text\n"), ("item", "", "item one"),
        ("item", "", "task"), ("heading", "", "Sub"), ("paragraph", "", "425,047<!-- "),
    ]  # fmt: skip
    (table,) = page.tables
    assert [cell.of(PAGE) for cell in table.head] == ["A", "B", ""]
    assert [[cell.of(PAGE) for cell in row] for row in table.rows] == [["1 \\| 2", "`a`", ""], ["3", "[[x\\|y]]", ""]]
    assert [code.content.of(PAGE) for code in page.codes] == ["c", "5", "code", "a"]
    assert [(fence.info, fence.content.of(PAGE)) for fence in page.fences] == [
        ("sh title", "sudo rm\n"),
        ("", "not closed\n"),
    ]
    assert page.opening is not None and page.opening.span.of(PAGE).startswith("The **pool**")
    assert [heading.title for heading in page.above(len(PAGE))] == ["Title `c`", "Sub"]


def test_tables_apart_and_in_quotes() -> None:
    text = "| a |\n| - |\n| 1 |\n\n| b |\n| - |\n| 2 |\n\n> | c |\n> | :-: |\n> | 3 |\n> | 4 |\n"
    found = [[row[0].of(text) for row in (table.head, *table.rows)] for table in read(text).tables]
    assert found == [["a", "1"], ["b", "2"], ["c", "3", "4"]]


def test_a_page_of_html() -> None:
    text = "<h1>Cards</h1><script>x = 'live'</script><!-- no --><p title='no'>deployed &amp; well</p>"
    page = prose("docs.html", text, parse_html(text))
    assert page.plain.replace(HIDDEN, "") == "Cardsdeployed &amp; well"
    assert [one.span.of(page.plain).replace(HIDDEN, "") for one in page.passages] == ["Cards", "deployed &amp; well"]


def offsets_hold(text: str) -> None:
    page = read(text)
    assert page.body == frontmatter.read(text).body_start and len(page.plain) == len(text)
    assert all(shown in (HIDDEN, written) for shown, written in zip(page.plain, text, strict=True))
    assert all(shown == written for shown, written in zip(page.plain, text, strict=True) if written in "\r\n")
    assert all(0 <= one.span.start <= one.span.end <= len(text) for one in page.passages)
    for table in page.tables:
        assert all(table.span.start <= cell.start <= cell.end <= table.span.end for row in table.rows for cell in row)
    for fence in page.fences:
        assert fence.span.start <= fence.content.start <= fence.content.end <= fence.span.end


@law(300)
@given(TEXTS)
def test_offsets_hold_in_odd_texts(text: str) -> None:
    offsets_hold(text)


@law(60)
@given(st.integers(0, 10**6))
def test_offsets_hold_in_notes(seed: int) -> None:
    offsets_hold(made(seed).text)
