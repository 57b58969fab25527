"""Public bugs about finding the target of a link: B001 to B018."""

from __future__ import annotations

import pytest
from vaults import vault_of

from .reported import Said, help_of, message_of, said

TWO_HOSTS = {"a/x/host.md": "", "a/y/host.md": ""}
LAKE = "---\naliases: [reservoir]\n---\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(
            {"kb/Backup.md": "## Restore drill\n", "ops/a.md": "[[Backup#Restore drill]]"},
            [],
            id="B001 vault-wide name",
        ),
        pytest.param(
            {
                "kb/Backup.md": "## Restore drill\n",
                "ops/a.md": "[d](Backup.md#Restore%20drill) ![[Backup#Restore drill]]",
            },
            [],
            id="B001 Markdown link and embed",
        ),
        pytest.param(
            {"kb/Backup.md": "# A\n", "ops/a.md": "[[Backup#Restore drill]]", "ops/Restore drill.md": ""},
            [("ops/a.md", "missing-heading", "#Restore drill")],
            id="B001 heading that is elsewhere",
        ),
        pytest.param({"alert.md": "", "disk-alert.md": "", "n.md": "[[alert]]"}, [], id="B003 suffix of a name"),
        pytest.param(
            {"disk-alert.md": "", "n.md": "[[alert]]"}, [("n.md", "broken-link", "alert")], id="B003 only that"
        ),
        pytest.param(
            {"x/disk-alert.md": "", "n.md": "[[k/disk-alert]]", "k/y.md": ""},
            [("n.md", "broken-link", "k/disk-alert")],
            id="B003 other folder",
        ),
        pytest.param({**TWO_HOSTS, "n.md": "[[y/host]]"}, [], id="B004 path suffix"),
        pytest.param({**TWO_HOSTS, "n.md": "[[host]]"}, [("n.md", "unstable-link", "host")], id="B004 two of one name"),
        pytest.param(
            {**TWO_HOSTS, "n.md": "[[t/host]]"}, [("n.md", "broken-link", "t/host")], id="B004 a folder that none has"
        ),
        pytest.param(
            {"Artificial Lake.md": LAKE, "n.md": "[[reservoir]]"},
            [("n.md", "broken-link", "reservoir")],
            id="B006 alias",
        ),
        pytest.param(
            {"Release 2.4.md": "", "list.md.md": "", "n.md": "[[Release 2.4]] [[list.md]]"}, [], id="B009 dots"
        ),
        pytest.param(
            {"Release 2.md": "", "n.md": "[[Release 2.4]]"},
            [("n.md", "broken-link", "Release 2.4")],
            id="B009 no such dot",
        ),
        pytest.param(
            {"v1.2/a.b.c.md": "", "n.md": "[[a.b.c]] [[v1.2/a.b.c]] [x](v1.2/a.b.c.md)"},
            [],
            id="B009 many dots, folders",
        ),
        pytest.param(
            {"howto/patch.md": "", "runbooks/a.md": "[patch](../howto/patch.md)"}, [], id="B010 relative Markdown link"
        ),
        pytest.param({"data/run.csv": "", "n.md": "[run](data/run.csv) [[run.csv]]"}, [], id="B012 another extension"),
        pytest.param(
            {"data/run.csv.md": "", "n.md": "[run](data/run.csv)"}, [], id="B012 a note whose name has the extension"
        ),
        pytest.param(
            {"docs/guide.md": "", "n.md": "[x](docs/guide.md/part/two)"},
            [("n.md", "broken-link", "docs/guide.md/part/two")],
            id="B013 on past a file",
        ),
        pytest.param(
            {"docs/guide.md": "", "n.md": "[[guide.md/part]] [[guide/part]]"},
            [("n.md", "broken-link", "guide.md/part"), ("n.md", "broken-link", "guide/part")],
            id="B013 wikilinks",
        ),
        pytest.param({"n.md": "a[^n]\n\n[^n]: [vendor](https://example.org).\n"}, [], id="B015 link in a footnote"),
        pytest.param(
            {"n.md": "a[^n]\n\n[^n]: [vendor](gone.md).\n"},
            [("n.md", "broken-link", "gone.md")],
            id="B015 broken there",
        ),
        pytest.param({"n.md": "see [plan][p]\n\n[p]: ./gone.md\n"}, [], id="B016 none of Obsidian's business"),
        pytest.param(
            {"kb/Backup.md": "# A\n", "n.md": "[[Backup#No such part]]"},
            [("n.md", "missing-heading", "#No such part")],
            id="B018 one finding",
        ),
    ],
)
def test_what_is_said(files: dict[str, str], expected: Said) -> None:
    assert said(files) == expected


def test_b003_is_not_ambiguous() -> None:
    assert said({"alert.md": "", "disk-alert.md": "", "n.md": "[[alert]]"}, "ambiguous-link", "unstable-link") == []


def test_b004_one_finding_lists_both_and_the_choice_does_not_change() -> None:
    files = {"n.md": "[[host]]", **TWO_HOSTS}
    assert '"a/x/host.md", "a/y/host.md"' in message_of(files)
    for order in (sorted(files), sorted(files, reverse=True)):
        vault = vault_of({path: files[path] for path in order})
        assert vault.index.resolve("host", "n.md").candidates == ("a/x/host.md", "a/y/host.md")


def test_b006_the_alias_is_proposed_as_a_label() -> None:
    assert "[[Artificial Lake|reservoir]]" in help_of({"Artificial Lake.md": LAKE, "n.md": "[[reservoir]]"})


def test_b007_one_resolver_for_orphans_and_broken_links() -> None:
    files = {"notes/disk.md": "", "n.md": "[[disk]]", "vaulttool.toml": ""}
    assert said(files) == []
    assert said(files, "orphan-note") == [("n.md", "orphan-note", "")]


def test_b016_the_definition_is_reported_once_for_a_forge() -> None:
    files = {"n.md": "see [plan][p] and [p] and [again][P]\n\n[p]: ./gone.md\n"}
    assert said(files, "forge-link") == [("n.md", "forge-link", "./gone.md")]


def test_b018_the_message_names_note_and_heading_once() -> None:
    message = message_of({"kb/Backup.md": "# A\n", "n.md": "[[Backup#No such part]]"})
    assert message == '"kb/Backup.md" has no heading "No such part"'
