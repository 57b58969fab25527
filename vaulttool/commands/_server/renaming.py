"""Other names for notes, headings, blocks and tags, with all links to them: as edits that the editor makes."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

from lsprotocol import types

from vaulttool.commands._rename_files import FileRename
from vaulttool.commands._rename_material import refuse_bound
from vaulttool.commands._rename_names import asked
from vaulttool.commands._rename_places import HeadingOrBlock
from vaulttool.commands._rename_plan import Plan, plan
from vaulttool.commands._server.desk import Desk
from vaulttool.commands._server.navigation import standing_at
from vaulttool.commands._server.positions import Positions
from vaulttool.commands._server.targets import linked
from vaulttool.errors import VaultError, VaulttoolError
from vaulttool.model.anchor_renames import AnchorRename, title
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Block, Heading, Link, Tag
from vaulttool.text.span import Span

Found = tuple[str, Span, str, AnchorRename | Tag | Note]


def named(desk: Desk, uri: str, position: types.Position) -> types.PrepareRenamePlaceholder | None:
    """What can get another name at a place, and the name that it has."""
    found = _found(desk, uri, position)
    if found is None:
        return None
    path, span, name, _ = found
    return types.PrepareRenamePlaceholder(desk.positions(path).range(span), name)


def renamed(desk: Desk, uri: str, position: types.Position, new: str) -> types.WorkspaceEdit | None:
    """The edits that give what stands at a place another name. ``VaultError`` where it cannot have it."""
    found = _found(desk, uri, position)
    if found is None:
        return None
    thing = found[3]
    run = desk.live.run
    if isinstance(thing, AnchorRename):
        return edits(desk, plan(run, HeadingOrBlock(thing._replace(new=new.removeprefix("^")), False)))
    if isinstance(thing, Tag):
        return edits(desk, plan(run, asked(run, f"#{thing.name}", f"#{new.removeprefix('#')}")))
    place = run.place_of(thing.path)
    if desk.path(desk.uri(posixpath.join(posixpath.dirname(thing.path), new))) is None:
        raise VaultError("the new name leads out of the repository, or has a NUL in it", "choose another")
    return edits(desk, plan(run, asked(run, place, posixpath.join(posixpath.dirname(place), new))))


def moved(
    desk: Desk, renames: Sequence[types.FileRename], complain: Callable[[VaulttoolError], None]
) -> types.WorkspaceEdit | None:
    """The edits of links that go with files which the editor itself is about to move. What cannot be told of one is
    said to ``complain``, and the others go on."""
    run = desk.live.run
    files: list[FileRename] = []
    others: list[FileRename] = []  # folders, and what has moved already
    for rename in renames:
        old, new = desk.path(rename.old_uri), desk.path(rename.new_uri)
        if old is None or new is None:
            continue
        try:
            wanted = asked(run, run.place_of(old), run.place_of(new))
            if isinstance(wanted, FileRename):
                refuse_bound(run, wanted)
                (others if wanted.moves.folder or wanted.is_done else files).append(wanted)
        except VaulttoolError as error:
            complain(error)
    found: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
    for wanted in [*([files[0].together(files[1:])] if files else []), *others]:
        found += _texts(desk, plan(run, wanted))
    return types.WorkspaceEdit(document_changes=found) if found else None


def edits(desk: Desk, told: Plan) -> types.WorkspaceEdit:
    """A plan as the editor carries it out: the texts first, by their old names, then the move."""
    changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile]
    changes = list(_texts(desk, told))
    if told.move is not None:
        changes.append(types.RenameFile(desk.uri(told.move.old), desk.uri(told.move.new)))
    return types.WorkspaceEdit(document_changes=changes)


def _found(desk: Desk, uri: str, position: types.Position) -> Found | None:
    """What stands at a place and has a name: its page, the stretch of the name, the name, and the thing."""
    path, thing = standing_at(desk, uri, position) or ("", None)
    if isinstance(thing, Link):
        return _of_link(desk, path, thing, desk.positions(path).offset(position))
    if isinstance(thing, Tag):
        text = desk.text(path)
        return path, Span(thing.span.end - len(thing.name), thing.span.end), thing.span.of(text).lstrip("#"), thing
    if not isinstance(thing, Heading | Block):
        return None
    rename = AnchorRename(path, thing, "")
    return path, rename.at_place(desk.text(path)), rename.old, rename


def _of_link(desk: Desk, path: str, link: Link, at: int) -> Found | None:
    """What a link leads to: behind its ``#`` the heading or block, before it the note."""
    target, anchor = linked(desk, path, link)
    if target is None or link.kind == "card":
        return None
    if at > link.anchor_start and isinstance(anchor, Heading | Block):
        rename = AnchorRename(target, anchor, "")
        name = title(anchor) if isinstance(anchor, Heading) else anchor.id
        return path, Span(link.anchor_start + 1, link.target_span.end), name, rename
    note = desk.live.vault.notes.get(target)
    if note is None or not link.link:
        return None
    name = posixpath.basename(target).removesuffix(".md")
    return path, Span(link.target_span.start, link.anchor_start), name, note


def _texts(desk: Desk, told: Plan) -> Iterator[types.TextDocumentEdit]:
    """The changes of texts, each as few lines as it takes."""
    for change in told.changes:
        before = change.before or ""
        uri = desk.uri(change.path)
        version = desk.versions.get(change.path)
        document = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
        yield types.TextDocumentEdit(document, list(_differences(before, change.after, desk.encoding)))


def _differences(before: str, after: str, encoding: str) -> Iterator[types.TextEdit]:
    """The edits that make one text of another: of a line that changes only what is between its like ends."""
    positions = Positions(before, encoding)
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    for tag, first, last, first_new, last_new in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            start, end = starts[first], starts[last]
            written = "".join(new[first_new:last_new])
            same = posixpath.commonprefix([before[start:end], written])
            start += len(same)
            yield types.TextEdit(positions.range(Span(start, end)), written[len(same) :])
