"""Laws of `vaulttool index`: twice is once, nothing else is touched, order is nothing, what is read is what is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from lengths import examples
from model.data_files import ARMS, FILES
from vaults import findings_of, indexed, sources_of

from vaulttool.model.regions import without_own
from vaulttool.text.span import LINE_END
from vaulttool.text.table import cell, row, split

LIMITS = settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
RULES = (
    "bad-data",
    "conflict-marker",
    "edited-region",
    "lone-marker",
    "missing-region",
    "stale-figure",
    "stale-region",
)
MARKERS = (
    'arms run="ab"',
    'arms run="ab" id="derived" derived="all"',
    'attempts endpoint="lisbon"',
    'attributes host="atlas"',
    'backlinks folder="T"',
    'banner endpoint="lisbon" era="one-card"',
    "cards",
    "command-help",
    'counts names="alerts"',
    'eras endpoint="lisbon"',
    'eras endpoint="olisipo" id="figures" columns="shape,figures?,page"',
    'figures run="boot"',
    'figures id="list" list="run/boot#twice,run/ab#dflash.kv:the other"',
    'index folder="T" columns="title-link?,description?"',
    'index folder="T" id="list" style="list" columns="link"',
    "kind-reference",
    'log month="2026-09" include="eras,names,attempts,runs"',
    "rule-reference",
    'rule-reference id="pages" style="pages" only="conflict-marker,lone-marker"',
    'settings file="lisbon.env"',
    "settings-reference",
)
FIGURES = (
    "The pool holds 400,000<!-- =run/boot#kv --> tokens.\n",
    "- twice: ~850k<!-- =run/boot#twice -->, or **+9 %**<!-- =run/ab#gain -->\n",
    "| a | b |\n| --- | --- |\n| `32` GiB<!-- =host/atlas#vram --> | 2<!-- =count/alerts --> |\n",
    "> [!note] 100<!-- =run/ab#mtp.kv --> and 99<!-- =run/ab#dflash.kv -->\n",
)
PROSE = (
    *("# Heading\n", "Text with [[Lisbon]], naïve 🙂 and 425,047.\n", "- a\n- b\n", "> [!note]\n> text\n"),
    *("```md\n<!-- vaulttool:begin cards -->\n1<!-- =run/boot#kv -->\n```\n", "%%\nhidden\n%%\n", "<!-- ===== -->\n"),
    *(
        "| a |\n| --- |\n| [[Lisbon\\|L]] |\n",
        "    code\n",
        "Trailing blanks  \n",
        "<div>\n\nx\n\n</div>\n",
        "\u2028 and \x0c\n",
    ),
)
WORLD = {
    **FILES,
    "vaulttool.toml": 'data = "data"\n[counts.alerts]\ntitle = "Alerts"\nglob = "*.rule"\n',
    "a.rule": "",
    "lisbon.env": "PORT=7770\nSEATS=3\n",
    "T/A.md": "---\ntitle: The A | B\ndescription: One.\n---\n[[Page]]\n",
    "T/B.md": "[[Page]] and [[Other]]\n",
}
REGION = re.compile(r"<!-- vaulttool:begin (?P<kind>[a-z-]+)[^>]*-->.*?<!-- vaulttool:end (?P=kind)[^>]*-->", re.DOTALL)
FIGURE = re.compile(r"(?:~|\+)?[0-9][0-9,.]*k?(?= ?(?:%|GiB)?[*`]*(?: GiB)?<!-- =)")


def region(marker: str) -> str:
    return f"<!-- vaulttool:begin {marker} -->\n<!-- vaulttool:end {marker.split()[0]} -->\n"


def masked(text: str) -> str:
    """A page without what stands in regions and figures."""
    outside = REGION.sub(lambda found: found[0].split("-->")[0], text)
    return re.sub(r"\S*(?= ?(?:%|GiB)?[*`]*(?: GiB)?<!-- =)", "", outside)


def page(pieces: list[str], newline: str = "\n", top: str = "") -> str:
    return (top + "\n".join(pieces)).replace("\n", newline)


def pages(marker_count: int = 6) -> st.SearchStrategy[str]:
    pieces = st.lists(st.sampled_from([*(region(one) for one in MARKERS), *FIGURES, *PROSE]), max_size=2 * marker_count)
    unique = pieces.map(lambda found: [one for at, one in enumerate(found) if one in PROSE or one not in found[:at]])
    return st.builds(
        page, unique, st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(["", "\ufeff", "---\na: 1\n---\n"])
    )


@LIMITS
@given(pages(), pages())
def test_twice_is_once_and_nothing_else_is_touched(first: str, second: str) -> None:
    files = {**WORLD, "Page.md": first, "T/Other.md": second}
    after, left = indexed(files)
    assert [finding.message for finding in left if finding.path.startswith("data")] == []
    assert {finding.message for finding in left} <= {"no note links here"}
    assert indexed(after) == (after, left)
    for path, text in files.items():
        if path not in ("Page.md", "T/Other.md"):
            assert after[path] == text
        else:
            assert masked(after[path]) == masked(text)
            assert {*LINE_END.findall(after[path])} <= {*LINE_END.findall(text)}
    assert [finding.rule for finding in findings_of(after, *RULES)] == ["bad-data"] * len(left)


@LIMITS
@given(pages())
def test_line_ends_make_no_difference(text: str) -> None:
    plain = LINE_END.sub("\n", text)
    after = indexed({**WORLD, "Page.md": plain})[0]["Page.md"]
    assert LINE_END.sub("\n", indexed({**WORLD, "Page.md": text})[0]["Page.md"]) == after


@LIMITS
@given(st.permutations(list(WORLD)))
def test_the_order_of_files_makes_no_difference(order: list[str]) -> None:
    everything = page([region(marker) for marker in MARKERS] + list(FIGURES))
    shuffled = {**{path: WORLD[path] for path in order}, "Page.md": everything}
    assert indexed(shuffled)[0]["Page.md"] == everything_indexed()


@cache
def everything_indexed() -> str:
    return indexed({**WORLD, "Page.md": page([region(marker) for marker in MARKERS] + list(FIGURES))})[0]["Page.md"]


@LIMITS
@given(
    st.sampled_from(MARKERS),
    st.integers(0, 2000),
    st.sampled_from(["x", "\n", "| a |\n", " ", "1", "🙂"]),
    st.booleans(),
)
def test_an_edit_survives_and_is_told_and_is_thrown_away_on_demand(
    marker: str, at: int, typed: str, data: bool
) -> None:
    files = {**WORLD, "Page.md": "Above.\n\n" + region(marker) + "\nBelow.\n"}
    fresh, _ = indexed(files)
    text = fresh["Page.md"]
    start, end = text.index("-->\n") + 4, text.index("<!-- vaulttool:end")
    place = start + at % max(end - start, 1)
    edited = {**fresh, "Page.md": text[:place] + typed + text[place:]}
    own = ("Why",) if marker.startswith("settings ") else ()
    assume(without_own(edited["Page.md"], own) != without_own(text, own))  # other laws speak of people's words
    if data:
        edited["data/endpoints/lisbon.yaml"] = edited["data/endpoints/lisbon.yaml"].replace("One card,", "1 card,")
    after, left = indexed(edited)
    assert after["Page.md"] == edited["Page.md"] and [finding.rule for finding in left] == ["edited-region"]
    assert indexed(edited, resolve=True)[0] == edited
    thrown, none = indexed(edited, discard=True)
    expected = indexed({**edited, "Page.md": files["Page.md"]})[0]
    assert without_own(thrown.pop("Page.md"), own) == without_own(expected.pop("Page.md"), own)
    assert (thrown, none) == (expected, [])


@pytest.mark.parametrize(
    ("path", "before", "after", "stale"),
    [
        pytest.param("data/runs/boot.yaml", '425047, unit: tok, as_printed: "425,047"', '425048, unit: tok, as_printed: "425,048"', {"run/boot#kv", "run/boot#twice", "boot", "twice", "eras#figures"}, id="a figure and what follows from it"),
        pytest.param("data/runs/ab.yaml", "value: 100,", "value: 103,", {"run/ab#mtp.kv", "run/ab#gain", "ab", "ab derived"}, id="an arm's figure"),
        pytest.param("data/hosts/atlas.yaml", "31.86", "31.96", {"host/atlas#vram", "attributes"}, id="a fact"),
        pytest.param("data/metrics.yaml", "KV pool", "Pool", {"boot", "ab", "ab derived", "eras#figures"}, id="the title of a metric"),
        pytest.param("data/names.yaml", "scope: [all]", "scope: [docs]", set(), id="what no region shows"),
    ],
)  # fmt: skip
def test_one_number_makes_stale_what_shows_it_and_nothing_else(
    path: str, before: str, after: str, stale: set[str]
) -> None:
    shows = {
        "boot": region('figures run="boot" columns="figure,value" id="a"'),
        "twice": region('figures list="run/boot#twice:double" columns="figure,value" id="b"'),
        "ab": region('arms run="ab" id="c"'),
        "ab derived": region('arms run="ab" derived="all" metrics="kv" arms="mtp" id="d"'),
        "attributes": region('attributes host="atlas"'),
        "eras": region('eras endpoint="lisbon"'),
        "eras#figures": region('eras endpoint="lisbon" columns="shape,figures?" id="figures"'),
        "log": region('log month="2026-09"'),
        "banner": region('banner endpoint="lisbon" era="one-card"'),
        "index": region('index folder="T" columns="link"'),
        **{
            address: f"It is {text}<!-- ={address} --> here.\n"
            for address, text in {
                "run/boot#kv": "1", "run/boot#twice": "1", "run/ab#mtp.kv": "1", "run/ab#dflash.kv": "1",
                "run/ab#gain": "1.000", "host/atlas#vram": "1.00",
            }.items()
        },
    }  # fmt: skip
    files = {**WORLD, **{f"P/{at}.md": text for at, text in enumerate(shows.values())}}
    fresh, left = indexed(files)
    assert left == [] and findings_of(fresh, *RULES) == []
    text = fresh[path].replace(before, after).replace('"+16 %"', '"+13 %"' if "103" in after else '"+16 %"')
    text = text.replace("850,094", "850,096") if "425048" in after else text
    moved = {**fresh, path: text}
    assert moved[path] != fresh[path]
    found = {finding.path for finding in findings_of(moved, *RULES)}
    assert {name for at, name in enumerate(shows) if f"P/{at}.md" in found} == stale
    again, none = indexed(moved)
    assert none == [] and {name for name in again if again[name] != moved[name]} == found


@LIMITS
@given(st.integers(1, 10**9), st.sampled_from(["tok", "s", "GiB", "x", "%"]), st.sampled_from(["", ".0", ".25", "e3"]))
def test_what_is_written_is_what_was_measured(number: int, unit: str, rest: str) -> None:
    run = ARMS.replace("kv: {value: 100, unit: tok}", f"kv: {{value: {number}{rest}, unit: '{unit}'}}").split(
        "derived:"
    )[0]
    files: Mapping[str, str] = {
        "vaulttool.toml": 'data = "data"\n',
        "data/runs/ab.yaml": run.replace("baseline: boot\n", ""),
        "data/hosts/atlas.yaml": WORLD["data/hosts/atlas.yaml"].replace('page: "[[Atlas]]"\n', ""),
        "Atlas.md": "x", "Lisbon.md": "x",
        "Page.md": "1.00<!-- =run/ab#mtp.kv -->, 1<!-- =run/ab#mtp.kv -->, ~1<!-- =run/ab#mtp.kv -->\n" + region('arms run="ab" arms="mtp"'),
    }  # fmt: skip
    after, left = indexed(files)
    assert left == [] and findings_of(after, *RULES) == []
    value = sources_of(after).data.figure("run/ab#mtp.kv").value
    assert value is not None and f"{value:.2f}<!--" in after["Page.md"]


@LIMITS
@given(pages(), st.integers(0, 5000))
def test_a_page_that_is_cut_anywhere_loses_nothing_outside(text: str, at: int) -> None:
    after = indexed({**WORLD, "Page.md": text})[0]["Page.md"]
    cut = {**WORLD, "Page.md": after[: at % (len(after) + 1)]}
    again, _ = indexed(cut)
    assert masked(again["Page.md"]) == masked(cut["Page.md"])
    assert indexed(again)[0] == again


def aligned(line: str) -> str:
    """A row of a table as editors align it; any other line as it is."""
    cells = split(line)
    if cells is None:
        return line
    wide = [cell.replace("---", "-" * 40) if set(cell) == {"-"} else f"{cell:40}" for cell in cells]
    return f"| {' | '.join(wide)} |"


WORDS = st.lists(
    st.sampled_from([*"ab |`\\*[]<>!-é🙂=%#", "[[Lisbon]]", "<br>", "--", "<!--", "vaulttool:end"]), max_size=12
)


@LIMITS
@given(WORDS.map("".join), WORDS.map("".join))
def test_people_s_words_are_never_lost(first: str, second: str) -> None:
    table = "| Setting | Value | Why |\n| --- | --- | --- |\n"
    files = {**WORLD, "Page.md": region('settings file="lisbon.env"')}
    fresh, _ = indexed(files)
    words = {"PORT": cell(first), "SEATS": cell(second)}
    rows = "".join(
        row([f"`{name}`", f"`{value}`", words[name]]) + "\n" for name, value in (("PORT", 7770), ("SEATS", 3))
    )
    typed = re.sub(r"\| Setting.*?\n\n", lambda found: table + rows + "\n", fresh["Page.md"], flags=re.DOTALL)
    mine = {**fresh, "Page.md": typed}
    padded = {**mine, "Page.md": "\n".join(line and aligned(line) for line in typed.split("\n"))}
    for kept in (mine, padded):
        for discard in (False, True):
            assert indexed(kept, discard=discard) == (kept, []) and findings_of(kept, *RULES) == []
    moved, left = indexed({**mine, "lisbon.env": "SEATS=4\nPORT=7771\n"})
    assert left == []
    assert row(["`PORT`", "`7771`", words["PORT"]]) in moved["Page.md"]
    assert row(["`SEATS`", "`4`", words["SEATS"]]) in moved["Page.md"]
    edited = {**mine, "Page.md": typed.replace("`7770`", "`7777`")}
    assert indexed(edited)[0] == edited and indexed(edited, discard=True) == (mine, [])
    gone, _ = indexed({**mine, "lisbon.env": "PORT=7770\n"})
    assert (row(["`SEATS`", "gone", words["SEATS"]]) in gone["Page.md"]) == bool(words["SEATS"])
