"""``check --watch`` as a program: a line for each finding that comes or goes, on a terminal the whole again."""

from __future__ import annotations

import datetime
import os
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
import watchfiles
from commands_in import run
from folders import git, repository, write
from terminals import environment, opened

from vaulttool.commands import _watching
from vaulttool.commands._followed import Change, Followed
from vaulttool.commands._options import Given
from vaulttool.commands._run import Run
from vaulttool.errors import VaulttoolError
from vaulttool.storage.root import find

FILES = {".obsidian/": "", "a.md": "[[b]]\n", "b.md": "x [[Gone]]\n"}
GONE = 'b.md:1:5: error: no note or file is named "Gone" [broken-link]'
COUNTS = "2 notes, 2 links: 1 unresolved; 1 error, 0 warnings"
MOST = 60.0  # seconds that an answer is waited for
QUIET = 0.3  # seconds in which a word would come
CLEAR = "\x1b[2J\x1b[1;1H"


class Watching:
    """The running command, and what it writes to its standard output and error."""

    def __init__(self, folder: Path, *arguments: str, columns: int = 0) -> None:
        command = [sys.executable, "-m", "vaulttool", "check", "--watch", *arguments]
        self.output, theirs = opened(columns) if columns else os.pipe()
        variables = environment(TERM="xterm-256color", PYTHONUNBUFFERED="1")
        self.process = subprocess.Popen(command, cwd=folder, stdout=theirs, stderr=theirs, env=variables)
        os.close(theirs)
        self.written = b""
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.output, selectors.EVENT_READ)

    def said(self, lines: int = 1, most: float = MOST) -> list[str]:
        """The next lines that are written, so many unless it takes too long or is all that there will be."""
        end = time.monotonic() + most
        while self.written.count(b"\n") < lines and self.selector.select(max(end - time.monotonic(), 0)):
            try:
                part = os.read(self.output, 1 << 16)
            except OSError:  # the terminal is closed
                part = b""
            if not part:
                break
            self.written += part
        *said, self.written = self.written.split(b"\n", lines)
        return [line.decode("utf-8").rstrip("\r") for line in said]

    def nothing_said(self) -> bool:
        return self.said(most=QUIET) == []

    def end(self, by: int = signal.SIGINT) -> int:
        self.process.send_signal(by)
        return self.process.wait(MOST)


@pytest.fixture
def watching() -> Iterator[Callable[..., Watching]]:
    begun: list[Watching] = []

    def begin(folder: Path, *arguments: str, columns: int = 0) -> Watching:
        begun.append(Watching(folder, *arguments, columns=columns))
        return begun[-1]

    yield begin
    for one in begun:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        os.close(one.output)


def test_a_pipe_gets_a_line_for_each_finding_that_comes_or_goes(
    tmp_path: Path, watching: Callable[..., Watching]
) -> None:
    write(tmp_path, FILES)
    one = watching(tmp_path)
    assert one.said(2) == [GONE, COUNTS]
    write(tmp_path, {"a.md": "[[c]]\n"})
    assert one.said() == ['new: a.md:1:3: error: no note or file is named "c" [broken-link]']
    write(tmp_path, {"a.md": "\n\n[[c]]\n"})
    assert one.nothing_said()
    write(tmp_path, {"c.md": "[[a]]\n"})
    assert one.said() == ['gone: a.md:3:3: error: no note or file is named "c" [broken-link]']
    write(tmp_path, {".obsidian/workspace.json": "{}"})
    assert one.nothing_said()
    (tmp_path / "b.md").rename(tmp_path / "d.md")
    assert one.said(2) == [f"gone: {GONE}", f"new: {GONE.replace('b.md', 'd.md')}"]
    assert one.end() == 130


def test_another_configuration_counts_at_once(tmp_path: Path, watching: Callable[..., Watching]) -> None:
    write(tmp_path, {**FILES, "vaulttool.toml": '[rules]\norphan-note = "off"\n'})
    one = watching(tmp_path)
    assert one.said(2) == [GONE, COUNTS]
    write(tmp_path, {"vaulttool.toml": '[rules]\norphan-note = "off"\nbroken-link = "warning"\n'})
    assert one.said(2) == [f"gone: {GONE}", f"new: {GONE.replace('error', 'warning')}"]
    write(tmp_path, {"vaulttool.toml": '[rules]\nbroken-lin = "off"\n'})
    complaint = one.said(2)
    assert complaint[0].startswith("error: ") and 'no rule is named "broken-lin"' in complaint[0]
    write(tmp_path, {"a.md": "[[c]]\n"})
    assert one.nothing_said()  # it was said
    write(tmp_path, {"vaulttool.toml": '[rules]\norphan-note = "off"\n'})
    assert one.said(3) == [
        f"gone: {GONE.replace('error', 'warning')}",
        'new: a.md:1:3: error: no note or file is named "c" [broken-link]',
        f"new: {GONE}",
    ]


def test_git_switches(tmp_path: Path, watching: Callable[..., Watching]) -> None:
    notes = {f"{number}.md": f"[[{number + 1}]]\n" for number in range(150)}
    repository(tmp_path, {".gitignore": ".vaulttool_cache/\n", "150.md": "[[0]]", **notes})
    git(tmp_path, "switch", "--quiet", "--create", "other")
    for number in range(0, 150, 2):
        (tmp_path / f"{number}.md").unlink()
    git(tmp_path, "commit", "--quiet", "--all", "--message=fewer")
    git(tmp_path, "switch", "--quiet", "main")
    one = watching(tmp_path)
    counts = "151 notes, 151 links: 0 unresolved; 0 errors, 0 warnings"
    assert one.said() == [counts]
    git(tmp_path, "switch", "--quiet", "other")
    lines = one.said(75)
    broken = [line for line in run("check", "--no-cache", cwd=tmp_path).out.splitlines() if "error:" in line]
    assert sorted(lines) == sorted(f"new: {line}" for line in broken) and len(lines) == 75
    git(tmp_path, "switch", "--quiet", "main")
    assert len(one.said(75)) == 75
    write(tmp_path, {"new.md": "[[gone]]", "next.md": "[[gone]]"})
    assert len(one.said(2)) == 2
    write(tmp_path, {".gitignore": ".vaulttool_cache/\nnew.md\n"})
    assert one.said() == ['gone: new.md:1:3: error: no note or file is named "gone" [broken-link]']


def test_a_terminal_gets_the_whole_again(tmp_path: Path, watching: Callable[..., Watching]) -> None:
    write(tmp_path, FILES)
    one = watching(tmp_path, "--format", "full", "--no-color", columns=70)
    below = ["", COUNTS, "next: vaulttool explain broken-link (1 of 1 is about this)", "watching; Ctrl-C ends it"]
    assert one.said(7) == [CLEAR + GONE, "   1 | x [[Gone]]", "     |     ^^^^", *below]
    write(tmp_path, {"b.md": "\n[[Gone]]\n"})
    moved = GONE.replace("1:5", "2:3")
    assert one.said(7) == [CLEAR + moved, "   2 | [[Gone]]", "     |   ^^^^", *below]
    write(tmp_path, {"other.txt": "x"})
    assert one.nothing_said()
    assert one.end() == 130


def test_a_vault_that_is_gone(tmp_path: Path, watching: Callable[..., Watching]) -> None:
    vault = write(tmp_path / "vault", FILES)
    one = watching(tmp_path, "vault")
    assert one.said(2)[0] == f"vault/{GONE}"
    shutil.copytree(vault, tmp_path / "copy")
    write(tmp_path / "copy", {"a.md": "[[never]]"})
    vault.rename(tmp_path / "before")
    (tmp_path / "copy").rename(vault)
    assert one.said() == ['new: vault/a.md:1:3: error: no note or file is named "never" [broken-link]']
    write(vault, {"a.md": "[[b]]"})
    assert [line.partition(":")[0] for line in one.said()] == ["gone"]
    shutil.rmtree(vault)
    assert one.said(2) == [f'error: the vault "{vault}" is gone', "    help: start again where it is"]
    assert one.process.wait(MOST) == 2


def test_a_baseline_and_narrowing_hold(tmp_path: Path, watching: Callable[..., Watching]) -> None:
    write(tmp_path, {**FILES, "deep/c.md": "[[x]]"})
    run("baseline", cwd=tmp_path)
    one = watching(tmp_path, "--baseline", "--ignore", "missing-heading", ".")
    assert len(one.said(2)) == 2
    write(tmp_path, {"deep/c.md": "[[x]] [[y]] [[b#No]]"})
    assert one.said() == ['new: deep/c.md:1:9: error: no note or file is named "y" [broken-link]']
    write(tmp_path, {"deep/c.md": "[[x]]"})
    assert one.said() == ['gone: deep/c.md:1:9: error: no note or file is named "y" [broken-link]']


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["--staged"], "--watch and --staged exclude each other", id="what is staged"),
        pytest.param(["--changed"], "--watch and --changed exclude each other", id="what changed"),
        pytest.param(["--against", "HEAD"], "--watch and --against exclude each other", id="a commit"),
        pytest.param(["--fix"], "--watch and --fix exclude each other", id="mending"),
        pytest.param(["--diff"], "--watch and --diff exclude each other", id="what would be mended"),
        pytest.param(["--timing"], "--watch and --timing exclude each other", id="times"),
        pytest.param(["-o", "x.txt"], "--watch and --output exclude each other", id="a file"),
        pytest.param(["--format", "json"], "--watch cannot be given with --format json", id="a format for programs"),
        pytest.param(["-", "--stdin-filename", "a.md"], "--watch and --stdin-filename exclude", id="standard input"),
    ],
)
def test_what_cannot_be_watched(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run("check", "--watch", *arguments, cwd=write(tmp_path, FILES))
    assert (done.status, done.out) == (2, "") and message in done.err


def test_a_package_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    done = run("check", "--watch", cwd=write(tmp_path, FILES))
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "error: --watch needs the package watchfiles\n"
        '    help: install it with "pip install obsidian-vaulttool[watch]"\n'
    )


def test_no_vault_to_begin_with(tmp_path: Path) -> None:
    done = run("check", "--watch", "--vault", "none", cwd=tmp_path)
    assert done.status == 2 and done.err.startswith("error: no folder")


class Told:
    """Batches of changes in the place of those that watchfiles tells, and what was made of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, batches: Sequence[Callable[[], object]]) -> None:
        self.batches = batches
        self.anew: list[bool] = []
        self.folders: list[tuple[str, ...]] = []
        monkeypatch.setattr(watchfiles, "watch", self._watch)

    def go_on(self) -> None:
        with pytest.raises(KeyboardInterrupt):
            _watching.Watch(
                lambda: find([]), lambda: Run([], Given(no_cache=True)), (), (), self._tell, self._complain
            ).go_on()

    def _watch(self, *folders: str, **options: object) -> Iterator[set[tuple[object, str]]]:
        self.folders.append(folders)
        yield set()
        while self.batches:
            first, *self.batches = self.batches
            places = first()
            yield {(None, str(place)) for place in places} if isinstance(places, list) else set()
        raise KeyboardInterrupt

    def _tell(self, followed: Followed, changes: object) -> None:
        self.anew.append(changes is None)
        for change in changes if isinstance(changes, Iterator) else ():
            assert isinstance(change, Change)

    def _complain(self, error: VaulttoolError) -> None:
        raise AssertionError(error.message)


def test_what_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, FILES))
    names = ("a.md", "sub/vaulttool.toml", ".git/index", ".vaulttool_cache/x", ".gitignore", "vaulttool.toml")
    told = Told(monkeypatch, [lambda name=name: [tmp_path / name] for name in names])  # type: ignore[misc]
    told.go_on()
    assert told.anew == [True, False, False, True, True]


def test_very_many_changes_are_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, FILES))
    some, many = ([tmp_path / f"{number}.md" for number in range(end)] for end in (1000, 1001))
    told = Told(monkeypatch, [lambda: some, lambda: many])
    told.go_on()
    assert told.anew == [True, False, True]


def test_the_next_day_all_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, FILES))

    class Later(datetime.date):
        @classmethod
        def today(cls) -> Later:
            return cls(2100, 1, 1)

    def sleep() -> None:
        monkeypatch.setattr(datetime, "date", Later)

    told = Told(monkeypatch, [list, sleep, list])
    told.go_on()
    assert told.anew == [True, True]


def test_another_vault_is_watched_where_the_configuration_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toml = 'vault = "one"\n'
    write(tmp_path, {"one/a.md": "", "two/a.md": "", "vaulttool.toml": toml})
    monkeypatch.chdir(tmp_path)

    def other(vault: str) -> list[Path]:
        write(tmp_path, {"vaulttool.toml": f'vault = "{vault}"\n'})
        return [tmp_path / "vaulttool.toml"]

    told = Told(monkeypatch, [partial(other, "two"), lambda: [tmp_path / "two/a.md"], partial(other, ".")])
    told.go_on()
    assert told.folders == [(str(tmp_path),)] * 3
    assert told.anew == [True, True, False, True]


def test_what_the_system_cannot_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def watch(*folders: str, **options: object) -> Iterator[set[tuple[object, str]]]:
        raise OSError("OS file watch limit reached.")
        yield set()

    monkeypatch.setattr(watchfiles, "watch", watch)
    done = run("check", "--watch", cwd=write(tmp_path, FILES))
    assert (done.status, done.out) == (2, "")
    assert f'"{tmp_path}" cannot be watched: OS file watch limit reached.\n    help: ' in done.err
