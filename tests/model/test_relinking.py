"""Links after a rename: how each is written, which stay, and that each leads where it led."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lengths import law
from vaults import vault_of

from vaulttool.model.relinking import CannotRelink, relinked
from vaulttool.model.renamed import after, refuse_misread, texts
from vaulttool.model.renames import Moves, as_before
from vaulttool.model.vault import Vault


def moves_of(vault: Vault, old: str, new: str) -> Moves:
    """The move of a file, or of a folder with all in it."""
    if old in vault.files:
        return Moves({old: new})
    return Moves({path: new + path[len(old) :] for path in vault.files if path.startswith(old + "/")}, (old, new))


def changed(files: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    """The new texts of the files that a rename writes, by the paths that they have afterwards."""
    vault = vault_of(files, prefix="repo/", outside=OUTSIDE)
    moves = moves_of(vault, old, new)
    found = texts(vault, moves, relinked(vault, moves).edits)
    refuse_misread(vault, after(vault, moves, found), moves, found, lambda note, link: False)
    return {one.new_path: one.after for one in found}


def renamed(files: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    """All files after a rename; one that cannot be, since no link leads to a file without suffix, is passed over."""
    moves = moves_of(vault_of(files), old, new)
    try:
        return {moves.new(path): text for path, text in files.items()} | changed(files, old, new)
    except CannotRelink as error:
        assert not error.target.endswith(SUFFIXES[:-1])
        assume(False)
        raise


OUTSIDE = frozenset(("README.md", "LICENSE", "sub", "repo/s/LICENCE"))
CASES = [
    # link, what it becomes when "Old.md" becomes "New.md"
    pytest.param("[[Old]]", "[[New]]", id="a wikilink"),
    pytest.param("[[ Old ]]", "[[ New ]]", id="blanks around the name"),
    pytest.param("[[Old|the old one]]", "[[New|the old one]]", id="a label"),
    pytest.param("[[Old|Old]]", "[[New|Old]]", id="a label that is the old name is the author's"),
    pytest.param("[[Old#A#B|x]]", "[[New#A#B|x]]", id="an anchor"),
    pytest.param("[[Old#^b]]", "[[New#^b]]", id="a block"),
    pytest.param("![[Old]]", "![[New]]", id="an embed"),
    pytest.param("![[Old|300x200]]", "![[New|300x200]]", id="an embed with a size"),
    pytest.param("[[Old.md]]", "[[New.md]]", id="with .md"),
    pytest.param("[[/Old]]", "[[/New]]", id="from the root"),
    pytest.param("[[./Old]]", "[[./New]]", id="relative"),
    pytest.param("[[old]]", "[[New]]", id="in another case"),
    pytest.param("[x](Old.md)", "[x](New.md)", id="Markdown"),
    pytest.param("[x](Old)", "[x](New)", id="Markdown without .md"),
    pytest.param('[x](Old.md "Old.md")', '[x](New.md "Old.md")', id="a title is the author's"),
    pytest.param("[x](<Old.md>)", "[x](<New.md>)", id="angle brackets"),
    pytest.param("[x](/Old.md#a%20b)", "[x](/New.md#a%20b)", id="Markdown from the root, an encoded anchor"),
    pytest.param("[x](./Old.md)", "[x](./New.md)", id="Markdown with a dot"),
    pytest.param("[x](%4Fld.md)", "[x](New.md)", id="an encoded name"),
    pytest.param("![x|100](Old.md)", "![x|100](New.md)", id="an image with a size"),
    pytest.param("[![[Old]]](Old.md)", "[![[New]]](New.md)", id="an embed in a link"),
    pytest.param("%% [[Old]] %%", "%% [[New]] %%", id="a comment of Obsidian's"),
    pytest.param("> [!note] [[Old]]\n> [[Old]]", "> [!note] [[New]]\n> [[New]]", id="a callout"),
    pytest.param("| [[Old\\|x]] |\n| --- |\n| [[Old]] |", "| [[New\\|x]] |\n| --- |\n| [[New]] |", id="a table"),
    pytest.param("a\r\n\r\n- [[Old]]\r\n", "a\r\n\r\n- [[New]]\r\n", id="CRLF"),
    pytest.param("\ufeff[[Old]]", "\ufeff[[New]]", id="a byte order mark"),
    pytest.param("😀 [[Old]] 😀 [[Old]]", "😀 [[New]] 😀 [[New]]", id="beyond the first plane"),
    pytest.param('---\na: "[[Old]]"\n---\n', '---\na: "[[New]]"\n---\n', id="a property"),
    pytest.param("---\na: '[[Old|it''s]]' # [[Old]]\n---\n", "---\na: '[[New|it''s]]' # [[Old]]\n---\n", id="in single quotes, with an escape and a comment"),
    pytest.param('---\na: ["[[Old]]", b]\nc:\n  - "[[Old#H|x]]"\n---\n', '---\na: ["[[New]]", b]\nc:\n  - "[[New#H|x]]"\n---\n', id="lists of properties"),
    pytest.param('---\na: "[[\\u004fld]]"\n---\n', '---\na: "[[New]]"\n---\n', id="an escaped property"),
    pytest.param("---\na: >-\n  [[Old]]\n---\n", "---\na: >-\n  [[New]]\n---\n", id="a folded property"),
    pytest.param('---\na: &x "[[Old]]"\nb: *x\n---\n', '---\na: &x "[[New]]"\nb: *x\n---\n', id="an alias of YAML"),
]  # fmt: skip
STAY = [
    pytest.param("`[[Old]]`", id="code"),
    pytest.param("```\n[[Old]]\n```", id="a block of code"),
    pytest.param("<!-- [[Old]] -->", id="a comment"),
    pytest.param("\\[[Old]]", id="escaped"),
    pytest.param("[[Older]] [[Old one]] [[sub/Old]]", id="other names"),
    pytest.param("[[Old ]x]]", id="no link to it"),
    pytest.param("[x](https://example.org/Old.md)", id="an address"),
    pytest.param("[x](mailto:Old.md)", id="a scheme"),
    pytest.param("[[Old #a]]", id="a blank before the anchor: another name"),
    pytest.param("---\na: see [[Old]]\nb: [[Old]]\n---\n", id="properties that are no links"),
    pytest.param("[[#Old]]", id="an anchor of this note"),
    pytest.param("Old is old.", id="prose"),
]


@pytest.mark.parametrize(("before", "then"), CASES)
def test_a_link_is_rewritten_in_its_own_style(before: str, then: str) -> None:
    assert changed({"Page.md": before, "Old.md": "# A\n## B\n"}, "Old.md", "New.md") == {"Page.md": then}


@pytest.mark.parametrize("text", STAY)
def test_what_is_no_link_to_it_stays(text: str) -> None:
    assert changed({"Page.md": text, "Old.md": ""}, "Old.md", "New.md") == {}


MOVES = [
    # files, old, new, what is written
    pytest.param({"a.md": "[[Old]]", "z/Old.md": ""}, "z/Old.md", "y/Old.md", {}, id="a move that the name outlives"),
    pytest.param({"a.md": "[[z/Old]]", "z/Old.md": ""}, "z/Old.md", "y/Old.md", {"a.md": "[[y/Old]]"}, id="a whole path"),
    pytest.param({"a.md": "[[z/Old]]", "z/Old.md": ""}, "z/Old.md", "Old.md", {"a.md": "[[Old]]"}, id="a whole path, to the root"),
    pytest.param({"a.md": "[[z/Old]]", "x/z/Old.md": ""}, "x/z/Old.md", "x/w/New.md", {"a.md": "[[w/New]]"}, id="as many folders"),
    pytest.param({"a.md": "[[z/Old]]", "z/Old.md": ""}, "z", "yz", {"a.md": "[[yz/Old]]"}, id="a folder that ends like the old one"),
    pytest.param({"a.md": "[[/z/Old]]", "z/Old.md": ""}, "z", "y", {"a.md": "[[/y/Old]]"}, id="a folder, from the root"),
    pytest.param({"a.md": "[x](z/) [y](./z)", "z/b.md": ""}, "z", "y", {"a.md": "[x](y/) [y](./y)"}, id="Markdown links to a folder"),
    pytest.param({"z/a.md": "[[../Old]] [[./b]]", "z/b.md": "", "Old.md": ""}, "z", "y/z", {"y/z/a.md": "[[../../Old]] [[./b]]"}, id="relative links of a folder"),
    pytest.param({"z/a.md": "[x](b.md) [[b]] [x](c/d.md)", "z/b.md": "", "z/c/d.md": ""}, "z", "q/r", {}, id="links within a folder"),
    pytest.param({"z/a.md": "[x](z/b.md)", "z/b.md": ""}, "z", "q", {"q/a.md": "[x](q/b.md)"}, id="a path from the root within a folder"),
    pytest.param({"a.md": "[x](b.md)", "b.md": ""}, "a.md", "z/a.md", {"z/a.md": "[x](../b.md)"}, id="a Markdown link of the note that moves"),
    pytest.param({"a.md": "[[b]]", "b.md": ""}, "a.md", "z/a.md", {}, id="a wikilink of the note that moves"),
    pytest.param({"a.md": "[[New]]", "z/New.md": "", "Old.md": ""}, "Old.md", "New.md", {"a.md": "[[z/New]]"}, id="captured by the new name"),
    pytest.param({"a.md": "[[New]]", "z/New.md": "", "zz/Old.md": ""}, "zz/Old.md", "q/New.md", {"a.md": "[[z/New]]"}, id="would be ambiguous"),
    pytest.param({"y/a.md": "[[New]]", "z/New.md": "", "Old.md": "[[Old]]"}, "Old.md", "y/New.md", {"y/a.md": "[[z/New]]", "y/New.md": "[[y/New]]"}, id="captured by nearness"),
    pytest.param({"a.md": "[[Old]]", "z/New.md": "", "Old.md": ""}, "Old.md", "q/New.md", {"a.md": "[[q/New]]"}, id="a name alone would be ambiguous"),
    pytest.param({"a.md": "[[z/x]] [[x]]", "z/x.md": "", "x.md": ""}, "x.md", "w.md", {"a.md": "[[z/x]] [[w]]"}, id="longer than need be afterwards"),
    pytest.param({"a.md": "[[x]]", "z/x.md": "", "x.md": ""}, "x.md", "q/x.md", {"a.md": "[[q/x]]"}, id="lost to the other of that name"),
    pytest.param({"a.md": "[[x.y]]", "x.y.md": "", "z.y": ""}, "z.y", "x.y", {"a.md": "[[x.y.md]]"}, id="a file that hides a note"),
    pytest.param({"a.md": "![[p.png|50]] ![t](p.png) [[p.png]]", "p.png": ""}, "p.png", "img/q r.png", {"a.md": "![[q r.png|50]] ![t](img/q%20r.png) [[q r.png]]"}, id="an attachment"),
    pytest.param({"a.md": "![](<p q.png>)", "p q.png": ""}, "p q.png", "r s.png", {"a.md": "![](<r s.png>)"}, id="an attachment in angle brackets"),
    pytest.param({"a.md": "![](p%20%C3%A9.png)", "p é.png": ""}, "p é.png", "ü é.png", {"a.md": "![](%C3%BC%20%C3%A9.png)"}, id="letters encoded as they were"),
    pytest.param({"a.md": "![](p%20é.png)", "p é.png": ""}, "p é.png", "ü é.png", {"a.md": "![](ü%20é.png)"}, id="letters as they are"),
    pytest.param({"a.md": "[x](a%28b%29/Old.md)", "a(b)/Old.md": ""}, "a(b)/Old.md", "a(b)/New (1.md", {"a.md": "[x](a%28b%29/New%20%281.md)"}, id="parentheses as they were"),
    pytest.param({"a.md": "[x](a(b)/Old.md)", "a(b)/Old.md": ""}, "a(b)/Old.md", "a(b)/100%.md", {"a.md": "[x](a(b)/100%25.md)"}, id="a per cent sign"),
    pytest.param({"a.md": "[x](Old.md) [y](<Old.md>)", "Old.md": ""}, "Old.md", "日\u3000本.md", {"a.md": "[x](日%E3%80%80本.md) [y](<日\u3000本.md>)"}, id="another blank"),
    pytest.param({"a.md": "[x](Old.md)", "Old.md": ""}, "Old.md", "R&amp;D.md", {"a.md": "[x](R&amp;amp;D.md)"}, id="what looks like an entity"),
    pytest.param({"a.md": "[[Old]] [x](Old.md)", "Old.md": ""}, "Old.md", "OLD.md", {"a.md": "[[OLD]] [x](OLD.md)"}, id="case alone"),
    pytest.param({"a.md": "[[caf\u0065\u0301/Old]]", "caf\u00e9/Old.md": ""}, "caf\u00e9/Old.md", "caf\u00e9/New.md", {"a.md": "[[caf\u0065\u0301/New]]"}, id="a folder that is written decomposed"),
    pytest.param({"a.md": "[x](../LICENSE) [y](../sub)", "b.md": ""}, "a.md", "d/a.md", {"d/a.md": "[x](../../LICENSE) [y](../../sub)"}, id="what lies outside the vault"),
    pytest.param({"a.md": "[x](../README.md?plain=1#l)", "b.md": ""}, "a.md", "d/e/a.md", {"d/e/a.md": "[x](../../../README.md?plain=1#l)"}, id="with a query"),
    pytest.param({"s/a.md": "[x](./LICENCE)", "s/LICENCE": "", "q/L.y.md": ""}, "s/LICENCE", "L.y", {"s/a.md": "[x](/repo/L.y)"}, id="a path by which Obsidian would find another"),
    pytest.param({"a.md": "[x](y.md)", "b/y.md": "", "y y.md": ""}, "a.md", "c/y.md", {"c/y.md": "[x](/b/y.md)"}, id="a path that could have been written before"),
    pytest.param({"a.md": "[x](/LICENSE)", "b.md": ""}, "a.md", "d/a.md", {}, id="from the repository's top"),
    pytest.param({"a.md": "[[{{x}}]] [[Old{{x}}]]", "Old.md": ""}, "Old.md", "New.md", {}, id="a template"),
    pytest.param({"a.md": "[[gone]] [x](gone.md)", "Old.md": ""}, "Old.md", "z/New.md", {}, id="links to nothing"),
    pytest.param({"a.md": "[[New]]", "Old.md": ""}, "Old.md", "New.md", {}, id="a link to nothing that leads to it now"),
    pytest.param({"a.canvas": '{"nodes":[{"type":"file","file":"z\\/Old.md"},{"type":"text","text":"\\"[[Old]]\\" [x](z/Old.md)"},{"type":"group","background":"z/Old.md"}]}', "z/Old.md": ""}, "z", "y y", {"a.canvas": '{"nodes":[{"type":"file","file":"y y\\/Old.md"},{"type":"text","text":"\\"[[Old]]\\" [x](y%20y/Old.md)"},{"type":"group","background":"y y/Old.md"}]}'}, id="a canvas"),
    pytest.param({"a.canvas": '{"nodes":[{"type":"text","text":"caf\\u00e9 [[Caf\\u00e9]]"}]}', "Café.md": ""}, "Café.md", "Thé.md", {"a.canvas": '{"nodes":[{"type":"text","text":"caf\\u00e9 [[Th\\u00e9]]"}]}'}, id="a canvas with escapes"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "old", "new", "written"), MOVES)
def test_where_files_move(files: dict[str, str], old: str, new: str, written: dict[str, str]) -> None:
    assert changed(files, old, new) == written


def test_links_that_led_nowhere_are_told() -> None:
    vault = vault_of({"a.md": "[[New]] [[other]]", "Old.md": ""})
    caught = relinked(vault, Moves({"Old.md": "New.md"})).caught
    assert [(note.path, link.link) for note, link in caught] == [("a.md", "New")]


FOLDERS = ("", "a/", "b/", "ab/", "a/b/", "b/a/", "zz zz/", "é/")
NAMES = ("x", "y", "xy", "X y", "n (1)", "é", "x.y", "100%")
SUFFIXES = (".md", ".md", ".md", ".png", ".canvas", "")
ANCHORS = ("", "", "#H", "#^b")
WIKI = ("[[{}{}]]", "[[{}{}|x]]", "![[{}{}|9]]", "| [[{}{}\\|x]] |\n| --- |")
MARKDOWN = ("[t]({}{})", "[t](<{}{}>)", "![t]({}{} 'T')")


class Made:
    """A small vault whose notes link to one another in every way, and a rename in it, all by one seed: drawing so many
    choices one by one would take ten times as long as the law itself."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.files: dict[str, str] = {}
        for path in dict.fromkeys(self.path() for _ in range(self.chance.randint(2, 9))):
            if not self._is_taken(path):
                self.files[path] = self._text(path)
        folders = {path.rpartition("/")[0] for path in self.files} - {""}
        self.old = self.chance.choice(sorted({*self.files, *folders}))
        self.moves = Moves({})
        while not self.moves.files:
            self.new = self._new_name()
            if self.new is not None:
                self.moves = moves_of(vault_of(self.files), self.old, self.new)

    def path(self) -> str:
        return self.chance.choice(FOLDERS) + self.chance.choice(NAMES) + self.chance.choice(SUFFIXES)

    def _is_taken(self, path: str, moved: frozenset[str] = frozenset()) -> bool:
        """Whether no file may have this path, since a file or folder does, perhaps in another case."""
        lower = path.lower()
        others = [other.lower() for other in self.files if other not in moved]
        return any(f"{other}/".startswith(f"{lower}/") or f"{lower}/".startswith(f"{other}/") for other in others)

    def _new_name(self) -> str:
        is_file = self.old in self.files
        new = self.path() if is_file else self.chance.choice(FOLDERS).strip("/") or "new"
        if is_file:
            new = new.removesuffix(".md").removesuffix(".png").removesuffix(".canvas") + self._suffix(self.old)
        moved = frozenset(path for path in self.files if f"{path}/".startswith(f"{self.old}/"))
        is_fit = new != self.old and not new.startswith(f"{self.old}/") and not self._is_taken(new, moved)
        return new if is_fit else f"new{self.chance.randint(1, 9)}{self._suffix(self.old)}"

    @staticmethod
    def _suffix(path: str) -> str:
        return next((suffix for suffix in (".md", ".png", ".canvas") if path.endswith(suffix)), "")

    def _text(self, path: str) -> str:
        if path.endswith(".canvas"):
            return (
                f'{{"nodes":[{{"type":"file","file":"{self.path()}"}},{{"type":"text","text":"{self._wikilink()}"}}]}}'
            )
        if not path.endswith(".md"):
            return ""
        links = "".join(f"{self._link()}\n\n" for _ in range(self.chance.randint(0, 5)))
        front = f'---\np: "{self._wikilink()}"\n---\n' if self.chance.random() < 0.3 else ""
        return f"{front}{links}# H\n\ntext ^b\n"

    def _wikilink(self) -> str:
        return f"[[{self._name()}]]"

    def _name(self) -> str:
        path = self.path().removesuffix(self.chance.choice(("", ".md")))
        name = path.rpartition("/")[2] if self.chance.random() < 0.5 else path
        name = name.upper() if self.chance.random() < 0.1 else name
        return self.chance.choice(("", "", "", "/", "./", "../", "../../")) + name

    def _link(self) -> str:
        name, anchor = self._name(), self.chance.choice(ANCHORS)
        if self.chance.random() < 0.5:
            return self.chance.choice(WIKI).format(name, anchor)
        form, name = self.chance.choice(MARKDOWN), name.replace("%", "%25")
        if "<" not in form or self.chance.random() < 0.5:
            name = name.replace(" ", "%20")
        if self.chance.random() < 0.5:
            name = name.replace("(", "%28").replace(")", "%29")
        return form.format(name, anchor)


made = st.integers(0, 2**40).map(Made)


Edge = tuple[str | None, bool]


def edges(files: Mapping[str, str]) -> dict[str, list[Edge]]:
    """For each note its links in the order of its text: where each leads, and whether that is certain."""
    vault = vault_of(files)
    return {
        note.path: [
            (found.target, len(found.tied) < 2)
            for link in sorted(note.document.links, key=lambda link: link.span)
            for found in [vault.resolve(link, note.path)]
        ]
        for note in vault.notes.values()
    }


def without_links(files: Mapping[str, str]) -> dict[str, str]:
    """The texts less the targets of their links."""
    found = {}
    for path, note in vault_of(files).notes.items():
        text = files[path]
        for link in sorted({link.target_span for link in note.document.links}, reverse=True):
            text = text[: link.start] + text[link.end :]
        found[path] = text
    return found


@law(1500)
@given(made)
def test_every_link_leads_where_it_led(case: Made) -> None:
    then = edges(renamed(case.files, case.old, case.new))
    for path, wanted in edges(case.files).items():
        for (target, certain), (found, sure) in zip(wanted, then.pop(case.moves.new(path)), strict=True):
            assert target is None or (found == case.moves.new(target) and (sure or not certain))
    assert not then


@law(300)
@given(made)
def test_nothing_but_the_targets_of_links_changes(case: Made) -> None:
    before = {case.moves.new(path): text for path, text in without_links(case.files).items()}
    assert without_links(renamed(case.files, case.old, case.new)) == before


@law(900)
@given(made)
def test_what_was_broken_off_is_completed(case: Made) -> None:
    """Whichever notes were written, the same files come out in the end; and of a rename that is done nothing is left."""
    done = renamed(case.files, case.old, case.new)
    torn = {case.moves.new(path): text for path, text in case.files.items()}
    torn |= {path: text for path, text in done.items() if case.chance.random() < 0.5}
    for present in (torn, done):
        before = as_before(vault_of(present, prefix="repo/", outside=OUTSIDE), case.moves)
        found = texts(before, case.moves, relinked(before, case.moves).edits)
        assert present | {one.new_path: one.after for one in found} == done
