"""The lines of the threat model: each has a test, which fails when its guard is taken out."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from commands_in import run
from folders import git, repository

TOP = Path(__file__).parents[1]
PAGE = (TOP / "vault" / "Manual" / "Security.md").read_text(encoding="utf-8")
LINE = re.compile(r"\| `(?P<file>tests/[\w/]+\.py)::(?P<test>\w+)` \|$", re.MULTILINE)
TESTS = [(found["file"], found["test"]) for found in LINE.finditer(PAGE)]


def test_the_page_has_a_test_for_each_line() -> None:
    section = PAGE.partition("## What holds them")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][2:]
    assert len(rows) == len(TESTS) > 20


@pytest.mark.parametrize(("file", "test"), TESTS)
def test_each_test_of_the_page_is_there(file: str, test: str) -> None:
    assert f"def {test}(" in (TOP / file).read_text(encoding="utf-8")


STARTING = {
    "subprocess",
    "pty",
    "multiprocessing",
    "ctypes",
    "socket",
    "urllib.request",
    "http.client",
    "ftplib",
    "smtplib",
    "webbrowser",
}
READING_CODE = {"pickle", "shelve", "marshal", "dill", "code", "codeop", "runpy"}
CALLS = {"eval", "exec", "compile", "__import__", "system", "popen", "execv", "execvp", "spawnv", "startfile"}
MAY = {
    "storage/git.py": {"subprocess"},  # git
    "storage/taking.py": {"ctypes"},  # a call of the system
    "storage/workers.py": {"multiprocessing"},  # itself
    "text/template.py": {"compile"},  # Jinja's, of what its sandbox lets through
}


@pytest.mark.parametrize(
    "file", sorted((TOP / "vaulttool").rglob("*.py")), ids=lambda file: file.relative_to(TOP / "vaulttool").as_posix()
)
def test_the_package_starts_nothing_but_git(file: Path) -> None:
    place = file.relative_to(TOP / "vaulttool").as_posix()
    used: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            used |= {part for alias in node.names for part in (alias.name, alias.name.partition(".")[0])}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            module = node.module or ""
            used |= {module, module.partition(".")[0], *(f"{module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            of = (
                node.func.value.id
                if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name)
                else ""
            )
            if name in CALLS and of in ("", "os", "builtins"):
                used.add(name)
    assert used & (STARTING | READING_CODE | CALLS) - MAY.get(place, set()) == set()


OBJECTS = (
    "!!python/object/apply:os.system ['touch SPRUNG']",
    "!!python/name:os.system",
    "!!python/object/new:os.system [x]",
)


@pytest.mark.parametrize("value", OBJECTS)
def test_yaml_makes_no_objects(value: str, tmp_path: Path) -> None:
    sprung = tmp_path / "sprung"
    value = value.replace("SPRUNG", str(sprung))
    files = {
        ".obsidian/app.json": "{}",
        "vaulttool.toml": 'data = "data"\nrepository-files = ["*.yml"]\n',
        "a.md": f"---\nx: {value}\n---\n",
        "data/metrics.yaml": f"metrics: {value}\n",
        "compose.yml": f"services: {value}\n",
        "cards.json": "{}",
    }
    vault = repository(tmp_path / "vault", files)
    for command in (("check",), ("index",), ("report", "-o", str(tmp_path / "site"))):
        assert "Traceback" not in run(*command, cwd=vault).err
    assert not sprung.exists()


ODD = "\x1b[31m\x9b1m\r\x07\u202e\u2028\x00"
NAME = "\x1b[31mred\x9b\u202e\u2028"


PATHS = re.compile(r"(?<=file=)[^,]*")  # an annotation needs the very name; what ends a line is escaped in it


def test_no_command_draws_on_the_terminal(tmp_path: Path) -> None:
    note = f"---\nstatus: 'x{ODD[1:]}'\ntitle: \"{NAME}\"\n---\n# {ODD}\n\n[[Gone{ODD}]] #t{ODD} <!-- vaulttool:begin {ODD} -->\n{{{{{ODD}}}}}\n"
    endpoint = f'endpoint: x\nhost: "{NAME}"\nowner_page: "[[{NAME}]]"\neras: []\n'
    files = {
        ".obsidian/app.json": "{}",
        "vaulttool.toml": 'data = "data"\n[schemas.types]\nreference = "reference"\n',
        f"{NAME}.md": note,
        f"{NAME}/b.md": f"[[{NAME}]] [x]({NAME})",
        f"data/endpoints/{NAME}.yaml": endpoint,
        f"{NAME}.canvas": '{"nodes": [{"id": "\x1b", "type": "file", "file": "\\u001b[31m"}]}',
        "u.container": f"[Container]\nImage=x{ODD}\nExec=--a {ODD}\n",
    }
    vault = repository(tmp_path, files)
    git(vault, "branch", "b-\u202eranch")
    commands = [
        ("check",),
        ("check", "--format", "full"),
        *(("check", "--format", name) for name in ("json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown")),
        ("check", "--fix", "--diff", "--unsafe-fixes"),
        ("check", "--timing"),
        ("check", "--against", "b-\u202eranch"),
        ("check", "--changed", f"{NAME}"),
        ("check", f"{NAME}.gone"),
        ("index", "--diff"),
        ("links",),
        ("graph",),
        *(("graph", "--format", name) for name in ("json", "dot", "graphml", "mermaid")),
        ("audit",),
        ("duplicates", "--min-words", "2"),
        ("explain", f"{NAME}.md:7"),
        ("rename", f"{NAME}.md", f"other{NAME}.md", "--dry-run"),
        ("runbook", "u.container", "--host", NAME, "--dry-run"),
        ("config",),
        ("baseline", "--file", f"{NAME}.json", "--check"),
        ("ingest", f"{NAME}.md"),
        ("report", "-o", ".report"),
    ]
    for command in commands:
        done = run(*command, cwd=vault)
        said = PATHS.sub("", done.out + done.err) if "github" in command else done.out + done.err
        drawn = {letter for letter in said if not letter.isprintable()} - {"\n", "\t"}
        assert drawn == set(), command
        assert done.out + done.err


class Guard(NamedTuple):
    """A guard of the package: the file, its words, what takes their place without it (a hole, where nothing else is
    there to be taken out), and the line's test, which then fails."""

    file: str
    words: str
    without: str
    test: str


BOUNDARIES, OUTSIDE = "tests/commands/test_boundaries.py", "tests/security/test_outside.py"
WRITING, TAKING, CACHE = (f"tests/storage/test_{name}.py" for name in ("writing", "taking", "cache"))
GIT, DEFENDED, SAID = "tests/storage/test_git.py", "tests/security/test_git_defended.py", "tests/security/test_said.py"
LATER = SERVED = "tests/security/test_served.py"
REPORT, RENDERING, REPORTERS = (
    "tests/commands/test_report_command.py",
    "tests/site/test_rendering.py",
    "tests/reporters",
)
LEADS_OUT = f"{BOUNDARIES}::test_a_link_out_of_the_repository_is_told_and_counts_as_leading_nowhere"
GUARDS = (
    Guard("storage/bounds.py", "return real.startswith(inside) and OWN", "return True or OWN", f"{BOUNDARIES}::test_nothing_outside_is_read_written_or_given_away"),
    Guard("storage/repository.py", "if not lies_in(disk.real(file), place.repository):", "if False:", f"{BOUNDARIES}::test_nothing_outside_is_read_written_or_given_away"),
    Guard("storage/repository.py", "if not lies_in(where, place.repository) or", "if", f"{BOUNDARIES}::test_nothing_outside_is_read_written_or_given_away"),
    Guard("storage/root.py", "if top is not None:", "if False:", f"{BOUNDARIES}::test_a_configuration_that_leads_out_is_refused"),
    Guard("storage/bounds.py", "if not place.is_symlink():", "if True:", f"{OUTSIDE}::test_no_link_leads_out"),
    Guard("storage/bounds.py", " and OWN not in real[len(inside) :].casefold().split(os.sep)", "", f"{OUTSIDE}::test_git_s_own_files_are_not_read"),
    Guard("storage/overlay.py", "self.is_file(target), is_dir, True)", "self.is_file(target), is_dir)", f"{OUTSIDE}::test_a_link_that_is_staged_is_not_followed_either"),
    Guard("storage/disk.py", "if within is not None and entry.is_symlink()", "if False and entry.is_symlink()", LEADS_OUT),
    Guard("storage/writing.py", "if self._within and not any(", "if False and not any(", f"{WRITING}::test_nothing_outside_is_changed"),
    Guard("storage/writing.py", "_require_unchanged(place, before)  # once more", "pass  # once more", f"{WRITING}::test_what_is_saved_while_the_new_file_goes_to_the_disk_stays"),
    Guard("storage/taking.py", 'if os.name == "nt":', "if True:", f"{TAKING}::test_a_file_that_appears_after_the_name_was_found_free_stays"),
    Guard("storage/git.py", '"core.fsmonitor=false", ', "", f"{GIT}::test_nothing_that_the_repository_names_is_run"),
    Guard("storage/git.py", "*without_filters(root), ", "", f"{GIT}::test_nothing_that_the_repository_names_is_run"),
    Guard("storage/git.py", '"GIT_ALLOW_PROTOCOL": "", ', "", f"{DEFENDED}::test_an_object_that_is_not_there_is_not_fetched"),
    Guard("storage/git.py", '"GIT_NO_LAZY_FETCH": "1", "', '"', f"{DEFENDED}::test_an_object_that_is_not_there_is_not_fetched"),
    Guard("storage/git.py", '"log.showSignature=false", ', "", f"{DEFENDED}::test_no_command_runs_what_git_is_told_to_run"),
    Guard("storage/git.py", '"--ignore-submodules=dirty"', '"--ignore-submodules=none"', f"{DEFENDED}::test_a_submodule_is_not_looked_into"),
    Guard("storage/git.py", "safe.bareRepository=explicit", "safe.bareRepository=all", f"{DEFENDED}::test_a_repository_among_the_notes_is_none"),
    Guard("storage/git.py", '"GIT_WORK_TREE": str(around), ', "", f"{DEFENDED}::test_a_work_tree_elsewhere_is_not_listed"),
    Guard("storage/git.py", ', "GIT_CEILING_DIRECTORIES": str(around.parent)', "", f"{DEFENDED}::test_no_repository_further_up_is_asked"),
    Guard("storage/git.py", '"diff.orderFile=/dev/null"', '"core.pager=cat"', f"{DEFENDED}::test_a_file_elsewhere_gives_no_order"),
    Guard("storage/git.py", 'os.environ.setdefault(ONLY_ON_PATH, "1")', "pass", f"{DEFENDED}::test_a_program_named_git_among_the_notes_is_not_run"),
    Guard("commands/_first_files.py", "    yield HOOKS,", "    print(git.remotes(top))\n    yield HOOKS,", f"{DEFENDED}::test_the_password_in_the_address_of_a_remote_is_never_printed"),
    Guard("storage/git.py", "if name and name.isprintable()", "if name", f"{DEFENDED}::test_a_reference_that_would_draw_on_a_terminal_is_not_offered"),
    Guard("storage/git.py", 'if not name.startswith("GIT_")', "if True", f"{GIT}::test_the_hook_of_another_repository"),
    Guard("storage/git.py", "_environment() | around", "dict(os.environ)", f"{GIT}::test_three_texts_are_merged_without_a_repository"),
    Guard("text/names.py", "from __future__ import annotations\n", "from __future__ import annotations\n\nimport socket\n", "tests/test_security.py::test_the_package_starts_nothing_but_git"),
    Guard("parsing/yaml.py", "    node: Node | None = Loader", "    __import__('yaml').unsafe_load(text)\n    node: Node | None = Loader", "tests/test_security.py::test_yaml_makes_no_objects"),
    Guard("text/template.py", "if not isinstance(node, ALLOWED):", "if False:", "tests/text/test_template.py::test_what_a_template_may_not"),
    Guard("text/template.py", "self.left -= 1", "pass", "tests/text/test_template.py::test_what_a_template_may_not"),
    Guard("storage/cache.py", "return any(place.is_symlink() for place in (self.folder, self.file, journal))", "return False", f"{CACHE}::test_nothing_is_written_through_a_link"),
    Guard("storage/cache.py", "_is_ours(database) and ", "", f"{CACHE}::test_what_is_more_than_our_tables_is_not_even_asked"),
    Guard("storage/cache.py", " and sum == _sum(path, hash, document)", "", f"{CACHE}::test_one_flipped_bit_of_a_document_is_noticed"),
    Guard("commands/_live.py", "and (self._within is None or lies_in(place, self._within))", "", f"{LATER}::test_a_link_that_comes_later_is_not_followed_either"),
    Guard("commands/_server/desk.py", "if within is not None and not lies_in(place, within):", "if False:", f"{SERVED}::test_an_editor_names_nothing_outside"),
    Guard("commands/_server/desk.py", 'if parts.scheme != "file" or parts.netloc not in HERE or "\\0" in place:', "if False:", f"{SERVED}::test_an_editor_names_nothing_outside"),
    Guard("commands/_server/telling.py", "text if text.isprintable() else text.translate(WRITTEN)", "text", f"{SERVED}::test_nothing_that_an_editor_shows_draws"),
    Guard("reporters/text.py", "text if text.isprintable() else text.translate(WRITTEN)", "text", "tests/test_security.py::test_no_command_draws_on_the_terminal"),
    Guard("reporters/_controls.py", "return COMMAND.sub(", "return text or COMMAND.sub(", f"{SAID}::test_no_line_is_a_command_to_a_forge"),
    Guard("reporters/github.py", "translate(", "replace('', '') or str(", f"{REPORTERS}/test_annotations.py::test_text_of_a_note_forges_no_command"),
    Guard("reporters/markdown.py", "shown.translate(MEANING)", "shown", f"{REPORTERS}/test_markdown_summary.py::test_text_of_notes_is_shown_letter_by_letter"),
    Guard("reporters/junit.py", "return portable(safe(text))", "return safe(text)", f"{REPORTERS}/test_junit.py::test_what_xml_forbids_is_written_out"),
    Guard("reporters/_dot.py", r"""return text.replace("\\", "\\\\").replace('"', '\\"')""", "return text", f"{REPORTERS}/test_pictures.py::test_every_name_is_one_string_of_dot"),
    Guard("text/literal.py", "Markdown(code_span(line))", "Markdown(line)", "tests/commands/test_runbook_laws.py::test_the_page_of_any_unit_is_clean_and_stays_so"),
    Guard("site/markup.py", "if address.lower().startswith(SCHEMES):", "if True:", f"{RENDERING}::test_nothing_of_a_note_runs"),
    Guard("site/markup.py", "shown = self._stand_ins.source(COMMENT.sub(\"\", html))\n        return f\"<code>{escape(shown)}</code>\" if shown.strip() else \"\"", "return html", f"{RENDERING}::test_nothing_of_a_note_runs"),
    Guard("site/stand_ins.py", 'return "".join(parts) + escape(text[end:])', 'return "".join(parts) + text[end:]', f"{RENDERING}::test_nothing_of_a_note_runs"),
    Guard("site/templates/frame.html", "default-src 'none'; ", "", f"{REPORT}::test_nothing_but_the_site_itself_is_loaded_or_run"),
    Guard("site/paper.py", "autoescape=True", "autoescape=False", f"{REPORT}::test_odd_names_and_texts_are_shown"),
    Guard("commands/_report_place.py", "if place != root and root not in place.parents:", "if True:", f"{REPORT}::test_a_report_does_not_become_part_of_the_vault"),
    Guard("storage/report_folder.py", "and OURS.fullmatch(name)]", "]", f"{REPORT}::test_a_forged_list_of_files_takes_nothing_away"),
    Guard("parsing/frontmatter.py", "if nesting(self.block) > DEEPEST:", "if False:", "tests/parsing/test_frontmatter.py::test_hostile_blocks_are_a_trouble"),
    Guard("parsing/frontmatter.py", "depth > DEEPEST or self.values", "self.values", "tests/parsing/test_frontmatter.py::test_hostile_blocks_are_a_trouble"),
    Guard("parsing/note.py", "    front = frontmatter.read(text)\n", "    front = frontmatter.read(text)\n    [text.count(chr(0)) for _ in range(0, len(text), 20_000)]\n", "tests/commands/test_hostile_vaults.py::test_a_note_of_twenty_megabytes"),
    Guard("storage/git.py", "    if not words:\n", "    if False:\n", "tests/fuzzing/test_targets.py::test_a_fault_that_was_found_is_mended"),
)  # fmt: skip


def test_each_line_of_the_page_has_a_guard_whose_removal_its_test_notices() -> None:
    assert {guard.test for guard in GUARDS} == {f"{file}::{test}" for file, test in TESTS}


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: f"{guard.file}: {guard.words[:40]}")
def test_the_guards_are_where_they_are_looked_for(guard: Guard) -> None:
    assert guard.words in (TOP / "vaulttool" / guard.file).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: f"{guard.file}: {guard.words[:40]}")
def test_a_test_fails_without_its_guard(guard: Guard, tmp_path: Path) -> None:
    for name in ("vaulttool", "tests", "schemas", "vault", "bench"):
        shutil.copytree(TOP / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "vaulttool.toml", "vaulttool.sums", "CHANGELOG.md"):
        shutil.copy(TOP / name, tmp_path / name)
    file = tmp_path / "vaulttool" / guard.file
    file.write_text(file.read_text(encoding="utf-8").replace(guard.words, guard.without), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts="]
    done = subprocess.run([*command, guard.test], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout[-2000:] + done.stderr[-2000:]
    assert "failed" in done.stdout or "error" in done.stdout
