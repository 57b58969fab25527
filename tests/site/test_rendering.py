"""A note as HTML: as Obsidian reads it, and nothing in it runs."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import law
from reports import Read
from vaults import vault_of

from vaulttool.site.names import address
from vaulttool.site.rendering import Rendering

FILES = {
    "Lisbon.md": "# History\n\n## Fall & rise\n\nA line. ^here\n",
    "towns/Porto.md": "",
    "pier.png": "",
    "doc.pdf": "",
}
SAFE_ADDRESS = re.compile(r"https?://|mailto:|[a-z0-9-]+\.html(#at-\d+)?$|#fn|\.\./files/")
TAGS = (
    "a abbr article aside blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr img input li mark ol p pre "
    "section span strong sub sup table tbody td th thead tr ul"
)


def body(text: str) -> str:
    files = {**FILES, "Home.md": text}
    made = vault_of(files)
    rendering = Rendering(
        made, lambda path: path in made.notes, lambda path: "../files/p.png" if path.endswith("png") else ""
    )
    return rendering.body(made.notes["Home.md"], text)


LISBON, PORTO = address("Lisbon.md").removeprefix("notes/"), address("towns/Porto.md").removeprefix("notes/")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[[Lisbon]]", f'<a class="in" href="{LISBON}">Lisbon</a>', id="wikilink"),
        pytest.param(
            "[[lisbon|the <town>]]", f'<a class="in" href="{LISBON}">the &lt;town&gt;</a>', id="alias, escaped"
        ),
        pytest.param("[[Lisbon#History]]", f'<a class="in" href="{LISBON}#at-2">Lisbon &gt; History</a>', id="heading"),
        pytest.param("[[Lisbon#^here]]", f'href="{LISBON}#at-', id="block"),
        pytest.param("[the town](Lisbon.md)", f'<a class="in" href="{LISBON}">the town</a>', id="Markdown link"),
        pytest.param("[p](towns/Porto)", f'href="{PORTO}"', id="Markdown link without ending"),
        pytest.param(
            "| a |\n| --- |\n| [[Lisbon\\|L]] |", f'<td><a class="in" href="{LISBON}">L</a></td>', id="in a table"
        ),
        pytest.param("![[Lisbon]]", f'<a class="embedded" href="{LISBON}">Lisbon</a>', id="embed of a note"),
        pytest.param("![[pier.png|300]]", 'src="../files/p.png" alt=""', id="picture with a size"),
        pytest.param("![a pier](pier.png)", 'src="../files/p.png" alt="a pier"', id="picture, Markdown"),
        pytest.param("[[doc.pdf]]", '<span class="file" title="doc.pdf">doc.pdf</span>', id="a file without a page"),
        pytest.param(
            "[[Madrid]]", '<span class="broken" title="Madrid">Madrid<span class="unseen"> (leads nowhere)', id="broken"
        ),
        pytest.param("**[[Lisbon]]**", f'<strong><a class="in" href="{LISBON}">Lisbon</a></strong>', id="in bold"),
        pytest.param("[x](https://a.b/?c=1&d=2)", 'href="https://a.b/?c=1&amp;d=2">x</a>', id="web"),
        pytest.param("<https://a.b>", 'href="https://a.b">https://a.b</a>', id="autolink"),
        pytest.param(
            "![i](https://a.b/c.png)", 'href="https://a.b/c.png">image: i</a>', id="picture of the web is a link"
        ),
        pytest.param("#tag", '<span class="tag">#tag</span>', id="tag"),
        pytest.param("==hot==", "<mark>hot</mark>", id="highlight"),
        pytest.param("a %%secret%% b", "a  b", id="comment"),
        pytest.param("%%\nsecret\n%%\n\nb", "<p>b</p>", id="comment of lines"),
        pytest.param("<!-- vaulttool:begin x -->", "", id="HTML comment"),
        pytest.param("---\na: 1\n---\n\nb", "<p>b</p>", id="front matter"),
        pytest.param(
            "> [!tip] Look\n> here",
            '<div class="callout" data-kind="tip">\n<p class="callout-title">Look</p>\n<p>here</p></div>',
            id="callout",
        ),
        pytest.param("> [!NOTE]-\n> here", '<p class="callout-title">Note</p>', id="callout without title"),
        pytest.param("> said", "<blockquote>\n<p>said</p>\n</blockquote>", id="quote"),
        pytest.param("- [x] done", '<span role="img" aria-label="done">☑</span> done', id="task"),
        pytest.param("# Top", "<h2>", id="headings stand one lower"),
        pytest.param("###### Deep", "<h6>", id="the lowest stays"),
        pytest.param("`[[Lisbon]]`", "<code>[[Lisbon]]</code>", id="code"),
        pytest.param("```\n[[Lisbon]] <b>\n```", "<code>[[Lisbon]] &lt;b&gt;\n</code>", id="block of code"),
        pytest.param("a<br>b", "a<br>b", id="line break"),
        pytest.param("&lt;b&gt; &amp;", "&lt;b&gt; &amp;", id="entities"),
        pytest.param("x[^1]\n\n[^1]: y", 'id="fn-1"', id="footnote"),
    ],
)
def test_a_note_is_read_as_obsidian_reads_it(text: str, expected: str) -> None:
    found = body(text)
    assert expected in found
    assert "secret" not in found


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](vbscript:x)",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](file:///etc/passwd)",
    "![x](javascript:alert(1))",
    "<javascript:alert(1)>",
    "[x][r]\n\n[r]: javascript:alert(1)",
    '[x](https://a.b "onmouseover=alert(1)")',
    '[x](https://a.b" onclick="alert(1))',
    "[[Lisbon|<img src=x onerror=alert(1)>]]",
    '[[Lisbon|" onclick="alert(1)]]',
    "[[<script>alert(1)</script>]]",
    '![[pier.png|" onerror="alert(1)]]',
    '[[Madrid" onmouseover="alert(1)]]',
    "#tag<script>",
    '> [!" onclick=alert(1)] x\n> y',
    "> [!note] <script>alert(1)</script>\n> y",
    '```js" onload="alert(1)\nx\n```',
    "| <script>alert(1)</script> |\n| --- |\n| <b onclick=alert(1)>x</b> |",
    "<!-- --><script>alert(1)</script><!-- -->",
    "<!--><script>alert(1)</script>-->",
    "%%<script>alert(1)</script>%%",
    "\ue0000\ue001 \ue0001\ue001 [[Lisbon]]",
    '![alt [[Lisbon]] "><script>alert(1)</script>](https://a.b/c.png)',
    "[a [[Lisbon]] b](https://a.b)",
    "# <script>alert(1)</script> [[Lisbon]]",
    "[^1]\n\n[^1]: <script>alert(1)</script>",
    "<style>*{display:none}</style>",
    "<base href='https://evil'>",
    "<meta http-equiv=refresh content='0;url=https://evil'>",
    "<form action=https://evil><input name=a></form>",
    "</article></main></body><script>alert(1)</script>",
]


def _is_harmless(html: str) -> bool:
    page = Read(html)
    for tag, attributes in page.tags:
        if tag not in TAGS.split():
            return False
        if any(name.startswith("on") or name in ("style", "srcdoc", "action") for name in attributes):
            return False
        if any(not SAFE_ADDRESS.match(attributes[name]) for name in ("href", "src") if name in attributes):
            return False
    return not page.open and not page.strays


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_of_a_note_runs(text: str) -> None:
    assert _is_harmless(body(text))


@given(
    st.lists(
        st.sampled_from([*HOSTILE, "\n", "\n\n", " ", "> ", "- ", "`", "*", "[[", "]]", "|", "<", '"', "%%"]),
        max_size=12,
    )
)
@law(200)
def test_nothing_of_what_is_put_together_runs(parts: list[str]) -> None:
    assert _is_harmless(body("".join(parts)))


def test_a_note_that_is_nested_too_deep_is_shown_as_it_is_written() -> None:
    assert _is_harmless(body("> " * 3000 + "x"))


def test_a_note_that_is_too_long_is_shown_as_it_is_written() -> None:
    assert body("<b>" + "[[Lisbon]] " * 100_000).startswith('<pre tabindex="0">&lt;b&gt;[[Lisbon]] ')


def test_line_ends_and_byte_order_marks_do_not_matter() -> None:
    text = "---\na: 1\n---\n# A\n\n[[Lisbon]] %%x\ny%% #t ^id\n\n> [!note] T\n> b\n"
    plain = re.sub(r"at-\d+", "at", body(text))
    assert re.sub(r"at-\d+", "at", body(text.replace("\n", "\r\n")).replace("\r\n", "\n")) == plain
    assert re.sub(r"at-\d+", "at", body("\ufeff" + text)) == plain
