"""Everything that can be wrong in data is told at file, line and key; what is right is left alone."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from commands_in import run
from folders import write
from model.data_files import ARMS, ENDPOINT, FILES, HOST, METRICS, NAMES, RELATIONS, RUN, SHORT, changed, told
from vaults import findings_of

from vaulttool.text.span import Span

ROOT = Path(__file__).parents[2]
ERA = '  - {id: old, title: Old, start: 2026-09-18, end: 2026-09-19, page: "[[Lisbon]]"}\n'


@pytest.mark.parametrize(
    ("file", "before", "after", "place", "message"),
    [
        pytest.param("lisbon", "host: atlas\n", "host: atlass\n", "host: atlass", 'no host is named "atlass"', id="a host"),
        pytest.param("lisbon", "[[Lisbon]]", "[[Lissabon]]", 'owner_page: "[[Lissabon]]"', 'no note or file is named "Lissabon"', id="an owner page"),
        pytest.param("lisbon", 'page: "[[Lisbon]]", section', 'page: "[[Porto]]", section', 'page: "[[Porto]]"', 'no note or file is named "Porto"', id="an era's page"),
        pytest.param("lisbon", "section: One card", "section: One cart", "section: One cart", '"Lisbon.md" has no heading "One cart"', id="a section"),
        pytest.param("lisbon", "superseded_by: two-cards", "superseded_by: two", "superseded_by: two", 'no era is named "two"', id="a successor"),
        pytest.param("lisbon", "superseded_by: two-cards", "superseded_by: one-card", "superseded_by: one-card", 'no era is named "one-card"', id="its own successor"),
        pytest.param("lisbon", "superseded_by: two-cards", "continued_as: {endpoint: porto}", "endpoint: porto", 'no endpoint is named "porto"', id="a continuation"),
        pytest.param("lisbon", "units/lisbon.service", "units/porto.service", "units/porto.service", 'no file "units/porto.service" is in the repository', id="a unit"),
        pytest.param("lisbon", "run/boot#kv", "run/boot#kw", "run/boot#kw", 'the run "boot" has no figure "kw"', id="a figure"),
        pytest.param("lisbon", "run/boot#kv", "run/boat#kv", "run/boat#kv", 'no run is named "boat"', id="a figure's run"),
        pytest.param("lisbon", "to: one-card", "to: no-card", "to: no-card", 'no era is named "no-card"', id="a rollback"),
        pytest.param("lisbon", "kind: image, host: atlas", "kind: image, host: atlaz", "host: atlaz", 'no host is named "atlaz"', id="a rollback's host"),
        pytest.param("lisbon", "run: boot", "run: boat", "run: boat", 'no run is named "boat"', id="an attempt's run"),
        pytest.param("lisbon", 'run: boot, page: "[[Lisbon]]"', 'run: boot, page: "[[Porto]]"', 'page: "[[Porto]]"', 'no note or file is named "Porto"', id="an attempt's page"),
        pytest.param("lisbon", "id: two-cards", "id: one-card", "id: one-card", 'the era "one-card" stands twice', id="an era twice"),
        pytest.param("boot", "host: atlas", "host: atlax", "host: atlax", 'no host is named "atlax"', id="a run's host"),
        pytest.param("boot", "endpoint: lisbon", "endpoint: lisboa", "endpoint: lisboa", 'no endpoint is named "lisboa"', id="a run's endpoint"),
        pytest.param("boot", "era: two-cards", "era: three-cards", "era: three-cards", 'no era is named "three-cards"', id="a run's era"),
        pytest.param("boot", "Lisbon.md, line", "Porto.md, line", "document: Porto.md", 'no file "Porto.md" is in the repository', id="a source"),
        pytest.param("boot", "line: 2", "line: 40", "line: 40", '"Lisbon.md" has no line 40', id="a source's line"),
        pytest.param("boot", "unit: tok,", "unit: s,", "unit: s", '"kv" is recorded in tok, not in s', id="a unit of measure"),
        pytest.param("boot", "  kv: {value", "  kw: {value: 1, unit: tok}\n  kv: {value", "*", 'no metric is named "kw"', id="a metric"),
        pytest.param("boot", '"425,047"', '"425,074"', 'as_printed: "425,074"', '"425,074" is printed for 425047', id="a figure printed wrong"),
        pytest.param("boot", '"425,047"', '"42.5k"', 'as_printed: "42.5k"', '"42.5k" is printed for 425047', id="a figure printed too small"),
        pytest.param("atlas", "31.86, unit: GiB", '31.86, unit: GiB, as_printed: "31.68"', 'as_printed: "31.68"', '"31.68" is printed for 31.86', id="a fact printed wrong"),
        pytest.param("boot", "850,094", "850,100", 'twice: {expr: "kv * 2", as: "850,100 tok"}', '"kv * 2" comes to 850,094 tok, not to "850,100 tok"', id="a derived figure"),
        pytest.param("boot", "kv * 2", "kw * 2", "*", 'the run "boot" has no figure "kw"', id="a derived figure of nothing"),
        pytest.param("boot", "kv * 2", "kv * ", "*", "*", id="a derived figure that cannot be read"),
        pytest.param("boot", "kv * 2", "twice * 2", "*", '"run/boot#twice" is computed from itself', id="a derived figure of itself"),
        pytest.param("boot", "kv * 2", "kv / 0", "*", '"kv / 0" of "run/boot#twice" divides by zero', id="a derived figure by zero"),
        pytest.param("boot", "  twice:", "  kv:", 'kv: {expr: "kv * 2", as: "850,094 tok"}', "*", id="measured and derived"),
        pytest.param("ab", "baseline: boot", "baseline: boat", "baseline: boat", 'no run is named "boat"', id="a baseline"),
        pytest.param("ab", "winner: dflash", "winner: dflasch", "winner: dflasch", 'no arm is named "dflasch"', id="a winner"),
        pytest.param("ab", "116, unit: tok", "116, unit: s", "unit: s", '"kv" is recorded in tok, not in s', id="an arm's unit of measure"),
        pytest.param("ab", "+16 %", "+18 %", "*", '"dflash.kv / mtp.kv - 1" comes to +16 %, not to "+18 %"', id="a gain"),
        pytest.param("atlas", "[[Atlas]]", "[[Atlantis]]", 'page: "[[Atlantis]]"', 'no note or file is named "Atlantis"', id="a host's page"),
        pytest.param("atlas", "Atlas.md, line: 1", "Gone.md, line: 1", "document: Gone.md", 'no file "Gone.md" is in the repository', id="a fact's source"),
        pytest.param("names", "", NAMES[9:], NAMES[11:].strip()[2:], 'the rename from "olisipo" to "lisbon" stands twice', id="a rename twice"),
        pytest.param("relations", "", RELATIONS[11:], "id: pool", 'the relation "pool" stands twice', id="a relation twice"),
        pytest.param("relations", "run/boot#kv =", "run/boat#kv =", 'expr: "run/boat#kv = 425047"', 'no run is named "boat"', id="a relation's run"),
        pytest.param("relations", "run/boot#kv = 425047", "run/boot#kv = = 1", 'expr: "run/boot#kv = = 1"', "*", id="a relation that cannot be read"),
        pytest.param("relations", "run/boot#kv =", "kv =", 'expr: "kv = 425047"', '"kv" is no address', id="a relation without an address"),
    ],
)  # fmt: skip
def test_what_refers_to_nothing_or_contradicts(file: str, before: str, after: str, place: str, message: str) -> None:
    files = changed(file, before, after)
    found = [one for one in told(files) if one[0] == SHORT[file]]
    assert len(found) == 1 + (file == "lisbon" and before == "id: two-cards")
    assert any(place in ("*", at) and (message == "*" or said == message) for _, at, said in found), found


@pytest.mark.parametrize(
    ("file", "before", "after", "place", "message"),
    [
        pytest.param("boot", "title: Boot\n", "", "", 'the key "title" is missing', id="a key is missing"),
        pytest.param("boot", "title: Boot", "titel: Boot", "titel: Boot", 'the key "titel" is not known here', id="a key is unknown"),
        pytest.param("boot", "kind: boot-log", "kind: boat-log", "kind: boat-log", "*", id="a kind is unknown"),
        pytest.param("boot", "date: 2026-09-22", "date: 2026-02-30", "date: 2026-02-30", "*", id="no real date"),
        pytest.param("boot", "unit: tok,", "unit: parsecs,", "unit: parsecs", "*", id="an unknown unit"),
        pytest.param("boot", "value: 425047", "value: many", "*", "*", id="text for a number"),
        pytest.param("boot", "value: 425047", "value: .inf", "*", "*", id="infinity"),
        pytest.param("boot", "value: 425047", "value: 1e999999999", "*", "*", id="more digits than anybody prints"),
        pytest.param("boot", "line: 2", "line: 2.0", "line: 2.0", "*", id="a fraction for a line"),
        pytest.param("boot", "line: 2", "line: 99999999999999999999", "*", "*", id="a line beyond all files"),
        pytest.param("boot", "title: Boot", "title: Boot\ntitle: Boot", "title", 'the key "title" stands twice', id="a key twice"),
        pytest.param("boot", "title: Boot", "title: [Boot", "*", "*", id="no YAML"),
        pytest.param("boot", "title: Boot", "<<<<<<< a\ntitle: Boot\n=======\ntitle: Boat\n>>>>>>> b", "*", "*", id="a conflict"),
        pytest.param("boot", RUN, "", "", "the file is empty", id="an empty file"),
        pytest.param("boot", RUN, "# nothing\n", "", "the file is empty", id="a file of remarks"),
        pytest.param("boot", RUN, "[" * 200 + "]" * 200, "*", "*", id="a deep file"),
        pytest.param("boot", "run: boot", "run: boat", "run: boat", 'the run is called "boat", its file "boot"', id="another name than the file"),
        pytest.param("data/runs/boot.yml", "", RUN, "run: boot", 'the run "boot" stands in "data/runs/boot.yaml" too', id="a run twice"),
        pytest.param("data/metrics.yml", "", METRICS, "", '"data/metrics.yaml" holds the metrics, too, so that this file is not read', id="two files of metrics"),
        pytest.param("data/endpoints/porto.yaml", "", ENDPOINT.replace("endpoint: lisbon", "endpoint: porto"), "name: olisipo", '"olisipo" is a name of the endpoint "porto", too', id="a name of two endpoints"),
        pytest.param("lisbon", "eras:\n", "eras: []\nold:\n", "*", "*", id="no era"),
    ],
)  # fmt: skip
def test_what_is_no_data(file: str, before: str, after: str, place: str, message: str) -> None:
    files = changed(file, before, after)
    found = [one for one in told(files) if one[0] == SHORT.get(file, file)]
    if file == "data/endpoints/porto.yaml":  # whichever of the two is told
        found = told(files)
    assert any(place in ("*", at) and (message == "*" or said == message) for _, at, said in found), found


@pytest.mark.parametrize(
    ("path", "text", "right"),
    [
        pytest.param("data/run/boot.yaml", RUN, "data/runs/boot.yaml", id="the folder in the singular"),
        pytest.param("data/Runs/boot.yaml", RUN, "data/runs/boot.yaml", id="the folder in capitals"),
        pytest.param("data/runs/2026/boot.yaml", RUN, "data/runs/boot.yaml", id="a folder too deep"),
        pytest.param("data/boot.yaml", RUN, "data/runs/boot.yaml", id="no folder"),
        pytest.param("data/run/boot.yaml", RUN.replace("title: Boot\n", ""), "data/runs/boot.yaml", id="that does not fit either"),
        pytest.param("data/host/atlas.yaml", HOST, "data/hosts/atlas.yaml", id="a host"),
        pytest.param("data/endpoint/lisbon.yml", ENDPOINT, "data/endpoints/lisbon.yml", id="an endpoint"),
        pytest.param("data/metric.yaml", METRICS, "data/metrics.yaml", id="metrics"),
        pytest.param("data/Names.yml", NAMES, "data/names.yml", id="names"),
        pytest.param("data/relation.yaml", RELATIONS, "data/relations.yaml", id="relations"),
    ],
)  # fmt: skip
def test_data_where_nothing_reads_them(path: str, text: str, right: str) -> None:
    files = {**FILES, path: text}
    found = [one for one in findings_of(files, "bad-data") if one.path == path]
    assert [(one.span, one.help) for one in found] == [(Span(0, 0), f'move it to "{right}"')]
    assert found[0].message.startswith("the file is not read: ")


def test_where_another_file_ends_does_not_matter() -> None:
    files = changed("names", "", NAMES[9:])
    files["data/names.yml"] = files.pop("data/names.yaml")
    assert [path for path, _, _ in told(files)] == ["data/names.yml"]


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        pytest.param("boot", "", "", id="as it is"),
        pytest.param("boot", RUN, "\ufeff" + RUN.replace("\n", "\r\n"), id="CRLF and a byte order mark"),
        pytest.param("boot", "run: boot", "---\nrun: boot", id="a document mark"),
        pytest.param("boot", "title: Boot", "title: Boot # a remark", id="a remark"),
        pytest.param("boot", "title: Boot", "title: 'yes'", id="a word of YAML 1.1"),
        pytest.param("boot", "title: Boot", "title: >\n  Boot\n  log", id="a folded title"),
        pytest.param("boot", "endpoint: lisbon", "endpoint: olisipo", id="a past name"),
        pytest.param("boot", "endpoint: lisbon\nera: two-cards\n", "", id="no endpoint"),
        pytest.param("boot", "date: 2026-09-22", "date: {unknown: not recorded}", id="an unknown date"),
        pytest.param("boot", "line: 2", "line: 1", id="the first line"),
        pytest.param("boot", "document: Lisbon.md, line: 2", "document: units/lisbon.service, line: 1", id="a source that is no note"),
        pytest.param("boot", "value: 425047,", "value: 4.25047e5,", id="an exponent"),
        pytest.param("boot", '"425,047"', '"~425k"', id="printed rounded"),
        pytest.param("boot", '"425,047"', '"400-430k"', id="printed as a range"),
        pytest.param("atlas", "31.86, unit: GiB", '31.86, unit: GiB, as_printed: "32 GiB"', id="printed with its unit"),
        pytest.param("atlas", "31.86, unit: GiB", '0.51, unit: ratio, as_printed: "51 %"', id="printed in another unit"),
        pytest.param("atlas", "31.86, unit: GiB", 'Fedora, as_printed: "43"', id="text with a number for it"),
        pytest.param("boot", "value: 425047,", "low: 425000, high: 426000,", id="a range"),
        pytest.param("boot", "850,094 tok", "~850k tok", id="a derived figure, rounded"),
        pytest.param("boot", "kv * 2", "run/boot#kv * 2", id="an address in an expression"),
        pytest.param("ab", "winner: dflash", "winner: mtp", id="another winner"),
        pytest.param("ab", ", winner: dflash", "", id="no winner"),
        pytest.param("ab", "+16 %", "+16.0 %", id="a gain, more exactly"),
        pytest.param("data/runs/next.yaml", "", ARMS.replace("run: ab", "run: next").replace("baseline: boot", "baseline: ab").replace("dflash", "other").replace("winner: other", "winner: dflash"), id="the winner is an arm of the baseline"),
        pytest.param("lisbon", ", section: One card", "", id="no section"),
        pytest.param("lisbon", "superseded_by: two-cards, ", "", id="retired"),
        pytest.param("lisbon", "superseded_by: two-cards", "continued_as: {endpoint: olisipo}", id="continued under a past name"),
        pytest.param("lisbon", "eras:\n", "eras:\n" + ERA, id="one more era"),
        pytest.param("lisbon", "units: [units/lisbon.service]", "units: []", id="no units"),
        pytest.param("lisbon", "figures: [run/boot#kv]", "figures: [run/boot#kv, run/ab#mtp.kv, run/ab#gain]", id="more figures"),
        pytest.param("atlas", 'page: "[[Atlas]]"\n', "", id="a host without a page"),
        pytest.param("atlas", "page", 'title: "x"\npage', id="a title"),
        pytest.param("metrics", METRICS, "metrics: {kv: {title: KV pool, unit: tok}}\n", id="one metric"),
        pytest.param("relations", "run/boot#kv = 425047", "run/boot#kv < host/atlas#vram * 100000", id="a relation between kinds"),
        pytest.param("relations", RELATIONS, "relations: []\n", id="no relations"),
        pytest.param("names", NAMES, "renames: []\nretired_names: [olisipo]\n", id="no renames"),
        pytest.param("data/units/x.yaml", "", "not: ours\n", id="YAML below another folder"),
        pytest.param("data/units/boot2.yaml", "", RUN.replace("run: boot", "run: boot2"), id="a run below another folder"),
        pytest.param("data/play.yaml", "", "- hosts: all\n", id="YAML of others"),
        pytest.param("data/config.yaml", "", "host: 0.0.0.0\n", id="a host of others"),
        pytest.param("data/name.yaml", "", "name: x\n", id="a name of others"),
        pytest.param("data/compose.yaml", "", "services: {}\n", id="a compose file"),
        pytest.param("data/run/x.yaml", "", "steps: [run]\n", id="YAML of others in a folder like ours"),
        pytest.param("data/runs/.hidden.txt", "", "x", id="a file that is no YAML"),
        pytest.param("Lisbon.md", "# One card\n", "# One card #\n", id="a heading with closing marks"),
    ],
)  # fmt: skip
def test_what_is_right(file: str, before: str, after: str) -> None:
    assert told(changed(file, before, after)) == []


@pytest.mark.parametrize("title", ["A #1", "A | B", "[A] B", "A: B", "A^2", "Ä 🙂 (x)", "`A` *B*", "A & B <C>"])
def test_sections_with_odd_characters(title: str) -> None:
    section = '"' + title.replace('"', '\\"') + '"'
    files = changed("lisbon", "section: One card", f"section: {section}")
    assert told({**files, "Lisbon.md": f"# {title}\ntext\n"}) == []
    assert len(told(files)) == 1


def test_without_the_setting_no_file_is_data() -> None:
    assert told({**changed("boot", "host: atlas", "host: gone"), "vaulttool.toml": ""}) == []
    assert told({**FILES, "vaulttool.toml": ""}) == []


def test_our_own_data_have_nothing_wrong() -> None:
    done = run("check", "--select", "bad-data", cwd=ROOT)
    assert (done.status, "bad-data" in done.out) == (0, False)


@pytest.mark.parametrize(
    "content", [b"KV 5\n", b"\xef\xbb\xbfKV 5\r\n", b"\x93KV 5\x94\n"], ids=["text", "a mark", "no UTF-8"]
)
def test_evidence_is_what_was_read(tmp_path: Path, content: bytes) -> None:
    def found(sha256: str) -> list[str]:
        source = f'source: {{file: boot.log, sha256: "{sha256}", reader: vllm-boot/1}}'
        write(tmp_path, changed("boot", "source: {document: Lisbon.md, line: 2}", source))
        (tmp_path / "boot.log").write_bytes(content)
        return run("check", "--select", "bad-data", cwd=tmp_path).out.splitlines()[:-1]

    right = hashlib.sha256(content).hexdigest()
    assert found(right) == []
    (told,) = [line for line in found("0" * 64) if "bad-data" in line]
    assert told.startswith("data/runs/boot.yaml:8:") and '"boot.log" is not the file that was read' in told


def test_data_are_found_on_the_disk(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    (tmp_path / "data/runs").rename(tmp_path / "kept")
    (tmp_path / "data/runs").symlink_to("../kept")
    (tmp_path / "data/hosts").rename(tmp_path / "data/host")
    (tmp_path / "data/endpoints/.git").mkdir()
    (tmp_path / "data/endpoints/.git/x.yaml").write_text("endpoint: x\n")
    done = run("check", "--select", "bad-data", cwd=tmp_path).out
    assert (
        'data/host/atlas.yaml:1:1: error: the file is not read: files of hosts are read from the folder "hosts"' in done
    )
    assert "no run is named" not in done and "x.yaml" not in done


def test_a_file_that_cannot_be_used_is_told_once() -> None:
    files = changed("boot", "title: Boot\n", "")
    page = 'The pool holds 5<!-- =run/boot#kv -->.\n\n<!-- vaulttool:begin figures run="boot" -->\n<!-- vaulttool:end figures -->\n'
    assert [path for path, _, _ in told(files)] == [SHORT["boot"]]
    assert [message for path, _, message in told({**files, "Page.md": page}) if path == "Page.md"] == [
        'the data of the run "boot" cannot be used',
        'the data of the run "boot" cannot be used',
    ]
    assert [path for path, _, _ in told(changed("lisbon", "eras:", "erase:"))] == [SHORT["lisbon"]] * 2
    assert {path for path, _, _ in told(changed("atlas", "facts:", "fact:"))} == {SHORT["atlas"]}
