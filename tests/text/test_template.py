"""Templates of pages: what they may have, what they may not, and how an error is told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law

from vaulttool.text.literal import Markdown
from vaulttool.text.template import LONGEST, CannotFill, filled

VALUES: dict[str, Any] = {
    "name": "a|b [[c]]",
    "link": Markdown("[[Lisbon|the town]]"),
    "empty": "",
    "rows": [{"name": "x", "value": 1}, {"name": "y", "value": 2}],
    "lines": ["systemctl start x", "echo '```'"],
    "many": list(range(400)),
}


@pytest.mark.parametrize(
    ("template", "written"),
    [
        pytest.param("{{ name }}", "a\\|b \\[\\[c\\]\\]", id="a text is escaped"),
        pytest.param("{{ link }}", "[[Lisbon|the town]]", id="Markdown is not"),
        pytest.param("{{ link | upper }}", "\\[\\[LISBON\\|THE TOWN\\]\\]", id="what a filter made of it is"),
        pytest.param("{{ name | code }}", "`a|b [[c]]`", id="code"),
        pytest.param("{{ lines | sh }}", "````sh\nsystemctl start x\necho '```'\n````", id="a block"),
        pytest.param("{% for row in rows %}\n- {{ row.name }} {{ loop.index }}\n{% endfor %}\n", "- x 1\n- y 2\n", id="a loop"),
        pytest.param("{% if empty %}a{% elif rows | length > 1 %}b{% endif %}", "b", id="conditions"),
        pytest.param("{% set x = rows | map(attribute='name') | join(', ') %}{{ x }}", "x, y", id="set and filters"),
        pytest.param("{{ empty | default('none', true) }}", "none", id="default"),
        pytest.param("{{ '<b>' }} {{ 3 }}", "&lt;b\\> 3", id="constants"),
        pytest.param("{# a comment #}text\n", "text\n", id="a comment"),
        pytest.param("{{ rows[0]['name'] }}{{ rows[1].value }}", "x2", id="items"),
    ],
)  # fmt: skip
def test_what_a_template_writes(template: str, written: str) -> None:
    assert filled(template, "t.md", VALUES, {}) == written


@pytest.mark.parametrize(
    ("template", "message"),
    [
        pytest.param("a\n\n{{ nobody }}", "t.md:3: 'nobody' is undefined", id="no such value"),
        pytest.param("{% for x in nobody %}{% endfor %}", "t.md:1: 'nobody' is undefined", id="no such list"),
        pytest.param("{{ rows[0].nothing }}", "t.md:1: 'dict object' has no attribute 'nothing'", id="no such attribute"),
        pytest.param("a\n{% if %}", "t.md:2: Expected an expression", id="no syntax"),
        pytest.param("a\n{% for %}", "t.md:2: ", id="no loop"),
        pytest.param("{{ name | safe }}", 't.md:1: no filter is named "safe"', id="a filter that escapes nothing"),
        pytest.param("{{ name | replace('a', 'b') }}", 't.md:1: no filter is named "replace"', id="a filter that grows"),
        pytest.param("{{ name.upper() }}", 't.md:1: a template of a page has no "call"', id="a call"),
        pytest.param("{{ range(10) }}", 't.md:1: a template of a page has no "call"', id="a function"),
        pytest.param("{{ ''.__class__.__mro__ }}", "t.md:1: ", id="the way out by a class"),
        pytest.param("{{ rows.__init__.__globals__ }}", "t.md:1: ", id="the way out by a method"),
        pytest.param("{{ name | attr('__class__') }}", 't.md:1: no filter is named "attr"', id="the way out by a filter"),
        pytest.param("{{ rows | map(attribute='__class__') | join }}", "t.md:1: ", id="the way out by a name"),
        pytest.param("{% include 'x' %}", 't.md:1: a template of a page has no "include"', id="include"),
        pytest.param("{% extends 'x' %}", 't.md:1: a template of a page has no "extends"', id="extends"),
        pytest.param("{% import 'x' as y %}", 't.md:1: a template of a page has no "import"', id="import"),
        pytest.param("{% macro m() %}{% endmacro %}", 't.md:1: a template of a page has no "macro"', id="a macro"),
        pytest.param("{% set x %}a{% endset %}", 't.md:1: a template of a page has no "assignblock"', id="a block"),
        pytest.param("{{ 'a' * 1000000000 }}", 't.md:1: a template of a page has no "mul"', id="a great text"),
        pytest.param("{{ 9 ** 9 ** 9 }}", 't.md:1: a template of a page has no "pow"', id="a great number"),
        pytest.param("{{ name ~ name }}", 't.md:1: a template of a page has no "concat"', id="two texts in one"),
        pytest.param("{% for a in many %}{% for b in many %}{% endfor %}{% endfor %}", "t.md: its loops take more than 100,000 steps", id="loops"),
        pytest.param("{% for a in many %}{% for b in many %}{{ name }}{{ name }}{{ name }}{{ name }}\n{% endfor %}{% endfor %}", "t.md: ", id="a great page"),
        pytest.param("{{ rows }}", 't.md:1: a "list" cannot be printed', id="a list"),
        pytest.param("{{ true }}", "t.md:1: a truth value, or nothing, cannot be printed", id="a truth value"),
        pytest.param("{% for x in 3 %}{% endfor %}", "t.md:1: 'int' object is not iterable", id="no list at all"),
        pytest.param("{% for a in rows %}" * 30 + "{% endfor %}" * 30, "t.md: it is nested too deeply", id="loops in loops"),
        pytest.param("{{ " + "1" * 5000 + " }}", "t.md: Exceeds the limit", id="a number without end"),
        pytest.param("{{ " + "(" * 5000 + ")" * 5000 + " }}", "t.md", id="nested without end"),
    ],
)  # fmt: skip
def test_what_a_template_may_not(template: str, message: str) -> None:
    with pytest.raises(CannotFill) as refused:
        filled(template, "t.md", VALUES, {})
    assert message in refused.value.message and refused.value.remedy


def test_nothing_of_the_program_is_in_reach() -> None:
    for name in ("__builtins__", "self", "range", "dict", "lipsum", "cycler", "joiner", "namespace", "environment"):
        with pytest.raises(CannotFill):
            filled("{{ " + name + " }}", "t.md", {}, {})


TEMPLATES = st.lists(
    st.sampled_from(["{{", "}}", "{%", "%}", " for x in rows ", " endfor ", " if ", " endif ", "name", "rows", "x.name", " | ",
                     "code", "sh", "join", " set y = ", "(", ")", "[", "]", "'", '"', ".", "__class__", "\n", "~", "1", " in ",
                     " macro m() ", "-", "{#", "#}", "recursive", " else ", ",", "*", "=", "self", "loop", "caller()"]),
    max_size=14,
).map("".join)  # fmt: skip


@law(400)
@given(TEMPLATES)
def test_a_template_is_filled_in_or_refused(template: str) -> None:
    try:
        text = filled(template, "t.md", VALUES, {})
    except CannotFill as error:
        assert error.message.startswith("t.md") and error.remedy
    else:
        assert "class" not in text.replace("__class__", "") and len(text) <= LONGEST
