"""What a broken link may have meant: where that is certain, a fix; else a guess, and a fix for somebody to look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vaulttool.model.anchors import parts
from vaulttool.model.finding import Fix
from vaulttool.model.mending import can_be_edited, retargeted
from vaulttool.model.restyled import leading_to, target_of
from vaulttool.model.rule import Context
from vaulttool.model.shortest import shortest, survives
from vaulttool.model.suggested import name_for
from vaulttool.model.vault import Note
from vaulttool.parsing.document import Link
from vaulttool.text.url import fully_decoded


class Certain(NamedTuple):
    """A file that a link can only have meant: how that is known, and whether the old name is to be shown. ``was`` is
    the path that it had."""

    path: str
    help: str
    labelled: bool = False
    was: str = ""


class Meant:
    """Looks for what broken links may have meant."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.vault = context.vault
        self.index = context.vault.index

    def of(self, note: Note, link: Link) -> tuple[str | None, Fix | None]:
        """What to write instead, and the fix that writes it."""
        certain = list(self._certain(note, link))
        if certain and len({one.path for one in certain}) == 1:
            return certain[0].help, self._fix(note, link, certain[0])
        if certain:
            return f"it may mean any of {', '.join(sorted({_quoted(one.path) for one in certain}))}", None
        return self._guess(note, link)

    def _certain(self, note: Note, link: Link) -> Iterator[Certain]:
        """The files that a link can only have meant, each by what is known for sure."""
        name, source = link.link, note.path
        for owner in self.vault.alias_owners.get(name.strip().lower(), ()):
            shown = shortest(self.index, owner, source)
            help = f'"{name}" is an alias, which Obsidian does not resolve: write [[{shown}|{name}]]'
            yield Certain(owner, help, labelled=True)
        if "\\" in name and (path := self._only(name.replace("\\", "/"), source)):
            yield Certain(path, f'a backslash separates no folders: write "{name.replace(chr(92), "/")}"')
        if link.syntax == "wiki" and "%" in name and (path := self._only(fully_decoded(name), source)):
            help = f'nothing is decoded in a wikilink: write "{fully_decoded(name)}"'
            yield Certain(path, help)
        alike = self._alike(name)
        if len(alike) == 1:
            help = f'"{alike[0]}" is written with other characters that look alike'
            yield Certain(alike[0], help)
        moves = self.context.sources.git.moves()
        if moves is not None and (moved := moves.of(name, source)) is not None and moved.certain:
            yield Certain(moved.path, f'git has it as "{moved.path}" now', was=moves.was(name, source))

    def _fix(self, note: Note, link: Link, meant: Certain) -> Fix | None:
        """The fix that has a link lead to the file that it meant; none where that has not what the anchor asks for."""
        if not can_be_edited(note, link) or self.vault.has_anchor(meant.path, link.subpath) is False:
            return None
        written = leading_to(self.index, link, meant.path, note.path, meant.was)
        if not meant.labelled or link.display is not None or link.syntax != "wiki" or link.kind == "embed":
            return retargeted(note, link, written, True)
        from vaulttool.parsing.table_rows import in_a_row  # only where a bar is to be written: it loads the parser

        bar = "\\|" if in_a_row(self.vault.around.text(note.path), link.span.start) else "|"
        label = bar + " > ".join([link.link.strip(), *parts(link.subpath)])
        return retargeted(note, link, written, True, label)

    def _guess(self, note: Note, link: Link) -> tuple[str | None, Fix | None]:
        """What may be meant."""
        name = link.link.rpartition("/")[2]
        lower = name.lower()
        if help := self._cannot_be_linked(note, link):
            return help, None
        if path := self.vault.file_names.by_stem(lower):
            shown = path.rpartition("/")[2]
            help = f'only a note can be linked without its extension: write "{shown}"'
            return help, retargeted(note, link, self._resolving(note, link, shown), False)
        elsewhere = self.index.by_name.get(lower) or self.index.by_name.get(lower + ".md")
        if elsewhere:
            listed = ", ".join(f'"{path}"' for path, _ in elsewhere)
            if len(elsewhere) > 1:
                return f"the files of that name: {listed}", None
            path = elsewhere[0][0]
            is_there = self.vault.has_anchor(path, link.subpath) is not False
            written = leading_to(self.index, link, path, note.path) if is_there else None
            return f"the file of that name: {listed}", retargeted(note, link, written, False)
        found = self._nearest(note, name[:-3] if lower.endswith(".md") else name)
        if found is None:
            return None, None
        found = self._whole(found, note.path)
        fix = retargeted(note, link, self._resolving(note, link, found), False)
        return f'did you mean "{name_for(link, found)}"?', fix

    def _whole(self, name: str, source: str) -> str:
        """A name of a file, with more of its path where a link would drop the blank or backslash at its end."""
        if survives(name):
            return name
        found = self.index.by_name.get(f"{name}.md".lower()) or self.index.by_name[name.lower()]
        return shortest(self.index, found[0][0], source)

    def _nearest(self, note: Note, name: str) -> str | None:
        """The name most like another one, if that is to be looked for."""
        if not name.strip() or not self.context.shared.guesses.may(note.path, name):
            return None
        return self.vault.file_names.nearest(name)

    def _resolving(self, note: Note, link: Link, name: str) -> str | None:
        """A name as the target of a link, if it leads to one file, and the anchor to a place in it."""
        if link.syntax == "markdown" and link.link.lower().endswith(".md") and "." not in name:
            name += ".md"
        path = self._only(name, note.path)
        return target_of(link, name) if path and self.vault.has_anchor(path, link.subpath) is not False else None

    def _only(self, name: str, source: str) -> str | None:
        """The file that a linkpath leads to, if no other is as near."""
        tied = self.index.resolve(name, source).tied
        return tied[0] if len(tied) == 1 else None

    def _cannot_be_linked(self, note: Note, link: Link) -> str | None:
        """What is there and cannot be reached at all."""
        name = link.link.rpartition("/")[2].lower()
        if name and "." not in name and name in self.index.by_name:
            return f'Obsidian cannot link to a file without an extension, such as "{name}"'
        if "?" in link.link and self.index.resolve(link.link.partition("?")[0], note.path).candidates:
            return 'Obsidian takes the "?" and what follows for a part of the name'
        return None

    def _alike(self, name: str) -> list[str]:
        """The files whose name looks like the last part of a linkpath without being it, and that lie in such a
        folder."""
        last = name.rpartition("/")[2].lower()
        if last in self.index.by_name or last + ".md" in self.index.by_name:
            return []
        return self.vault.file_names.alike(name)


def _quoted(path: str) -> str:
    return f'"{path}"'
