"""A session with the real server: what an editor is told, and what it is offered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from editor import Editor, Encodings, after
from folders import write
from lsprotocol import types
from product import copy_of_product

VAULT = {
    ".obsidian/app.json": "{}",
    "Home.md": "# Top\n\nSee [[Lisbon#History]], [[lisbon#^one]] and 😀 [[Lisboa]].\n",
    "travel/Lisbon.md": "---\naliases: [The White City]\ntags: [town]\n---\n# History\n\nOld. ^one\n\n## After 1755\n\n#town/old\n",
    "Board.canvas": '{"nodes": [{"id": "1", "type": "text", "text": "[[Lisbon]]"}]}',
}


def session(folder: Path, steps: Callable[[Editor], Awaitable[None]], encodings: Encodings = None) -> None:
    """Run some steps in an editor with the folder open."""

    async def run() -> None:
        editor = Editor(folder)
        await editor.start(encodings)
        try:
            await steps(editor)
        finally:
            await editor.stop()

    asyncio.run(run())


def place(line: int, character: int) -> types.Position:
    return types.Position(line, character)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(tmp_path, VAULT)


def test_findings_are_shown_and_mended(vault: Path) -> None:
    async def steps(editor: Editor) -> None:
        await editor.until(lambda: editor.rules("Home.md"))
        text = editor.open("Home.md")
        (broken,) = editor.diagnostics["Home.md"]
        assert broken.code == "broken-link"
        assert broken.range == types.Range(place(2, 49), place(2, 55))  # the emoji takes two units of UTF-16
        editor.change("Home.md", text.replace("Lisboa", "Lisbon"))
        await editor.until(lambda: editor.diagnostics["Home.md"] == [])
        editor.change("Home.md", text + "\n[[Lisbon #History]]\n")
        await editor.until(lambda: "spaced-anchor" in editor.rules("Home.md"))
        wanted = next(one for one in editor.diagnostics["Home.md"] if one.code == "spaced-anchor")
        context = types.CodeActionContext([wanted])
        params = types.CodeActionParams(editor.document("Home.md"), wanted.range, context)
        actions = await editor.client.text_document_code_action_async(params)
        titles = [one.title for one in actions or ()]
        assert any(title.startswith("Ignore spaced-anchor") for title in titles), titles
        ignore = next(one for one in actions or () if one.title.startswith("Ignore"))
        assert isinstance(ignore, types.CodeAction) and ignore.edit and ignore.edit.changes
        edited = after(text + "\n[[Lisbon #History]]\n", list(ignore.edit.changes[editor.uri("Home.md")]))
        editor.change("Home.md", edited)
        await editor.until(lambda: "spaced-anchor" not in editor.rules("Home.md"))

    session(vault, steps)


def test_what_a_change_breaks_elsewhere_is_shown(vault: Path) -> None:
    async def steps(editor: Editor) -> None:
        await editor.until(lambda: editor.rules("Home.md") == ["broken-link"])
        text = editor.open("travel/Lisbon.md")
        editor.change("travel/Lisbon.md", text.replace("# History", "# Story").replace("^one", "^two"))
        await editor.until(lambda: editor.rules("Home.md") == ["missing-heading", "missing-block", "broken-link"])
        editor.change("travel/Lisbon.md", text)
        await editor.until(lambda: editor.rules("Home.md") == ["broken-link"])
        write(editor.folder, {"Lisboa.md": "There.\n"})
        editor.disk("Lisboa.md")
        await editor.until(lambda: editor.diagnostics["Home.md"] == [])
        (editor.folder / "travel/Lisbon.md").unlink()
        editor.client.text_document_did_close(types.DidCloseTextDocumentParams(editor.document("travel/Lisbon.md")))
        editor.disk("travel/Lisbon.md")
        await editor.until(lambda: editor.rules("Home.md") == ["broken-link", "broken-link"])
        assert editor.rules("Board.canvas") == ["broken-link"]

    session(vault, steps)


def test_where_things_lead_and_who_refers_to_them(vault: Path) -> None:
    async def steps(editor: Editor) -> None:
        editor.open("Home.md")
        home, lisbon = editor.document("Home.md"), editor.uri("travel/Lisbon.md")
        ask = editor.client
        there = await ask.text_document_definition_async(types.DefinitionParams(home, place(2, 8)))
        assert there == [types.Location(lisbon, types.Range(place(4, 2), place(4, 9)))]
        shown = await ask.text_document_hover_async(types.HoverParams(home, place(2, 8)))
        assert shown is not None and "travel/Lisbon.md" in str(shown.contents) and "Old." in str(shown.contents)
        params = types.ReferenceParams(types.ReferenceContext(False), types.TextDocumentIdentifier(lisbon), place(4, 3))
        references = await ask.text_document_references_async(params)
        assert [one.uri for one in references or ()] == [editor.uri("Home.md")]
        params = types.ReferenceParams(types.ReferenceContext(True), types.TextDocumentIdentifier(lisbon), place(9, 0))
        references = await ask.text_document_references_async(params)
        assert [editor.path(one.uri) for one in references or ()] == [
            "travel/Lisbon.md",
            "Board.canvas",
            "Home.md",
            "Home.md",
        ]
        symbols = await ask.text_document_document_symbol_async(
            types.DocumentSymbolParams(types.TextDocumentIdentifier(lisbon))
        )
        top = next(iter(symbols or ()))
        assert isinstance(top, types.DocumentSymbol) and top.name == "History" and len(symbols or ()) == 1
        assert [one.name for one in top.children or ()] == ["After 1755"]
        found = await ask.workspace_symbol_async(types.WorkspaceSymbolParams("white"))
        assert [one.name for one in found or ()] == ["the white city"]
        lenses = await ask.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(lisbon)))
        assert [one.command.title for one in lenses or () if one.command] == ["3 backlinks"]

    session(vault, steps)


def test_completion(vault: Path) -> None:
    async def steps(editor: Editor) -> None:
        text = editor.open("Home.md") + "[[white"
        editor.change("Home.md", text)
        params = types.CompletionParams(editor.document("Home.md"), place(3, 7))
        found = await editor.client.text_document_completion_async(params)
        assert isinstance(found, types.CompletionList)
        edit = next(one.text_edit for one in found.items if one.label == "The White City")
        assert isinstance(edit, types.TextEdit)
        assert after(text, [edit]).endswith("\n[[Lisbon|The White City]]")

    session(vault, steps)


def test_rename(vault: Path) -> None:
    async def steps(editor: Editor) -> None:
        text = editor.open("Home.md") + "\nAn unsaved link: [[Lisbon#History]]\n"
        editor.change("Home.md", text)
        ask, lisbon = editor.client, editor.document("travel/Lisbon.md")
        named = await ask.text_document_prepare_rename_async(types.PrepareRenameParams(lisbon, place(4, 3)))
        assert isinstance(named, types.PrepareRenamePlaceholder) and named.placeholder == "History"
        told = await ask.text_document_rename_async(types.RenameParams(lisbon, place(4, 3), "Story"))
        texts = changed(editor, told)
        assert texts["Home.md"] == text.replace("#History", "#Story")
        assert texts["travel/Lisbon.md"].startswith("---\naliases: [The White City]\ntags: [town]\n---\n# Story\n")
        told = await ask.text_document_rename_async(
            types.RenameParams(editor.document("Home.md"), place(2, 8), "Porto")
        )
        assert changed(editor, told)["Home.md"] == text.replace("[[Lisbon#History]]", "[[Porto#History]]").replace(
            "[[lisbon#", "[[Porto#"
        )
        assert told is not None and told.document_changes is not None
        moves = [one for one in told.document_changes if isinstance(one, types.RenameFile)]
        assert [(editor.path(one.old_uri), editor.path(one.new_uri)) for one in moves] == [
            ("travel/Lisbon.md", "travel/Porto.md")
        ]
        nothing = await ask.text_document_prepare_rename_async(
            types.PrepareRenameParams(editor.document("Home.md"), place(1, 0))
        )
        assert nothing is None
        refused = await ask.text_document_rename_async(
            types.RenameParams(editor.document("Home.md"), place(2, 8), "a/b?")
        )
        assert refused is None
        await editor.until(lambda: editor.shown)
        moving = types.FileRename(editor.uri("travel/Lisbon.md"), editor.uri("Lisbon town.md"))
        told = await ask.workspace_will_rename_files_async(types.RenameFilesParams([moving]))
        assert "[[Lisbon town#History]]" in changed(editor, told)["Home.md"]

    def changed(editor: Editor, told: types.WorkspaceEdit | None) -> dict[str, str]:
        found = {}
        for one in (told.document_changes if told else None) or ():
            if isinstance(one, types.TextDocumentEdit):
                path = editor.path(one.text_document.uri)
                before = VAULT[path] if path != "Home.md" else VAULT[path] + "\nAn unsaved link: [[Lisbon#History]]\n"
                edits = [edit for edit in one.edits if isinstance(edit, types.TextEdit)]
                found[path] = after(before, edits)
        return found

    session(vault, steps)


@pytest.mark.parametrize(
    ("encodings", "column"),
    [
        pytest.param(None, 49, id="UTF-16 where nothing else is offered"),
        pytest.param([types.PositionEncodingKind.Utf16], 49, id="UTF-16", marks=pytest.mark.slow),
        pytest.param([types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf16], 51, id="UTF-8"),
        pytest.param([types.PositionEncodingKind.Utf32, types.PositionEncodingKind.Utf16], 48, id="UTF-32"),
    ],
)
def test_positions_are_in_the_units_of_the_editor(vault: Path, encodings: Encodings, column: int) -> None:
    async def steps(editor: Editor) -> None:
        await editor.until(lambda: editor.rules("Home.md"))
        assert editor.diagnostics["Home.md"][0].range.start == place(2, column)

    session(vault, steps, encodings)


@pytest.mark.slow
def test_a_fleet_is_edited(tmp_path: Path) -> None:
    """Breaks a link, changes a figure in the data, sees every page that shows it go stale, and writes one anew."""
    copy_of_product(tmp_path)

    async def steps(editor: Editor) -> None:
        boot = "vault/data/runs/2026-09-22-boot.yaml"
        text = editor.open(boot)
        assert "425047" in text
        editor.change(boot, text.replace("425047", "425048").replace("425,047", "425,048"))
        path = "vault/LLM/frank-archon.md"
        await editor.until(lambda: "stale-region" in editor.rules(path))
        await editor.until(lambda: "stale-figure" in editor.rules("vault/LLM/frank-medium-radiance-mxfp4.md"))
        one = next(found for found in editor.diagnostics[path] if found.code == "stale-region")
        page = editor.open(path)
        params = types.CodeActionParams(editor.document(path), one.range, types.CodeActionContext([one]))
        actions = await editor.client.text_document_code_action_async(params)
        edit = next(
            found.edit for found in actions or () if isinstance(found, types.CodeAction) and "anew" in found.title
        )
        assert edit is not None and edit.changes is not None
        count = editor.rules(path).count("stale-region")
        editor.change(path, after(page, list(edit.changes[editor.uri(path)])))
        await editor.until(lambda: editor.rules(path).count("stale-region") == count - 1)
        editor.change(boot, text)
        await editor.until(lambda: "stale-region" not in editor.rules("vault/LLM/frank-archon.md"))

    session(tmp_path, steps)


def test_a_vault_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    async def steps(editor: Editor) -> None:
        await editor.until(lambda: editor.shown)
        assert "no note is below" in editor.shown[0]

    session(write(tmp_path, {".obsidian/app.json": "{}"}), steps)
