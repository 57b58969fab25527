"""Laws of the lookup, and what it says of how it decided."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lengths import examples

from vaulttool.model.resolve import Index, Step

NAMES = st.sampled_from(["a", "b", "Note", "note.md", "x.canvas", "p.png", "é"])
FOLDERS = st.lists(st.sampled_from(["a", "ab", "b", "zz"]), max_size=3)
PATHS = st.builds(lambda folders, name: "/".join([*folders, name]), FOLDERS, NAMES)
FILES = st.lists(PATHS.map(lambda path: path if "." in path else path + ".md"), max_size=12, unique=True)
LINKS = st.builds(lambda lead, path: lead + path, st.sampled_from(["", "/", "./", "../", "../../", "./../"]), PATHS)


@given(FILES, LINKS, PATHS)
def test_candidates_are_files_of_the_vault_and_of_the_name(files: list[str], link: str, source: str) -> None:
    found = Index(files).resolve(link, source)
    assert set(found.candidates) <= set(files)
    assert len(set(found.candidates)) == len(found.candidates)
    name = link.rpartition("/")[2].lower()
    assert all(path.rpartition("/")[2].lower() in (name, name + ".md") for path in found.candidates)


@given(FILES, LINKS, PATHS, st.randoms())
def test_the_order_of_the_files_does_not_matter(files: list[str], link: str, source: str, random: Random) -> None:
    shuffled = list(files)
    random.shuffle(shuffled)
    assert Index(files).resolve(link, source) == Index(shuffled).resolve(link, source)


@given(FILES, LINKS, PATHS)
def test_case_does_not_matter(files: list[str], link: str, source: str) -> None:
    index = Index(files)
    assert index.resolve(link.upper(), source).candidates == index.resolve(link, source).candidates


@given(FILES, st.lists(st.tuples(LINKS, PATHS), max_size=6))
@example(["a/Note.md", "b/Note.md"], [("Note", "a/x.md"), ("Note", "b/x.md"), ("Note", "a/x.md")])
def test_what_was_asked_before_does_not_matter(files: list[str], asked: list[tuple[str, str]]) -> None:
    index = Index(files)
    for link, source in asked:
        assert index.resolve(link, source) == Index(files).resolve(link, source)


@settings(max_examples=examples(200))
@given(FILES, PATHS)
def test_a_whole_path_finds_its_file(files: list[str], source: str) -> None:
    index = Index(files)
    for path in files:
        assert (index.resolve("/" + path, source).target or "").lower() == path.lower()


@pytest.mark.parametrize(
    ("files", "link", "source", "step", "candidates"),
    [
        pytest.param(["a/N.md"], "n", "s.md", Step.ONLY, ["a/N.md"], id="only"),
        pytest.param(["N.md", "a/N.md"], "N", "a/s.md", Step.EXACT, ["N.md"], id="exact"),
        pytest.param(["b/N.md", "zz/N.md"], "N", "zz/s.md", Step.NEAR, ["zz/N.md", "b/N.md"], id="near"),
        pytest.param(["b/N.md", "zz/N.md"], "N", "s.md", Step.FAR, ["b/N.md", "zz/N.md"], id="shortest"),
        pytest.param(["a/N.md"], "./N", "a/s.md", Step.RELATIVE, ["a/N.md"], id="relative"),
        pytest.param([], "N", "s.md", Step.NO_NAME, [], id="no such name"),
        pytest.param(["a/N.md"], "b/N", "s.md", Step.NO_SUFFIX, [], id="another folder"),
        pytest.param(["a/N.md"], "/N", "s.md", Step.NO_ABSOLUTE, [], id="absolute"),
        pytest.param(["a/N.md"], "", "a/N.md", Step.SELF, ["a/N.md"], id="itself"),
        pytest.param(["ab/N.md", "c/N.md"], "N", "a/s.md", Step.NEAR, ["ab/N.md", "c/N.md"], id="string prefix"),
        pytest.param(["x/aN.md", "b/N.md"], "N", "s.md", Step.ONLY, ["b/N.md"], id="no suffix of a name"),
        pytest.param(["foo.bar", "a/foo.bar.md"], "a/foo.bar", "s.md", Step.NO_SUFFIX, [], id="a file hides a note"),
    ],
)
def test_the_step_that_decides(files: list[str], link: str, source: str, step: Step, candidates: list[str]) -> None:
    found = Index(files).resolve(link, source)
    assert (found.step, list(found.candidates)) == (step, candidates)


@pytest.mark.parametrize(
    ("files", "source", "tied"),
    [
        pytest.param(["b/N.md", "c/N.md"], "s.md", ["b/N.md", "c/N.md"], id="equally long"),
        pytest.param(["b/N.md", "cc/N.md"], "s.md", ["b/N.md"], id="one is shorter"),
        pytest.param(["b/N.md", "c/N.md"], "c/s.md", ["c/N.md"], id="one is nearer"),
        pytest.param(["c/x/N.md", "c/y/N.md", "b/N.md"], "c/s.md", ["c/x/N.md", "c/y/N.md"], id="two are nearer"),
    ],
)
def test_ties(files: list[str], source: str, tied: list[str]) -> None:
    assert list(Index(files).resolve("N", source).tied) == tied
