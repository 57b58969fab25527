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
    """A guard of the package: the file, its words, what takes their place without it, and the test that then fails."""

    file: str
    words: str
    without: str
    test: str


GUARDS = (
    Guard("storage/bounds.py", "return real.startswith(inside) and OWN", "return True or OWN", "tests/commands/test_boundaries.py"),
    Guard("storage/repository.py", "if not lies_in(disk.real(file), place.repository):", "if False:", "tests/commands/test_boundaries.py"),
    Guard("storage/repository.py", "if not lies_in(where, place.repository) or", "if", "tests/commands/test_boundaries.py"),
    Guard("storage/disk.py", "if within is not None and entry.is_symlink()", "if False and entry.is_symlink()", "tests/commands/test_boundaries.py"),
    Guard("storage/root.py", "if top is not None:", "if False:", "tests/commands/test_boundaries.py"),
    Guard("storage/writing.py", "if self._within and not any(", "if False and not any(", "tests/storage/test_writing.py"),
    Guard("storage/writing.py", "_require_unchanged(place, before)  # once more", "pass  # once more", "tests/storage/test_writing.py"),
    Guard("storage/taking.py", 'if os.name == "nt":', "if True:", "tests/storage/test_taking.py"),
    Guard("storage/git.py", '"core.fsmonitor=false", ', "", "tests/storage/test_git.py"),
    Guard("storage/git.py", '"log.showSignature=false", ', "", "tests/security/test_git_defended.py"),
    Guard("storage/git.py", '"diff.orderFile=/dev/null"', '"core.pager=cat"', "tests/security/test_git_defended.py"),
    Guard("storage/git.py", ', "safe.bareRepository=explicit"', "", "tests/security/test_git_defended.py"),
    Guard("storage/git.py", '"GIT_WORK_TREE": str(around), ', "", "tests/security/test_git_defended.py"),
    Guard("storage/git.py", ', "GIT_CEILING_DIRECTORIES": str(around.parent)', "", "tests/security/test_git_defended.py"),
    Guard("storage/git.py", '"--ignore-submodules=dirty"', '"--ignore-submodules=none"', "tests/security/test_git_defended.py"),
    Guard("storage/git.py", 'os.environ.setdefault(ONLY_ON_PATH, "1")', "pass", "tests/security/test_git_defended.py"),
    Guard("storage/git.py", "if name and name.isprintable()", "if name", "tests/security/test_git_defended.py"),
    Guard("storage/git.py", "*without_filters(root), ", "", "tests/storage/test_git.py"),
    Guard("storage/git.py", '"GIT_ALLOW_PROTOCOL": "", ', "", "tests/security/test_git_defended.py"),
    Guard("storage/git.py", 'if not name.startswith("GIT_")', "if True", "tests/storage/test_git.py"),
    Guard("storage/cache.py", "_is_ours(database) and ", "", "tests/storage/test_cache.py"),
    Guard("reporters/_controls.py", "return COMMAND.sub(", "return text or COMMAND.sub(", "tests/security/test_said.py"),
    Guard("storage/cache.py", "return any(place.is_symlink() for place in (self.folder, self.file, journal))", "return False", "tests/storage/test_cache.py"),
    Guard("reporters/text.py", "text if text.isprintable() else text.translate(WRITTEN)", "text", "tests/test_security.py::test_no_command_draws_on_the_terminal"),
    Guard("reporters/github.py", "translate(", "replace('', '') or str(", "tests/reporters/test_annotations.py"),
    Guard("site/markup.py", "if address.lower().startswith(SCHEMES):", "if True:", "tests/site/test_rendering.py"),
    Guard("site/markup.py", "shown = self._stand_ins.source(COMMENT.sub(\"\", html))\n        return f\"<code>{escape(shown)}</code>\" if shown.strip() else \"\"", "return html", "tests/site/test_rendering.py"),
    Guard("site/stand_ins.py", 'return "".join(parts) + escape(text[end:])', 'return "".join(parts) + text[end:]', "tests/site/test_rendering.py"),
    Guard("site/paper.py", "autoescape=True", "autoescape=False", "tests/commands/test_report_command.py"),
    Guard("storage/report_folder.py", "and OURS.fullmatch(name)]", "]", "tests/commands/test_report_command.py"),
    Guard("commands/_report_place.py", "if place != root and root not in place.parents:", "if True:", "tests/commands/test_report_command.py"),
)  # fmt: skip


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
