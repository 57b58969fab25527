"""``vaulttool baseline`` and ``check --baseline``, on disk."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema_rs
import pytest
from commands_in import Done, run
from folders import git, repository, write
from vaults import unpacked

from vaulttool import registry
from vaulttool.storage import schemas

FILE = "vaulttool-baseline.json"
CONFIG = '[rules]\norphan-note = "off"\n'
HOME = "# Home\n\nSee [[Gone]] there.\n\n- [[Away]]\n"
NOTES = {"Home.md": HOME, "b/Other.md": "See [[Home#Nothing]] and [[Home]].\n"}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(tmp_path, {"vaulttool.toml": CONFIG, **NOTES})


def check(vault: Path, *arguments: str) -> Done:
    return run("check", *arguments, cwd=vault)


def baseline(vault: Path, *arguments: str) -> Done:
    return run("baseline", *arguments, cwd=vault)


def said(done: Done) -> list[tuple[str, str]]:
    """The findings of a report in JSON: where, and of what kind."""
    return [(f"{one['path']}:{one['line']}", one["rule"]) for one in json.loads(done.out)["findings"]]


def test_a_vault_is_adopted(vault: Path) -> None:
    assert baseline(vault) == (0, f"{FILE}: 3 findings written down\n", "")
    before = check(vault).out.splitlines()[-1]
    done = check(vault, "--baseline")
    assert done == (0, f"{before.replace('3 errors', '0 errors')}\n{FILE}: 3 known findings left out\n", "")
    write(vault, {"Home.md": "\n" * 50 + HOME + "- [[New]]\n"})
    assert said(check(vault, "--format", "json", "--baseline")) == [("Home.md:56", "broken-link")]
    assert check(vault, "--baseline").status == 1


def test_the_file_fits_its_schema_and_is_sorted_with_a_finding_a_line(vault: Path) -> None:
    baseline(vault)
    written = (vault / FILE).read_text(encoding="utf-8")
    schema = json.loads((schemas.shipped_folder() / "baseline.schema.json").read_text(encoding="utf-8"))
    assert jsonschema_rs.is_valid(schema, json.loads(written))
    lines = written.splitlines()
    assert lines[0] == '{"version": 1, "findings": [' and lines[-1] == "]}" and lines[1:-1] == sorted(lines[1:-1])
    assert [json.loads(line.rstrip(","))["text"] for line in lines[1:-1]] == ["Away", "Gone", "#Nothing"]
    assert "line_number" not in written


def test_an_update_prints_what_is_new_and_takes_out_what_is_gone(vault: Path) -> None:
    """B088: an update that hides new findings."""
    baseline(vault)
    write(vault, {"Home.md": HOME.replace("- [[Away]]", "- [[New]]")})
    done = baseline(vault)
    assert done.status == 1
    assert done.out.splitlines()[0] == 'Home.md:5:5: error: no note or file is named "New" [broken-link]'
    assert done.out.splitlines()[-1] == (
        f"{FILE}: 2 known findings; 1 new and left out: mend them, or give --grow; 1 gone and taken out"
    )
    assert check(vault, "--baseline").status == 1
    assert "Away" not in (vault / FILE).read_text(encoding="utf-8")
    write(vault, {"Home.md": HOME})
    assert said(check(vault, "--format", "json", "--baseline")) == [("Home.md:5", "broken-link")]


def test_growing(vault: Path) -> None:
    baseline(vault)
    write(vault, {"Home.md": HOME + "- [[New]]\n"})
    assert baseline(vault, "--grow") == (0, f"{FILE}: 3 known findings; 1 new and taken in\n", "")
    assert check(vault, "--baseline").status == 0


def test_looking(vault: Path) -> None:
    done = baseline(vault, "--check")
    assert (done.status, done.out, "no baseline is at" in done.err) == (2, "", True)
    baseline(vault)
    before = (vault / FILE).read_bytes()
    assert baseline(vault, "--check") == (0, f"{FILE}: 3 known findings\n", "")
    write(vault, {"Home.md": HOME.replace("- [[Away]]\n", "")})
    expected = f'Home.md: "Away" [broken-link] is gone\n{FILE}: 2 known findings; 1 gone\n'
    assert baseline(vault, "--check") == (1, expected, "")
    assert (vault / FILE).read_bytes() == before
    assert baseline(vault, "--check", "--grow").status == 2


def test_what_is_gone_is_told_and_no_error(vault: Path) -> None:
    baseline(vault)
    write(vault, {"Home.md": "# Home\n"})
    done = check(vault, "--baseline")
    told = f'{FILE}: 1 known finding left out; 2 in it are gone, which "vaulttool baseline" takes out'
    assert (done.status, done.out.splitlines()[-1]) == (0, told)
    gone = json.loads(check(vault, "--format", "json", "--baseline").out)["baseline"]
    assert gone == {
        "file": FILE,
        "known": 1,
        "gone": [
            {"rule": "broken-link", "path": "Home.md", "text": "Away"},
            {"rule": "broken-link", "path": "Home.md", "text": "Gone"},
        ],
    }


def test_a_moved_note_keeps_its_entries_and_the_update_follows_it(vault: Path) -> None:
    baseline(vault)
    (vault / "c").mkdir()
    shutil.move(vault / "b/Other.md", vault / "c/Else.md")
    assert check(vault, "--baseline").status == 0
    assert baseline(vault).status == 0
    assert '"path": "c/Else.md"' in (vault / FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "gone"),
    [
        pytest.param(("Home.md", "--baseline"), 2, id="one-path"),
        pytest.param(("b", "--baseline"), 1, id="a-folder"),
        pytest.param(("--select", "missing-heading", "--baseline"), 1, id="one-rule"),
        pytest.param(("--ignore", "missing-heading", "--baseline"), 2, id="all-but-one-rule"),
        pytest.param(("--baseline",), 3, id="everything"),
    ],
)
def test_a_part_of_a_run_calls_only_its_own_part_gone(arguments: tuple[str, ...], gone: int, vault: Path) -> None:
    baseline(vault)
    write(vault, {"Home.md": "# Nothing\n", "b/Other.md": "[[Home]]"})
    done = check(vault, "--format", "json", *arguments)
    assert len(json.loads(done.out)["baseline"]["gone"]) == gone


def test_entries_of_a_rule_that_is_off_are_kept(vault: Path) -> None:
    baseline(vault)
    write(vault, {"vaulttool.toml": CONFIG + 'broken-link = "off"\n'})
    assert baseline(vault) == (0, f"{FILE}: 3 known findings\n", "")
    write(vault, {"vaulttool.toml": CONFIG})
    assert check(vault, "--baseline").status == 0


def test_entries_of_a_rule_that_there_is_no_more_go(vault: Path) -> None:
    baseline(vault)
    before = json.loads((vault / FILE).read_text(encoding="utf-8"))
    before["findings"][-1] |= {"rule": "missing-title", "key": "0" * 16}
    write(vault, {FILE: json.dumps(before)})
    assert baseline(vault, "--check").out.startswith('b/Other.md: "#Nothing" [missing-title] is gone\n')


def test_where_the_file_is(vault: Path) -> None:
    write(vault, {"vaulttool.toml": 'baseline = "etc/known.json"\n' + CONFIG})
    done = check(vault)
    assert (done.status, "no baseline is at" in done.err, "vaulttool baseline" in done.err) == (2, True, True)
    assert check(vault, "--no-baseline").status == 1
    assert baseline(vault).out == "etc/known.json: 3 findings written down\n"
    assert check(vault).status == 0
    assert run("check", cwd=vault / "b").out.endswith("../etc/known.json: 3 known findings left out\n")
    assert check(vault, "--no-baseline").status == 1
    assert baseline(vault, "--file", "mine.json").out == "mine.json: 3 findings written down\n"
    assert check(vault, "--baseline", "mine.json").out.endswith("mine.json: 3 known findings left out\n")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param("", "is no baseline", id="empty"),
        pytest.param("# Home\n", "is no baseline", id="a-note"),
        pytest.param('{"version": 1}', "is no baseline", id="without-findings"),
        pytest.param('{"version": 1, "findings": [{}]}', "is no baseline", id="an-entry-without-keys"),
        pytest.param('{"version": 1, "findings": [], "more": 1}', "is no baseline", id="another-key"),
        pytest.param('{"version": "1", "findings": []}', "is no baseline", id="a-version-in-words"),
        pytest.param('{"version": 1, "findings": [', "is no baseline", id="cut"),
        pytest.param(b'{"version": 1, "findings": [\n{"path": "\xff"}]}', "is no baseline", id="no-utf-8"),
        pytest.param('{"version": 2, "entries": {}}', "of version 2, and this vaulttool knows version 1", id="version"),
        pytest.param('{"version": 1, "findings": [\n<<<<<<< HEAD\n=======\n>>>>>>> x\n]}', "git conflict", id="conflict"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_baseline(content: str | bytes, told: str, vault: Path) -> None:
    write(vault, {FILE: content})
    before = (vault / FILE).read_bytes()
    for done in (check(vault, "--baseline"), baseline(vault), baseline(vault, "--grow")):
        assert (done.status, done.out) == (2, "")
        assert told in done.err and FILE in done.err and "\n    help: " in done.err.replace("\nhelp", "\n    help")
    assert (vault / FILE).read_bytes() == before


def test_a_note_is_never_overwritten(vault: Path) -> None:
    assert baseline(vault, "--file", "Home.md").status == 2
    assert (vault / "Home.md").read_text(encoding="utf-8") == HOME


def test_windows_line_ends_stay_and_nothing_is_written_twice(vault: Path) -> None:
    baseline(vault)
    content = (vault / FILE).read_bytes().replace(b"\n", b"\r\n")
    write(vault, {FILE: content})
    stamp = (vault / FILE).stat().st_mtime_ns
    assert baseline(vault).status == 0
    assert ((vault / FILE).read_bytes(), (vault / FILE).stat().st_mtime_ns) == (content, stamp)


def test_two_branches_that_take_out_findings_merge(tmp_path: Path) -> None:
    notes = {f"{name}.md": f"# {name}\n\n[[Gone {name}]]\n" for name in "ABCDEFGH"}
    top = repository(tmp_path, {"vaulttool.toml": CONFIG, ".gitignore": ".vaulttool_cache/\n", **notes})
    baseline(top)
    git(top, "add", "."), git(top, "commit", "--quiet", "--message", "Adopt")
    for branch, note in (("one", "B.md"), ("two", "F.md")):
        git(top, "checkout", "--quiet", "-b", branch, "main")
        write(top, {note: "mended\n"})
        assert baseline(top).status == 0
        git(top, "commit", "--quiet", "--all", "--message", branch)
    git(top, "merge", "--quiet", "one")
    assert baseline(top, "--check") == (0, f"{FILE}: 6 known findings\n", "")


@pytest.mark.parametrize("form", registry.names("vaulttool.reporters"))
def test_every_format_tells_only_what_is_new(form: str, vault: Path) -> None:
    baseline(vault)
    write(vault, {"Home.md": HOME + "- [[New]]\n"})
    out = check(vault, "--format", form, "--baseline").out
    assert "New" in out and "Gone" not in out and "Away" not in out
    closing = check(vault, "--baseline").out.splitlines()[-2:]
    assert check(vault, "--format", form, "--baseline", "-o", "out.txt").out.splitlines() == closing
    assert (vault / "out.txt").read_text(encoding="utf-8") == out
    counted = check(vault, "--statistics", "--baseline").out
    assert [line.split()[:3] for line in counted.splitlines()[1:]] == [
        ["1", "error", "broken-link"],
        ["1", "in", "all"],
    ]


def test_the_cache_holds_all_findings_with_or_without_a_baseline(vault: Path) -> None:
    baseline(vault)
    for _ in range(2):
        assert check(vault, "--baseline").status == 0
        assert check(vault).status == 1


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_what_programs_read_fits_its_schema(form: str, vault: Path) -> None:
    baseline(vault)
    write(vault, {"Home.md": "# Home\n\n[[New]]\n"})
    folder = schemas.shipped_folder()
    texts = {
        name: json.loads((folder / name).read_text("utf-8"))
        for name in ("report.schema.json", "report-line.schema.json")
    }
    known = jsonschema_rs.Registry(list(texts.items()))
    schema = texts["report.schema.json" if form == "json" else "report-line.schema.json"]
    out = check(vault, "--format", form, "--baseline").out
    told = [json.loads(part) for part in ([out] if form == "json" else out.splitlines())]
    assert [jsonschema_rs.validator_for(schema, registry=known).is_valid(one) for one in told] == [True] * len(told)
    assert len(told[-1]["baseline"]["gone"]) == 2


def test_a_report_is_not_written_over_a_baseline(vault: Path) -> None:
    baseline(vault, "--file", "mine.json")
    for arguments in (("--baseline", "mine.json", "-o", "mine.json"), ("-o", FILE)):
        write(vault, {FILE: "x"})
        done = check(vault, *arguments)
        assert (done.status, "is read by this run" in done.err) == (2, True)


@pytest.mark.parametrize("option", ["--staged", "--changed"])
def test_a_change_in_an_adopted_vault(option: str, tmp_path: Path) -> None:
    top = repository(tmp_path, {"vaulttool.toml": CONFIG, ".gitignore": ".vaulttool_cache/\n", **NOTES})
    baseline(top)
    git(top, "add", ".")
    git(top, "commit", "--quiet", "--message", "Adopt")
    write(top, {"Home.md": "\n" + HOME.replace("- [[Away]]", "- [[New]]")})
    git(top, "add", ".")
    done = check(top, "--format", "json", "--baseline", option)
    assert [*map(tuple, said(done))] == [("Home.md:6", "broken-link")]
    assert json.loads(done.out)["baseline"] == {"file": FILE, "known": 1, "gone": []}


def test_what_is_staged_goes_by_the_baseline_that_is_staged(tmp_path: Path) -> None:
    top = repository(tmp_path, {"vaulttool.toml": CONFIG, **NOTES})
    baseline(top)
    git(top, "add", ".")
    write(top, {FILE: "not yet staged"})
    assert check(top, "--baseline", "--staged").status == 0
    assert check(top, "--baseline").status == 2


@pytest.mark.real_vault
@pytest.mark.parametrize(
    ("name", "least"),
    [
        pytest.param("obsidian-help", 1, id="help"),
        pytest.param("obsidian-hub", 3000, id="hub", marks=pytest.mark.slow),
    ],
)
def test_a_real_vault_is_adopted(name: str, least: int, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(unpacked(name), folder)
    before = json.loads(check(folder, "--format", "json").out)
    baseline(folder)
    first = json.loads(check(folder, "--format", "json", "--baseline").out)
    assert (first["findings"], first["unresolved"]) == ([], before["unresolved"])
    assert first["baseline"]["known"] == len(before["findings"]) >= least
    one = before["findings"][len(before["findings"]) // 2]
    lines = (folder / one["path"]).read_bytes().decode("utf-8").split("\n")
    lines[one["line"] - 1 : one["line"] - 1] = ["", *["moved"] * 50, ""]
    write(folder, {one["path"]: "\n".join([*lines, "", "A [[quite new link]]."])})
    found = json.loads(check(folder, "--format", "json", "--baseline").out)
    assert [one["message"] for one in found["findings"]] == ['no note or file is named "quite new link"']
    assert found["unresolved"] == before["unresolved"] + 1
