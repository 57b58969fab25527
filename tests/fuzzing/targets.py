"""What is fuzzed: each thing that comes from outside, and what must hold of it whatever its bytes are.

A target takes bytes and returns, or an assertion fails, or it raises what nobody foresaw. Errors that a person is told
of are foreseen: they end a run with a message.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from unittest import mock

import msgspec
from small_fleet import ENDPOINT, HOST, era
from vaults import document, findings_of, indexed, mended

from vaulttool import config, registry
from vaulttool.errors import VaulttoolError
from vaulttool.model.obsidian import FILES, obsidian
from vaulttool.model.outputs import read_sums
from vaulttool.parsing import compose, environment, forge, frontmatter, shell, units
from vaulttool.parsing.document import Document
from vaulttool.parsing.drop_ins import DropIn, merged
from vaulttool.parsing.environment import EnvFile
from vaulttool.parsing.flat import flat
from vaulttool.parsing.html import parse_html
from vaulttool.parsing.markdown import blocks, parsed
from vaulttool.parsing.note import parse
from vaulttool.parsing.prose import prose
from vaulttool.parsing.toml_lines import toml_lines
from vaulttool.storage import baseline, disk, git, moves, notes
from vaulttool.storage.cache import Cache, Entry, Read, hashed
from vaulttool.text.span import Span

EVERY_RULE = "".join(f'{name} = "warning"\n' for name in registry.names("vaulttool.rules"))
CONFIG = f'data = "data"\n[schemas.types]\nreference = "reference"\n[rules]\n{EVERY_RULE}'
NOTE = "---\ntype: reference\n---\n\n"
OTHER = "---\ntitle: Other\naliases: [Else]\n---\n# Top\n\n## Sub\n\ntext ^id\n"


class Target(NamedTuple):
    """Something that is fuzzed: what it is, what is done with bytes, which files of this repository are like it, by
    glob from its top, and the words that its language is made of."""

    title: str
    attempt: Callable[[bytes], None]
    seeds: tuple[str, ...]
    words: tuple[str, ...]


def note(data: bytes) -> None:
    """A note is parsed; spans lie in it; the quick ways and the slow ones read the same; its prose can be asked for."""
    text = _text(data)
    found = parse(text)
    assert found.length == len(text)
    assert all(0 <= span.start <= span.end <= len(text) for span in _spans(found))
    start = frontmatter.body_start(text)
    at = start or text.startswith("\ufeff")
    assert blocks(text, at) == parsed(text, at)
    page = prose("A.md", text, found)
    assert len(page.plain) == len(text)
    assert all(span.end <= len(text) for part in (page.passages, page.tables, page.codes) for span in _spans(part))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=Document) == found


def front_matter(data: bytes) -> None:
    """Front matter is read, and flat one as YAML reads it."""
    block = _text(data)
    text = f"---\n{block}\n---\n[[a]]\n"
    found = frontmatter.read(text)
    assert all(0 <= span.start <= span.end <= len(text) for span in _spans(tuple(found)))
    quick = flat(block, 4)
    if quick is not None:
        slow = frontmatter.by_yaml(text, block, 4, len(block) + 8)
        assert not slow.troubles and (quick.properties, quick.links, quick.tags) == slow[1:4]


def elsewhere(data: bytes) -> None:
    """A page outside the vault, as a forge reads it and as HTML."""
    text = _text(data)
    for found in (forge.read(text), parse_html(text)):
        assert all(0 <= span.start <= span.end <= len(text) for span in _spans(found))


def canvas(data: bytes) -> None:
    """A canvas is read, and what it links to looked for."""
    text = _text(data)
    found = document("A.canvas", text)
    assert all(0 <= span.start <= span.end <= len(text) for span in _spans(found))
    findings_of({"A.canvas": text, "B.md": OTHER})


def markers(data: bytes) -> None:
    """Generated parts are written anew; once more changes nothing, and what people wrote outside of them stays."""
    files = {**_fleet(), "A.md": _text(data)}
    once, left = indexed(files)
    again, still = indexed(once)
    assert again == once
    assert [one.rule for one in still] == [one.rule for one in left]
    assert all(once[path] == text for path, text in files.items() if path != "A.md" and "vaulttool:" not in text)


def rules(data: bytes) -> None:
    """All rules speak of a note, and what they mend stays mended."""
    files = {**_fleet(), "A.md": NOTE + _text(data)}
    for finding in findings_of(files):
        assert finding.span.end <= len(files.get(finding.path, ""))
    after = mended(files)
    assert not mended({**files, **after.texts}).texts


def data_files(data: bytes) -> None:
    """A data file is read, found fault with, and pages are written from it."""
    kinds = ("endpoints/lisbon", "runs/boot", "hosts/atlas", "names", "relations", "metrics", "series/one")
    kind, text = kinds[data[0] % len(kinds)] if data else kinds[0], _text(data[1:])
    page = "<!-- vaulttool:begin eras endpoint=lisbon -->\n<!-- vaulttool:end eras -->\n"
    files = {**_fleet(), f"data/{kind}.yaml": text, "A.md": NOTE + page}
    once, _ = indexed(files)
    assert indexed(once)[0] == once
    findings_of(files)


def settings(data: bytes) -> None:
    """Unit files, their drop-ins, environment files, compose files and scripts: what declares settings."""
    way, text = data[0] % 5 if data else 0, _text(data[1:])
    if way < 2:
        by: units.Service = "podman" if way else "systemd"
        unit = units.read(text, "a.container", by)
        joined = merged(unit, "a.container", [DropIn("a.container.d/b.conf", text)], by)
        for entry in (*unit.entries, *joined.entries):
            assert all(word.line >= 1 for word in entry.words()) and all(one.line >= 1 for one in entry.problems())
    elif way == 2:
        for reader in ("systemd", "podman", "compose", "dotenv"):
            assert environment.read(EnvFile(text, ".env", reader)).counting is not None
    elif way == 3:
        compose.read(text, {"A": "1"}.get)
    else:
        assert all(0 <= span.start <= span.end <= len(text) for span in _spans(shell.defaults(text)))


def logs(data: bytes) -> None:
    """Each reader reads what a harness or a server printed, or says why not."""
    names = sorted(_readers())
    module = _readers()[names[data[0] % len(names)]] if data else _readers()[names[0]]
    with contextlib.suppress(VaulttoolError):
        msgspec.json.encode(module.read(_text(data[1:]), **_extra(module)))


def configuration(data: bytes) -> None:
    """The configuration is read, and where it can be, a vault is checked by it."""
    text = _text(data)
    toml_lines(text)
    with contextlib.suppress(VaulttoolError):
        if config.parse(text, Path("vaulttool.toml")) is not None:
            findings_of({"A.md": "[[Other#Top]] [[gone]]\n", "Other.md": OTHER, "vaulttool.toml": text})


def kept(data: bytes) -> None:
    """A cache in which anything may stand, and one whose entries do: the notes are as without a cache."""
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        place = Path(folder, "A.md")
        place.write_bytes(OTHER.encode())
        files = list(disk.files(Path(folder)).values())
        cache = Cache(Path(folder, "cache"), ".")
        if data[:1] > b"\x7f":
            cache.store({}, {}, [])
            Path(folder, "cache").mkdir(exist_ok=True)
            cache.file.write_bytes(data[1:])
        else:
            status = place.stat()
            stamp = (status.st_size, status.st_mtime_ns, status.st_ctime_ns)
            hash = hashed(place.read_bytes()) if data[:1] > b"\x3f" else data[1:9]
            cache.store({"A.md": Entry(*stamp, hash)}, {"A.md": Read(hash, data[1:])}, [])
        with contextlib.suppress(msgspec.DecodeError):
            read = notes.notes(files, Cache(Path(folder, "cache"), "."))
            assert read["A.md"].document.length >= 0
        cache.recall(b"key")


def git_output(data: bytes) -> None:
    """Whatever git prints is taken apart, or said to be no answer."""
    root = Path("/nowhere")
    with mock.patch("vaulttool.storage.git.ask", lambda *given, **more: data):
        for ask in (
            lambda: git.ignored(root),
            lambda: git.files(root),
            lambda: git.staged(root),
            lambda: git.changed(root, "main"),
            lambda: git.fork(root, "main"),
            lambda: git.references(root),
            lambda: git.remotes(root),
            lambda: git.changes(root, "main"),
            lambda: git.texts(root, "main", ["A.md", "b/é.md"]),
            lambda: git.messages(root, "main"),
            lambda: git.absent(root, ["v1", "main"]),
            lambda: git.would_ignore(root, ["A.md"]),
            lambda: git.without_filters(root),
            lambda: git.top(root),
            lambda: moves.steps(root),
        ):
            with contextlib.suppress(VaulttoolError):
                ask()


def small_files(data: bytes) -> None:
    """A baseline, Obsidian's own settings, and the sums beside outputs."""
    text = _text(data)
    obsidian(dict.fromkeys(FILES, text))
    read_sums(text)
    with contextlib.suppress(VaulttoolError), mock.patch.object(disk.DISK, "content", lambda place: data):
        stored = baseline.stored("baseline.json")
        if stored is not None:
            baseline.written(stored.entries)


TARGETS: Mapping[str, Target] = {
    "note": Target(
        "Notes",
        note,
        ("vault/**/*.md", "tests/quiet/**/*.md", "README.md"),
        (
            *("[[", "]]", "![[", "](", "|", "#", "^id", "[^1]:", "[^1]", "```", "~~~", "$$", "%%", "<!--", "-->"),
            *("    ", "\t", "> ", "- ", "1. ", "- [ ] ", "# ", "| a |\n| - |\n", "> [!note] ", "---\n", "\n\n"),
            *("<div>", "</div>", "<script>", "\r\n", "https://", "www.", "\xef\xbb\xbf", "`", "\\", "===", "{{"),
            *("<% ", "vaulttool:ignore a", "vaulttool:ignore-begin", "vaulttool:ignore-end", "<<<<<<< ", ">>>>>>> "),
            *("<tool_call>", "</think>", "<|im_end|>", "@@ -1 +1 @@", "*** Begin Patch", "Human:", "# ..."),
        ),
    ),
    "front-matter": Target(
        "Front matter",
        front_matter,
        (),
        (
            *("title: ", "tags:", "aliases:", "- ", "  ", "[[", "]]", "[", "]", "{", "}", ": ", "\n", "#", "&a", "*a"),
            *("|", ">", "'", '"', "!!str", "<<: ", "null", "~", "true", "2026-01-02", "? ", "{{x}}", "%", "@", "\t"),
        ),
    ),
    "elsewhere": Target(
        "Markdown and HTML outside a vault",
        elsewhere,
        ("README.md", "CHANGELOG.md"),
        ("<a href=", "<a name=", "</a>", "](#", "[x]: ", "<!--", "-->", "<h1 id=", "</h1>", "&amp;", "<p>", "# ", "|"),
    ),
    "canvas": Target(
        "Canvases",
        canvas,
        ("vault/**/*.canvas",),
        (
            *('{"nodes":[', '"type":"file"', '"file":"', '"subpath":"#', '"text":"'),
            *("[[B]]", "\\u00e9", "\\n", '"edges":', '"background":', "1e999", "null", "]}", "\\ud800"),
        ),
    ),
    "markers": Target(
        "Markers, and what stands between them",
        markers,
        ("vault/LLM/*.md", "vault/Hosts/*.md"),
        (
            *("<!-- vaulttool:begin ", "<!-- vaulttool:end ", " -->\n", " sum=0123456789", "eras", "endpoint=lisbon"),
            *("index", 'folder="a"', "columns=", "backlinks", "toc", "settings", "figures", "run=boot", "id=", "```"),
            *("<!-- /vaulttool -->", "<<<<<<< ours\n", "=======\n", ">>>>>>> theirs\n", "> ", "\r\n", "%%", "- "),
            *("<!-- vaulttool: runs/boot/rate -->", "12 ms", "unit=", "lisbon"),
        ),
    ),
    "rules": Target(
        "Notes under every rule, and their fixes",
        rules,
        ("vault/LLM/*.md", "vault/Operations/*.md"),
        (
            *("[[Other]]", "[[Other#Top]]", "[[other#sub]]", "[[Else]]", "[x](Other.md)", "Other%2FA", "lisbon", "`"),
            *("ACTIVE", "RETIRED", "SUPERSEDED", "8 + 4 = 12", "from 3 to 4", "tok/s", "GiB", "2026-09-20", "--flag"),
            *("units/u.container", "| a | b |\n| - | - |\n", "KV pool", "faster", "x", "%", "status: active", "\n\n"),
        ),
    ),
    "data": Target(
        "Data files",
        data_files,
        ("vault/data/**/*.yaml",),
        (
            *("endpoint: lisbon\n", "host: atlas\n", "facts: []\n", "eras:\n", "  - {id: a, title: A, start: "),
            *("2026-09-20", "page: '[[Lisbon]]'", "units: [u.container]", "run: boot\n", "kind: probe\n", "arms:\n"),
            *(
                "results:",
                "value: ",
                "unit: ",
                "low: ",
                "high: ",
                "1e999",
                "&a",
                "*a",
                "<<: ",
                "[",
                "]",
                "{",
                "}",
                "- ",
            ),
        ),
    ),
    "settings": Target(
        "Unit files, compose files, env files, commands",
        settings,
        ("tests/parsing/units/**/*", "vault/data/**/*.container"),
        (
            *("[Container]\n", "[Service]\n", "Exec=", "Environment=", "PublishPort=", "EnvironmentFile=", "\\\n"),
            *("%h", "${A:-b}", "$A", "'", '"', "#", ";", "--flag", "services:\n", "  a:\n", "    command: ", "export "),
            *("A=1\n", "${A:=b}", "<<EOF\n", "$(", "`", "<<: *a", "[", "]"),
        ),
    ),
    "logs": Target(
        "Logs, and outputs of benchmarks",
        logs,
        ("tests/readers/samples/*",),
        (
            *("GPU KV cache size: 1 tokens", "non-default args: {", "Maximum concurrency", '{"completed": 5', "| - |"),
            *("# TYPE a counter\n", 'a_total{b="c"} 1', '{"MESSAGE":"', "NaN", "1e999", "\n", "INFO ", "---"),
        ),
    ),
    "configuration": Target(
        "Configurations",
        configuration,
        ("vaulttool.toml", "pyproject.toml"),
        (
            *("[rules]\n", "[rules.", "[schemas.types]\n", "[schemas.paths]\n", "[status]\n", "[[outputs]]\n"),
            *('= "error"', '= "off"', "exclude = [", "data = ", "extra-files = [", "[counts.a]\n", "glob = ", "**"),
            *("[tool.vaulttool]\n", "'''", '"""', "true", "1979-05-27", "inf"),
        ),
    ),
    "cache": Target("Files of the cache", kept, (), ("SQLite format 3", "\x00", "\x9b", "\xdc\x00", "\xc0", "\x93")),
    "git": Target(
        "What git says",
        git_output,
        (),
        (
            *("\x00", ":100644 100644 1234567 89abcde R100\x00", ":000000 100644 0000000 89abcde A\x00", "D\x00"),
            *("A.md\x00", "M\x00", "R090\x00", "blob 5\n", "missing\n", "local\x00filter.a.clean\x00", "false\n"),
            *("refs/heads/main\n", "remote.origin.url\n", "\n"),
        ),
    ),
    "small-files": Target(
        "Baselines, sums of outputs, Obsidian's settings",
        small_files,
        (".vaulttool-baseline.json",),
        (
            *('{"version": 1, "findings": [', '"rule": "', '"path": "', '"count": 1', "]}"),
            *('"newLinkFormat"', '"alwaysUpdateLinks": true', '"folder": "', '"format": "YYYY-MM"'),
        ),
    ),
}


def _text(data: bytes) -> str:
    """The text that is read: bytes that are no UTF-8 make a file unreadable, which is another matter."""
    return data.decode("utf-8", "replace")


def _spans(record: Any) -> Iterator[Span]:
    """All spans that something holds."""
    if isinstance(record, Span):
        yield record
    elif isinstance(record, msgspec.Struct):
        for name in record.__struct_fields__:
            yield from _spans(getattr(record, name))
    elif isinstance(record, tuple | list):
        for item in record:
            yield from _spans(item)


@cache
def _fleet() -> Mapping[str, str]:
    """A small vault with all that rules and generators ask for."""
    return {
        "Lisbon.md": NOTE + "# Lisbon\n",
        "Other.md": OTHER,
        "units/u.container": "[Container]\nImage=a\nExec=serve --flag 1 --port 80\nPublishPort=80:80\n",
        "data/hosts/atlas.yaml": HOST,
        "data/endpoints/lisbon.yaml": ENDPOINT + era(", units: [units/u.container]"),
        "data/runs/boot.yaml": "run: boot\ntitle: Boot\nkind: probe\ndate: 2026-09-22\nhost: atlas\narms:\n  a:\n    title: A\n"
        "    results: {rate: {value: 12, unit: tok/s}}\n",
        "vaulttool.toml": CONFIG,
    }


@cache
def _readers() -> Mapping[str, ModuleType]:
    return registry.modules("vaulttool.readers")


def _extra(module: ModuleType) -> Mapping[str, Any]:
    """What a reader cannot do without."""
    import inspect

    return {"file": "a.log"} if "file" in inspect.signature(module.read).parameters else {}


@cache
def _memory() -> str | None:
    """A folder in memory, where there is one: a fuzzer writes thousands of files a second."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
