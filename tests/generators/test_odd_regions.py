"""Odd cases of each kind of region: what is written, and what is an error at the marker."""

from __future__ import annotations

import pytest
from model.data_files import FILES, changed
from vaults import findings_of, indexed, sources_of

from vaulttool.parsing.note import body_links
from vaulttool.text.table import split

RULES = ("bad-data", "stale-region", "edited-region", "lone-marker")
LINKS = ("broken-link", "missing-heading", "unstable-link", "undecoded-link", "split-link", "outside-vault")


def region(marker: str) -> str:
    return f"<!-- vaulttool:begin {marker} -->\n<!-- vaulttool:end {marker.split()[0]} -->\n"


def body(marker: str, files: dict[str, str], page: str = "Page.md", prefix: str = "") -> list[str]:
    """The lines of a region on a page, which must be written without a word and stay as they are."""
    before = {**files, page: files.get(page, "") + region(marker)}
    after, left = indexed(before, prefix=prefix)
    assert [finding.message for finding in left] == []
    assert indexed(after, prefix=prefix) == (after, [])
    assert {path: text for path, text in after.items() if path != page} == {
        p: t for p, t in before.items() if p != page
    }
    if not prefix:
        assert findings_of(after, *LINKS) == []
    return after[page].split(" -->\n\n", 1)[1].rsplit("\n\n<!-- vaulttool:end", 1)[0].split("\n")


def error(marker: str, files: dict[str, str]) -> tuple[str, str]:
    """What is told at the marker of a region that cannot be written."""
    page = f"Above.\n\n{region(marker)}"
    after, left = indexed({**files, "Page.md": page})
    (finding,) = [finding for finding in left if finding.path == "Page.md"]
    assert (after["Page.md"], finding.rule, finding.span.of(page)) == (page, "bad-data", region(marker).split("\n")[0])
    return finding.message, finding.help or ""


def note(**properties: str) -> str:
    return "---\n" + "".join(f"{name}: {value}\n" for name, value in properties.items()) + "---\n"


@pytest.mark.parametrize(
    ("files", "row"),
    [
        pytest.param({"T/A.md": note(description="plain")}, "| [[A]] | plain |", id="plain"),
        pytest.param({"T/A.md": note(description='"a | b"')}, "| [[A]] | a \\| b |", id="a bar"),
        pytest.param({"T/A.md": note(description='"a \\\\| b"')}, "| [[A]] | a \\| b |", id="a bar that is escaped"),
        pytest.param({"T/A.md": note(description='"`a | b`"')}, "| [[A]] | `a \\| b` |", id="a bar in code"),
        pytest.param({"T/A.md": note(description='"a\\nb"')}, "| [[A]] | a<br>b |", id="a line end"),
        pytest.param({"T/A.md": note(description="|\n  a\n  b")}, "| [[A]] | a<br>b |", id="a block of text"),
        pytest.param({"T/A.md": note(description=">-\n  a\n  b")}, "| [[A]] | a b |", id="a folded text"),
        pytest.param({"T/A.md": note(description="[a, b]")}, "| [[A]] | a, b |", id="a list"),
        pytest.param({"T/A.md": note(description="2026-09-22")}, "| [[A]] | 2026-09-22 |", id="a date"),
        pytest.param({"T/A.md": note(description="3.50")}, "| [[A]] | 3.5 |", id="a number"),
        pytest.param({"T/A.md": note(description="true")}, "| [[A]] | true |", id="a truth value"),
        pytest.param({"T/A.md": note(description='"<!-- vaulttool:end index -->"')}, None, id="a marker"),
        pytest.param({"T/A.md": note(description='"[[Lisbon|L]]"')}, "| [[A]] | [[Lisbon\\|L]] |", id="a link with an alias"),
        pytest.param({"T/sub folder/Ä é.md": note(description="x")}, "| [[Ä é]] | x |", id="blanks and Unicode"),
        pytest.param({"T/A (1) & b.md": note(description="x")}, "| [[A (1) & b]] | x |", id="odd characters"),
        pytest.param({"T/A%20b.md": note(description="x")}, "| [[A%20b]] | x |", id="a per cent sign"),
        pytest.param({"T/A.b.md": note(description="x")}, "| [[A.b]] | x |", id="a dot"),
        pytest.param({"T/[A].md": note(description="x")}, "| [\\[A\\]](T/%5BA%5D.md) | x |", id="brackets"),
        pytest.param({"T/A#1.md": note(description="x")}, "| `T/A#1.md` | x |", id="a name that nothing can link to"),
        pytest.param({"T/Same.md": note(description="x"), "U/Same.md": ""}, "| [[T/Same]] | x |", id="a name of two notes"),
        pytest.param({"T/Same.md": note(description="x"), "Same.md": ""}, "| [[T/Same]] | x |", id="a name of a note above"),
        pytest.param({"T/Same.md": note(description="x"), "U/SAME.md": ""}, "| [[T/Same]] | x |", id="a name but for case"),
        pytest.param({"T/README.md": note(description="x"), "U/README.md": ""}, "| [[T/README]] | x |", id="READMEs"),
    ],
)  # fmt: skip
def test_rows_of_an_index(files: dict[str, str], row: str | None) -> None:
    if row is None:  # told, so that nobody takes it for a marker; what is around it is kept
        page = {"Page.md": region('index folder="T"'), **files, "Lisbon.md": ""}
        after, _ = indexed(page)
        assert {finding.rule for finding in indexed(after)[1]} == set() and after["Page.md"].count("\n") == 7
        return
    lines = body('index folder="T"', {**files, "Lisbon.md": ""})
    assert lines == ["| Page | Description |", "| --- | --- |", row]
    sources = sources_of({**files, "Page.md": ""})
    (cells,) = [split(line) for line in lines[2:]]
    if cells and "`" not in cells[0]:
        (link,) = body_links(cells[0].replace("\\|", "|"))
        assert sources.vault.resolve(link, "Page.md").target == next(iter(files))


@pytest.mark.parametrize(
    ("title", "link"),
    [
        pytest.param("T", "[[A\\|T]]", id="a title"),
        pytest.param("A", "[[A]]", id="the name"),
        pytest.param('"a | b"', "[[A\\|a \\| b]]", id="a bar"),
        pytest.param('"[x] y"', "[\\[x\\] y](T/A.md)", id="brackets"),
        pytest.param('"x ]] y"', "[x \\]\\] y](T/A.md)", id="the end of a link"),
        pytest.param('"ends ]"', "[ends \\]](T/A.md)", id="a bracket at the end"),
        pytest.param('"a\\nb"', "[[A\\|a b]]", id="a line end"),
        pytest.param('"*a* `b`"', "[[A\\|*a* `b`]]", id="marks"),
        pytest.param("2026", "[[A\\|2026]]", id="a number"),
    ],
)
def test_links_that_show_a_title(title: str, link: str) -> None:
    lines = body('index folder="T" columns="title-link"', {"T/A.md": note(title=title)})
    assert lines[2:] == [f"| {link} |"]


def test_a_list_and_its_order() -> None:
    files = {
        "T/b.md": note(n="10", description='"x\\ny"', status="RETIRED"),
        "T/A.md": note(n="9", description="z"),
        "T/c.md": note(n="word"),
        "T/d.md": note(description="last"),
    }
    assert body('index folder="T" style="list" columns="link,description?"', files) == [
        *("- [[A]]: z", "- [[b]]: x y", "- [[c]]: —", "- [[d]]: last")
    ]
    ordered = {"n": "AbcD", "-n": "dcbA", "path": "Abcd", "-path": "dcbA"}
    for sort, order in ordered.items():
        lines = body(f'index folder="t/" columns="link" style="list" sort="{sort}"', files)
        assert "".join(line[4] for line in lines).lower() == order.lower()
    assert body('index folder="T" columns="link" style="list" status="RETIRED"', files) == ["- [[b]]"]


def test_the_page_itself_and_other_files_have_no_row() -> None:
    files = {"T/A.md": note(), "T/Board.canvas": '{"nodes": []}', "T/x.png": "", "T/Page.md": note()}
    assert body('index folder="T" columns="link" style="list"', files, "T/Page.md") == ["- [[A]]"]
    assert body(
        'index glob="*.md" columns="link" style="list"',
        {"A.md": "", "vaulttool.toml": 'exclude = ["B.md"]\n', "B.md": ""},
    ) == ["- [[A]]"]


@pytest.mark.parametrize(
    "kind", ['index folder="T"', 'index type="town"', 'index tag="town"', "backlinks", 'backlinks folder="T"']
)
def test_a_note_whose_front_matter_is_broken_makes_nothing_stale(kind: str) -> None:
    files = {
        f"T/{name}.md": note(type="town", tags="[town]", description="d", up='"[[Page]]"')
        for name in ("A", "B", "C", "D")
    }
    files["Page.md"] = region(kind)
    fresh, _ = indexed(files)
    assert all(f"[[{name}]]" in fresh["Page.md"] for name in "ABCD")
    for names in ("A", "B", "CD", "BC", "ABCD"):
        broken = {f"T/{name}.md": "---\ntype: [\n---\n" for name in names}
        assert findings_of({**fresh, **broken}, *RULES) == []
        assert indexed({**fresh, **broken})[0] == {**fresh, **broken}
    never = {**files, "T/B.md": "---\ntype: [\n---\n"}
    assert "[[B]]" not in indexed(never)[0]["Page.md"] and "[[A]]" in indexed(never)[0]["Page.md"]


@pytest.mark.parametrize(
    ("marker", "message", "help"),
    [
        pytest.param("index", "nothing chooses the notes", "add folder, glob, tag or type", id="index of everything"),
        pytest.param('index folder="U"', "no note fits the arguments", "change folder", id="index of nothing"),
        pytest.param('index folder="T"', '"T/A.md" has no "description"', 'add it, or write "description?"', id="a missing property"),
        pytest.param('index folder="T" columns="link,title"', '"T/A.md" has no "title"', "add it", id="an empty property"),
        pytest.param('index folder="T" columns=""', "no column is asked for", "name some", id="no columns"),
        pytest.param('index folder="T" columns="link" headings="a,b"', "2 headings for 1 columns", "give each", id="too many headings"),
        pytest.param('index folder="T" style="lst"', '"lst" is no style', "write table or list", id="no style"),
        pytest.param('index foldr="T"', 'a region "index" has no argument "foldr"', 'did you mean "folder"?', id="an unknown argument"),
        pytest.param('index zzz="T"', 'a region "index" has no argument "zzz"', "known are folder", id="an argument like no other"),
        pytest.param("backlinks", "no note links here", "take the region out", id="no backlinks"),
        pytest.param('backlnks folder="T"', 'no kind of region is named "backlnks"', 'did you mean "backlinks"?', id="an unknown kind"),
        pytest.param("eras", 'a region "eras" needs the argument "endpoint"', 'add endpoint="..."', id="a missing argument"),
        pytest.param('eras endpoint="lisbn"', 'no endpoint is named "lisbn"', 'did you mean "lisbon"?', id="no endpoint"),
        pytest.param('eras endpoint="lisbon" columns="shap"', 'no column is named "shap"', 'did you mean "shape"?', id="no column"),
        pytest.param('eras endpoint="lisbon" columns="engine"', 'the era "one-card" has no "engine"', 'add it, or write "engine?" in columns', id="an empty column"),
        pytest.param('eras endpoint="lisbon" status="GONE"', 'no era of "lisbon" is GONE', "change the argument", id="no era"),
        pytest.param("banner", "the data put no such era on this page", "name endpoint and era", id="no era of the page"),
        pytest.param('banner endpoint="lisbon" era="x"', "the data put no such era on this page", "name endpoint and era", id="no such era"),
        pytest.param('attempts endpoint="lisbon" outcome="served"', '"lisbon" has no such attempts', "add them", id="no attempts"),
        pytest.param('attempts endpoint="lisbon" sort="shape"', 'attempts cannot be sorted by "shape"', 'write sort="date"', id="another order"),
        pytest.param('attributes host="atlas" facts="vrm"', 'no fact "vrm" of the host "atlas" holds today', 'did you mean "vram"?', id="no fact"),
        pytest.param('attributes host="atlas" columns="fact,until"', 'the fact "vram" has no "until"', "add it", id="no end"),
        pytest.param('figures list="run/boot#kw"', 'the run "boot" has no figure "kw"', "it has kv", id="no figure"),
        pytest.param('figures list=""', "nothing chooses the figures", "write list", id="no list"),
        pytest.param('figures run="boot" list="kw"', 'the run "boot" has no figure "kw"', "it has kv", id="no figure of the run"),
        pytest.param('arms run=""', "no run is named", "name one", id="no run"),
        pytest.param('arms run="ab" metrics="kw"', 'the arm "mtp" of "ab" has no "kw"', "add it", id="no metric"),
        pytest.param('arms run="ab" arms="mpt"', 'no arm is named "mpt"', "known are mtp, dflash", id="no arm"),
        pytest.param('arms run="ab" derived="gone"', 'no derived figure is named "gone"', "known are gain", id="no derived figure"),
        pytest.param('arms run="ab" rows="runs"', '"runs" are no rows', "write arms or metrics", id="no rows"),
        pytest.param('arms run="ab" verdict="maybe"', '"maybe" is no way to show a verdict', "write ", id="no way to show a verdict"),
        pytest.param('counts names="a"', 'no count is named "a"', "add [counts.a]", id="no count"),
        pytest.param('counts names=""', "nothing is asked for, so there is no row", "change the arguments", id="no names"),
        pytest.param("log", "it needs a month, or two days in order", "write month", id="no month"),
        pytest.param('log month="2026-13"', "it needs a month, or two days in order", "write month", id="no real month"),
        pytest.param('log from="2026-09-22" to="2026-09-21"', "it needs a month, or two days in order", "write month", id="days in the wrong order"),
        pytest.param('log month="2020-01"', "the data know of nothing from 2020-01-01 to 2020-01-31", "change the days", id="nothing happened"),
        pytest.param('log month="2026-09" include="era"', '"era" is nothing that happens', "known are eras", id="nothing that happens"),
        pytest.param('command-help command="indx"', 'no command is named "indx"', "known are", id="no command"),
        pytest.param('rule-reference only="broken-lnk"', 'nothing is named "broken-lnk"', 'did you mean "broken-link"?', id="no rule"),
        pytest.param('kind-reference only="backlnks"', 'nothing is named "backlnks"', 'did you mean "backlinks"?', id="no kind"),
        pytest.param('settings-reference only="zz"', 'no key begins with "zz"', "see", id="no setting"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_an_error_at_the_marker(marker: str, message: str, help: str) -> None:
    told, cure = error(marker, {**FILES, "T/A.md": note(title="")})
    assert (told.split(" - at ")[0], cure[: len(help)]) == (message, help)


ODD = '"One\\ncard | [x] *y*"'


@pytest.mark.parametrize(
    ("marker", "lines"),
    [
        pytest.param('eras endpoint="lisbon" columns="shape"', ["| One<br>card \\| [x] *y* |"], id="eras"),
        pytest.param('log month="2026-09" include="eras"', ["- 2026-09-20: [[Lisbon|lisbon]]: the era *One card | [x] *y** began ([[Lisbon#One card|One card]])."], id="log"),
        pytest.param('banner endpoint="lisbon" era="one-card"', ["> An era of [[Lisbon|lisbon]]: One card | [x] *y*. Superseded by Two cards ([[Lisbon]])."], id="banner"),
    ],
)  # fmt: skip
def test_titles_of_eras(marker: str, lines: list[str]) -> None:
    written = body(marker, changed("lisbon", "title: One card", f"title: {ODD}"))
    assert set(lines) <= set(written)
    assert all(line[:1] in ("|", ">", "-", "") for line in written)


@pytest.mark.parametrize(
    "title", ["A #1", "A | B", "[A] B", "A: B", "A^2", "Ä 🙂 (x)", "A & B", "A % B", "`A` *B*", "A-B, C. D!"]
)
@pytest.mark.parametrize("page", ["Page.md", "Lisbon.md", "sub/Page.md"])
def test_links_to_headings_with_odd_characters(title: str, page: str) -> None:
    files = changed("lisbon", "section: One card", f'section: "{title}"')
    files["Lisbon.md"] = f"# {title}\ntext\n"
    assert len(body('eras endpoint="lisbon" columns="page"', files, page)) == 4


def test_a_fact_s_source_outside_the_vault_is_no_link() -> None:
    files = changed("atlas", "document: Atlas.md", "document: ../notes.txt")
    after, _ = indexed({**files, "Page.md": region('attributes host="atlas" columns="source"')})
    assert "| `../notes.txt` |" in after["Page.md"]


def test_unknown_days_and_reasons() -> None:
    files = changed("lisbon", "start: 2026-09-20, end", 'start: {unknown: "no\\nlog"}, end')
    lines = body('eras endpoint="lisbon" columns="start,shape"', files)
    assert lines[2:] == [
        "| unknown | One card |",
        "| 2026-09-22 | Two cards |",
        "",
        "Not known:",
        "",
        "- Start of *One card*: no log.",
    ]
    assert body('eras endpoint="lisbon" columns="shape"', files)[2:] == ["| One card |", "| Two cards |"]


@pytest.mark.parametrize(
    ("marker", "rows"),
    [
        pytest.param('arms run="ab"', ["| mtp | 100 tok |", "| dflash | 116 tok |"], id="all"),
        pytest.param('arms run="ab" arms="dflash"', ["| dflash | 116 tok |"], id="one"),
        pytest.param('arms run="ab" metrics="kv:a b,gain?"', ["| mtp | 100 tok | — |", "| dflash | 116 tok | — |"], id="a dash"),
        pytest.param('arms run="ab,boot"', ["| mtp | 100 tok |", "| dflash | 116 tok |", "| Boot | 425,047 tok |"], id="two runs"),
        pytest.param('arms run="ab" rows="metrics"', ["| KV pool | 100 tok | 116 tok |"], id="turned"),
        pytest.param('arms run="ab" verdict="yes"', ["| mtp | 100 tok | — |", "| dflash | 116 tok | — |"], id="verdicts"),
        pytest.param('figures run="ab" columns="figure,value"', ["| KV pool, mtp | 100 tok |", "| KV pool, dflash | 116 tok |", "| Gain | +16 % |"], id="figures of a run"),
        pytest.param('figures list="run/boot#kv:a | b" columns="figure,how?"', ["| a \\| b | — |"], id="a label with a bar"),
        pytest.param('attempts endpoint="olisipo" columns="shape,run,page,container?"', ["| Three cards | `boot` | [[Lisbon]] | — |"], id="a past name"),
        pytest.param('attributes host="atlas" facts="vram:Memory | all"', ["| Memory \\| all | 31.86 GiB | 2026-09-22 |"], id="a fact's words"),
    ],
)  # fmt: skip
def test_other_tables(marker: str, rows: list[str]) -> None:
    assert body(marker, FILES)[2:] == rows


def test_what_a_figure_is_where_that_is_said() -> None:
    metrics = FILES["data/metrics.yaml"].replace("unit: tok}", "unit: tok, definition: Tokens that fit.}")
    rows = body(
        'figures list="run/boot#kv:Pool,run/boot#twice:Twice" columns="figure,definition?"',
        {**FILES, "data/metrics.yaml": metrics},
    )
    assert rows[2:] == ["| Pool | Tokens that fit. |", "| Twice | — |"]


def test_an_html_page_gets_html() -> None:
    lines = "\n".join(
        body(
            'eras endpoint="lisbon" columns="shape,figures?,page"',
            {**changed("lisbon", "Two cards", '"<b>Two</b> & | cards"'), "../site/docs.html": ""},
            "../site/docs.html",
            "vault/",
        )
    )
    assert (
        "<td>&lt;b&gt;Two&lt;/b&gt; &amp; | cards</td>" in lines
        and '<a href="../vault/Lisbon.md#one-card">One card</a>' in lines
    )
    assert lines.startswith("<table>") and "[[" not in lines and lines.count("<tr>") == 3


def test_line_ends_in_the_cells_of_an_html_page() -> None:
    lines = body(
        'eras endpoint="lisbon" columns="shape"',
        {**changed("lisbon", "Two cards", '"Two\\ncards"'), "../docs.html": ""},
        "../docs.html",
        "vault/",
    )
    assert "  <td>Two<br>cards</td>" in lines


@pytest.mark.parametrize(
    ("page", "link"),
    [
        pytest.param("../README.md", "[A b é (1)](vault/T/A%20b%20%C3%A9%20%281%29.md)", id="above"),
        pytest.param("../docs/deep/Read me.md", "[A b é (1)](../../vault/T/A%20b%20%C3%A9%20%281%29.md)", id="beside"),
        pytest.param(
            "../vaults/README.md",
            "[A b é (1)](../vault/T/A%20b%20%C3%A9%20%281%29.md)",
            id="a folder that begins alike",
        ),
    ],
)
def test_pages_outside_the_vault_get_relative_links(page: str, link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for cwd in ("/", "/tmp"):
        monkeypatch.chdir(cwd)
        assert body(
            'index folder="T" columns="link" style="list"', {"T/A b é (1).md": "", page: ""}, page, "vault/"
        ) == [f"- {link}"]
