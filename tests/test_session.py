"""The law of a session: after each settling its findings are those of a run over the whole vault."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from hypothesis import example, given
from hypothesis import strategies as st
from lengths import law
from vaults import document, vault_of

from vaulttool import engine
from vaulttool.config import Config
from vaulttool.model.faults import counts_as_unresolved, faults
from vaulttool.model.finding import Finding
from vaulttool.model.live_vault import LiveVault
from vaulttool.model.rule import Claims
from vaulttool.model.sources import Sources
from vaulttool.model.vault import Note, Surroundings, Vault
from vaulttool.session import Asked, Session

PATHS = ["Home.md", "a/One.md", "a/Two.md", "b/Two.md", "b/Three.md", "Board.canvas", "p.png", "Other.md", "a/Four.md"]
TEXTS = [
    "# Top\n\n## Sub\n\ntext ^id\n",
    "---\naliases: [Uno]\ntype: reference\n---\n[[One]] [[Two#Top]] ![[p.png]]\n",
    "[[a/Two#Sub]] [[Uno]] [t](../b/Two.md#Top) [x](Thre.md)\n",
    '---\nup: "[[Three]] and [[One]]"\nsuperseded_by: "[[Two]]"\n---\n[[Two #Top]] [[#^id]] ![[Four]]\n',
    "[[Home]] [[Two]] [[Two]] [[Other#Nope]] <!-- vaulttool:ignore missing-heading -->\n",
    "| a |\n| - |\n| [[One|x]] |\n",
    "[[Two#Top]] [[Three]] <!-- vaulttool:ignore broken-link missing-heading unstable-link -->\n\n"
    "%% vaulttool:ignore-begin missing-block broken-link %% [[One#^id]] [[Four]] %% vaulttool:ignore-end %%\n",
    "[t](b%2FTwo.md) [[b/Three#^id]] [[One#Top#Sub]]\n",
    "---\ntitle: T\ndescription: D\n---\n<!-- vaulttool:begin backlinks -->\n\n- [[One]]\n\n<!-- vaulttool:end backlinks sum=0123456789 -->\n",
    '<!-- vaulttool:begin index folder="a" columns="link,description?" -->\n<!-- vaulttool:end index -->\n[[One]]\n',
    "[[Uno#Top]] [[Thre#Sub]] [[Twoo]]\n",
    "It takes 5<!-- =run/boot#kv --> tokens.\n",
    "---\ngenerated: [index]\n---\n",
    "",
]
CANVAS = '{"nodes": [{"type": "file", "file": "a/One.md"}, {"type": "text", "text": "[[Two]]"}]}'
VAULTS = st.dictionaries(st.sampled_from(PATHS), st.sampled_from(TEXTS), min_size=1)
EVERY_RULE = engine.active(
    Config(rules={name: "warning" for name in engine.rules() if name != "forge-link"}), configured=True
)


def built(files: dict[str, str]) -> Vault:
    return vault_of({path: CANVAS if path.endswith(".canvas") else text for path, text in files.items()})


def whole(vault: Vault) -> list[Finding]:
    return engine.check(vault, EVERY_RULE)


ASKED = Asked(Sources, Claims(), EVERY_RULE)


class Change(NamedTuple):
    """What becomes of a file: another text, or none."""

    path: str
    text: str | None


CHANGES = st.lists(
    st.builds(Change, st.sampled_from(PATHS), st.none() | st.sampled_from(TEXTS)), min_size=1, max_size=6
)


class Edited:
    """A vault whose files change, and the session that is told of it."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = dict(files)
        vault = built(self.files)
        self.session = Session(LiveVault(vault, Surroundings(self.exists, self.text)), ASKED)

    def text(self, path: str) -> str:
        return CANVAS if path.endswith(".canvas") else self.files[path]

    def exists(self, path: str) -> bool:
        return built(self.files).around.exists(path)

    def change(self, change: Change) -> set[str]:
        """Let a file change; the paths that the session names."""
        if change.text is None:
            return self.session.remove([change.path]) if self.files.pop(change.path, None) is not None else set()
        self.files[change.path] = change.text
        if not change.path.endswith((".md", ".canvas")):
            return self.session.add([change.path])
        return self.session.put([Note(change.path, document(change.path, self.text(change.path)))])

    @property
    def said(self) -> list[Finding]:
        found = (one for path in self.session.paths for one in self.session.findings(path))
        return sorted(found, key=lambda one: one.order)

    @property
    def wanted(self) -> list[Finding]:
        return engine.check(built(self.files), EVERY_RULE)


@law(300)
@given(VAULTS, CHANGES)
@example({"Home.md": "It takes 5<!-- =run/boot#kv --> tokens.\n"}, [Change("Other.md", "")])
@example({"Home.md": "---\ngenerated: [index]\n---\n"}, [Change("Other.md", "")])
def test_a_session_says_what_a_run_over_the_whole_vault_says(files: dict[str, str], changes: list[Change]) -> None:
    edited = Edited(files)
    assert edited.said == edited.wanted
    for change in changes:
        edited.change(change)
        edited.session.settle()
        assert edited.said == edited.wanted


@law(200)
@given(VAULTS, CHANGES)
def test_changes_may_be_settled_together(files: dict[str, str], changes: list[Change]) -> None:
    edited = Edited(files)
    for change in changes:
        edited.change(change)
    edited.session.settle()
    assert edited.said == edited.wanted


@law(200)
@given(VAULTS, CHANGES)
def test_each_file_of_which_something_else_is_said_is_named(files: dict[str, str], changes: list[Change]) -> None:
    edited = Edited(files)
    session = edited.session
    for change in changes:
        before = {path: session.findings(path) for path in session.paths}
        named = edited.change(change) | session.settle()
        after = {path: session.findings(path) for path in session.paths}
        assert {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)} <= named


@law(100)
@given(VAULTS, CHANGES)
def test_links_are_counted(files: dict[str, str], changes: list[Change]) -> None:
    edited = Edited(files)
    for change in changes:
        edited.change(change)
    edited.session.settle()
    vault, ledger = built(edited.files), edited.session.ledger
    assert ledger.links == {path: len(note.document.links) for path, note in vault.notes.items()}
    assert ledger.open == {
        path: sum(counts_as_unresolved(vault, note, one) for one in faults(vault, note))
        for path, note in vault.notes.items()
    }
    assert set(ledger.linked) == engine.shared_of(Sources(vault), None, None).linked


def test_similar_names_are_looked_for_where_a_fresh_run_looks() -> None:
    """Only the first two hundred names are; which those are changes with every note."""
    files = {f"n{number:03}.md": f"[[Lisbn {number}]] [[Lisbn {number}b]]\n" for number in range(150)}
    edited = Edited({**files, "Lisbon 1.md": "", "Lisbon 20.md": "", "Lisbon 149.md": ""})
    assert edited.said == edited.wanted
    for change in (Change("n000.md", ""), Change("n001.md", "[[Lisbn 20]]"), Change("a.md", "[[Lisbn 149]] [[x y z]]")):
        edited.change(change)
        edited.session.settle()
        assert edited.said == edited.wanted


@law(200)
@given(VAULTS, st.sets(st.sampled_from(PATHS)))
def test_a_part_of_the_notes_has_the_findings_that_it_has_in_the_whole(files: dict[str, str], part: set[str]) -> None:
    vault = built(files)
    of_notes = [one for one in EVERY_RULE if one.rule.scope == "notes"]
    whole = [one for one in engine.check(vault, of_notes) if one.path in part]
    assert engine.check(vault, of_notes, only=part) == whole


@law(100)
@given(VAULTS, st.randoms())
def test_the_order_of_the_files_changes_no_finding(files: dict[str, str], random: Random) -> None:
    paths = list(files)
    random.shuffle(paths)
    again = built({path: files[path] for path in paths})
    assert engine.check(again, EVERY_RULE) == engine.check(built(files), EVERY_RULE)
