"""What fuzzers found stays mended, and each target stands a moment of random inputs; `python -m bench fuzz` goes on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from fuzzing.targets import TARGETS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lengths import examples, some

from bench.fuzz import inputs, main

FOUND = [
    pytest.param("elsewhere", b"# a\0b\n\n`c`\n", id="a NUL in a heading that a forge reads"),
    pytest.param("git", b"", id="git ends well and says nothing"),
    pytest.param("git", b"M", id="git names a change and no file"),
    pytest.param("git", b"R100\0a.md", id="git names one end of a rename"),
    pytest.param("git", b"\x80", id="git says what is no UTF-8"),
    pytest.param("git", b":100644 100644 a b", id="git breaks off in a step"),
    pytest.param("git", b":100644 100644 a b R\0a\0b\0", id="git tells no likeness"),
]


@pytest.mark.parametrize(("name", "content"), FOUND)
def test_a_fault_that_was_found_is_mended(name: str, content: bytes) -> None:
    TARGETS[name].attempt(content)


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_holds(name: str) -> None:
    contents = inputs(name)
    assert contents, "a target has a corpus: python -m bench fuzz --keep"
    for content in some(contents):
        TARGETS[name].attempt(content)


def test_a_target_is_fuzzed(tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris is not installed")
    done = CliRunner().invoke(
        main, ["git", "--minutes", "0", "--still", "0", "--most", "0.1", "--folder", str(tmp_path)]
    )
    assert done.exit_code == 0 and re.match(r"git +0\.\d min, +[\d,]+ inputs, +\d+ arcs", done.output), done.output


def test_a_target_that_is_none_is_named() -> None:
    done = CliRunner().invoke(main, ["gitt"])
    assert done.exit_code == 1 and ('no target is named "gitt"' in done.output or "no atheris" in done.output)


@pytest.mark.parametrize("name", TARGETS)
def test_a_moment_of_random_inputs(name: str) -> None:
    target = TARGETS[name]
    words = st.sampled_from([word.encode() for word in target.words])
    parts = st.lists(st.one_of(words, st.binary(max_size=6)), max_size=20)

    @settings(max_examples=examples(300), deadline=None, suppress_health_check=list(HealthCheck))
    @given(parts.map(b"".join))
    def holds(content: bytes) -> None:
        target.attempt(content)

    holds()
