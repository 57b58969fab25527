"""Whether an inline figure says what its datum says, and what is written in its place."""

from __future__ import annotations

import pytest
from vaults import findings_of, indexed

RULES = ("stale-figure", "bad-data", "lone-marker")
FILES = {
    "vaulttool.toml": 'data = "data"\n[counts.alerts]\ntitle = "Alerts"\nglob = "*.rule"\n',
    "a.rule": "",
    "b.rule": "",
    "data/hosts/atlas.yaml": """\
host: atlas
facts:
  - {key: vram, value: 31.86, unit: GiB, from: 2026-09-22, source: {document: Page.md, line: 1}}
  - {key: cards, value: 2, from: 2026-09-22, source: {document: Page.md, line: 1}}
  - {key: os, value: Fedora, from: 2026-09-22, source: {document: Page.md, line: 1}}
  - {key: link, value: 25.2, unit: GB/s, engine: vllm, from: 2026-09-22, source: {document: Page.md, line: 1}}
  - {key: link, value: 13.1, unit: GB/s, engine: llama, from: 2026-09-22, source: {document: Page.md, line: 1}}
  - {key: old, value: 1, from: 2026-09-20, to: 2026-09-21, source: {document: Page.md, line: 1}}
""",
    "data/runs/boot.yaml": """\
run: boot
title: Boot
kind: boot-log
date: 2026-09-22
host: atlas
source: {document: Page.md, line: 1}
settings: {max_num_seqs: 4, name: archon, eager: true}
results:
  kv: {value: 425047, unit: tok}
  window: {low: 100, high: 200, unit: tok}
  change: {value: -16.04, unit: "%"}
  factor: {value: 1.62, unit: x}
  share: {value: 0.514, unit: ratio}
  time: {value: 0.25, unit: s}
  pool: {value: 14.42, unit: GiB}
  rate: {value: 85.9, unit: tok/s, as_printed: "86"}
derived:
  gain: {expr: "100 / rate - 1", as: "+16 %"}
  twice: {expr: "kv * 2", as: "850,094 tok"}
""",
}


def page(text: str) -> dict[str, str]:
    return {**FILES, "Page.md": text.replace("{", "<!-- =").replace("}", " -->")}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("425,047{run/boot#kv}", id="grouped"),
        pytest.param("425047{run/boot#kv}", id="not grouped"),
        pytest.param("425,047 tokens{run/boot#kv}", id="with its unit"),
        pytest.param("425,047.0{run/boot#kv}", id="more decimals"),
        pytest.param("425k{run/boot#kv}", id="thousands"),
        pytest.param("425.0k{run/boot#kv}", id="thousands with a decimal"),
        pytest.param("~425,000{run/boot#kv}", id="rounded to thousands"),
        pytest.param("~430,000{run/boot#kv}", id="rounded to ten thousands"),
        pytest.param("~400,000{run/boot#kv}", id="rounded to a hundred thousands"),
        pytest.param("≈0.43M{run/boot#kv}", id="millions"),
        pytest.param("−16 %{run/boot#change}", id="a minus sign"),
        pytest.param("-16.0%{run/boot#change}", id="a hyphen, and the sign without a blank"),
        pytest.param("1.62x{run/boot#factor}", id="a factor"),
        pytest.param("1.6×{run/boot#factor}", id="a factor, shorter"),
        pytest.param("51 %{run/boot#share}", id="a ratio as per cent"),
        pytest.param("0.51{run/boot#share}", id="a ratio"),
        pytest.param("250 ms{run/boot#time}", id="seconds as milliseconds"),
        pytest.param("0.2 s{run/boot#time}", id="a tie rounded down"),
        pytest.param("0.3 s{run/boot#time}", id="a tie rounded up"),
        pytest.param("14,766 MiB{run/boot#pool}", id="GiB as MiB"),
        pytest.param("15.48 GB{run/boot#pool}", id="GiB as GB"),
        pytest.param("31.86 GiB{host/atlas#vram}", id="a fact"),
        pytest.param("25{host/atlas#vllm.link} and 13{host/atlas#llama.link}", id="facts of engines"),
        pytest.param("2 cards{host/atlas#cards}, 2{host/atlas#cards}", id="a fact without a unit"),
        pytest.param("4{run/boot#settings.max_num_seqs}", id="a setting"),
        pytest.param("4 slots{run/boot#settings.max_num_seqs}", id="a setting with a word behind it"),
        pytest.param("2{count/alerts}", id="a count"),
        pytest.param("2 requests{count/alerts}", id="a count with a word behind it"),
        pytest.param("+16 %{run/boot#gain}", id="a derived figure as told"),
        pytest.param("+16.4 %{run/boot#gain}", id="a derived figure as computed"),
        pytest.param("850,094{run/boot#twice}", id="a derived figure"),
        pytest.param("**425,047**{run/boot#kv} and `425,047`{run/boot#kv}", id="emphasis and code"),
        pytest.param("425,047 of 500,000", id="no marker"),
    ],
)
def test_fresh(text: str) -> None:
    files = page(text.replace("2 cards{host/atlas#cards}, ", ""))
    assert findings_of(files, *RULES) == []
    assert indexed(files) == (files, [])


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param("400,000{run/boot#kv}", "425,047", id="grouped"),
        pytest.param("400000{run/boot#kv}", "425047", id="not grouped"),
        pytest.param("424,000.5{run/boot#kv}", "425,047.0", id="as many decimals"),
        pytest.param("424k{run/boot#kv}", "425k", id="thousands"),
        pytest.param("~410,000{run/boot#kv}", "~430,000", id="rounded"),
        pytest.param("+16 %{run/boot#change}", "-16", id="a gain that is a loss"),
        pytest.param("−15.0 %{run/boot#change}", "−16.0", id="the minus sign stays"),
        pytest.param("1.5x{run/boot#factor}", "1.6x", id="a factor"),
        pytest.param("50%{run/boot#share}", "51%", id="a ratio as per cent"),
        pytest.param("240 ms{run/boot#time}", "250", id="milliseconds"),
        pytest.param("15,000 MiB{run/boot#pool}", "14,766", id="MiB"),
        pytest.param("**400,000**{run/boot#kv}", "425,047", id="in strong"),
        pytest.param("3{count/alerts}", "2", id="a count of files"),
        pytest.param("+15 %{run/boot#gain}", "+16", id="a derived figure"),
        pytest.param("30.5 GiB{host/atlas#vram}", "31.9", id="a fact"),
    ],
)
def test_stale(text: str, after: str) -> None:
    files = page(f"The pool holds {text} here.")
    (finding,) = findings_of(files, *RULES)
    assert finding.rule == "stale-figure"
    written, left = indexed(files)
    assert left == []
    before = finding.span.of(files["Page.md"])
    assert written["Page.md"] == files["Page.md"].replace(before, after, 1)
    assert indexed(written) == (written, [])


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        pytest.param("5{run/boot#factr}", 'the run "boot" has no figure "factr"', 'did you mean "factor"?', id="no such figure"),
        pytest.param("5{run/boots#kv}", 'no run is named "boots"', 'did you mean "boot"?', id="no such run"),
        pytest.param("5{host/atlass#vram}", 'no host is named "atlass"', 'did you mean "atlas"?', id="no such host"),
        pytest.param("5{host/atlas#vramm}", 'the host "atlas" has no fact "vramm"', 'did you mean "vram"?', id="no such fact"),
        pytest.param("5{host/atlas#old}", 'no fact "old" of the host "atlas" holds today', "each has an end", id="a past fact"),
        pytest.param("5{host/atlas#link}", 'the host "atlas" has several facts "link"', "write one of vllm.link, llama.link", id="a fact of several engines"),
        pytest.param("5{count/alert}", 'no count is named "alert"', 'did you mean "alerts"?', id="no such count"),
        pytest.param("5{runs/boot#kv}", '"runs/boot#kv" is no address', "write run/RUN#METRIC", id="no address"),
        pytest.param("5{run/boot}", '"run/boot" is no address', "write run/RUN#METRIC", id="no figure named"),
        pytest.param("5{boot#kv}", '"boot#kv" is no address', "write run/RUN#METRIC", id="no kind"),
        pytest.param("5{run/boot#window}", '"run/boot#window" is no single number: "100-200 tok"', "name one that is", id="a range"),
        pytest.param("5{host/atlas#os}", '"host/atlas#os" is no single number: "Fedora"', "name one that is", id="text"),
        pytest.param("5{run/boot#settings.eager}", '"run/boot#settings.eager" is no single number: "true"', "name one that is", id="a truth value"),
        pytest.param("5{run/boot#settings.max}", 'no setting "max" is at "run/boot#settings.max"', None, id="no such setting"),
        pytest.param("5 GiB{run/boot#kv}", '"425047 tok" cannot be shown in GiB', '"run/boot#kv" is in tok', id="another unit"),
        pytest.param("5 %{run/boot#kv}", '"425047 tok" cannot be shown in %', '"run/boot#kv" is in tok', id="tokens as per cent"),
        pytest.param("5x{run/boot#kv}", '"425047 tok" cannot be shown in x', '"run/boot#kv" is in tok', id="tokens as a factor"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_is_an_error_at_the_figure(text: str, message: str, help: str | None) -> None:
    files = page(f"The pool holds {text} here.")
    (finding,) = findings_of(files, *RULES)
    assert (finding.rule, finding.message) == ("bad-data", message)
    assert help is None or (finding.help or "").startswith(help)
    assert finding.span.of(files["Page.md"]) == page(text)["Page.md"]
    assert indexed(files) == (files, [finding])


def test_a_stale_figure_names_its_datum() -> None:
    (finding,) = findings_of(page("400,000{run/boot#kv}"), *RULES)
    assert finding.message == '"400,000" stands for "425,047": "run/boot#kv" is 425047 tok'
    (related,) = finding.related
    assert related.path == "data/runs/boot.yaml"
    assert related.span.of(FILES[related.path]).startswith("kv: {value: 425047")
