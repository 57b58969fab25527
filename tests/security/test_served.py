"""What goes on and is asked again, the language server and ``check --watch``, is led nowhere by names, links and texts."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from folders import git, repository, write
from lsprotocol import types

from vaulttool.commands._followed import Followed
from vaulttool.commands._options import Given
from vaulttool.commands._run import Run
from vaulttool.commands._server import actions, completing, lenses, navigation, renaming
from vaulttool.commands._server.desk import Desk
from vaulttool.commands._server.diagnostics import diagnostics
from vaulttool.errors import VaultError

SECRET = "zebra-crossing"
OUT = {"out/note.md": f"# Head\n\n{SECRET}\n"}
FILES = {
    "vaulttool.toml": "",
    "Home.md": "# Home\n\n[[Lisbon]] [[note]] [[folder/note]] [[config]]\n",
    "Lisbon.md": "# Lisbon\n\n[[Home]]\n",
}
LINKS = {"note.md": "../out/note.md", "folder": "../out", "config.md": ".git/config"}
GIVEN = Given(no_cache=True, jobs=1)
START = types.Position(0, 0)
DRAWN = "\x1b[31m\x9b\u202e\x07\u2028"


def hostile(folder: Path) -> Path:
    """A repository from which links lead out and to git's own files."""
    write(folder, OUT)
    top = repository(folder / "r", FILES)
    git(top, "config", "http.extraHeader", SECRET)
    for name, target in LINKS.items():
        (top / name).symlink_to(target)
    return top


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = hostile(tmp_path)
    monkeypatch.chdir(made)
    return made


def desk(folder: Path) -> Desk:
    return Desk(str(folder), GIVEN, types.PositionEncodingKind.Utf16.value)


def asked(desk: Desk, uri: str) -> list[object]:
    """All that an editor may ask about an address."""
    whole = types.Range(START, types.Position(2**31 - 1, 2**31 - 1))
    told: list[object] = []
    new = types.FileRename(uri, desk.uri("New.md")), types.FileRename(desk.uri("Lisbon.md"), uri)
    return [
        *(ask(desk, uri, place) for ask in (navigation.definition, navigation.hover) for place in (whole.start, whole.end)),
        *(navigation.referring(desk, uri, START, True), navigation.symbols(desk, uri), lenses.lenses(desk, uri)),
        *(actions.actions(desk, uri, whole, None), completing.completions(desk, uri, START).items),
        *(renaming.named(desk, uri, START), renaming.renamed(desk, uri, START, "x"), renaming.moved(desk, new, told.append), *told),
    ]  # fmt: skip


NOWHERE = {
    "outside": "{top}/../out/note.md",
    "outside, encoded": "{top}/%2e%2e/out/note.md",
    "a separator, encoded": "{top}%2F..%2Fout%2Fnote.md",
    "a link out": "{top}/note.md",
    "a folder that leads out": "{top}/folder/note.md",
    "git's own": "{top}/.git/config",
    "git's own in other case": "{top}/.GIT/config",
    "a link to git's own": "{top}/config.md",
    "a NUL": "{top}/a%00b.md",
    "another machine": "file://elsewhere{path}/Home.md",
    "no machine": "file://[{path}/Home.md",
    "another scheme": "http://localhost{path}/Home.md",
    "a new file": "untitled:Untitled-1",
    "the root of all": "file:///",
    "no address": "",
    "half a character": "{top}/\ud800.md",
}


@pytest.mark.parametrize("name", NOWHERE)
def test_an_editor_names_nothing_outside(name: str, top: Path) -> None:
    served = desk(top)
    uri = NOWHERE[name].format(top=top.as_uri(), path=top)
    assert served.path(uri) is None
    assert not any(asked(served, uri))


@pytest.mark.parametrize(
    "uri", ["{top}/%ff.md", "{top}/" + "a" * 5000 + ".md", "{top}/Gone.md", "{top}", "{top}/x%0Ay.md"]
)
def test_an_address_of_what_is_not_there_does_no_harm(uri: str, top: Path) -> None:
    served = desk(top)
    path = served.path(uri.format(top=top.as_uri()))
    assert path is not None
    served.live.changed([path])
    served.live.edit(path, "[[Gone]] \ud800")
    served.live.edit("Home.md", "[[Gone]]")
    served.live.close(path)
    served.settle()
    assert [one.rule for one in served.live.session.findings("Home.md")] == ["broken-link"]


def test_nothing_outside_gets_the_name_of_a_note(top: Path) -> None:
    for new in ("../out/note", "../../x", f"{top.parent}/out/x", "folder/x", ".git/x", "a\0b", "a\nb", "x" * 300):
        with pytest.raises(VaultError):
            renaming.renamed(desk(top), desk(top).uri("Home.md"), types.Position(2, 3), new)


def test_a_link_that_comes_later_is_not_followed_either(top: Path) -> None:
    for name in LINKS:
        (top / name).unlink()
    write(top, {"note.md": "# Head\n"})
    served, followed = desk(top), Followed(Run([], GIVEN), (), ())
    for name, target in LINKS.items():
        (top / name).unlink(missing_ok=True)
        (top / name).symlink_to(target)
    paths = ["note.md", "folder/note.md", "config.md"]
    list(followed.take([str(top / path) for path in (*paths, "folder")]))
    for live in (served.live, followed.live):
        live.changed(paths)
        live.settle()
        assert not any(SECRET in live.text(path) for path in paths)
        assert sorted(live.vault.notes) == ["Home.md", "Lisbon.md"]
        assert len(live.session.findings("Home.md")) == 3


def test_nothing_that_an_editor_shows_draws(tmp_path: Path) -> None:
    name = f"a{DRAWN}b"
    text = f"---\naliases: ['x{DRAWN[4:6]}']\n---\n# H{DRAWN}\n\n[[gone{DRAWN}]] [[{name}]]\n<!-- vaulttool:begin k{DRAWN} -->\n"
    served = desk(write(tmp_path, {f"{name}.md": text, "Home.md": text}))
    uri = served.uri(f"{name}.md")
    assert served.path(uri) in served.live.vault.notes
    told = diagnostics(served, "Home.md").diagnostics
    shown = [one.message for one in told]
    whole = types.Range(START, types.Position(99, 0))
    shown += [one.title for one in actions.actions(served, served.uri("Home.md"), whole, None)]
    shown += [one.name for one in navigation.symbols(served, uri)]
    shown += [part for one in navigation.workspace_symbols(served, "") for part in (one.name, one.container_name or "")]
    shown += [one.label for one in completing.completions(served, served.uri("Home.md"), types.Position(5, 2)).items]
    for column in (3, 20):
        hover = navigation.hover(served, served.uri("Home.md"), types.Position(5, column))
        shown += [hover.contents.value] if hover and isinstance(hover.contents, types.MarkupContent) else []
    assert len(told) > 1 and len(shown) > 10
    assert {mark for text in shown for mark in text if mark in DRAWN[:1] + DRAWN[5:]} - {"m"} == set()


def test_a_name_that_is_no_utf_8_has_an_address(tmp_path: Path) -> None:
    write(tmp_path, {"Home.md": "[[Gone]]\n"})
    (tmp_path / os.fsdecode(b"bad\xff.md")).write_text("[[Gone]]\n")
    served = desk(tmp_path)
    assert [len(diagnostics(served, path).diagnostics) for path in ("Home.md", "bad\ufffd.md")] == [1, 1]
    assert served.path(served.uri("bad\ufffd.md")) == "bad\ufffd.md"


def test_many_findings_of_a_page_are_told_in_time(tmp_path: Path) -> None:
    served = desk(write(tmp_path, {"Home.md": "é [[Gone]] words\n" * 3000, "Lisbon.md": ""}))
    began = time.process_time()
    assert len(diagnostics(served, "Home.md").diagnostics) == 3000
    assert time.process_time() - began < 2


def test_a_long_line_is_shown_in_part(tmp_path: Path) -> None:
    served = desk(write(tmp_path, {"Home.md": "[[Long]]\n", "Long.md": "x" * 1_000_000}))
    hover = navigation.hover(served, served.uri("Home.md"), types.Position(0, 3))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent) and len(hover.contents.value) < 5000


def test_the_server_outlives_what_is_no_question(top: Path) -> None:
    home, odd = {"uri": f"{top.as_uri()}/Home.md"}, {"uri": "file://["}
    messages: list[tuple[str, object, bool]] = [
        ("initialize", {"processId": None, "rootUri": top.as_uri(), "capabilities": {}}, True),
        ("initialized", {}, False),
        ("textDocument/hover", {}, True),
        ("textDocument/hover", {"textDocument": {"uri": 5}, "position": {"line": "x", "character": None}}, True),
        *(("textDocument/hover", {"textDocument": home, "position": {"line": line, "character": 0}}, True) for line in (-1, 10**30)),
        ("workspace/willRenameFiles", {"files": [{"oldUri": "file://[", "newUri": "\ud800"}]}, True),
        ("workspace/executeCommand", {"command": "vaulttool.regenerate", "arguments": [1, 2, 3]}, True),
        ("workspace/executeCommand", {"command": "vaulttool.regenerate", "arguments": ["file://[", "x"]}, True),
        ("workspace/symbol", {"query": "x" * 1_000_000}, True),
        ("textDocument/didOpen", {"textDocument": home}, False),
        *(("textDocument/didChange", {"textDocument": {"uri": one["uri"], "version": 1}, "contentChanges": [{"text": ""}]}, False) for one in (odd, home)),
        ("workspace/didChangeWatchedFiles", {"changes": [{**odd, "type": 2}]}, False),
        ("textDocument/definition", {"textDocument": {"uri": f"{top.as_uri()}/Lisbon.md"}, "position": {"line": 2, "character": 3}}, True),
        ("shutdown", None, True),
        ("exit", None, False),
    ]  # fmt: skip
    sent = b""
    for number, (method, params, is_question) in enumerate(messages):
        body = {"jsonrpc": "2.0", "method": method, "params": params, **({"id": number} if is_question else {})}
        content = json.dumps(body).encode()
        sent += b"Content-Length: %d\r\n\r\n" % len(content) + content
    command = [sys.executable, "-m", "vaulttool", "lsp"]
    done = subprocess.run(command, cwd=top, input=sent, capture_output=True, timeout=60, check=False)
    assert (done.returncode, SECRET.encode() in done.stdout) == (0, False)
    answers = [
        json.loads(body) for body in re.findall(rb"\r\n\r\n(\{.*?\})(?=Content-Length|\Z)", done.stdout, re.DOTALL)
    ]
    (there,) = (one["result"] for one in answers if one.get("id") == 14)
    assert [place["uri"] for place in there] == [home["uri"]]
