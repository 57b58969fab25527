"""Asks git what it ignores, what has changed, what it has and what was there before. Nothing of the repository's own is
run: no hooks, no monitors, no pagers, no filters. Nothing is fetched."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vaulttool.errors import VaultError

if TYPE_CHECKING:
    from subprocess import CompletedProcess

# What a repository's configuration may not do: run a program, or have a file read that lies elsewhere. Whose the
# repository is does not matter then, and in the container of a build it is often somebody else's.
SETTINGS = (
    *("core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false", "diff.orderFile=/dev/null"),
    *("safe.directory=*", "safe.bareRepository=explicit"),
)
SAFE = ("--no-pager", *(part for setting in SETTINGS for part in ("-c", setting)))
EMPTY, FALSE = "VAULTTOOL_EMPTY", "VAULTTOOL_FALSE"  # values for keys that hold "=", as the name of a filter may
# A clone without all objects would fetch the one that is asked for, with a program that its configuration names.
ALONE = {"GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"} | {
    EMPTY: "",
    FALSE: "false",
}
SUBMODULES = "--ignore-submodules=dirty"  # to see whether one is changed, git would run what its configuration names
NAMES = ("--name-only", "--no-renames", "--relative", "--no-ext-diff", SUBMODULES, "-z")
REMOTES = r"^remote\..*\.(fetch|tagopt)$"
ONLY_ON_PATH = "NoDefaultCurrentDirectoryInExePath"  # else Windows takes a git.exe that lies in the working directory
MOST_CONFLICTS = 127  # that git counts
SHOWN_WITH_BASE = ("diff3", "zdiff3")  # how conflicts may be shown besides git's own way
ALL_BRANCHES = "refs/heads/*:"
STAGED = "--cached"
PAGES = (":(icase)*.md", ":(icase)*.markdown")
STATUSES = ("--name-status", "--find-renames", "--relative", "--no-ext-diff", "--no-textconv", SUBMODULES, "-z")


RAW = ("--raw", "-z", "--no-abbrev", "--find-renames=75%", "--no-rename-empty", "--diff-filter=ADR", "--relative")


class Change(NamedTuple):
    """How a file differs from a commit: its path now and then, None where there is none."""

    now: str | None
    then: str | None


def top(place: Path) -> Path | None:
    """The top folder of the git work tree around a place, or None."""
    for folder in (place, *place.parents):
        if (folder / ".git").exists():
            return folder
    return None


def ignored(root: Path) -> list[str] | None:
    """The files and folders (with a ``/`` at the end) below a folder that git ignores; None where git cannot say.

    Nothing where git ignores the folder itself: who asks for it means what lies in it.
    """
    answer = ask(root, "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z")
    if answer in (None, b"./\0"):
        return [] if ask(root, "check-ignore", "--quiet", ".") is not None else None
    return _names(answer)


def files(folder: Path) -> list[str] | None:
    """The files below a folder that git has, and those that it does not know yet and does not ignore; None where
    git cannot say. Files that are gone from the disk are left out."""
    answer = ask(folder, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    if answer is None:
        return None
    return sorted({name for name in _names(answer) if os.path.lexists(folder / name)})


def staged(root: Path) -> list[str]:
    """The paths below a folder that the next commit changes, deleted ones too."""
    return _needed(root, "diff", "--cached", *NAMES)


def changed(root: Path, since: str) -> list[str]:
    """The paths below a folder that differ from a commit, and those that git does not know yet."""
    new = unknown(root)
    commit = commit_of(root, since, "name a commit, a branch or a tag; PATHs stand before --changed")
    return new + _needed(root, *without_filters(root), "diff", *NAMES, commit, "--")


def fork(root: Path, reference: str) -> str:
    """The commit where the work in a folder left another line of work, a commit, branch or tag.

    ``VaultError`` where there is no repository, or the reference names nothing that git knows.
    """
    if ask(root, "rev-parse", "--git-dir") is None:
        raise VaultError(f'"{root}" lies in no git repository', "run it inside a git work tree")
    commit = commit_of(root, reference, "name a commit, a branch or a tag")
    answer = ask(root, "merge-base", commit, "HEAD")
    if answer is None:
        raise VaultError(
            f'git knows no commit that "{reference}" and the work tree have in common', "fetch more of the history"
        )
    return _line(answer)


def references(folder: Path) -> list[str]:
    """The branches and tags of the repository around a folder, the newest first; none where there is no repository.

    One whose name would draw on a terminal is left out: a shell shows them as they are.
    """
    answer = ask(folder, "for-each-ref", "--sort=-creatordate", "--format=%(refname:short)")
    return [name for name in (answer or b"").decode("utf-8", "replace").split("\n") if name and name.isprintable()]


def remotes(folder: Path) -> list[str]:
    """The addresses that the repository around a folder fetches from; none where there is no repository."""
    answer = ask(folder, "config", "-z", "--get-regexp", r"^remote\..*\.url$")
    return [entry.partition("\n")[2] for entry in _names(answer or b"")]


def changes(root: Path, commit: str, state: str = "") -> list[Change]:
    """How the Markdown files below a folder differ from a commit, renamed ones as one change.

    They are those of the work tree, where those that git does not know yet count as new; or those of another
    ``state``: a commit, or ``--cached`` for what is staged.
    """
    states = [state, commit] if state == STAGED else [commit, state] if state else [commit]
    fields = iter(_needed(root, *without_filters(root), "diff", *STATUSES, *states, "--", *PAGES))
    new = [] if state else unknown(root, *PAGES)
    return [*(_change(status, fields) for status in fields), *(Change(path, None) for path in new)]


def texts(root: Path, commit: str, paths: Sequence[str]) -> dict[str, str]:
    """The texts of files below a folder as a commit has them; what is no UTF-8 there is left out."""
    asked = [path for path in paths if "\n" not in path]
    lines = b"".join(os.fsencode(f"{commit}:./{path}\n") for path in asked)
    answer = ask(root, "cat-file", "--batch", given=lines) or b""
    found: dict[str, str] = {}
    position = 0
    for path in asked:
        end = answer.find(b"\n", position)
        header = answer[position:end].split()
        position = end + 1
        if len(header) == 3 and header[2].isdigit():
            content = answer[position : position + int(header[2])]
            position += int(header[2]) + 1
            try:
                found[path] = content.decode()
            except UnicodeDecodeError:
                continue
    return found


def messages(root: Path, since: str) -> list[str]:
    """The messages of the commits after one, the newest first."""
    answer = ask(root, "log", "--no-show-signature", "--format=%B%x00", f"{since}..HEAD")
    return [message.strip() for message in (answer or b"").decode("utf-8", "replace").split("\0") if message.strip()]


def history(root: Path) -> list[bytes]:
    """What came, went and was renamed below a folder: in what is not committed yet, then in each commit, the newest
    first, a merge being compared with its first parent. Fields end at a zero byte, as ``git diff --raw -z`` has them;
    one that holds a hash stands before each commit. Nothing where git cannot say."""
    plain = ("--no-ext-diff", "--no-textconv", SUBMODULES)
    present = (*without_filters(root), "diff", *RAW, *plain, "HEAD", "--", ".")
    past = ("-c", "log.showRoot=true", "log", "--first-parent", "-m", "--format=%H", *RAW, *plain, "--", ".")
    return [ask(root, *command, given=b"") or b"" for command in (present, past)]


def last_changes(root: Path) -> dict[str, str]:
    """The day of the last commit of each file below a folder, by path from it; nothing where git cannot say."""
    command = ("log", "--no-show-signature", "--format=%x01%cs", "--name-only", "--no-renames", "--relative", "-z")
    answer = ask(root, *command, "--no-ext-diff", "--no-textconv", "--", ".", given=b"") or b""
    found: dict[str, str] = {}
    for commit in answer.split(b"\x01"):
        day, _, names = commit.partition(b"\0")
        for name in names.lstrip(b"\n").split(b"\0"):
            if name:
                found.setdefault(os.fsdecode(name), day.decode("ascii", "replace").strip())
    return found


def _change(status: str, fields: Iterator[str]) -> Change:
    """A change from its status and the paths behind it, as git prints them."""
    path, renamed = next(fields, ""), next(fields, "") if status[0] in "RC" else None
    if not path or renamed == "":
        raise _odd()
    if renamed is not None:
        return Change(renamed, path if status[0] == "R" else None)
    return Change(None if status[0] == "D" else path, None if status[0] == "A" else path)


def _line(answer: bytes) -> str:
    """The one word that git answers."""
    words = os.fsdecode(answer).split()
    if not words:
        raise _odd()
    return words[0]


def _odd() -> VaultError:
    """What to say where git ends well and its answer makes no sense."""
    return VaultError("git gives an answer that cannot be understood", 'see what "git status" says, or update git')


def unknown(root: Path, *patterns: str) -> list[str]:
    """The paths below a folder that git does not know yet and does not ignore, all or those of a pattern."""
    return _needed(root, "ls-files", "--others", "--exclude-standard", "-z", "--", *patterns)


def commit_of(root: Path, reference: str, remedy: str) -> str:
    """The id of the commit that a reference names; ``VaultError`` where it names none."""
    asked = (root, "rev-parse", "--verify", "--quiet", reference + "^{commit}")
    commit = None if reference[:1] == "-" else ask(*asked)
    if commit is None:
        raise VaultError(f'"{reference}" is no commit', remedy)
    return _line(commit)


def without_filters(root: Path) -> list[str]:
    """Options that leave out the repository's filters: to compare a file git would run them over it."""
    answer = _names(ask(root, "config", "--show-scope", "--name-only", "-z", "--get-regexp", r"^filter\.") or b"")
    own = [name for scope, name in zip(answer[::2], answer[1::2], strict=False) if scope in ("local", "worktree")]
    drivers = sorted({name.rpartition(".")[0] for name in own})
    blanks = (f"{driver}.{key}={EMPTY}" for driver in drivers for key in ("clean", "smudge", "process"))
    needless = (f"{driver}.required={FALSE}" for driver in drivers)
    return [f"--config-env={setting}" for setting in (*blanks, *needless)]


def would_ignore(folder: Path, paths: Sequence[str]) -> list[str]:
    """Of paths below a folder, those that git would ignore, whether or not they are there."""
    asked = [path for path in paths if path and path[0] != "/" and path[:3] != "../" and "\0" not in path]
    answer = ask(folder, "check-ignore", "-z", "--stdin", given=os.fsencode("".join(path + "\0" for path in asked)))
    return _names(answer or b"")  # it fails where it ignores none


def absent(folder: Path, names: Sequence[str]) -> list[str] | None:
    """Of names of tags, branches and commits, those that the repository around a folder has not.

    None where git cannot say: without git or repository, and in a clone that has only a part of the history or of
    the tags. One without a single tag counts as such, since the commonest clones of a build leave all out.
    """
    if not _is_whole(folder):
        return None
    asked = [name for name in names if name and "\n" not in name and "\0" not in name]
    given = os.fsencode("".join(name + "\n" for name in asked))
    answer = ask(folder, "cat-file", "--batch-check=%(objectname)", given=given)
    if answer is None:
        return None
    lines = answer.decode("utf-8", "replace").split("\n")
    return [name for name, line in zip(asked, lines, strict=False) if line.endswith(" missing")]


def _is_whole(folder: Path) -> bool:
    """Whether a repository has all tags and branches of the one that it was cloned from, as far as it knows."""
    if ask(folder, "rev-parse", "--is-shallow-repository") != b"false\n":
        return False
    if not ask(folder, "for-each-ref", "--count=1", "refs/tags"):
        return False
    entries = [name.lower() for name in _names(ask(folder, "config", "-z", "--get-regexp", REMOTES) or b"")]
    fetched = [value for name, _, value in (entry.partition("\n") for entry in entries) if name.endswith(".fetch")]
    has_tags = not any(entry.endswith(".tagopt\n--no-tags") for entry in entries)
    return not fetched or (has_tags and any(ALL_BRANCHES in value for value in fetched))


def _needed(root: Path, *arguments: str) -> list[str]:
    """The names that git answers; ``VaultError`` where it does not."""
    answer = ask(root, *arguments)
    if answer is None:
        raise VaultError(f'git cannot say what changed in "{root}"', "run it inside a git work tree")
    return _names(answer)


def _names(answer: bytes) -> list[str]:
    return [os.fsdecode(name) for name in answer.split(b"\0") if name]


def merged(ours: bytes, base: bytes, theirs: bytes, marker_size: int) -> tuple[bytes, bool]:
    """Three versions of a file merged by lines, and whether conflicts are left in that. ``VaultError`` where git cannot
    merge them, as it cannot what is no text."""
    import tempfile  # only here

    style = _conflict_style()
    with tempfile.TemporaryDirectory() as folder:
        names = ("ours", "base", "theirs")
        for name, content in zip(names, (ours, base, theirs), strict=True):
            Path(folder, name).write_bytes(content)
        labels = [part for name in names for part in ("-L", name)]
        around = {"GIT_CEILING_DIRECTORIES": os.path.dirname(os.path.realpath(folder))}
        command = ("merge-file", "-p", f"--marker-size={marker_size}", *style, *labels, *names)
        done = _done(folder, _environment() | around, *command)
    if done is None:
        raise VaultError("there is no git to merge with", "install git")
    if done.returncode > MOST_CONFLICTS:
        raise VaultError(f"git cannot merge it: {os.fsdecode(done.stderr).strip()}", "merge it by hand")
    return done.stdout, done.returncode > 0


def _conflict_style() -> list[str]:
    """The option for how conflicts are shown, as the repository that one stands in is set."""
    answer = ask(Path.cwd(), "config", "--get", "merge.conflictStyle")
    return [f"--{style}" for style in SHOWN_WITH_BASE if answer == style.encode() + b"\n"]


def ask(root: Path, *arguments: str, given: bytes | None = None) -> bytes | None:
    """What git prints to what it is ``given``, or None where there is no git, no repository or an error."""
    folder = os.path.realpath(root)
    around = top(Path(folder))
    if around is None:
        return None
    environment = _environment()
    # The work tree is where the repository is, whatever that says, and no other repository is looked for further up.
    environment |= {"GIT_WORK_TREE": str(around), "GIT_CEILING_DIRECTORIES": str(around.parent)}
    index = os.environ.get("GIT_INDEX_FILE")  # set while a commit is being made: it holds what is staged
    if index and _is_of(os.path.abspath(index), _run(folder, environment, "rev-parse", "--absolute-git-dir")):
        environment["GIT_INDEX_FILE"] = os.path.abspath(index)
    return _run(folder, environment, *arguments, given=given)


def _environment() -> dict[str, str]:
    """The environment for git: none of its variables is handed on, since they may be about another repository."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | ALONE


def _is_of(index: str, answer: bytes | None) -> bool:
    """Whether an index is that of the vault's repository: the hook of another one may have started the run."""
    folder = os.fsdecode((answer or b"").rstrip(b"\n"))
    return os.path.realpath(os.path.dirname(index)) == os.path.realpath(folder)


def _run(folder: str, environment: Mapping[str, str], *arguments: str, given: bytes | None = None) -> bytes | None:
    """The standard output of git, run in a folder; None where there is no git or it fails."""
    done = _done(folder, environment, *arguments, given=given)
    return done.stdout if done is not None and done.returncode == 0 else None


def _done(
    folder: str, environment: Mapping[str, str], *arguments: str, given: bytes | None = None
) -> CompletedProcess[bytes] | None:
    """Git, run in a folder: the one place where a program is started. None where there is no git."""
    import subprocess  # only in a repository: it takes time to import

    os.environ.setdefault(ONLY_ON_PATH, "1")
    try:
        command = ["git", *SAFE, *arguments]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False, input=given)
    except OSError:
        return None
