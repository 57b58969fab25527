"""What a run ran with, and how its settings are called in prose."""

from __future__ import annotations

import pytest

from vaulttool.model.records import Arm, Run, Source
from vaulttool.model.setting_words import named_in, phrase
from vaulttool.model.shapes import alike, method_of, settings_of


def made(**more: object) -> Run:
    return Run(run="ab", title="A/B", kind="ab", date="2026-09-20", host="atlas", source=Source(), **more)  # type: ignore[arg-type]  # what a case needs


def test_the_settings_of_an_arm_come_before_those_of_its_run() -> None:
    run = made(
        controlled={"kv": "fp8", "fill": 1},
        settings={"fill": 2, "seats": 8},
        arms={"a": Arm({}, settings={"seats": 4})},
    )
    assert settings_of(run) == {"kv": "fp8", "fill": 2, "seats": 8}
    assert settings_of(run, "a") == {"kv": "fp8", "fill": 2, "seats": 4}


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        pytest.param({}, {}, id="none"),
        pytest.param({"harness": "scripts/bench.py"}, {"harness": "bench"}, id="harness"),
        pytest.param({"harness": "manual"}, {"harness": "manual"}, id="by hand"),
        pytest.param(
            {"harness": "b", "args": "--ignore-eos --burst 4 --depth=2 --k 3 -- --host http://x --out y"},
            {"harness": "b", "ignore_eos": True, "burst": "4", "depth": "2", "k": "3"},
            id="flags",
        ),
        pytest.param({"harness": "b", "args": 'a "not closed'}, {"harness": "b"}, id="no command line"),
        pytest.param(
            {"harness": "b", "workload": {"dataset": "code", "runs": 3}},
            {"harness": "b", "dataset": "code"},
            id="workload",
        ),
    ],
)
def test_the_parts_of_a_method(method: dict[str, object], expected: dict[str, object]) -> None:
    assert {name: part.value for name, part in method_of(made(method=method)).items()} == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("0.98", 0.98, True),
        (True, "true", True),
        ("true", True, True),
        (False, True, False),
        ("fp8", "auto", False),
        ("code corpus", "code corpus of the repository", True),
        ("code", "random code", False),
        ("FP8", "fp8", True),
        ("fp8", "fp8_e4m3", False),
        (13, 130, False),
        ("1300", "13000", False),
    ],
)
def test_values_that_are_alike(one: object, other: object, expected: bool) -> None:
    assert alike(one, other) is expected
    assert alike(other, one) is expected


@pytest.mark.parametrize(
    ("key", "value", "text", "expected"),
    [
        ("SPEC_METHOD", "dflash", "DFlash, depth 7", True),
        ("SPEC", 7, "depth 7", True),
        ("SPEC", 4, "MTP4, prefetch off", True),
        ("concurrency", 4, "four streams", True),
        ("prefetch", False, "prefetch off", True),
        ("kv_cache_memory_bytes", 4831838208, "window, KV 4.5 GiB", True),
        ("weights", "Q8_0", "llama.cpp, layer split", False),
        ("SPEC", 4, "burst 40", False),
        ("max_num_seqs", 2, "maximum", False),
        ("eos", True, "true to its name", False),
    ],
)
def test_settings_that_a_text_speaks_of(key: str, value: object, text: str, expected: bool) -> None:
    assert named_in(key, value, text) is expected


@pytest.mark.parametrize(
    ("key", "value", "text", "expected"),
    [
        ("kv_cache_dtype", "fp8", "the KV dtype", "KV dtype"),
        ("kv_cache_dtype", "fp8", "kv-cache-dtype", "kv-cache-dtype"),
        ("kv_cache_dtype", "fp8", "with fp8 KV", "fp8 KV"),
        ("kv_cache_dtype", "fp8", "the KV pool", None),
        ("weights", "FP8", "its weights", "weights"),
        ("weights", "FP8", "lightweights", None),
        ("prefetch", "false", "prefetching", None),
    ],
)
def test_what_speaks_of_a_setting_as_one_thing(key: str, value: str, text: str, expected: str | None) -> None:
    found = phrase(key, value).search(text)
    assert (found[0] if found else None) == expected
