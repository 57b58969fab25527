"""Globs for the names that moment.js makes of a form."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest

from vaulttool.model.dated_names import dated_glob


@pytest.mark.parametrize(
    ("form", "fitting", "others"),
    [
        pytest.param("YYYY-MM-DD", ["2026-01-31"], ["2026-1-31", "Lisbon", "2026-01-31 x"], id="a day"),
        pytest.param("YYYY-MM-DD dddd", ["2026-01-31 Saturday"], ["2026-01-31"], id="with its weekday"),
        pytest.param("gggg-[W]ww", ["2026-W05"], ["2026-05", "2026-X05"], id="a week"),
        pytest.param("YYYY-[Q]Q", ["2026-Q1"], ["2026-Q"], id="a quarter"),
        pytest.param("YYYY/MM/YYYYMMDD", ["2026/01/20260131"], ["20260131"], id="in folders"),
        pytest.param("Do MMMM YYYY", ["31st January 2026"], ["January"], id="in words"),
        pytest.param("[[x]*] YY", ["[x*] 26"], ["xx 26"], id="signs that globs read"),
        pytest.param("DDDD", ["031"], ["31"], id="a day of the year"),
        pytest.param("Tagebuch", [], ["Lisbon"], id="no form at all"),
    ],
)
def test_globs(form: str, fitting: list[str], others: list[str]) -> None:
    glob = dated_glob(form)
    assert all(fnmatchcase(name, glob) for name in fitting)
    assert not any(fnmatchcase(name, glob) for name in others)
