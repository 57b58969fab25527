"""Paths of the repository as people write them."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vaults import vault_of

from vaulttool.model.path_ends import PathEnds
from vaulttool.model.repository import Repository
from vaulttool.model.repository_paths import Paths, Written, script, written
from vaulttool.model.sources import Sources
from vaulttool.text.span import Span


@pytest.mark.parametrize(
    ("text", "path"),
    [
        pytest.param("scripts/a.py", "scripts/a.py", id="a path"),
        pytest.param("./scripts/a.py", "scripts/a.py", id="with a dot"),
        pytest.param("././a/b.py", "a/b.py", id="with two"),
        pytest.param("../a/b.py", "../a/b.py", id="upwards"),
        pytest.param("a/b/", "a/b/", id="a folder"),
        pytest.param("a/b.py:12", "a/b.py", id="a line"),
        pytest.param("a/b.py#L12-L14", "a/b.py", id="lines as a forge has them"),
        pytest.param("a/b.py::test[x-1]", "a/b.py", id="a test"),
        pytest.param("units/a@.container", "units/a@.container", id="a template"),
        pytest.param("straße/brücke.md", "straße/brücke.md", id="beyond ASCII"),
        pytest.param("scripts/a.py --x 1", "scripts/a.py", id="a command"),
        pytest.param("bash -x scripts/a.sh", "scripts/a.sh", id="run by a shell"),
        pytest.param("sudo bash scripts/a.sh", "scripts/a.sh", id="run as root"),
        pytest.param("a/b + c/d", None, id="a sum"),
        pytest.param("git add a/b.py", None, id="another command"),
        pytest.param("python -m a.b", None, id="a module"),
        pytest.param("/a/b.py", None, id="absolute"),
        pytest.param("a.py", None, id="no folder"),
        pytest.param("a//b.py", None, id="two slashes"),
        pytest.param("a/*.py", None, id="a glob"),
        pytest.param("https://a/b.py", None, id="an address"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_the_path_in_a_code_span(text: str, path: str | None) -> None:
    found = written(text, 10)
    assert (found and found.path) == path
    if found is not None:
        start = 10 + text.index(found.path)
        assert found == Written(Span(start, start + len(found.path)), found.path)


@pytest.mark.parametrize(
    ("harness", "expected"),
    [
        ("scripts/a.py", "scripts/a.py"),
        ("./a.sh", "a.sh"),
        ("a.bats", "a.bats"),
        ("python3 a/b.py --x", "a/b.py"),
        ("/tmp/a.py", "/tmp/a.py"),
        ("~/a.py", "~/a.py"),
        ("manual", None),
        ("a/<name>.py", None),
        ("vllm bench serve a/b.json", None),
        ("https://a/b.py", None),
        (None, None),
        (3, None),
        ("", None),
    ],
)
def test_the_script_of_a_harness(harness: object, expected: str | None) -> None:
    assert script(harness) == expected


def test_a_long_path_takes_no_time() -> None:
    assert written("a/" * 50_000 + "*") is None
    assert written("a" * 100_000) is None


FILES = ("a/b/c.py", "a/b/d/c.py", "e/c.py", "c.py", "a/b/x y.md", "é/b/c.py")
PARTS = st.lists(st.sampled_from(["a", "b", "c.py", "d", "e", "é"]), min_size=1, max_size=4).map("/".join)


@given(st.lists(PARTS, max_size=12), PARTS)
def test_a_path_is_found_by_its_end_as_by_a_look_at_all(paths: list[str], asked: str) -> None:
    assert PathEnds(paths).ending(asked) == [one for one in paths if one.endswith("/" + asked)]


def of(files: Sequence[str]) -> Paths:
    """The paths of a repository with these files and a vault."""
    return Paths(Sources(vault_of({"Lisbon.md": ""}), files=Repository.of(dict.fromkeys(files, ""))))


@pytest.mark.parametrize(
    ("path", "there"),
    [
        pytest.param("a/b/c.py", True, id="a file"),
        pytest.param("b/c.py", True, id="the end of its path"),
        pytest.param("b/d/c.py", True, id="the end of another one's"),
        pytest.param("a/b/", True, id="a folder"),
        pytest.param("b/d/", True, id="the end of a folder's path"),
        pytest.param("d/", True, id="a folder's name"),
        pytest.param("a/c.py", False, id="a step is left out"),
        pytest.param("d/a/b/c.py", False, id="a step too many"),
        pytest.param("a/d/", False, id="of a folder a step is left out"),
        pytest.param("b/c.py/", False, id="a file as a folder"),
    ],
)
def test_what_is_there(path: str, there: bool) -> None:
    assert of(FILES).exists(path, ("",)) == there


def test_a_large_repository_takes_no_long_time() -> None:
    paths = of([f"p{at % 1000}/src/m{at}/index.js" for at in range(30_000)])
    start = time.perf_counter()
    assert not any(paths.exists(f"p{at}/src/n{at}/index.js", ("",)) for at in range(6_000))
    assert time.perf_counter() - start < 4
