"""Paths of the repository as people write them in prose: what looks like one, and whether it is there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from vaulttool.model.path_ends import PathEnds
from vaulttool.model.sources import Sources
from vaulttool.model.vault import Note
from vaulttool.text.names import Names, cleaned
from vaulttool.text.span import Span

WRITTEN = re.compile(r"(?:\.{1,2}/)*+(?:[\w.@+-]++/)++[\w.@+-]*+")
SCRIPT = re.compile(r"[\w.@+-]+\.(?:py|sh|bash|zsh|js|mjs|ts|rb|pl|lua|go|rs|bats|ps1)")
WORD = re.compile(r"\S+")
STANDS_FOR_OTHERS = re.compile(r"[<>{}$*?|\[\]]")
PLACE_BEHIND = re.compile(r"(?::\d+(?:[-:–]\d+)?|#L?\d+(?:-L?\d+)?|::[\w:.\[\]-]+)\Z")
EXTENSION = re.compile(r"\.(?P<name>[A-Za-z][A-Za-z0-9]{0,9})\Z")
RUNNERS = frozenset((
    ".", "bash", "bats", "node", "perl", "promtool", "pytest", "python", "python3", "ruby", "sh", "source",
    "sudo", "zsh",
))  # fmt: skip
UNSEEN = frozenset(("..", ".git", ".obsidian", ".trash", "node_modules"))  # what they hold is not told
PLACEHOLDER = re.compile(
    r"""
    (?:\A|(?<=[/._-]))
    (?: path/to | foo\d*+ | bar | baz | qux | your | my | some | xyz | x{2,}+ | yyyy | mm | dd | n{2,}+ | name
      | examples? | placeholder | dummy | whatever | \.\.
    )
    (?=[/._-]|\Z)
    """,
    re.VERBOSE,
)
CAPITALS = re.compile(r"(?:\A|(?<=[/._-]))[A-Z][A-Z0-9]*+(?=[/._-]|\Z)")
CAPITALS_OF_FILES = frozenset(("README", "LICENSE", "CHANGELOG", "AGENTS", "CONTRIBUTING", "SECURITY", "TODO"))
EXTENSIONS = frozenset((
    "bash", "bats", "c", "cfg", "conf", "container", "cpp", "css", "csv", "env", "go", "h", "hpp", "html", "ini", "j2",
    "jinja", "js", "json", "jsonl", "lock", "log", "lua", "md", "mjs", "network", "patch", "path", "pl", "png", "pod",
    "ps1", "py", "rb", "rs", "service", "sh", "socket", "sql", "svg", "tf", "timer", "toml", "ts", "tsx", "txt",
    "volume", "xml", "yaml", "yml", "zsh",
))  # fmt: skip


class Written(NamedTuple):
    """A path as it stands in a text: without ``./`` before it and the line behind it."""

    span: Span
    path: str


def written(text: str, start: int = 0) -> Written | None:
    """The path that a code span is, or the script that the command in it runs; None where it is none. ``start`` is
    where the code stands."""
    for number, word in enumerate(WORD.finditer(text)):
        plain = PLACE_BEHIND.sub("", word[0])
        if WRITTEN.fullmatch(plain):
            lead = len(plain) - len(_bare(plain))
            is_command = number or word.end() < len(text.rstrip())
            if is_command and not EXTENSION.search(plain):
                return None
            span = Span(start + word.start() + lead, start + word.start() + len(plain))
            return Written(span, _bare(plain))
        if word[0] not in RUNNERS and not (number and word[0].startswith("-")):
            return None
    return None


def script(harness: object) -> str | None:
    """The script that a harness is, or that its command runs: a path, or the name of a file with the ending of one;
    None for anything else, such as a program or a word."""
    words = harness.split() if isinstance(harness, str) and "://" not in harness else []
    for word in words:
        is_path = "/" in word and EXTENSION.search(word) is not None
        if (is_path and not STANDS_FOR_OTHERS.search(word)) or SCRIPT.fullmatch(word):
            return _bare(word)
        if word not in RUNNERS:
            return None
    return None


def _bare(path: str) -> str:
    while path.startswith("./"):
        path = path[2:]
    return path


class Paths:
    """The files of a repository, asked for as people write them. Paths are from the configuration's folder."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.files = sources.files
        self.around = sources.vault.around

    def bases(self, page: Note | None) -> Sequence[str]:
        """The folders that a path on a page may be read from: the repository's, the configuration's, the page's."""
        own = posixpath.dirname(self.files.from_base(page.path)) if page is not None else ""
        return list(dict.fromkeys((self._top, "", own)))

    def is_like_one(self, path: str, bases: Sequence[str]) -> bool:
        """Whether a path looks like one of the repository: its first folder is there, and it has an ending that
        files have or is a folder by its last slash."""
        first, slash, rest = path.partition("/")
        if not slash or not rest or not UNSEEN.isdisjoint(path.split("/")):
            return False
        if not self._has_ending(path) or self._is_placeholder(path):
            return False
        return any(self._is_folder(posixpath.join(base, first)) for base in bases)

    def exists(self, path: str, bases: Sequence[str]) -> bool:
        """Whether a file or folder is there, from one of the folders, from the vault, or anywhere below another."""
        vault = self.files.from_base("")
        if any(self._is_there(posixpath.join(base, path)) for base in (*bases, vault)):
            return True
        plain = cleaned(path)
        ends = self._folder_ends if path.endswith("/") else self._file_ends
        return bool(ends.ending(plain.rstrip("/")))

    def of_the_same_name(self, path: str) -> str | None:
        """The file that has the name of a path that is not there, if it alone has."""
        name = posixpath.basename(path)
        same = [*self.files.ends.ending(name), *(one for one in self.files.in_folder("") if one == name)]
        return same[0] if len(same) == 1 else None

    def nearest(self, path: str) -> str | None:
        """The file that is spelled nearly like a path that is not there; looking for it takes time."""
        return self._names.nearest(path, 80.0)

    def _has_ending(self, path: str) -> bool:
        if path.endswith("/"):
            return True
        name = posixpath.basename(path)
        found = EXTENSION.search(name)
        return found is not None and name[0] != "." and found["name"] in self._extensions

    def _is_placeholder(self, path: str) -> bool:
        """Whether a path stands for others: it holds a word such as ``your``, or one in capitals that no file has."""
        return PLACEHOLDER.search(path) is not None or not self._capitals.issuperset(CAPITALS.findall(path))

    def _is_folder(self, path: str) -> bool:
        plain = cleaned(posixpath.normpath(path))
        return plain in self._folders or (plain not in self._known and self.around.exists(self._from_top(path)))

    def _is_there(self, path: str) -> bool:
        plain = cleaned(posixpath.normpath(path))
        return plain in self._known or plain in self._folders or self.around.exists(self._from_top(path))

    def _from_top(self, path: str) -> str:
        """A path as it reads from the repository's top; one that leads out of it is nowhere."""
        found = posixpath.normpath(self.around.prefix + self.files.from_vault(path))
        return "" if found.startswith("../") else found

    @cached_property
    def _top(self) -> str:
        """The repository's top, from the configuration's folder."""
        return self.files.from_base(posixpath.relpath("/", "/" + self.around.prefix) if self.around.prefix else "")

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(map(cleaned, self.files.paths))

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(folder for path in self._known for folder in _above(path))

    @cached_property
    def _capitals(self) -> frozenset[str]:
        return CAPITALS_OF_FILES | {word for path in self.files.paths for word in CAPITALS.findall(path)}

    @cached_property
    def _extensions(self) -> frozenset[str]:
        found = (EXTENSION.search(posixpath.basename(path)) for path in self.files.paths)
        return EXTENSIONS | {one["name"] for one in found if one}

    @cached_property
    def _file_ends(self) -> PathEnds:
        return PathEnds(self._known)

    @cached_property
    def _folder_ends(self) -> PathEnds:
        return PathEnds(self._folders)

    @cached_property
    def _names(self) -> Names:
        return Names(self.files.paths)


def _above(path: str) -> Iterator[str]:
    """The folders that a file lies in."""
    folder = posixpath.dirname(path)
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
