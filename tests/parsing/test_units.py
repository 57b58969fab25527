"""Unit files: entries with their lines and comments, words, drop-ins."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsing.unit_files import EXPECTED, FOLDER, expected, text

from vaulttool.parsing.drop_ins import DropIn, folders, merged
from vaulttool.parsing.units import BLANKS, Service, Unit, read
from vaulttool.parsing.words import quoted, split

OTHER_READING = {
    "continuation-at-end-no-newline.container": "it keeps the last backslash",
    "continuation-without-blank.container": "it joins with a blank, as systemd does and podman does not",
    "doubled-backslash-at-end.container": "the same",
    "doubled-backslash.service": "it takes a doubled backslash for a continuation, as podman does",
    "group-with-trailing-blanks.container": "it never comes back from blanks before a group",
}
FRAGMENTS = st.sampled_from(
    [
        *"[]=#;\\'\"\n\r \t%$xnu07",
        "[Container]\n",
        "Exec=",
        "Environment=A=",
        "\\\n",
        "\n# why\n",
        "\ufeff",
        "é",
        "\x00",
    ]
)
TEXTS = st.lists(FRAGMENTS, max_size=40).map("".join)
BY: st.SearchStrategy[Service] = st.sampled_from(["podman", "systemd"])


def by(name: str) -> Service:
    return "systemd" if name.endswith(".service") else "podman"


def values(unit: Unit) -> list[tuple[str, str, str]]:
    return [(entry.group, entry.key, entry.value) for entry in unit.entries]


def test_every_file_has_its_expected_values() -> None:
    assert sorted(EXPECTED) == sorted(path.name for path in FOLDER.iterdir() if path.suffix not in (".yaml", ""))
    assert len(EXPECTED) >= 40


@pytest.mark.parametrize("name", EXPECTED)
def test_entries(name: str) -> None:
    unit = read(text(name), name, by(name))
    found = [[each.line, each.last, each.group, each.key, each.value, each.comment] for each in unit.entries]
    assert found == expected(name, "entries")


@pytest.mark.parametrize("name", EXPECTED)
def test_a_second_opinion(name: str) -> None:
    other = pytest.importorskip("systemd_unit_edit", reason="systemd-unit-edit is not installed")
    if name in OTHER_READING:
        pytest.skip(f"systemd-unit-edit reads it otherwise: {OTHER_READING[name]}")
    try:
        sections = other.SystemdUnit(text(name)).sections()
    except ValueError:
        pytest.skip("systemd-unit-edit refuses it")
    theirs = [
        (section.name(), entry.key(), " ".join((entry.value() or "").split()))
        for section in sections
        for entry in section.entries()
        if entry.key()
    ]
    ours = [(group, key, " ".join(value.split())) for group, key, value in values(read(text(name), name, by(name)))]
    assert ours == theirs


def test_lookups() -> None:
    unit = read("[S]\nA=1\nB=x\nA=\nA=2\nA=3\nB=\n")
    assert [entry.value for entry in unit.all("S", "A")] == ["2", "3"]
    assert unit.all("S", "B") == unit.all("S", "C") == ()
    last = unit.last("S", "B")
    assert last is not None and last.value == ""
    assert unit.last("T", "A") is None


def test_each_word_has_its_line_and_comment() -> None:
    unit = read("[C]\n# whole\nExec=a 'b \\\n  # inner\n  c' \\\n  # why d\n  d e\n")
    words = unit.entries[0].words()
    assert [(word.text, word.line, word.comment) for word in words] == [
        ("a", 3, "whole"),
        ("b c", 3, "whole"),
        ("d", 7, "why d"),
        ("e", 7, "why d"),
    ]


def test_an_entry_that_the_end_of_the_file_cuts_off_is_kept_and_told() -> None:
    unit = read("[C]\nExec=a \\\n# b\n", "x.container")
    assert values(unit) == [("C", "Exec", "a")]
    (problem,) = unit.problems
    assert (problem.path, problem.line) == ("x.container", 2)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("", []),
        (" \t ", []),
        ("a  b", ["a", "b"]),
        ("'a b' \"c d\"", ["a b", "c d"]),
        ("'it''s'", ["its"]),
        ("''", [""]),
        (r"'\x41\n'", ["A\n"]),
        (r"a\tb", ["a\tb"]),
        (r"\\\\", ["\\\\"]),
        (r"a\sb", ["a b"]),
        ("a\\", ["a"]),
        ("a#b", ["a#b"]),
        ("$(x y)", ["$(x", "y)"]),
        ("a\u00a0b", ["a\u00a0b"]),
    ],
)
def test_words(value: str, words: list[str]) -> None:
    assert [word.text for word in split(value).words] == words


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=8))
def test_words_quoted_split_again_to_themselves(words: list[str]) -> None:
    line = " ".join(map(quoted, words))
    assert [word.text for word in split(line).words] == words
    assert split(line).odd == ()
    assert "\n" not in line and "\r" not in line


@given(TEXTS)
def test_splitting_quoting_splitting_is_splitting(value: str) -> None:
    once = [word.text for word in split(value).words]
    assert [word.text for word in split(" ".join(map(quoted, once))).words] == once


@given(TEXTS, BY)
def test_every_line_number_is_that_of_the_key(source: str, reader: Service) -> None:
    lines = source.removeprefix("\ufeff").split("\n")
    for entry in read(source, by=reader).entries:
        assert 1 <= entry.line <= entry.last <= len(lines)
        first = lines[entry.line - 1].strip(BLANKS)
        assert first.startswith(entry.key.split("\\")[0][:1])
        if "=" in first:
            assert first.split("=")[0].strip(BLANKS) == entry.key
        for word in entry.words():
            assert entry.line <= word.line <= entry.last


@given(TEXTS, BY)
def test_line_ends_do_not_matter(source: str, reader: Service) -> None:
    source = source.replace("\r", "")
    plain, windows = read(source, by=reader), read(source.replace("\n", "\r\n"), by=reader)
    assert plain.entries == windows.entries
    assert plain.problems == windows.problems


@pytest.mark.parametrize(
    "source",
    [
        "[C]\nExec=" + "\\" * 300_000,
        "[C]\nExec=" + "\\\n" * 150_000,
        "[C]\nExec=" + "'" * 300_001,
        "[C]\nExec=" + "a'\"" * 100_000,
        "[C]\nExec=" + "a \\\n# b\n" * 50_000,
        "[C]\n" + "# b\n" * 100_000 + "A=b",
        "[C]\n" + "A=b\n" * 100_000,
        "[" * 300_000,
        "=" * 300_000,
    ],
    ids=["backslashes", "continuations", "quotes", "mixed", "comments inside", "comments", "entries", "[", "="],
)
def test_hostile_text_takes_linear_time(source: str) -> None:
    start = time.perf_counter()
    for entry in read(source).entries:
        entry.words()
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("a.container", ["a.container.d", "container.d"]),
        ("u/a-b-c.pod", ["u/a-b-c.pod.d", "u/a-b-.pod.d", "u/a-.pod.d", "u/pod.d"]),
        ("a@.service", ["a@.service.d", "service.d"]),
        ("a@i-j.service", ["a@i-j.service.d", "a@.service.d", "service.d"]),
        ("a-b@i.service", ["a-b@i.service.d", "a-b@.service.d", "a-@.service.d", "a-.service.d", "service.d"]),
    ],
)
def test_folders_of_drop_ins(path: str, names: list[str]) -> None:
    assert list(folders(path)) == names


def with_drop_ins(**files: str) -> Unit:
    """The unit ``u/a-b.container`` with drop-ins given by path below ``u``."""
    main = "[Container]\nImage=main\nVolume=/main\n"
    drop_ins = [DropIn("u/" + path, text) for path, text in files.items()]
    return merged(read(main, "u/a-b.container"), "u/a-b.container", drop_ins)


PLACED: list[tuple[dict[str, str], list[str]]] = [
    ({"a-b.container.d/1.conf": "[Container]\nImage=one"}, ["main", "one"]),
    ({"container.d/2.conf": "[Container]\nImage=two", "a-b.container.d/1.conf": "[Container]\nImage=one"},
     ["main", "one", "two"]),
    ({"container.d/1.conf": "[Container]\nImage=wide", "a-b.container.d/1.conf": "[Container]\nImage=near"},
     ["main", "near"]),
    ({"a-.container.d/1.conf": "[Container]\nImage=prefix", "container.d/1.conf": "[Container]\nImage=wide"},
     ["main", "prefix"]),
    ({"a-b.container.d/1.conf": "", "container.d/1.conf": "[Container]\nImage=wide"}, ["main"]),
]  # fmt: skip


@pytest.mark.parametrize(("files", "images"), PLACED, ids=["one", "by name", "nearer", "prefix", "emptied"])
def test_drop_ins(files: dict[str, str], images: list[str]) -> None:
    unit = with_drop_ins(**files)
    assert [entry.value for entry in unit.entries if entry.key == "Image"] == images
    assert unit.problems == ()


def test_a_drop_in_can_reset_a_list() -> None:
    unit = with_drop_ins(**{"a-b.container.d/1.conf": "[Container]\nVolume=\nVolume=/new"})
    (entry,) = unit.all("Container", "Volume")
    assert (entry.value, entry.path, entry.line) == ("/new", "u/a-b.container.d/1.conf", 3)


@pytest.mark.parametrize("path", ["b.container.d/1.conf", "a-b.container.d/1.txt", "x.conf"])
def test_what_is_no_drop_in(path: str) -> None:
    unit = with_drop_ins(**{path: "[Container]\nImage=x"})
    assert len(unit.entries) == 2
    assert [problem.path for problem in unit.problems] == ["u/" + path]


@given(st.text(), BY)
def test_nothing_raises(source: str, reader: Service) -> None:
    for entry in read(source, by=reader).entries:
        entry.words()
        entry.problems()
