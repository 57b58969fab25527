"""An editor for tests: a client that speaks with the real server over its standard streams, and keeps what it is told."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PATIENCE = 60  # seconds: machines may be busy
Encodings = list[types.PositionEncodingKind | str] | None


class Editor:
    """One editor with a vault open. ``diagnostics`` has the last ones of each file, by path from the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.diagnostics: dict[str, list[types.Diagnostic]] = {}
        self.shown: list[str] = []
        self.applied: list[types.WorkspaceEdit] = []
        self.versions: dict[str, int] = {}
        self.client = LanguageClient("tests", "1")
        self._told = asyncio.Event()
        self._listen()

    def _listen(self) -> None:
        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]  # pygls gives it no types
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.diagnostics[self.path(params.uri)] = list(params.diagnostics)
            self._told.set()

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)  # type: ignore[untyped-decorator]  # pygls gives it no types
        def shown(params: types.ShowMessageParams) -> None:
            self.shown.append(params.message)
            self._told.set()

        @self.client.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]  # pygls gives it no types
        def registered(params: types.RegistrationParams) -> None:
            return None

        @self.client.feature(types.WORKSPACE_APPLY_EDIT)  # type: ignore[untyped-decorator]  # pygls gives it no types
        def applied(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.applied.append(params.edit)
            self._told.set()
            return types.ApplyWorkspaceEditResult(applied=True)

    async def start(self, encodings: Encodings = None) -> None:
        """Start the server and open the folder."""
        await self.client.start_io(sys.executable, "-m", "vaulttool", "lsp")
        watching = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
        capabilities = types.ClientCapabilities(
            workspace=types.WorkspaceClientCapabilities(did_change_watched_files=watching),
            general=types.GeneralClientCapabilities(position_encodings=encodings),
        )
        params = types.InitializeParams(capabilities=capabilities, root_uri=self.folder.as_uri(), process_id=None)
        self.server = await self.client.initialize_async(params)
        self.client.initialized(types.InitializedParams())

    async def stop(self) -> None:
        """End the server as the protocol has it."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()  # type: ignore[no-untyped-call]  # likewise

    def uri(self, path: str) -> str:
        return (self.folder / path).as_uri()

    def path(self, uri: str) -> str:
        return str(Path(unquote(urlsplit(uri).path)).relative_to(self.folder))

    def document(self, path: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(path))

    def open(self, path: str, text: str | None = None) -> str:
        """Open a file, with its text on disk or another."""
        text = (self.folder / path).read_bytes().decode() if text is None else text
        self.versions[path] = 1
        item = types.TextDocumentItem(self.uri(path), "markdown", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return text

    def change(self, path: str, text: str) -> None:
        """Give an open file another text."""
        self.versions[path] += 1
        document = types.VersionedTextDocumentIdentifier(uri=self.uri(path), version=self.versions[path])
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    def disk(self, *paths: str) -> None:
        """Tell the server that files changed on disk."""
        changes = [types.FileEvent(self.uri(path), types.FileChangeType.Changed) for path in paths]
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))

    async def until(self, holds: Callable[[], Any]) -> Any:
        """Wait until something holds; ``TimeoutError`` where it never does."""
        async with asyncio.timeout(PATIENCE):
            while not (found := holds()):
                self._told.clear()
                await self._told.wait()
        return found

    def rules(self, path: str) -> list[str]:
        """The rules that speak of a file."""
        return [str(one.code) for one in self.diagnostics.get(path, [])]


def after(text: str, edits: list[types.TextEdit]) -> str:
    """A text after edits, which an editor makes from the end; positions are in UTF-16."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def offset(position: types.Position) -> int:
        line = lines[position.line] if position.line < len(lines) else ""
        return starts[min(position.line, len(lines))] + len(
            line.encode("utf-16-le")[: position.character * 2].decode("utf-16-le")
        )

    for edit in sorted(edits, key=lambda one: offset(one.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text
