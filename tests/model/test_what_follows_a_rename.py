"""What follows a rename beside links: data, addresses of a forge, markers, the configuration, tags."""

from __future__ import annotations

import pytest
from vaults import vault_of

from vaulttool.model import configured_paths, data_renames, marker_renames
from vaulttool.model.edits import edited
from vaulttool.model.forge_renames import Readdressing
from vaulttool.model.region_cells import is_rewritten
from vaulttool.model.renames import Moves
from vaulttool.model.tag_renames import is_tag, retagged
from vaulttool.model.vault import Note
from vaulttool.model.written_paths import WrittenPaths
from vaulttool.parsing.html import parse_html
from vaulttool.parsing.note import parse
from vaulttool.text.file_names import fault
from vaulttool.text.span import Span

PATHS = WrittenPaths([("vault/Old.md", "vault/New.md")], is_folder=False)
FOLDERS = WrittenPaths([("vault/old", "vault/new, er"), ("old", "new, er")], is_folder=True)


@pytest.mark.parametrize(
    ("text", "then"),
    [
        pytest.param('page: "[[Old]]" # why\n', 'page: "[[New]]" # why\n', id="a link"),
        pytest.param("page: '[[Old]]'\n", "page: '[[New]]'\n", id="in single quotes"),
        pytest.param('eras:\n- {page: "[[Old]]", id: a}\r\n', 'eras:\n- {page: "[[New]]", id: a}\r\n', id="in braces"),
        pytest.param("\ufeffsource: {document: vault/Old.md, line: 2}\n", "\ufeffsource: {document: vault/New.md, line: 2}\n", id="a document"),
        pytest.param("renames:\n  - keep_in:\n      - vault/Old.md\n      - x\n", "renames:\n  - keep_in:\n      - vault/New.md\n      - x\n", id="a file that keeps a name"),
        pytest.param("env: [vault/Old.md]\n", "env: [vault/New.md]\n", id="an env file"),
    ],
)  # fmt: skip
def test_data_follow(text: str, then: str) -> None:
    change = data_renames.moved(lambda name: "New" if name == "Old" else None, PATHS.new)
    found = data_renames.rewritten("x.yaml", text, change)
    assert found is not None and found.after == then


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('page: "[[Older]]"\n', id="another page"),
        pytest.param('title: "see [[Old]]"\n', id="prose"),
        pytest.param("title: vault/Old.md\ndocument: vault/Old.md\n", id="a path where none is"),
        pytest.param("source: {document: vault/Old.md.bak}\n", id="a longer path"),
        pytest.param("page: [", id="no YAML"),
    ],
)
def test_data_that_stay(text: str) -> None:
    change = data_renames.moved(lambda name: "New" if name == "Old" else None, PATHS.new)
    assert data_renames.rewritten("x.yaml", text, change) is None


def test_a_value_that_needs_quotes_gets_them() -> None:
    change = data_renames.moved(lambda name: None, FOLDERS.new)
    found = data_renames.rewritten("x.yaml", "source: {document: vault/old/a.md, line: 1}\n", change)
    assert found is not None and found.after == 'source: {document: "vault/new, er/a.md", line: 1}\n'


def readdressed(path: str, text: str, moved: dict[str, str], folder: tuple[str, str] | None = None) -> str:
    """A page after a move in a vault at ``vault/``."""
    page = Note(path, parse_html(text) if path.endswith(".html") else parse(text))
    work = Readdressing("vault/", Moves(moved, folder), lambda place: place.startswith("vault/"))
    return edited(text, work.edits(page, text))


@pytest.mark.parametrize(
    ("path", "text", "then"),
    [
        pytest.param("../README.md", "[x](vault/a%20b.md#h)", "[x](vault/c%20d/e.md#h)", id="a link of an extra page"),
        pytest.param("../README.md", "![x](vault/a%20b.md 'T')", "![x](vault/c%20d/e.md 'T')", id="an image of one"),
        pytest.param("../README.md", "[x](/vault/a%20b.md?plain=1)", "[x](/vault/c%20d/e.md?plain=1)", id="from the top, with a query"),
        pytest.param("../docs/x.md", "[x](../vault/a%20b.md)", "[x](../vault/c%20d/e.md)", id="from a folder"),
        pytest.param("../README.md", "[x][r]\n\n[r]: vault/a%20b.md 'T'\n", "[x][r]\n\n[r]: vault/c%20d/e.md 'T'\n", id="a definition"),
        pytest.param("../README.md", "[x][r]\n\n[r]: <vault/a b.md>\n", "[x][r]\n\n[r]: <vault/c%20d/e.md>\n", id="a definition in angle brackets"),
        pytest.param("../README.md", 'a <img src="./vault/a%20b.md"> b', 'a <img src="./vault/c%20d/e.md"> b', id="an attribute"),
        pytest.param("N.md", "[x][r] <a href='a%20b.md'>\n\n[r]: a%20b.md\n", "[x][r] <a href='c%20d/e.md'>\n\n[r]: c%20d/e.md\n", id="in a note"),
        pytest.param("../x.html", "<p><a href='vault/a%20b.md#h'>x</a></p>", "<p><a href='vault/c%20d/e.md#h'>x</a></p>", id="an HTML page"),
        pytest.param("../x.html", "<script>'<a href=\"vault/a%20b.md\">'</script>", "<script>'<a href=\"vault/a%20b.md\">'</script>", id="a script"),
        pytest.param("../README.md", "`[x](vault/a%20b.md)`\n\n    [x](vault/a%20b.md)", "`[x](vault/a%20b.md)`\n\n    [x](vault/a%20b.md)", id="code"),
        pytest.param("../README.md", "[x](https://h/vault/a%20b.md) [y](vault/a%20b.mdx)", "[x](https://h/vault/a%20b.md) [y](vault/a%20b.mdx)", id="other addresses"),
        pytest.param("N.md", "[x](a%20b.md) [[a b]]", "[x](a%20b.md) [[a b]]", id="links of a note are the other's work"),
    ],
)  # fmt: skip
def test_addresses_of_a_forge_follow(path: str, text: str, then: str) -> None:
    assert readdressed(path, text, {"a b.md": "c d/e.md"}) == then


def test_the_definitions_of_a_note_that_moves_are_adjusted() -> None:
    text = "[x][r]\n\n[r]: b.md\n"
    assert readdressed("N.md", text, {"N.md": "d/N.md"}) == "[x][r]\n\n[r]: ../b.md\n"


@pytest.mark.parametrize(
    ("marker", "then"),
    [
        ('index folder="old" columns="link"', 'index folder="new, er" columns="link"'),
        ('index folder="Old/deep/"', 'index folder="new, er/deep"'),
        ('index glob="old/*.md"', 'index glob="new, er/*.md"'),
        ('settings file="vault/old/a.env" env="x.env, vault/old/b.env"', 'settings file="vault/new, er/a.env" env="x.env, vault/new, er/b.env"'),
        ('index folder="older" tag="old" id="old"', 'index folder="older" tag="old" id="old"'),
    ],
)  # fmt: skip
def test_markers_follow(marker: str, then: str) -> None:
    text = "<!-- vaulttool:begin {} -->\n<!-- vaulttool:end {} -->\n"
    before = text.format(marker, marker.split()[0])
    change = marker_renames.moved(FOLDERS, FOLDERS)
    edits = marker_renames.remarked(Note("N.md", parse(before)), before, change)
    assert edited(before, edits) == text.format(then, marker.split()[0])


CONFIGURATION = """\
# old/ and "old" are words here
exclude = ["old/**", 'older/*.md', "/vault/old/x.md"] # "old"
extra-files = ["README.md"]
[schemas.types]
old = "old"
[schemas.paths]
"old/*.md" = "old"
[per-file-ignores]
"vault/old/a b.md" = ["broken-link"]
[rules.missing-path]
ignore = ["old/x"]
[counts.things]
title = "old/things"
glob = 'old/*'
"""


def test_the_configuration_follows() -> None:
    paths = WrittenPaths([("vault/old", "vault/new"), ("old", "new")], is_folder=True)
    found = configured_paths.rewritten(CONFIGURATION, paths.new)
    wanted = CONFIGURATION.replace('["old/**"', '["new/**"').replace('"/vault/old/x.md"', '"/vault/new/x.md"')
    wanted = wanted.replace('"old/*.md" =', '"new/*.md" =').replace('"vault/old/a b.md"', '"vault/new/a b.md"')
    wanted = wanted.replace('["old/x"]', '["new/x"]').replace("'old/*'", "'new/*'")
    assert (found.text, found.parts, found.left) == (wanted, 6, ("old/things",))
    assert configured_paths.rewritten(wanted, paths.new).parts == 0


OWN = """\
<!-- vaulttool:begin settings file="a.env" -->

| Setting | Value | Why |
| --- | --- | --- |
| `A` | [[Old]] | since [[Old]] |

<!-- vaulttool:end settings{} -->
"""


@pytest.mark.parametrize(("sum", "wanted"), [(" sum=af8e7dd3e1", [True, False]), (" sum=0000000000", [False, False])])
def test_of_a_region_people_own_a_column_and_what_they_edited(sum: str, wanted: list[bool]) -> None:
    from vaulttool import engine
    from vaulttool.model.regions import without_own
    from vaulttool.text.checksum import checksum

    text = OWN.format(sum)
    page = Note("N.md", parse(text))
    (region,) = page.document.regions
    intact = checksum(without_own(region.text, ("Why",)))
    text = text.replace("af8e7dd3e1", intact)
    page = Note("N.md", parse(text))
    found = [is_rewritten(page, link.span, text, engine.kinds()) for link in page.document.links]
    assert found == wanted
    assert not is_rewritten(page, Span(0, 4), text, engine.kinds())


@pytest.mark.parametrize(
    ("text", "then"),
    [
        pytest.param("#old #Old/x #older #x/old", "#new/y #new/y/x #older #x/old", id="in text"),
        pytest.param(
            "---\ntags: [old, '#OLD/b', \"x\"]\n---\n", "---\ntags: [new/y, '#new/y/b', \"x\"]\n---\n", id="a list"
        ),
        pytest.param("---\ntags: old\n---\n", "---\ntags: new/y\n---\n", id="a word"),
        pytest.param("---\ntags:\n- old # why\n---\n", "---\ntags:\n- new/y # why\n---\n", id="a comment"),
        pytest.param("`#old` [[#old]] <!-- #old --> \\#old", "`#old` [[#old]] <!-- #old --> \\#old", id="no tags"),
        pytest.param("\ufeff> - #old\r\n", "\ufeff> - #new/y\r\n", id="CRLF and a byte order mark"),
    ],
)
def test_tags(text: str, then: str) -> None:
    vault = vault_of({"N.md": text})
    assert edited(text, retagged(vault, "old", "new/y", lambda note, place: False)) == then


@pytest.mark.parametrize(("name", "is_one"), [("a", True), ("a/b-c_d", True), ("é1", True), ("1", False), ("a b", False), ("a//b", False), ("/a", False), ("", False), ("a,", False)])  # fmt: skip
def test_which_names_are_tags(name: str, is_one: bool) -> None:
    assert is_tag(name) is is_one


@pytest.mark.parametrize("name", ["a.md", "Ä ö (1).md", "it's 100 %, & more.md", "日本.md", "v1.2.md", "😀.canvas", "console.md", "LICENSE"])  # fmt: skip
def test_names_that_all_systems_take(name: str) -> None:
    assert fault(name) is None


@pytest.mark.parametrize("name", ["a/b", "a\\b", "a:b", "a?", "a*", 'a"', "a<b", "a>b", "a|b", "a#b", "a^b", "[a", "a]", "a\tb", "a\nb", "", " ", ".a", " a", "a ", "a .md", "a.", "nul", "NUL.md", "com1.txt", "x" * 256])  # fmt: skip
def test_names_that_some_refuse(name: str) -> None:
    assert fault(name) is not None
