"""Where the files around a vault lie, from one place and from another."""

from __future__ import annotations

import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.model.repository import Repository, relative

STEPS = st.lists(st.sampled_from(["a", "b", "ab", "..", ".", "", "é"]), max_size=6)
PLAIN = st.lists(st.sampled_from(["a", "b", "ab", "é"]), max_size=5)


@given(STEPS, PLAIN)
def test_a_way_is_as_the_library_tells_it(path: list[str], start: list[str]) -> None:
    there, here = "/" + "/".join(path), "".join(f"/{step}" for step in start)
    assert relative(there, here) == posixpath.relpath(there, here or "/")


@pytest.mark.parametrize(
    ("vault", "base", "from_base", "from_vault"),
    [
        pytest.param("", "", "a/b.md", "a/b.md", id="the configuration lies in the vault"),
        pytest.param("vault", "", "vault/b.md", "b.md", id="the vault lies below it"),
        pytest.param("vault", "", "units/b.container", "../units/b.container", id="a file beside the vault"),
        pytest.param("docs/vault", "", "docs/b.md", "../b.md", id="a file in the folder above"),
        pytest.param("docs/vault", "", "docs/vault2/b.md", "../vault2/b.md", id="a folder of nearly the same name"),
        pytest.param("..", "config", "b.toml", "config/b.toml", id="the configuration lies below the vault"),
    ],
)
def test_the_same_file_from_both_sides(vault: str, base: str, from_base: str, from_vault: str) -> None:
    files = Repository(vault=vault, base=base)
    assert files.from_vault(from_base) == from_vault
    assert files.from_base(from_vault) == from_base


def test_files_of_a_folder_and_by_the_end_of_their_path() -> None:
    files = Repository.of(dict.fromkeys(("a/x.sh", "a/b/x.sh", "x.sh"), ""))
    assert (files.in_folder("a"), files.in_folder(""), files.in_folder("c")) == (["a/x.sh"], ["x.sh"], ())
    assert files.ends.ending("x.sh") == ["a/b/x.sh", "a/x.sh"]
    changed = files.changed({"a/x.sh": None, "a/y.sh": ""})
    assert (changed.in_folder("a"), changed.ends.ending("x.sh")) == (["a/y.sh"], ["a/b/x.sh"])
