"""The server itself: each message of the protocol, and what answers it. The door to pygls."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from vaulttool import __version__
from vaulttool.commands._options import Given
from vaulttool.commands._server import actions, completing, lenses, navigation, renaming
from vaulttool.commands._server.desk import PAUSE, Desk
from vaulttool.commands._server.diagnostics import diagnostics
from vaulttool.commands._server.telling import told
from vaulttool.errors import VaulttoolError

WATCHED = "**/*"
Answer = TypeVar("Answer")
_MOVED = types.FileOperationFilter(types.FileOperationPattern(WATCHED), scheme="file")


class Server(LanguageServer):
    """A language server for the vault that an editor has open."""

    def __init__(self, given: Given) -> None:
        super().__init__("vaulttool", __version__, types.TextDocumentSyncKind.Full)
        self.given = given
        self.desk: Desk | None = None
        self._timer: asyncio.TimerHandle | None = None

    def open(self, folder: str) -> None:
        """Read the vault in a folder; what keeps it from being read is shown."""
        try:
            self.desk = Desk(folder, self.given, str(self.workspace.position_encoding))
        except VaulttoolError as error:
            self.complain(error)

    def complain(self, error: VaulttoolError) -> None:
        """Show what a person can put right."""
        message = f"{error.message}; {error.remedy}" if error.remedy else error.message
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"vaulttool: {told(message)}"))

    def tell(self, paths: Iterable[str]) -> None:
        """Tell the editor what is said of these files now."""
        if self.desk is not None:
            for path in sorted(paths):
                self.text_document_publish_diagnostics(diagnostics(self.desk, path))

    def change(self, change: Callable[[Desk], set[str]], *also: str) -> None:
        """Have something changed, and tell what follows: now, and in a moment where that takes longer."""
        desk = self.desk
        if desk is None:
            return
        try:
            said = desk.settled(lambda: change(desk))
        except VaulttoolError as error:
            self.complain(error)
            return
        self.tell(said | {*also})
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if desk.pending:
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._settle)

    def settle(self) -> None:
        """Settle what is pending: a question is about what holds now."""
        if self.desk is not None and self.desk.pending:
            self._settle()

    def _settle(self) -> None:
        try:
            self.tell(self.desk.settle() if self.desk else ())
        except VaulttoolError as error:
            self.complain(error)


def server(given: Given) -> Server:
    """A server with all that it answers."""
    made = Server(given)
    _starts(made)
    _follows(made)
    _answers(made)
    _lists(made)
    _changes(made)
    return made


def _starts(server: Server) -> None:
    """The vault is read when the editor is ready."""

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        folders = list(server.workspace.folders.values())
        root = server.workspace.root_path or (_place(folders[0].uri) if folders else os.getcwd())
        server.open(root)
        if server.desk is not None:
            server.tell(server.desk.live.session.paths)
        _watch(server)


def _watch(server: Server) -> None:
    """Ask the editor to tell of files that change on disk, where it can."""
    workspace = server.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    if watching is not None and watching.dynamic_registration:
        options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(WATCHED)])
        wanted = types.Registration("vaulttool-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        server.client_register_capability(types.RegistrationParams([wanted]))


def _follows(server: Server) -> None:
    """What changes in the editor and on disk."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        _edited(server, document.uri, document.version, document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        text = server.workspace.get_text_document(document.uri).source
        _edited(server, document.uri, document.version, text)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        _on_disk(server, [params.text_document.uri])

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        desk = server.desk
        path = desk.path(params.text_document.uri) if desk else None
        if desk is not None and path is not None:
            desk.versions.pop(path, None)
            server.change(lambda desk: desk.live.close(path))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        _on_disk(server, [change.uri for change in params.changes])


def _edited(server: Server, uri: str, version: int | None, text: str) -> None:
    path = server.desk.path(uri) if server.desk else None
    if server.desk is not None and path is not None:
        server.desk.versions[path] = version
        server.change(lambda desk: desk.live.edit(path, text), path)


def _on_disk(server: Server, uris: Sequence[str]) -> None:
    """Files changed on disk; with the configuration all is read anew."""
    desk = server.desk
    if desk is None:
        return
    paths = [path for uri in uris if (path := desk.path(uri)) is not None]
    if any(path in desk.configurations for path in paths):
        try:
            server.tell(desk.restart())
        except VaulttoolError as error:
            server.complain(error)
    elif paths:
        server.change(lambda desk: desk.live.changed(paths))


def _answers(server: Server) -> None:
    """What is asked about a place."""

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        return _asked(server, lambda desk: navigation.definition(desk, params.text_document.uri, params.position), [])

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        return _asked(server, lambda desk: navigation.hover(desk, params.text_document.uri, params.position), None)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        uri, declared = params.text_document.uri, params.context.include_declaration
        return _asked(server, lambda desk: navigation.referring(desk, uri, params.position, declared), [])

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=list(completing.TRIGGERS))
    )
    def completion(params: types.CompletionParams) -> types.CompletionList:
        nothing = types.CompletionList(is_incomplete=False, items=[])
        uri = params.text_document.uri
        return _asked(server, lambda desk: completing.completions(desk, uri, params.position), nothing)


def _lists(server: Server) -> None:
    """What is asked about a page, or about all of them."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return _asked(server, lambda desk: navigation.symbols(desk, params.text_document.uri), [])

    @server.feature(types.WORKSPACE_SYMBOL)
    def workspace_symbols(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        return _asked(server, lambda desk: navigation.workspace_symbols(desk, params.query), [])

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def code_lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        return _asked(server, lambda desk: lenses.lenses(desk, params.text_document.uri), [])


def _changes(server: Server) -> None:
    """What the server would have the editor change."""

    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    def code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri, only = params.text_document.uri, params.context.only
        return _asked(server, lambda desk: actions.actions(desk, uri, params.range, only), [])

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        return _asked(server, lambda desk: renaming.named(desk, params.text_document.uri, params.position), None)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        uri, new = params.text_document.uri, params.new_name
        return _asked(server, lambda desk: renaming.renamed(desk, uri, params.position, new), None)

    @server.command(lenses.REGENERATE)
    def regenerate(uri: str, name: str) -> None:
        desk = server.desk
        path = desk.path(uri) if desk else None
        if desk is None or path is None:
            return
        edits = [one.edit for one in actions.regions_at(desk, path) if one.region.name == name]
        server.workspace_apply_edit(types.ApplyWorkspaceEditParams(desk.edits(edits), f"write {name} anew"))

    @server.feature(types.WORKSPACE_WILL_RENAME_FILES, types.FileOperationRegistrationOptions([_MOVED]))
    def moving(params: types.RenameFilesParams) -> types.WorkspaceEdit | None:
        return _asked(server, lambda desk: renaming.moved(desk, params.files, server.complain), None)


def _asked(server: Server, answer: Callable[[Desk], Answer], nothing: Answer) -> Answer:
    """The answer of the desk; none, with a word to the person, where it cannot be had."""
    server.settle()
    try:
        return answer(server.desk) if server.desk is not None else nothing
    except VaulttoolError as error:
        server.complain(error)
        return nothing


def _place(uri: str) -> str:
    return unquote(urlsplit(uri).path)
