"""Files that an editor is about to move, several at once: their links and those to them go with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_in import run
from folders import write
from lsprotocol import types

from vaulttool.commands._options import Given
from vaulttool.commands._server.desk import Desk
from vaulttool.commands._server.renaming import moved
from vaulttool.errors import VaulttoolError

VAULT = {
    ".obsidian/app.json": "{}",
    "vaulttool.toml": "",
    "Home.md": "[[towns/Lisbon|L]] and [[towns/Porto#North|P]] and [x](towns/Faro.md)\n",
    "towns/Lisbon.md": "# Lisbon\n\n[to](Porto.md#North) [up](../Home.md) [[towns/Lisbon]]\n",
    "towns/Porto.md": "# North\n\n[to](Lisbon.md) [to](Faro.md)\n",
    "towns/Faro.md": "[a](Lisbon.md) [b](Porto.md)\n",
    "old/Lisbon.md": "",
    "old/Porto.md": "",
    "taken/Faro.md": "",
}


def after_moving(folder: Path, moves: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """The notes once the editor has carried out the edits and the moves, and what the person was told."""
    desk = Desk(str(folder), Given(no_cache=True, jobs=1), types.PositionEncodingKind.Utf16.value)
    renames = [types.FileRename(desk.uri(old), desk.uri(new)) for old, new in moves.items()]
    told: list[VaulttoolError] = []
    edit = moved(desk, renames, told.append)
    texts: dict[str, str] = {}
    for one in (edit.document_changes or ()) if edit is not None else ():
        assert isinstance(one, types.TextDocumentEdit)
        path = desk.path(one.text_document.uri)
        assert path is not None and path not in texts, "two edits of one page may lie over one another"
        texts[path] = text = desk.text(path)
        for change in reversed(one.edits):
            assert isinstance(change, types.TextEdit)
            positions = desk.positions(path)
            start, end = positions.offset(change.range.start), positions.offset(change.range.end)
            texts[path] = texts[path][:start] + change.new_text + texts[path][end:]
        assert texts[path] != text
    done = [error.message for error in told]
    write(folder, texts)
    for old, new in moves.items():
        if not any(f'"{new}"' in message or f'"{old}"' in message for message in done):
            (folder / new).parent.mkdir(exist_ok=True)
            (folder / old).rename(folder / new)
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.md")}, done


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param({"towns/Lisbon.md": "cities/Lisbon.md"}, id="one"),
        pytest.param({"towns/Lisbon.md": "cities/Lisbon.md", "towns/Porto.md": "cities/Porto.md"}, id="two"),
        pytest.param(
            {f"towns/{name}.md": f"cities/{name}.md" for name in ("Lisbon", "Porto", "Faro")}, id="all that link"
        ),
        pytest.param({"towns/Lisbon.md": "towns/P.md", "Home.md": "towns/Home.md"}, id="to different places"),
    ],
)
def test_every_link_leads_where_it_led(moves: dict[str, str], tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    assert run("check", cwd=tmp_path).status == 0
    _, told = after_moving(tmp_path, moves)
    done = run("check", cwd=tmp_path)
    assert (told, done.status) == ([], 0), done.out
    assert "0 unresolved" in done.out


def test_one_that_cannot_be_moved_does_not_keep_the_others(tmp_path: Path) -> None:
    write(tmp_path, VAULT)
    moves = {"towns/Faro.md": "taken/Faro.md", "towns/Lisbon.md": "cities/Lisbon.md", "vaulttool.toml": "x.toml"}
    notes, told = after_moving(tmp_path, moves)
    assert told[0] == '"taken/Faro.md" is there already' and len(told) == 2
    assert notes["Home.md"] == "[[cities/Lisbon|L]] and [[towns/Porto#North|P]] and [x](towns/Faro.md)\n"
    assert notes["towns/Faro.md"] == "[a](../cities/Lisbon.md) [b](Porto.md)\n"
