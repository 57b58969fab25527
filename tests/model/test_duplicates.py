"""Duplicates of a vault: copies, owners, boilerplate."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from vaults import vault_of

from vaulttool.model.duplicates import Duplicate, compared, duplicates
from vaulttool.model.vault import Vault
from vaulttool.parsing.note import parse
from vaulttool.parsing.wording import wording
from vaulttool.text.shingles import SIZE

TEXT = (
    "The ferry leaves from the western quay every half hour and takes bicycles free of charge. In winter the last one "
    "goes at nine, and when the river is high it does not go at all."
)
OTHER = " ".join(f"word{number}" for number in range(30))


def found(files: dict[str, str], fewest: int = 20, likeness: float = 0.8, code: bool = False) -> list[Duplicate]:
    vault = vault_of(files)
    return duplicates(vault, compared(vault, vault.notes), fewest, likeness, code)


def one(files: dict[str, str], fewest: int = 20, likeness: float = 0.8) -> Duplicate:
    (duplicate,) = found(files, fewest, likeness)
    return duplicate


def test_copies_with_their_places() -> None:
    files = {
        "A.md": f"# A\n\nMore words.\n\n{TEXT}\n",
        "d/B.md": f"---\na: 1\n---\n> *{TEXT}*\n\nEnd.\n",
        "C.md": OTHER,
    }
    duplicate = one(files)
    assert [(copy.path, copy.span.of(files[copy.path])) for copy in duplicate.copies] == [
        ("A.md", TEXT[:-1]),
        ("d/B.md", TEXT[:-1]),
    ]
    assert (duplicate.notes, duplicate.exact, duplicate.whole, duplicate.boilerplate) == (2, True, False, False)
    assert duplicate.beginning == "The ferry leaves from the western quay every half hour and takes …"
    assert duplicate.owner.words == duplicate.owner.length == 36


@pytest.mark.parametrize(
    ("files", "owner", "reason", "links"),
    [
        pytest.param({"A.md": TEXT, "B.md": TEXT + " End.", "C.md": "[[A]]"}, "A.md", "linked", 1, id="linked"),
        pytest.param({"A.md": TEXT, "B.md": TEXT + " End.", "C.md": "[[A]] [[B]]", "D.md": "[[B]]"}, "B.md", "linked", 2, id="linked from more notes"),
        pytest.param({"A.md": TEXT, "B.md": TEXT + " End.", "C.md": "[[A]] [[A]] [[B]]"}, "B.md", "long", 1, id="twice from one note is once"),
        pytest.param({"A.md": TEXT + " [[A]] [[#x]]", "B.md": TEXT + " One more end."}, "B.md", "long", 0, id="a link to itself"),
        pytest.param({"A.md": TEXT, "B.md": TEXT + " End."}, "B.md", "long", 0, id="longest"),
        pytest.param({"B.md": TEXT + " One.", "A.md": TEXT + " Two."}, "A.md", "first", 0, id="first"),
        pytest.param({"A.md": TEXT, "B.md": TEXT + " End.", "C.md": "<!-- vaulttool:begin index -->\n\n[[A]]\n\n<!-- vaulttool:end index -->\n"}, "B.md", "long", 0, id="a generated link"),
        pytest.param({"A.md": TEXT + " " + OTHER, "B.md": TEXT + " " + OTHER + " End.", "C.md": TEXT, "D.md": "[[C]]"}, "B.md", "long", 0, id="one that has a part only"),
    ],
)  # fmt: skip
def test_the_owner(files: dict[str, str], owner: str, reason: str, links: int) -> None:
    duplicate = one(files)
    assert (duplicate.owner.path, duplicate.reason, duplicate.links) == (owner, reason, links)
    others = [copy.path for copy in duplicate.copies[1:]]
    assert others == sorted(others)


def test_whole_notes() -> None:
    files = {"A.md": f"---\na: 1\n---\n{TEXT}", "B.md": f"> {TEXT.upper()}", "C.md": OTHER}
    duplicate = one(files)
    assert duplicate.whole and duplicate.exact
    assert not one({**files, "B.md": TEXT + " End."}).whole


def test_what_differs_is_counted() -> None:
    duplicate = one({"A.md": TEXT + " " + OTHER, "B.md": "Start. " + TEXT.replace("bicycles", "cars")})
    assert not duplicate.exact
    assert [(copy.path, copy.words, copy.length) for copy in duplicate.copies] == [("A.md", 36, 36), ("B.md", 35, 36)]
    assert found({"A.md": TEXT, "B.md": TEXT.replace("bicycles", "cars")}, 25, likeness=1) == []


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"A.md": TEXT, "B.md": OTHER}, id="nothing in common"),
        pytest.param({"A.md": f"{TEXT}\n\n{OTHER}\n\n{TEXT}", "B.md": OTHER[:60]}, id="twice in one note only"),
        pytest.param({"A.md": f"---\nd: {TEXT}\n---\n", "B.md": f"---\nd: {TEXT}\n---\n"}, id="in front matter"),
        pytest.param({"A.md": f"```\n{TEXT}\n```\n", "B.md": f"```\n{TEXT}\n```\n"}, id="in code"),
        pytest.param({"A.md": f"%% {TEXT} %%", "B.md": TEXT}, id="in a comment"),
        pytest.param({"A.md": TEXT, "B.md": "![[A]]"}, id="embedded"),
        pytest.param({"A.md": TEXT, "T.md": "# {{title}}\n\n" + TEXT}, id="in a template"),
        pytest.param({"A.md": TEXT, "b.canvas": '{"nodes": [{"type": "text", "text": "' + TEXT + '"}]}'}, id="on a canvas"),
        pytest.param({f"{name}.md": f"{OTHER.replace('word', name)}\n\n<!-- vaulttool:begin cards -->\n\n{TEXT}\n\n<!-- vaulttool:end cards -->\n" for name in "AB"}, id="in regions"),
        pytest.param({f"{name}.md": f"Note {name}.\n\n" + "- [[x]]\n" * 60 for name in "AB"}, id="the same word again and again"),
        pytest.param({"A.md": TEXT[:60], "B.md": TEXT[:60]}, id="too short"),
        pytest.param({f"{name}.md": " ".join(f"The {name}{number} of" for number in range(60)) for name in "AB"}, id="common words"),
    ],
)  # fmt: skip
def test_what_is_no_duplicate(files: dict[str, str]) -> None:
    assert found(files) == []


def test_code_is_compared_where_it_is_asked_for() -> None:
    files = {"A.md": f"One.\n\n```sh\n{TEXT}\n```\n", "B.md": f"```sh\n{TEXT}\n```\n"}
    assert [copy.words for copy in found(files, code=True)[0].copies] == [37, 37]


def test_boilerplate_is_one_duplicate() -> None:
    files = {f"{number:02}.md": f"Note {number} has its own {number} words.\n\n{TEXT}" for number in range(30)}
    duplicate = one(files)
    assert (duplicate.boilerplate, duplicate.notes, len(duplicate.copies)) == (True, 30, 20)
    few = {f"{number:02}.md": text for number, text in enumerate(list(files.values())[:20])}
    assert not one(few).boilerplate
    many = {f"x{number}.md": f"word{number}" for number in range(400)}
    assert not one({**files, **many}).boilerplate


def test_notes_that_cannot_be_read_or_are_not_there_are_left_out() -> None:
    vault = vault_of({"B.md": TEXT, "a.canvas": "{}", "A.md": TEXT})
    assert [note.path for note in compared(vault, ["B.md", "a.canvas", "gone.md", "A.md"])] == ["A.md", "B.md"]


SENTENCES = [
    " ".join(f"{name}{number}" for number in range(length)) + "."
    for name, length in zip("abcdefgh", (6, 9, 12, 14, 17, 22, 25, 31), strict=True)
]
NOTES = st.lists(st.sampled_from([*SENTENCES, "# Heading", "- item", "[[N1]]", "> quote"]), max_size=6).map("\n\n".join)
VAULTS = st.lists(NOTES, min_size=2, max_size=6).map(
    lambda texts: {f"N{number}.md": text for number, text in enumerate(texts)}
)


def of_paths(vault: Vault, paths: list[str]) -> list[Duplicate]:
    return duplicates(vault, compared(vault, paths), 15)


@settings(max_examples=150, deadline=None)
@given(VAULTS, st.randoms(use_true_random=False))
def test_the_order_of_files_changes_nothing(files: dict[str, str], chance: random.Random) -> None:
    paths = list(files)
    chance.shuffle(paths)
    assert found(files, 15) == found({path: files[path] for path in paths}, 15)
    vault = vault_of(files)
    assert of_paths(vault, paths) == of_paths(vault, sorted(paths))


def longest_common(one: list[str], other: list[str]) -> int:
    """The plain way to count the words that two lists have in common, in order."""
    best = [0] * (len(other) + 1)
    for word in one:
        row = [0]
        for at, there in enumerate(other):
            row.append(best[at] + 1 if word == there else max(best[at + 1], row[-1]))
        best = row
    return best[-1]


@settings(max_examples=150, deadline=None)
@given(VAULTS, st.sampled_from([0.7, 0.8, 1.0]))
def test_every_copy_has_the_words_that_it_is_said_to_have(files: dict[str, str], likeness: float) -> None:
    texts = {path: wording(text, parse(text)) for path, text in files.items()}
    for duplicate in found(files, 15, likeness):
        assert duplicate.notes > 1
        said = {}
        for copy in duplicate.copies:
            numbers = [
                number
                for number in range(len(texts[copy.path].words))
                if copy.span.start <= texts[copy.path].span(number, number).start < copy.span.end
            ]
            said[copy] = [texts[copy.path].words[number] for number in numbers]
        for copy, words in said.items():
            assert len(words) == copy.length
            assert longest_common(said[duplicate.owner], words) == copy.words >= 15


def of_letters(*notes: str) -> dict[str, str]:
    """A vault whose notes say these sentences."""
    known = dict(zip("abcdefgh", SENTENCES, strict=True))
    return {f"N{number}.md": "\n\n".join(map(known.__getitem__, note)) for number, note in enumerate(notes)}


def untold(files: dict[str, str], sentence: str) -> list[list[str]]:
    """Of each place at which a sentence stands in a note: nothing if it lies in one copy, or else the words of it that
    lie in none."""
    told = [(copy.path, copy.span) for duplicate in found(files, 15) for copy in duplicate.copies]
    missing = []
    for path, text in files.items():
        spans = [span for there, span in told if there == path]
        for place in re.finditer(re.escape(sentence[:-1]), text):
            if not any(span.start <= place.start() and place.end() <= span.end for span in spans):
                words = re.finditer(r"\w+", text[: place.end()])
                own = [word for word in words if word.start() >= place.start()]
                missing.append([w[0] for w in own if not any(span.start <= w.start() < span.end for span in spans)])
    return missing


@settings(max_examples=150, deadline=None)
@given(VAULTS)
@example(of_letters("ha", "fhea", "faehe"))  # of the greatest of the places only what others have told of was the same
@example(of_letters("gbahfaf", "fheaggaee", "gbebaha", "ebbba", "hehafahg"))  # the same, and half of it was news
@example(of_letters("ggac", "gg"))  # the first of two in a row reached into the second
@example(of_letters("dbecdc", "bhd", "hdebcc"))  # it lay in a long place that made no passage
def test_a_sentence_that_stands_in_two_notes_is_told_of(files: dict[str, str]) -> None:
    """Each of its copies lies in some copy of a duplicate, if it is long enough by itself.

    Where a note says it several times in a row, a reader cannot tell where a passage begins either: the copies that
    are listed may part within it, and of the few words before it begins again (fewer than a shingle has) some may be
    in none of them.
    """
    for sentence in SENTENCES[4:]:
        if sum(sentence in text for text in files.values()) > 1:
            in_a_row = any(f"{sentence}\n\n{sentence}" in text for text in files.values())
            assert all(in_a_row and len(words) < SIZE for words in untold(files, sentence))


def test_copies_in_a_row_are_apart() -> None:
    (duplicate,) = found(of_letters("ggac", "gg"), 15)
    assert [(copy.path, copy.length, copy.words) for copy in duplicate.copies] == [
        ("N0.md", 25, 25),
        ("N0.md", 25, 25),
        ("N1.md", 25, 25),
        ("N1.md", 25, 25),
    ]
    assert duplicate.owner.path == "N0.md"


def test_what_is_left_of_a_passage_is_told_of_beside_what_it_stands_with() -> None:
    """The sentence e stands by itself in the last note, and there and in the second within a greater passage."""
    greater, other = found(of_letters("ha", "fhea", "faehe"), 15)
    assert [(copy.path, copy.words) for copy in greater.copies] == [
        ("N2.md", 48),
        ("N0.md", 31),
        ("N1.md", 48),
        ("N2.md", 17),
    ]
    assert {copy.path for copy in other.copies} == {"N1.md", "N2.md"}
