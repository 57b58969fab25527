"""Figures that are settled, mixed up, compared with what they cannot be compared with, or of no known source."""

from __future__ import annotations

import pytest
from vaults import findings_of, marked

from vaulttool.model.finding import Finding

ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Owner]]"
names:
  - {name: olisipo, from: 2026-09-01, to: 2026-09-19}
  - {name: lisbon, from: 2026-09-20}
eras:
  - {id: one-card, title: One card, start: 2026-09-16, end: 2026-09-19, superseded_by: two-cards, page: "[[Lisbon]]", section: One card}
  - {id: two-cards, title: Two cards, start: 2026-09-20, page: "[[Lisbon]]", section: Two cards}
"""
METRICS = """\
metrics:
  acceptance: {title: Acceptance, unit: "%"}
  kv_pool_tokens: {title: KV pool, unit: tok}
  kv_avail_gib: {title: KV available, unit: GiB}
  decode_tps: {title: Decode, unit: tok/s}
  output_tps: {title: Output, unit: tok/s}
  accept_length: {title: Accept length, unit: tok/draft}
  prefix_hit_rate: {title: Hit rate, unit: "%"}
  delay_ms: {title: Delay, unit: ms}
"""
CONFIGURATION = 'data = "data"\n'


def run(name: str, text: str, date: str = "2026-09-22", kind: str = "ab", era: str = "") -> str:
    """A run: what every one has, then the lines that are given."""
    of = f"endpoint: lisbon\nera: {era}\n" if era else ""
    head = f"run: {name}\ntitle: {name}\nkind: {kind}\ndate: {date}\nhost: atlas\n{of}"
    return f"{head}source: {{document: Lisbon.md, line: 1}}\n{text}\n"


def vault(body: str = "## One card\n\n## Two cards\n", **runs: str) -> dict[str, str]:
    """A page of two eras with metrics, and runs by name."""
    return {
        "Lisbon.md": body,
        "Owner.md": "An endpoint.\n",
        "vaulttool.toml": CONFIGURATION,
        "data/hosts/atlas.yaml": "host: atlas\nfacts: []\n",
        "data/endpoints/lisbon.yaml": ENDPOINT,
        "data/metrics.yaml": METRICS,
        **{f"data/runs/{name.replace('_', '-')}.yaml": text for name, text in runs.items()},
    }


def found_in(files: dict[str, str], rule: str) -> list[Finding]:
    """The findings of a rule in files without other flaws."""
    assert findings_of(files, "bad-data") == []
    return findings_of(files, rule)


def shown(files: dict[str, str], rule: str) -> list[tuple[str, str]]:
    """What the findings of a rule point at, and where."""
    return [(path, text) for path, _, text in marked(files, found_in(files, rule))]


def pool(name: str, value: str, date: str, more: str = "", era: str = "two-cards", rest: str = "") -> str:
    results = f"results: {{kv_pool_tokens: {{value: {value}, unit: tok{more}}}}}{rest}"
    return run(name, results, date, "boot-log", era)


ESTIMATE = ", quality: estimated, why: computed"


# Estimates and predictions


@pytest.mark.parametrize(
    ("estimate", "measurement"),
    [
        pytest.param(pool("guess", "420000", "2026-09-21", ESTIMATE), pool("boot", "425047", "2026-09-22"), id="older"),
        pytest.param(
            pool("guess", "420000", "2026-09-22", ESTIMATE), pool("boot", "425047", "2026-09-22"), id="same day"
        ),
        pytest.param(
            pool("guess", "420000", "2026-09-22", ESTIMATE).replace("endpoint: lisbon", "endpoint: olisipo"),
            pool("boot", "425047", "2026-09-22"),
            id="under a past name",
        ),
        pytest.param(
            pool("guess", "420000", "2026-09-21", ESTIMATE, rest="\nsettings: {fill: 0.98}"),
            pool("boot", "425047", "2026-09-22", rest="\nsettings: {fill: 0.980, seats: 8}"),
            id="with the same settings",
        ),
    ],
)
def test_an_estimate_that_is_settled(estimate: str, measurement: str) -> None:
    (finding,) = found_in(vault(guess=estimate, boot=measurement), "estimate-beside-measurement")
    assert finding.path == "data/runs/guess.yaml"
    assert finding.message == '"kv_pool_tokens" is an estimate, and "run/boot#kv_pool_tokens" has measured 425047 tok'
    assert [related.path for related in finding.related] == ["data/runs/boot.yaml"]


@pytest.mark.parametrize(
    ("estimate", "measurement"),
    [
        pytest.param(pool("guess", "1", "2026-09-23", ESTIMATE), pool("boot", "2", "2026-09-22"), id="newer than it"),
        pytest.param(pool("guess", "1", "2026-09-19", ESTIMATE, "one-card"), pool("boot", "2", "2026-09-22"), id="another era"),
        pytest.param(pool("guess", "1", "2026-09-21", ESTIMATE), pool("boot", "2", "2026-09-22", ", per: card"), id="per card"),
        pytest.param(
            pool("guess", "1", "2026-09-21", ESTIMATE + ", stat: max"), pool("boot", "2", "2026-09-22", ", stat: mean"), id="statistic"
        ),
        pytest.param(
            pool("guess", "1", "2026-09-21", ESTIMATE, rest="\nsettings: {fill: 0.99}"),
            pool("boot", "2", "2026-09-22", rest="\nsettings: {fill: 0.98}"),
            id="other settings",
        ),
        pytest.param(pool("guess", "1", "2026-09-21", ESTIMATE), pool("boot", "2", "2026-09-22", ESTIMATE), id="two estimates"),
        pytest.param(
            pool("guess", "1", "2026-09-21", ", quality: upstream, why: theirs"), pool("boot", "2", "2026-09-22"), id="upstream's"
        ),
        pytest.param(
            pool("guess", "1", "2026-09-21", ESTIMATE),
            pool("boot", "2", "{unknown: not told, from: 2026-09-20, to: 2026-09-25}"),
            id="perhaps older",
        ),
        pytest.param(pool("guess", "1", "2026-09-21", ESTIMATE), run("boot", "results: {decode_tps: {value: 1, unit: tok/s}}", era="two-cards"), id="another metric"),
        pytest.param(
            pool("guess", "1", "2026-09-21", ESTIMATE + ", settled_by: run/boot#kv_pool_tokens"), pool("boot", "2", "2026-09-22"), id="told"
        ),
    ],
)  # fmt: skip
def test_an_estimate_that_stands(estimate: str, measurement: str) -> None:
    assert shown(vault(guess=estimate, boot=measurement), "estimate-beside-measurement") == []


SETTLED = {
    "guess": pool("guess", "420000", "2026-09-21", ESTIMATE + ", settled_by: run/boot#kv_pool_tokens"),
    "boot": pool("boot", "425047", "2026-09-22"),
}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("~420,000<!-- =run/guess#kv_pool_tokens --> tokens.", ["~420,000"], id="inline"),
        pytest.param(
            "~420,000<!-- =run/guess#kv_pool_tokens --> expected, 425,047<!-- =run/boot#kv_pool_tokens --> measured.",
            [],
            id="beside what was measured",
        ),
        pytest.param(
            "~420,000<!-- =run/guess#kv_pool_tokens -->.\n\n425,047<!-- =run/boot#kv_pool_tokens -->.",
            ["~420,000"],
            id="in another block",
        ),
        pytest.param("425,047<!-- =run/boot#kv_pool_tokens --> tokens.", [], id="the measured one"),
        pytest.param(
            '<!-- vaulttool:begin figures list="run/guess#kv_pool_tokens" -->\n<!-- vaulttool:end figures -->',
            ['<!-- vaulttool:begin figures list="run/guess#kv_pool_tokens" -->'],
            id="a region",
        ),
        pytest.param(
            '<!-- vaulttool:begin arms run="guess,boot" -->\n<!-- vaulttool:end arms -->', [], id="a region of both"
        ),
    ],
)
def test_pages_that_cite_a_settled_estimate(body: str, expected: list[str]) -> None:
    body += "\n\n## One card\n\n## Two cards\n"
    files = vault(body, **SETTLED)
    assert shown(files, "estimate-beside-measurement") == [("Lisbon.md", text) for text in expected]


def test_figures_of_an_era_that_are_settled_estimates() -> None:
    files = vault("## One card\n\n## Two cards\n", **SETTLED)
    path = "data/endpoints/lisbon.yaml"
    files[path] = ENDPOINT.replace("section: Two cards}", "section: Two cards, figures: [run/guess#kv_pool_tokens]}")
    assert shown(files, "estimate-beside-measurement") == [(path, "run/guess#kv_pool_tokens")]


def test_what_settles_an_estimate_must_be_there() -> None:
    guess = pool("guess", "1", "2026-09-21", ESTIMATE + ", settled_by: run/boot#kv_pool_tokens")
    (finding,) = findings_of(vault(guess=guess), "bad-data")
    assert finding.message == 'no run is named "boot"'


MEASURED = {
    "accept": run("accept", 'results: {acceptance: {value: 58.3, unit: "%"}}', kind="acceptance", era="two-cards"),
    "boot": run(
        "boot",
        'results:\n  kv_pool_tokens: {value: 425047, unit: tok, as_printed: "425,047"}\n'
        "  kv_avail_gib: {value: 14.42, unit: GiB, per: card}\n  output_tps: {value: 40, unit: tok/s}\n"
        "  delay_ms: {value: 40, unit: ms}",
        kind="boot-log",
        era="two-cards",
    ),
}


SECOND = "\n## Two cards\n"


def expected_on(body: str, section: str = "## Two cards\n\n") -> list[str]:
    """What is told of the text of a section."""
    files = vault(f"## One card\n\ntext\n\n{section}{body}\n{'' if 'Two' in section else SECOND}", **MEASURED)
    return [text for _, text in shown(files, "estimate-beside-measurement")]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param("The drafter fits another model, so acceptance may drop.", "acceptance may drop", id="may"),
        pytest.param(
            "The mismatch means acceptance will likely fall from 4.24.", "acceptance will likely fall", id="will likely"
        ),
        pytest.param(
            "- Acceptance should be lower, because the base differs.", "Acceptance should be lower", id="in an item"
        ),
        pytest.param(
            "A mismatch, hence an expected drop in acceptance.", "expected drop in acceptance", id="expected drop"
        ),
        pytest.param("The KV pool is estimated at ~380k tokens.", "~380k tokens", id="an estimated number"),
        pytest.param("The KV pool should come to about 380,000 tokens.", "about 380,000 tokens", id="should come to"),
        pytest.param("| What | Value |\n| --- | --- |\n| KV pool | ~380k tokens |", "~380k tokens", id="a row"),
        pytest.param(
            "| What | Value |\n| --- | --- |\n| KV available | ~17.6 GiB per card |",
            "~17.6 GiB per card",
            id="per card",
        ),
    ],
)
def test_what_a_page_still_expects(body: str, text: str) -> None:
    assert expected_on(body) == [text]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("If prompts are random, acceptance may drop.", id="a condition"),
        pytest.param("Acceptance may drop when prompts are random.", id="a condition behind"),
        pytest.param("With another drafter acceptance may drop.", id="with"),
        pytest.param("Switching drafters, acceptance may drop.", id="doing something"),
        pytest.param("Acceptance may drop on random prompts.", id="on something"),
        pytest.param("A drop in acceptance was expected and did not come.", id="the past"),
        pytest.param("Acceptance may be read from the log.", id="no turn"),
        pytest.param("Clients should watch acceptance.", id="an instruction"),
        pytest.param("Acceptance fell.", id="a fact"),
        pytest.param("> Acceptance may drop, says upstream.", id="quoted"),
        pytest.param("### Trial of 2026-10-02\n\nA new base, so acceptance may drop.", id="under a day of its own"),
        pytest.param("- 2026-10-02: a new base, so acceptance may drop.", id="an entry of a day"),
        pytest.param("Acceptance is 58.3 %<!-- =run/accept#acceptance --> and may drop further.", id="a figure"),
        pytest.param("The output may drop.", id="an everyday word"),
        pytest.param("The delay may drop.", id="a short word"),
        pytest.param("Decode may drop.", id="a metric that nobody measured"),
        pytest.param("The KV pool is estimated at ~430k tokens.", id="a rounding of it"),
        pytest.param("The old KV pool was estimated at ~380k tokens.", id="an old shape"),
        pytest.param("The KV pool is estimated at ~2M tokens.", id="far away"),
        pytest.param("The KV pool of ~380k tokens is shared.", id="no word of estimation"),
        pytest.param("The KV pool is estimated at ~10 GiB.", id="another unit"),
        pytest.param("The KV pool is estimated at ~380k tokens of 400k tokens.", id="two numbers"),
        pytest.param("| What | Value |\n| --- | --- |\n| KV pool | 380k tokens |", id="a row without a mark"),
        pytest.param("| What | Value |\n| --- | --- |\n| KV pool of MXFP4 | ~380k tokens |", id="a row of something else"),
        pytest.param("| What | One | Two |\n| --- | --- | --- |\n| KV pool | ~380k tokens | x |", id="a table of several columns"),
        pytest.param("| What | Value |\n| --- | --- |\n| KV available | ~17.6 GiB per rank |", id="per something else"),
        pytest.param("| What | Value |\n| --- | --- |\n| KV pool | ~380,000<!-- =run/boot#kv_pool_tokens --> tokens |", id="a figure in a row"),
    ],
)  # fmt: skip
def test_what_a_page_may_go_on_saying(body: str) -> None:
    assert expected_on(body) == []


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        pytest.param("## Two cards\n\n", ["acceptance may drop"], id="of the era"),
        pytest.param("## Other\n\n", [], id="of no era"),
        pytest.param("", [], id="of another era"),
    ],
)
def test_only_the_era_of_the_place_counts(section: str, expected: list[str]) -> None:
    assert expected_on("A mismatch, so acceptance may drop.", section) == expected


def test_the_text_above_all_sections_is_of_the_last_era() -> None:
    files = vault("# Lisbon\n\nA mismatch, so acceptance may drop.\n\n## One card\n\n## Two cards\n", **MEASURED)
    assert shown(files, "estimate-beside-measurement") == [("Lisbon.md", "acceptance may drop")]


# Definitions


def accept(name: str, value: str, definition: str, date: str = "2026-09-22", rest: str = "") -> str:
    told = f", definition: {definition}" if definition else ""
    return run(name, f"results: {{accept_length: {{value: {value}, unit: tok/draft{told}}}}}{rest}", date, "acceptance")


ARMS = "arms:\n  a: {{results: {{accept_length: {{value: 7, unit: tok/draft{}}}}}}}\n  b: {{results: {{accept_length: {{value: 5, unit: tok/draft{}}}}}}}"
WITH, WITHOUT = ", definition: with-bonus", ", definition: without-bonus"
UNCLEAR = ", definition: ambiguous"


@pytest.mark.parametrize(
    ("runs", "path"),
    [
        pytest.param({"ab": run("ab", ARMS.format(WITH, WITHOUT))}, "data/runs/ab.yaml", id="two arms"),
        pytest.param({"ab": run("ab", ARMS.format(WITH, UNCLEAR))}, "data/runs/ab.yaml", id="an ambiguous arm"),
        pytest.param(
            {
                "new": accept("new", "7", "with-bonus", rest="\nbaseline: old"),
                "old": accept("old", "4", "without-bonus"),
            },
            "data/runs/new.yaml",
            id="the baseline",
        ),
        pytest.param(
            {
                "new": accept(
                    "new",
                    "7",
                    "with-bonus",
                    rest='\nderived: {gain: {expr: "accept_length / run/old#accept_length", as: "1.8x"}}',
                ),
                "old": accept("old", "4", "without-bonus"),
            },
            "data/runs/new.yaml",
            id="an expression",
        ),
        pytest.param(
            {"new": accept("new", "7", "ambiguous", rest="\nbaseline: old"), "old": accept("old", "4", "ambiguous")},
            "data/runs/new.yaml",
            id="two ambiguous ones of two runs",
        ),
    ],
)
def test_mixed_definitions_in_data(runs: dict[str, str], path: str) -> None:
    files = vault(**runs)
    (finding,) = found_in(files, "mixed-definition")
    assert (finding.path, len(finding.related)) == (path, 1)


@pytest.mark.parametrize(
    "runs",
    [
        pytest.param({"ab": run("ab", ARMS.format(WITH, WITH))}, id="the same"),
        pytest.param({"ab": run("ab", ARMS.format(WITH, ""))}, id="one that is not told"),
        pytest.param({"ab": run("ab", ARMS.format(UNCLEAR, UNCLEAR))}, id="two ambiguous arms"),
        pytest.param(
            {"new": accept("new", "7", "with-bonus"), "old": accept("old", "4", "without-bonus")}, id="not compared"
        ),
    ],
)
def test_definitions_that_may_stand_side_by_side(runs: dict[str, str]) -> None:
    assert found_in(vault(**runs), "mixed-definition") == []


BOTH = {
    "new": accept("new", "7", "with-bonus"),
    "old": accept("old", "4", "without-bonus"),
    "bare": accept("bare", "4", ""),
}
NEW, OLD = "7<!-- =run/new#accept_length -->", "4<!-- =run/old#accept_length -->"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(f"{NEW} here, {OLD} there.", ["4"], id="inline"),
        pytest.param(f"{NEW} here.\n\n{OLD} there, {OLD} again.", ["4"], id="told once"),
        pytest.param(f"{NEW} here, {OLD} there, which leaves the bonus token out.", [], id="the page says so"),
        pytest.param(f"{NEW} here and {NEW}.", [], id="one definition"),
        pytest.param(f"{NEW} here, 4<!-- =run/bare#accept_length --> there.", [], id="one without definition"),
        pytest.param(
            '<!-- vaulttool:begin arms run="new,old" -->\n<!-- vaulttool:end arms -->',
            ['<!-- vaulttool:begin arms run="new,old" -->'],
            id="a region",
        ),
        pytest.param(
            f'{OLD} there.\n\n<!-- vaulttool:begin figures run="new" -->\n<!-- vaulttool:end figures -->',
            ['<!-- vaulttool:begin figures run="new" -->'],
            id="inline and a region",
        ),
    ],
)
def test_mixed_definitions_on_a_page(body: str, expected: list[str]) -> None:
    files = vault(f"{body}\n\n## One card\n\n## Two cards\n", **BOTH)
    assert shown(files, "mixed-definition") == [("Lisbon.md", text) for text in expected]


@pytest.mark.parametrize(
    ("length", "rate", "fits"),
    [
        pytest.param("{low: 2.9, high: 4.3, unit: tok/draft, of: 7, definition: with-bonus}", "{value: 0.60, unit: ratio}", "without-bonus", id="a range"),
        pytest.param("{value: 7.00, unit: tok/draft, of: 7, definition: without-bonus}", '{value: 85.7, unit: "%"}', "with-bonus", id="a percentage"),
        pytest.param("{value: 7.00, unit: tok/draft, of: 7, definition: with-bonus}", '{value: 85.7, unit: "%"}', "", id="it fits"),
        pytest.param("{value: 3, unit: tok/draft, of: 7, definition: with-bonus}", '{value: 85.7, unit: "%"}', "", id="neither fits"),
        pytest.param("{value: 7.00, unit: tok/draft, of: 7, definition: ambiguous}", '{value: 85.7, unit: "%"}', "", id="ambiguous"),
        pytest.param("{value: 7.00, unit: tok/draft, definition: without-bonus}", '{value: 85.7, unit: "%"}', "", id="no depth"),
    ],
)  # fmt: skip
def test_an_accept_length_that_its_rate_contradicts(length: str, rate: str, fits: str) -> None:
    metric = "acceptance" if "%" in rate else "acceptance_ratio"
    files = vault(
        "## One card\n## Two cards\n", probe=run("probe", f"results: {{accept_length: {length}, {metric}: {rate}}}")
    )
    files["data/metrics.yaml"] += "  acceptance_ratio: {title: Acceptance, unit: ratio}\n"
    assert [fits in one.message.partition("makes it ")[2] for one in found_in(files, "mixed-definition")] == [
        True
    ] * bool(fits)


WORDS = '`{"num_speculative_tokens": 7}`: mean acceptance length 7.00 / 85.7% on easy text.\n\n'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(WORDS + "Accept length 2.9-4.3 tokens per draft, acceptance ~0.60.", ["2.9-4.3"], id="two definitions"),
        pytest.param(WORDS + "Accept length 5.08 at 58.3 %.", [], id="one definition"),
        pytest.param(WORDS + "Accept length 2.9-4.3 without the bonus token, acceptance ~0.60.", [], id="the page says so"),
        pytest.param(WORDS.replace("7}", "7}`, `num_speculative_tokens=5") + "Accept length 2.9-4.3, acceptance ~0.60.", [], id="two depths"),
        pytest.param(WORDS.replace("num_spec", "spec") + "Accept length 2.9-4.3, acceptance ~0.60.", [], id="no depth"),
        pytest.param(WORDS + "Accept length 2.9-4.3.", [], id="no rate"),
        pytest.param("Depth 7: accept length 7.00 / 85.7%; accept length 4.2, acceptance of 60%.", ["4.2"], id="depth in words"),
    ],
)  # fmt: skip
def test_accept_lengths_in_words(body: str, expected: list[str]) -> None:
    files = {
        "Lisbon.md": f"---\ntype: reference\n---\n{body}\n",
        "vaulttool.toml": '[schemas.types]\nreference = "reference"\n',
    }
    assert [text for _, _, text in marked(files, findings_of(files, "mixed-definition"))] == expected


# Comparisons


def ab(first: str, second: str, more: str = "", results: str = "{decode_tps: {value: 1, unit: tok/s}}") -> str:
    arms = f"arms:\n  a: {{title: Arm a, settings: {first}, results: {results}}}\n  b: {{title: Arm b, settings: {second}, results: {results}}}"
    return run("ab", f"{more}{arms}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            ab("{kv: fp8}", "{kv: auto}", "controlled: {kv: fp8}\n"),
            '"kv" is controlled as "fp8", and "auto" in the arm "b"',
            id="controlled",
        ),
        pytest.param(
            ab("{drafter: mtp, eos: true}", "{drafter: dflash, eos: false}", "variable: [drafter]\n"),
            '"eos" is "false" in the arm "b" and "true" in "a", beside what is compared',
            id="beside the variable",
        ),
        pytest.param(
            ab("{drafter: mtp}", "{drafter: dflash, eos: false}", "variable: [drafter]\nsettings: {eos: true}\n"),
            '"eos" is "false" in the arm "b" and "true" in "a", beside what is compared',
            id="one arm differs from the run",
        ),
        pytest.param(
            ab("{drafter: mtp, weights: Q8}", "{drafter: dflash, weights: MXFP4}", "question: Which drafter?\n"),
            '"weights" is "MXFP4" in the arm "b" and "Q8" in "a", beside what is compared',
            id="beside what the question names",
        ),
        pytest.param(
            ab("{drafter: mtp}", "{drafter: mtp}", "variable: [drafter]\n"),
            '"drafter" is the variable, and "mtp" in every arm',
            id="no variable",
        ),
    ],
)
def test_arms_that_differ(text: str, message: str) -> None:
    (finding,) = found_in(vault(ab=text), "arms-differ")
    assert finding.message == message
    assert finding.path == "data/runs/ab.yaml"
    assert finding.related


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(ab("{drafter: mtp}", "{drafter: dflash}", "variable: [drafter]\n"), id="the variable alone"),
        pytest.param(ab("{drafter: mtp, eos: true}", "{drafter: dflash, eos: false}", "variable: [drafter, eos]\n"), id="both are named"),
        pytest.param(ab("{drafter: mtp, eos: 1}", "{drafter: dflash}", "variable: [drafter]\n"), id="only one tells"),
        pytest.param(ab("{drafter: mtp, fill: 0.98}", "{drafter: dflash, fill: 0.980}", "variable: [drafter]\n"), id="the same number"),
        pytest.param(ab("{x: 1, y: 2}", "{x: 2, y: 3}"), id="nothing says what is compared"),
        pytest.param(ab("{drafter: mtp, spec: 8}", "{drafter: dflash, spec: 7}", "question: Which drafter, and spec?\n"), id="the question names both"),
        pytest.param(
            ab("{drafter: mtp, depth: 8}", "{drafter: dflash, depth: 7}", "question: Which drafter?\n").replace("Arm a", "at 8").replace("Arm b", "at 7"),
            id="a title has the value",
        ),
        pytest.param(ab("{drafter: mtp, eos: true}", "{drafter: dflash, eos: false}", "question: Which drafter?\n").replace("kind: ab", "kind: sweep"), id="a sweep"),
        pytest.param(ab("{kv: fp8}", "{kv: fp8}", "controlled: {kv: fp8}\n"), id="controlled and the same"),
    ],
)  # fmt: skip
def test_arms_that_may_be_compared(text: str) -> None:
    assert found_in(vault(ab=text), "arms-differ") == []


def test_a_mean_and_a_geomean_are_not_compared() -> None:
    arms = "arms:\n  a: {results: {decode_tps: {value: 1, unit: tok/s, stat: mean}}}\n  b: {results: {decode_tps: {value: 2, unit: tok/s, stat: geomean}}}"
    (finding,) = found_in(vault(ab=run("ab", arms)), "arms-differ")
    assert finding.message == '"decode_tps" is a geomean in the arm "b" and a mean in "a"'


def measured_by(method: str, name: str = "new", more: str = "baseline: old") -> str:
    return run(name, f"{more}\nmethod: {method}\nresults: {{decode_tps: {{value: 1, unit: tok/s}}}}", kind="probe")


@pytest.mark.parametrize(
    ("new", "old", "names"),
    [
        pytest.param("{harness: a.py, workload: {dataset: random}}", "{harness: a.py, workload: {dataset: code}}", {"dataset"}, id="dataset"),
        pytest.param("{harness: a.py, workload: {ignore_eos: true}}", "{harness: a.py, workload: {ignore_eos: false}}", {"ignore_eos"}, id="workload"),
        pytest.param('{harness: a.py, args: "--ignore-eos --burst 4"}', '{harness: a.py, args: "--burst 4"}', {"ignore_eos"}, id="a flag that one lacks"),
        pytest.param('{harness: a.py, args: "--burst 4"}', '{harness: a.py, args: "--burst=8"}', {"burst"}, id="a flag's value"),
        pytest.param('{harness: a.py, args: "--ignore-eos"}', "{harness: a.py, workload: {ignore_eos: false}}", {"ignore_eos"}, id="flag and workload"),
        pytest.param("{harness: manual}", "{harness: scripts/a.py}", {"harness"}, id="harness"),
    ],
)  # fmt: skip
def test_a_run_and_its_baseline_differ(new: str, old: str, names: set[str]) -> None:
    files = vault(new=measured_by(new), old=measured_by(old, "old", "noise: {plus_minus: 1, unit: tok/s}"))
    assert {one.message.split('"')[1] for one in found_in(files, "arms-differ")} == names


@pytest.mark.parametrize(
    ("new", "old", "more"),
    [
        pytest.param("{harness: scripts/a.py}", "{harness: /home/x/a.py}", "", id="the same harness elsewhere"),
        pytest.param("{harness: a.py, workload: {dataset: code}}", "{harness: a.py}", "", id="only one tells"),
        pytest.param("{harness: a.py, workload: {dataset: code}}", "{harness: a.py, workload: {dataset: random}}", "variable: [dataset]\n", id="the variable"),
        pytest.param("{harness: a.py, workload: {runs: 3}}", "{harness: a.py, workload: {runs: 2}}", "", id="repeats"),
        pytest.param('{harness: a.py, args: "--host a --out x"}', '{harness: a.py, args: "--host b"}', "", id="addresses"),
        pytest.param('{harness: a.py, args: "--ignore-eos"}', "{harness: a.py}", "", id="no command line on one side"),
        pytest.param(
            "{harness: a.py, workload: {dataset: code corpus}}", "{harness: a.py, workload: {dataset: code corpus of the repository}}", "", id="in more words"
        ),
    ],
)  # fmt: skip
def test_a_run_and_its_baseline_agree(new: str, old: str, more: str) -> None:
    files = vault(
        new=measured_by(new, more=f"{more}baseline: old"),
        old=measured_by(old, "old", "noise: {plus_minus: 1, unit: tok/s}"),
    )
    assert found_in(files, "arms-differ") == []


def test_runs_that_are_computed_with_are_compared() -> None:
    derived = 'derived: {gain: {expr: "decode_tps / run/old#decode_tps", as: "1x"}}'
    files = vault(
        new=measured_by("{harness: a.py, workload: {dataset: random}}", more=derived),
        old=measured_by("{harness: a.py, workload: {dataset: code}}", "old", "noise: {plus_minus: 1, unit: tok/s}"),
    )
    (finding,) = found_in(files, "arms-differ")
    assert finding.message == '"dataset" is "random" here and "code" in "old", which it is compared with'


CONTROLLED = ab("{weights: FP8}", "{weights: MXFP4}", "variable: [weights]\ncontrolled: {kv_cache_dtype: fp8}\n")
CITED = "1<!-- =run/ab#a.decode_tps --> tok/s"


@pytest.mark.parametrize(
    ("why", "told"),
    [
        pytest.param("the gap comes from the KV dtype", True, id="comes from"),
        pytest.param("faster because of fp8 KV", True, id="its value"),
        pytest.param("the kv_cache_dtype explains the gap", True, id="explains"),
        pytest.param("the gap comes from the weights", False, id="what differs"),
        pytest.param("not because of the KV dtype", False, id="denied"),
        pytest.param("fp8 KV was on both arms", False, id="shared, and said so"),
        pytest.param("faster with fp8 KV", False, id="no cause"),
    ],
)
def test_a_verdict_that_blames_what_is_shared(why: str, told: bool) -> None:
    text = CONTROLLED + f'verdict: {{decision: deployed, winner: a, why: "{why}"}}\n'
    found = found_in(vault(ab=text), "arms-differ")
    message = '"kv_cache_dtype" is given as the cause, and is "fp8" in every arm of "ab"'
    assert [one.message for one in found] == [message] * told


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(f"Arm a is at {CITED} because of the KV dtype.", ["KV dtype"], id="cites the run"),
        pytest.param(
            '<!-- vaulttool:begin arms run="ab" -->\n<!-- vaulttool:end arms -->\n\nThe gap is due to fp8 KV.',
            ["fp8 KV"],
            id="below the arms",
        ),
        pytest.param(
            f"> Quoted.\n\nArm a is at {CITED} because of the KV dtype.", ["KV dtype"], id="below a quotation"
        ),
        pytest.param("The gap is due to fp8 KV.", [], id="of no run"),
        pytest.param(f"Arm a is at {CITED} because of its weights.", [], id="what differs"),
        pytest.param(f"Arm a is at {CITED}, not because of the KV dtype.", [], id="denied"),
        pytest.param(
            f"Arm a is at {CITED} and the other at 2<!-- =run/other#decode_tps -->, due to fp8 KV.", [], id="two runs"
        ),
        pytest.param(f"> Arm a is at {CITED} because of the KV dtype.", [], id="quoted"),
    ],
)
def test_a_sentence_that_blames_what_is_shared(body: str, expected: list[str]) -> None:
    other = run("other", "results: {decode_tps: {value: 2, unit: tok/s}}", kind="probe")
    files = vault(f"{body}\n\n## One card\n\n## Two cards\n", ab=CONTROLLED, other=other)
    assert shown(files, "arms-differ") == [("Lisbon.md", text) for text in expected]


# Rules that are off


def switched_on(files: dict[str, str], rule: str, options: str = "") -> dict[str, str]:
    return {**files, "vaulttool.toml": f'{files["vaulttool.toml"]}\n[rules.{rule}]\nseverity = "warning"\n{options}'}


def test_rules_that_are_off_say_nothing_unless_asked() -> None:
    for rule in ("manual-harness", "unmeasured-knob", "unsourced-figure"):
        files = vault(
            "## Measured\n\n1,648 tokens.\n", probe=measured_by("{harness: manual}", "probe", "question: Why?")
        )
        assert rule not in {one.rule for one in findings_of(files)}


def test_a_run_by_hand_that_a_harness_repeated() -> None:
    by_hand = measured_by("{harness: manual}", "probe", "question: Why?")
    again = measured_by("{harness: a.py}", "again", "question: Why?")
    earlier = again.replace("2026-09-22", "2026-09-20")
    assert len(findings_of(switched_on(vault(probe=by_hand), "manual-harness"), "manual-harness")) == 1
    assert findings_of(switched_on(vault(probe=by_hand, again=again), "manual-harness"), "manual-harness") == []
    assert len(findings_of(switched_on(vault(probe=by_hand, again=earlier), "manual-harness"), "manual-harness")) == 1


KNOBS = """\
<!-- vaulttool:begin settings file="x.env" -->

| Setting | Value | Why |
| --- | --- | --- |
| `CHUNK` | `8192` | {} |
| `PORT` | `a\\|b` | |

<!-- vaulttool:end settings -->
"""


@pytest.mark.parametrize(
    ("why", "options", "expected"),
    [
        pytest.param("leaves more room", "", ["leaves more room"], id="a claim"),
        pytest.param("unmeasured: leaves more room", "", [], id="said to be unmeasured"),
        pytest.param("Not A/B measured", "", [], id="in other words"),
        pytest.param("see [[replica-trials]]", "", [], id="a page"),
        pytest.param("run/2026-09-chunk-size", "", [], id="a run"),
        pytest.param("5 GiB<!-- =run/a#b -->", "", [], id="a figure"),
        pytest.param("as said[^1]", "", [], id="a footnote"),
        pytest.param("guessed", 'words = ["guessed"]', [], id="a word of one's own"),
        pytest.param("leaves more room", 'without = ["CHUNK"]', [], id="left alone"),
        pytest.param("unmeasured", "empty = true", [""], id="an empty reason"),
    ],
)
def test_reasons_for_settings(why: str, options: str, expected: list[str]) -> None:
    files = switched_on({"Lisbon.md": KNOBS.format(why), "vaulttool.toml": ""}, "unmeasured-knob", options)
    found = findings_of(files, "unmeasured-knob")
    assert [one.span.of(files["Lisbon.md"]) for one in found] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("The pool is 425,047 tokens.", ["425,047 tokens"], id="a sentence"),
        pytest.param("A **5** GiB, then 6 GiB.", ["5** GiB"], id="told once a sentence"),
        pytest.param(
            "| a | 5 GiB | 6 GiB |\n| --- | --- | --- |\n| b | ~7 GiB | 8 GiB |", ["~7 GiB"], id="told once a row"
        ),
        pytest.param("It took 5 s. It holds 6 GiB.", ["5 s", "6 GiB"], id="two sentences"),
        pytest.param("The pool is 425,047<!-- =run/boot#kv_pool_tokens --> tokens of 5 GiB.", [], id="a figure"),
        pytest.param("The pool is 425,047 tokens (run/boot).", [], id="a run"),
        pytest.param("The pool is 425,047 tokens, see [[Owner]].", [], id="a link"),
        pytest.param("The pool is 425,047 tokens.[^1]", [], id="a footnote"),
        pytest.param("Set `--len 5 GiB` or 5%, twice, 3 times, 2x.", [], id="code, shares, counts"),
        pytest.param("> It holds 5 GiB.", [], id="quoted"),
        pytest.param("At 192.168.0.1:7770 s or v1.2 s.", [], id="addresses and versions"),
    ],
)
def test_numbers_without_a_source(body: str, expected: list[str]) -> None:
    files = switched_on(vault(f"## One card\n\n{body}\n\n## Two cards\n", **MEASURED), "unsourced-figure")
    assert shown(files, "unsourced-figure") == [("Lisbon.md", text) for text in expected]


# What the fleet's own pages and runs once had wrong


def mended(files: dict[str, str], path: str, before: str, after: str) -> dict[str, str]:
    assert before in files[path]
    return {**files, path: files[path].replace(before, after)}


PAIR = {
    "old": measured_by("{harness: serve.sh, workload: {ignore_eos: true}}", "old", "question: Why?"),
    "new": measured_by("{harness: serve.sh, workload: {ignore_eos: false}}"),
}
PROMPTS = {
    "old": measured_by("{harness: serve.sh, workload: {dataset: random}}", "old", "question: Why?"),
    "new": measured_by("{harness: serve.sh, workload: {dataset: code}}"),
}
LIFETIME = run("life", 'results: {prefix_hit_rate: {value: 29, unit: "%", definition: lifetime}}', kind="telemetry")
REQUEST = run("once", 'results: {prefix_hit_rate: {value: 0, unit: "%", definition: request}}', kind="probe")
HITS = "29 %<!-- =run/life#prefix_hit_rate --> in all, 0 %<!-- =run/once#prefix_hit_rate --> for this request.\n"
SECTIONS = "\n## One card\n\n## Two cards\n\n"
DEPTH = '`{"num_speculative_tokens": 7}`\n\nAcceptance length 7.00 / 85.7% on easy text.\n\n'


@pytest.mark.parametrize(
    ("rule", "files", "path", "before", "after"),
    [
        pytest.param(
            "estimate-beside-measurement",
            vault(SECTIONS + "| What | Value |\n| --- | --- |\n| KV available | ~17.6 GiB |\n", **MEASURED),
            "Lisbon.md", "~17.6 GiB", "14.42 GiB<!-- =run/boot#kv_avail_gib -->",
            id="row 8",
        ),
        pytest.param(
            "estimate-beside-measurement",
            vault(f"~420,000<!-- =run/guess#kv_pool_tokens --> tokens.\n{SECTIONS}", **SETTLED),
            "Lisbon.md", "~420,000<!-- =run/guess#", "425,047<!-- =run/boot#",
            id="row 8, in data",
        ),
        pytest.param(
            "arms-differ",
            vault(f"FP8 is ahead ({CITED}) because of the KV dtype.\n{SECTIONS}", ab=CONTROLLED),
            "Lisbon.md", "the KV dtype", "its weights",
            id="row 13",
        ),
        pytest.param(
            "unsourced-figure",
            switched_on(vault(f"{SECTIONS}### Measured granularity\n\nReuse comes in blocks of 1,648 tokens.\n"), "unsourced-figure"),
            "Lisbon.md", "1,648 tokens", "1,648 tokens (run/2026-09-20-prefix-cache)",
            id="row 20",
        ),
        pytest.param(
            "arms-differ", vault(SECTIONS, **PAIR),
            "data/runs/new.yaml", "ignore_eos: false", "ignore_eos: true",
            id="row 35",
        ),
        pytest.param(
            "arms-differ", vault(SECTIONS, **PROMPTS),
            "data/runs/new.yaml", "dataset: code", "dataset: random",
            id="row 36",
        ),
        pytest.param(
            "manual-harness",
            switched_on(vault(SECTIONS, probe=measured_by("{harness: manual}", "probe", "question: Why?")), "manual-harness"),
            "data/runs/probe.yaml", "manual", "scripts/bench-llm-soak.py",
            id="row 39",
        ),
        pytest.param(
            "mixed-definition", vault(HITS + SECTIONS, life=LIFETIME, once=REQUEST),
            "Lisbon.md", "in all", "over the lifetime of the engine",
            id="row 40",
        ),
        pytest.param(
            "unmeasured-knob", switched_on({"Lisbon.md": KNOBS.format("a lever for KV"), "vaulttool.toml": ""}, "unmeasured-knob"),
            "Lisbon.md", "a lever for KV", "no lever: run/2026-09-chunk-size",
            id="row 43",
        ),
        pytest.param(
            "estimate-beside-measurement",
            vault(SECTIONS + "The base differs, so acceptance may drop from 4.24.\n", **MEASURED),
            "Lisbon.md", "so acceptance may drop from 4.24", "yet acceptance is 58.3 %<!-- =run/accept#acceptance -->",
            id="left in the pages, row 7",
        ),
        pytest.param(
            "mixed-definition",
            vault(f"{DEPTH}Accept length 2.9-4.3 tokens per draft, acceptance ~0.60.\n{SECTIONS}"),
            "Lisbon.md", "2.9-4.3 tokens per draft", "3.9-5.3 tokens per draft",
            id="sums that do not hold, row 27",
        ),
    ],
)  # fmt: skip
def test_the_fleets_failures(rule: str, files: dict[str, str], path: str, before: str, after: str) -> None:
    assert [one.rule for one in findings_of(files, rule)] == [rule]
    assert findings_of(mended(files, path, before, after), rule) == []
