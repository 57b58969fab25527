"""When a file name and a title say different numbers."""

from __future__ import annotations

import pytest

from vaulttool.text.numbered import disagreement


@pytest.mark.parametrize(
    ("name", "title", "numbers"),
    [
        pytest.param("frank-medium-radiance-mxfp4", "frank-medium vllm-radiance MXFP6 Runbook", ("4", "6"), id="a format, and more words"),
        pytest.param("release-1.2", "Release 1.3", ("1.2", "1.3"), id="a version"),
        pytest.param("llama-v1-2-notes", "Llama v1.3 notes", ("1-2", "1.3"), id="a version as a slug"),
        pytest.param("chapter-3", "Chapter 4", ("3", "4"), id="a number by its place"),
        pytest.param("report-2025", "Report 2026", ("2025", "2026"), id="a year"),
        pytest.param("meeting-2026-10-09", "Meeting 2026-10-08", ("2026-10-09", "2026-10-08"), id="a day at the end"),
        pytest.param("fp8", "FP4", ("8", "4"), id="nothing else"),
        pytest.param("IPv4 setup", "IPv6 setup on the router", ("4", "6"), id="blanks"),
        pytest.param("2x-r9700", "4x R9700", ("2", "4"), id="a number before letters"),
        pytest.param("Qwen 27B on two cards", "Qwen 14B", ("27", "14"), id="a title with fewer words"),
    ],
)  # fmt: skip
def test_other_numbers(name: str, title: str, numbers: tuple[str, str]) -> None:
    found = disagreement(name, title)
    assert found is not None and tuple(word.number for word in found) == numbers


@pytest.mark.parametrize(
    ("name", "title"),
    [
        pytest.param("frank-medium-radiance-mxfp4", "frank-medium on vllm-radiance", id="only the name has one"),
        pytest.param("frank-medium", "frank-medium on MXFP6", id="only the title has one"),
        pytest.param("frank-medium-mxfp4", "Frank's endpoint, now MXFP6", id="other words"),
        pytest.param("fp8", "FP4 notes", id="nothing shared"),
        pytest.param("mxfp4-to-mxfp6", "MXFP6", id="the name has both"),
        pytest.param("mxfp4", "From MXFP4 to MXFP6", id="the title has both"),
        pytest.param("mxfp4-mxfp6", "MXFP8 MXFP9", id="two of a kind"),
        pytest.param("qwen38-flash", "Qwen3.8 Flash", id="a dot left out"),
        pytest.param("qwen3-8-flash", "Qwen3.8 Flash", id="a dot as a hyphen"),
        pytest.param("v1-notes", "v1.2 notes", id="less exact"),
        pytest.param("v1.2-notes", "v1 notes", id="more exact"),
        pytest.param("issue-012", "Issue 12", id="leading zeros"),
        pytest.param("2048-tokens", "2,048 tokens", id="a comma between thousands"),
        pytest.param("10k-tokens", "10,000 tokens", id="thousands written out"),
        pytest.param("01-introduction", "2 Introduction", id="a number for sorting"),
        pytest.param("2026-10-09", "2026-10-08", id="a day alone"),
        pytest.param("2026-10-09-meeting", "2026-10-08 meeting", id="a day at the beginning"),
        pytest.param("2026-10-09-meeting", "Meeting", id="a day that only the name has"),
        pytest.param("python3-install", "Python 3.12 install", id="a number apart from its word"),
        pytest.param("lisbon", "Lissabon", id="another language"),
        pytest.param("", "", id="nothing"),
        pytest.param("第3章", "第4部", id="other letters"),
    ],
)  # fmt: skip
def test_what_is_not_certain(name: str, title: str) -> None:
    assert disagreement(name, title) is None
