"""Measured figures over time."""

from __future__ import annotations

from vaulttool.model.dataset import Dataset
from vaulttool.site.measured import measured

RUN = """\
run: {name}
title: {title}
kind: probe
date: {date}
host: atlas
source: {{document: Lisbon.md, line: 1}}
{rest}
"""
METRICS = "metrics:\n  rate: {title: Rate, unit: tok/s, better: higher}\n"


def dataset(**runs: tuple[str, str]) -> Dataset:
    files = {
        f"data/runs/{name}.yaml": RUN.format(name=name, title=name.upper(), date=date, rest=rest)
        for name, (date, rest) in runs.items()
    }
    return Dataset({**files, "data/metrics.yaml": METRICS}, "data")


def test_a_metric_is_told_over_all_runs_the_oldest_first() -> None:
    data = dataset(
        b=("2026-09-02", "results: {rate: {value: 20, unit: tok/s}}"),
        a=("2026-09-01", "results: {rate: {value: 10, unit: tok/s}}"),
    )
    (series,) = measured(data)
    assert (series.title, series.unit, series.better) == ("Rate", "tok/s", "higher")
    assert [(one.day, one.text, one.share) for one in series.figures] == [
        ("2026-09-01", "10 tok/s", 50.0),
        ("2026-09-02", "20 tok/s", 100.0),
    ]
    assert series.chart is not None
    assert [dot.y for dot in series.chart.dots] == sorted((dot.y for dot in series.chart.dots), reverse=True)


def test_the_arms_of_a_run_stand_side_by_side() -> None:
    arms = "arms: {x: {title: Ex, results: {rate: {value: 5, unit: tok/s}}}, y: {results: {rate: {value: 8, unit: tok/s}}}}"
    data = dataset(a=("2026-09-01", arms), b=("2026-09-05", "results: {rate: {value: 1, unit: tok/s}}"))
    (series,) = measured(data)
    assert [(one.arm, one.kind) for one in series.figures] == [("Ex", 0), ("y", 1), ("", 0)]
    assert series.chart is not None
    first, second, third = (dot.x for dot in series.chart.dots)
    assert 0 < second - first < 20 < third - second


def test_ranges_are_drawn_and_days_that_are_not_known_are_left_out_of_the_drawing() -> None:
    data = dataset(
        a=("2026-09-01", "results: {rate: {low: 10, high: 14, unit: tok/s}}"),
        b=("2026-09-02", "results: {rate: {value: 12, unit: tok/s}}"),
        c=("{unknown: lost}", "results: {rate: {value: 12, unit: tok/s}}"),
    )
    (series,) = measured(data)
    assert next((one.day, one.knows_day) for one in series.figures) == ("", False)
    assert series.chart is not None
    assert [dot.low > dot.high for dot in series.chart.dots] == [True, False]


def test_one_day_makes_no_drawing() -> None:
    (series,) = measured(dataset(a=("2026-09-01", "results: {rate: {value: 10, unit: tok/s}}")))
    assert series.chart is None


def test_without_data_there_is_nothing() -> None:
    assert measured(Dataset()) == []
