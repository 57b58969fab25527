"""Nothing in notes, names, data or git draws on the terminal."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from commands_in import run
from folders import git, repository, write
from model.data_files import FILES

from vaulttool.reporters.text import safe

DRAWN = "\x1b[31m\x9b\u202e\x07\u2028"  # a colour, a sequence in one character, text turned around, a bell, a line end
ESCAPED = "\\x1b[31m\\u202e\\u2028"  # the same in a YAML string
VAULT: dict[str, str] = {
    **FILES,
    "vaulttool.toml": 'data = "data"\n',
    "A.md": f'---\ntitle: "a{ESCAPED}"\ntags: [x]\n"alias{ESCAPED}": 1\n---\n# H{DRAWN}d\n\n'
    f"[[gone{DRAWN}x]] [[A#no{DRAWN}y]] ![[p{DRAWN}.png]] [t{DRAWN}](q{DRAWN}.md) ^b{DRAWN}\n\n"
    f'<!-- vaulttool:begin nokind{DRAWN} a="{DRAWN}" -->\n\n<!-- vaulttool:end nokind{DRAWN} -->\n\n'
    f"1<!-- =run/x{DRAWN}#y -->\n<!-- vaulttool:ignore nope{DRAWN} -->\n",
    "C.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "\\u001b[31m\\u202e.md"}, {"id": "2", "type": "text", "text": "[[\\u001b[31mz]]"}]}',
    "data/runs/2026-01-01-a.yaml": f'run: "a{ESCAPED}"\nmetrics: {{"m{ESCAPED}": 1}}\n',
    "data/hosts/h.yaml": f'host: "h{ESCAPED}"\n"x{ESCAPED}": "\\e[31m"\n',
    f"n{DRAWN}/B{DRAWN}.md": "# b\n[[A]]\n",
    "u.container": f"[Container]\nImage=x{DRAWN}\nExec=--a{DRAWN}\n[Service{DRAWN}]\nA\n",
}  # fmt: skip
BRANCH = "b\u202e\x9bm"
COMMANDS = (
    *(["check", "--format", form] for form in ("text", "full", "gitlab", "sarif", "junit", "markdown", "json", "jsonl")),
    *(["check", *more] for more in (["--statistics"], ["--timing"], ["--fix", "--diff"], ["--changed"], ["--against", BRANCH])),
    *(["check", *more] for more in (["--changed", f"z{DRAWN}"], [f"no{DRAWN}"], ["--vault", DRAWN], ["--config", DRAWN], ["--select", DRAWN])),
    *(["graph", "--format", form] for form in ("text", "json", "dot", "graphml", "mermaid")),
    *(["index", "--check"], ["index", "--diff"], ["links"], ["links", "--format", "jsonl"], ["audit"], ["audit", "--list", "all"]),
    *(["audit", "--format", "json"], ["duplicates"], ["config"], ["config", "--format", "json"], ["init", "--dry-run"]),
    *(["rename", "A.md", f"Z{DRAWN}.md", "--dry-run"], ["rename", f"A.md#H{DRAWN}d", "new", "--dry-run"], ["explain", "A.md:8"]),
    *(["explain", "A.md:3"], ["explain", DRAWN], ["runbook", "u.container", "--dry-run"], ["ingest", f"no{DRAWN}"]),
    *([f"c{DRAWN}"], ["check", f"--o{DRAWN}"], ["merge-file", DRAWN, "b", "c"], ["cutover", DRAWN], ["graph", DRAWN]),
)  # fmt: skip


@pytest.fixture(scope="module")
def drawing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = repository(tmp_path_factory.mktemp("drawing"), VAULT)
    git(top, "branch", BRANCH)
    git(top, "commit", "--quiet", "--allow-empty", "--message=m\x1b[31m")
    return write(top, {"A.md": VAULT["A.md"] + f"[[other{DRAWN}]]\n"})


def drawn(text: str) -> set[str]:
    """The characters that a terminal obeys, or that turn text around."""
    return {
        mark for mark in text if (unicodedata.category(mark) == "Cc" and mark not in "\n\t") or mark in "\u202e\u2028"
    }


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: ascii(" ".join(command)))
def test_nothing_draws_on_the_terminal(command: list[str], drawing: Path) -> None:
    done = run(*command, cwd=drawing)
    assert (drawn(done.out), drawn(done.err)) == (set(), set())
    assert "Traceback" not in done.err and done.out + done.err


def test_annotations_hold_the_names_of_files_and_nothing_else_that_draws(drawing: Path) -> None:
    """A forge finds a file only by its very name; a control character is no part of that there."""
    done = run("check", "--format", "github", cwd=drawing)
    assert drawn(done.out) <= {"\u202e", "\u2028"}
    for line in done.out.removesuffix("\n").split("\n"):
        assert line.startswith(("::error file=", "::warning file=")) and not drawn(line.partition(",line=")[2])


FORGED = ("::error file=a.md::x", "  ::warning::x", "##vso[task.setvariable variable=a]b", "##[error]x", "##[section]x")


@pytest.mark.parametrize("command", [
    *(["check", "--format", form] for form in ("text", "full", "json", "jsonl", "sarif", "gitlab")),
    *(["links"], ["links", "--format", "jsonl"], ["index", "--check"], ["graph"], ["explain", "A.md:1"], ["audit", "--list", "all"]),
    *(["check", "--fix", "--diff"], ["check", "::error::gone.md"], ["check", "--changed", "##vso[a]b"], ["duplicates"]),
], ids=" ".join)  # fmt: skip
def test_no_line_is_a_command_to_a_forge(command: list[str], tmp_path: Path) -> None:
    """Where a build prints the text that people read, a forge looks for commands in it."""
    text = "".join(f"# {each}\n\n{each}\n\n[[{each}]] [a](<{each}.md>)\n" for each in FORGED)
    done = run(*command, cwd=repository(tmp_path, {"A.md": text, **{f"{each}.md": text for each in FORGED}}))
    for line in (done.out + done.err).split("\n"):
        assert not line.lstrip().startswith("::") and "##vso[" not in line and "##[error]" not in line, line


@pytest.mark.parametrize(
    "text", ["a::b", "##[[Lisbon]]", "## Heading", "a :: b", "###", "##vso", "##[", "##[]", ":", "x ::error::"]
)
def test_other_text_is_shown_as_it_is(text: str) -> None:
    assert safe(text) == text
