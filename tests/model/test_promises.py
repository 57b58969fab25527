"""Numbers of tokens in configurations of clients."""

from __future__ import annotations

import pytest

from vaulttool.model.promises import promises, tokens_of


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("262144", 262144),
        ("262_144", 262144),
        ("262,144", 262144),
        (" 200k ", 200000),
        ("0.5M", 500000),
        ("128 K", 128000),
        ("auto", None),
        ("-1", None),
        ("1e6", None),
        ("", None),
        ("9" * 1000, None),
    ],
)
def test_how_many_tokens_a_text_means(text: str, tokens: int | None) -> None:
    assert tokens_of(text) == tokens


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("a.yaml", "[" * 5000, id="nested too deep"),
        pytest.param("a.yaml", "&a [*a]\n", id="a list that holds itself"),
        pytest.param("a.yaml", "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*{'a' if n == 0 else f'b{n - 1}'}, *{'a' if n == 0 else f'b{n - 1}'}]\n" for n in range(40)), id="growing through aliases"),
        pytest.param("a.toml", "a = " + "[" * 5000, id="TOML that is nested too deep"),
        pytest.param("a.toml", ".".join(["a"] * 3000) + " = 1", id="keys that nest too deep"),
        pytest.param("a.json", "{", id="no JSON"),
        pytest.param("a.json", "/*" * 50_000, id="comments without end"),
        pytest.param("a.toml", "a = ", id="no TOML"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_promises_nothing(path: str, text: str) -> None:
    assert list(promises(path, text, {"lisbon"})) == []


def test_the_places_of_promises_read_back() -> None:
    text = '\ufeff# x\nmodels:\n  - {id: lisbon, max_context: "262144"}\n  - &a {id: lisbon, ctx_size: 9}\n'
    found = list(promises("a.yml", text, {"lisbon"}))
    assert [one.span.of(text) for one in found] == ['"262144"', "9"]


def test_a_toml_table_is_found_below_one_that_promises_the_same() -> None:
    text = '[porto]\nmax_context = 5\n[lisbon]\n"max_context" = 5\nnum_ctx = 5\n'
    found = list(promises("a.toml", text, {"lisbon"}))
    assert [(one.key, one.tokens) for one in found] == [("max_context", 5), ("num_ctx", 5)]
    assert found[0].span.start > text.index("[lisbon]")
