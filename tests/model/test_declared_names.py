"""Values as pages show them beside those that are declared."""

from __future__ import annotations

import pytest

from vaulttool.model.declared_names import agrees, differ, normal


@pytest.mark.parametrize(
    ("declared", "shown", "same"),
    [
        ("0.98", "0.980", True),
        ("262144", "262,144", True),
        ("262144", "26,2144", False),
        ("0.982", "1.0", False),
        ("/templates/a.jinja", "a.jinja", True),
        ("/templates/a.jinja", "b-a.jinja", False),
        ("a.jinja", "/templates/a.jinja", True),
        ("/templates/xa.jinja", "a.jinja", False),
        ("7770:8000", "7770", True),
        ("17770", "7770", False),
        ("docker.io/a/b@sha256:ab", "docker.io/a/b", True),
        ('{"a": 1, "b": 2}', '{"b":2,"a":1}', True),
        ("1", "true", True),
        ("on", "true", True),
        ("0", "false", True),
        ("0", "true", False),
        ("FP8", "fp8", True),
        ("auto", "fp8", False),
        ("x", "", False),
    ],
)
def test_whether_two_values_agree(declared: str, shown: str, same: bool) -> None:
    assert agrees(declared, shown) is same


@pytest.mark.parametrize(
    ("declared", "shown", "other"),
    [
        ("localhost/a:0.13.0", "localhost/a:0.9.3", True),
        ("localhost/a:0.13.0", "docker.io/b/a:0.13.0", False),
        ("localhost/a:0.13.0", "localhost/a", False),
        ("localhost/a:0.13.0", "localhost/a@sha256:ab", False),
        ("host:5000/a", "host:5000/b:1", False),
    ],
)
def test_whether_two_images_differ(declared: str, shown: str, other: bool) -> None:
    assert differ(declared, shown, "Image") is other


@pytest.mark.parametrize(
    "name", ["--max-model-len", "--max_model_len", "MAX_MODEL_LEN", "Max model len", "max-model-len "]
)
def test_one_name_in_many_spellings(name: str) -> None:
    assert normal(name) == "max_model_len"
