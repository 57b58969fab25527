"""What is worked out part by part, in several processes, is what is worked out at once in one."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest
from commands_in import Done, run
from folders import write
from lengths import some

from vaulttool.commands import _parts, _saying
from vaulttool.model import guesses, selected

TEXTS = [
    "# Top\n\n## Sub\n\ntext ^id\n",
    "---\naliases: [Uno]\ntags: a\n---\n[[One]] [[Two#Top]] ![[p.png]] [[Uno]]\n",
    "[[a/Two#Sub]] [t](../b/Two.md#Top) [x](Thre.md) [f](../src) [[Tow]] [[Tow]]\n",
    "[[Home]] [[Other#Nope]] [[#^id]] <!-- vaulttool:ignore missing-heading -->\n",
    "[[One]] %% vaulttool:ignore broken-link missing-heading %%\n\n%% vaulttool:ignore-file orphan-note - why %%\n",
    "a\n[[Tow]] %% vaulttool:ignore %%\n\n%% vaulttool:ignore-begin missing-block %%\n[[One#^no]] %% vaulttool:ignore-end %%\n"
    "a %% vaulttool:ignore duplicate-passage ambiguous-link brokn-link %% vaulttool:ignore-end %%\n",
    "# Twice\n\n[[One#^no]]\n\n# Twice\n\n[[#Twise]]\n",
    "---\na: [\n---\n[[Two#Sub]]\n",
    "<!-- vaulttool:begin backlinks -->\n<!-- vaulttool:end backlinks -->\n[[One#Top]]\n",
    "<<<<<<< HEAD\n[[One]]\n=======\n[[Two#Top#Sub]]\n>>>>>>> x\n",
    "```\nnever closed\n",
    "---\ntype: 3\ndate: 2024-13-01\n---\n10 of 20 is 60 %, on 2023-02-30. See [[Two]] and `src/gone.py`.\n",
    "",
]
NAMES = ["Home", "One", "Two", "Three", "Other", "Uno"]
CONFIGURATION = """
exclude = ["b/Home.md"]
[rules]
orphan-note = "warning"
duplicate-passage = "warning"
ambiguous-link = "warning"
[per-file-ignores]
"a/**" = ["broken-link"]
"""


@pytest.fixture
def in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several processes and parts for however few notes."""
    monkeypatch.setattr(_parts, "CHECKING", _parts.CHECKING._replace(fewest=1, smallest=2))


def vault(folder: Path, seed: int) -> Path:
    chance = random.Random(seed)
    for top in ("", "a/", "b/", "a/deep/"):
        write(folder, {f"{top}{name}.md": chance.choice(TEXTS) for name in NAMES})
    return write(
        folder, {"p.png": "x", "bad.md": b"\xff", "c.canvas": '{"nodes": [{"type": "file", "file": "no.md"}]}'}
    )


def told(folder: Path, *options: str) -> Done:
    return run("check", "--no-cache", "--format", "json", *options, cwd=folder)


@pytest.mark.usefixtures("in_small_parts")
@pytest.mark.parametrize(
    "configuration",
    [
        pytest.param("", id="without a configuration"),
        pytest.param(CONFIGURATION, id="with one"),
        pytest.param(CONFIGURATION + '[schemas.paths]\n"{a,b}/**" = "note"\n', id="with a schema"),
    ],
)
@pytest.mark.parametrize("seed", some(range(5), step=4))
def test_it_is_the_same(seed: int, configuration: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault(tmp_path, seed)
    if configuration:
        write(tmp_path, {"vaulttool.toml": configuration})
    in_parts = [told(tmp_path, "--jobs", jobs) for jobs in "123"]
    monkeypatch.setattr(selected, "MOST_DECODED", 1)
    in_parts += [told(tmp_path, "--jobs", jobs) for jobs in "12"]
    monkeypatch.setattr(_saying, "only_notes_matter", lambda run, choice: False)
    at_once = told(tmp_path)
    assert at_once.status == 1
    assert in_parts == [at_once] * 5


@pytest.mark.usefixtures("in_small_parts")
def test_the_cache_knows_what_other_processes_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link to a file beside the vault is no longer broken once that file is there."""
    monkeypatch.delenv("VAULTTOOL_NO_CACHE")
    write(tmp_path, {".git/HEAD": "", "src/a/x.py": "", "vault/.obsidian/app.json": ""})
    write(tmp_path, {f"vault/{number}.md": f"[f](../src/{number}/x.py)\n" for number in range(40)})
    for number in range(3):
        write(tmp_path, {f"src/{number}/x.py": ""})
        kept = run("check", "--jobs", "3", cwd=tmp_path / "vault")
        assert kept == run("check", "--no-cache", "--jobs", "1", cwd=tmp_path / "vault")
        assert kept.out.count("[broken-link]") == 39 - number


@pytest.mark.usefixtures("in_small_parts")
def test_of_some_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault(tmp_path, 7)
    in_parts = told(tmp_path, "a", "--jobs", "2", "--ignore", "missing-block")
    monkeypatch.setattr(_saying, "only_notes_matter", lambda run, choice: False)
    assert told(tmp_path, "a", "--ignore", "missing-block") == in_parts
    assert told(tmp_path) != in_parts


@pytest.mark.usefixtures("in_small_parts")
def test_suggestions_go_to_the_notes_that_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guesses, "MOST", 3)
    write(tmp_path, {"Harbour.md": "", **{f"{number}.md": f"[[Harbour{number}]]\n" for number in range(9)}})
    done = [run("check", "--no-cache", "--jobs", jobs, cwd=tmp_path).out for jobs in "123"]
    assert done[0].count('did you mean "Harbour"?') == 3
    assert done[0].index("did you mean") < done[0].index("3.md") and len(set(done)) == 1


@pytest.mark.usefixtures("in_small_parts")
@pytest.mark.parametrize(
    ("death", "cause"),
    [
        pytest.param(lambda: os.kill(os.getpid(), signal.SIGKILL), "it was ended by SIGKILL", id="killed"),
        pytest.param(lambda: 1 // 0, "its exit status is 1, and what it said stands above", id="an error"),
    ],
)
def test_a_process_that_dies_ends_the_run(
    death: object, cause: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault(tmp_path, 1)
    here, part = os.getpid(), _parts._part

    def dying(*given: object) -> object:
        if os.getpid() != here:
            death()  # type: ignore[operator]  # as listed
        time.sleep(0.1)  # the other has time to begin
        return part(*given)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(_parts, "_part", dying)
    done = told(tmp_path, "--jobs", "2")
    assert (done.status, done.out) == (2, "")
    assert f"error: a process that checked notes died: {cause}\n    help: run it again with --jobs 1\n" in done.err
