"""A table, Markdown or CSV, whose head names metrics of your `metrics.yaml` (`--metrics FILE`), by name or by title.

    | Arm    | Decode     | KV pool (tok) |
    | ------ | ---------- | ------------- |
    | dflash | 45.7 tok/s | 425,047       |
    | mtp    | ~40        | not recorded  |

gives the arms `dflash` and `mtp`. The first column names the arms if it names no metric; another column without a
metric is a setting. A title that several metrics share needs its unit behind it, in the head or in every cell. One
row alone is no arm.

Cells hold a number as printed (`425,047`, `1.62x`, `−0.06`, `~66k`) or a range (`111-112`), with or without the
unit of the metric. An empty cell, a dash, `n/a` or `not recorded` is left out; anything else is an error with its
line and column, and so is a row with other cells than the head, an arm that stands twice, and a second table of
metrics in the same file.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from vaulttool.readers import _names, _values
from vaulttool.readers._lines import lines
from vaulttool.readers._numbers import as_printed, ends, number
from vaulttool.readers._reading import Arm, Line, Metrics, Read, Reading, ReadingError, Scalar, compared

VERSION = 1
REMEDY = 'this reader looks for a table, Markdown or CSV, whose head names metrics; see "vaulttool explain table"'
RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*")
CELL = re.compile(r"(?:[^|\\]|\\.)*")
UNIT_BEHIND = re.compile(r"(?P<title>.*\S)\s*[(\[](?P<unit>[^()\[\]]+)[)\]]")
ABSENT = frozenset(("", "-", "–", "—", "n/a", "none", "not recorded", "unknown", "?"))
DRESS = re.compile(r"\*\*|__|`|<!--[^<>]*-->|^\*|\*$")


class Cell(NamedTuple):
    """A cell without emphasis, and the column, from 1, where it begins."""

    text: str
    column: int


class Row(NamedTuple):
    """A row of a table."""

    line: Line
    cells: Sequence[Cell]


class Column(NamedTuple):
    """What a column holds: a metric with its unit, a setting by its name, or neither."""

    metric: str = ""
    unit: str = ""
    setting: str = ""


def read(text: str, metrics: Metrics | None = None) -> Reading:
    """The reading of the one table whose head names a metric."""
    if not metrics:
        raise ReadingError(
            "the metrics that a head may name are not known", "name your metrics.yaml with --metrics FILE"
        )
    head, *rows = _table(text, metrics)
    columns = [_column(cell, [row.cells[at].text for row in rows if at < len(row.cells)], metrics, head.line)
               for at, cell in enumerate(head.cells)]  # fmt: skip
    doubled = next((one.metric for at, one in enumerate(columns) if one.metric and one in columns[:at]), None)
    if doubled:
        raise ReadingError(f'two columns are the metric "{doubled}"', "keep one of them", [head.line])
    if not rows:
        raise ReadingError("nothing was completed: the table has no rows", "", [head.line])
    arms: dict[str, Arm] = {}
    where: dict[str, Line] = {}
    for row in rows:
        name, arm = _arm(row, head, columns)
        if name in arms:
            message = f'the arm "{name}" stands twice, on line {row.line.number}, too'
            raise ReadingError(message, "name each row differently", [where[name], row.line])
        arms[name], where[name] = arm, row.line
    if not any(arm.results for arm in arms.values()):
        raise ReadingError("nothing was completed: no cell of a metric holds a number", "", [head.line])
    return compared("ab", arms, {})


def _table(text: str, metrics: Metrics) -> list[Row]:
    """The rows of the one table that names a metric, its head first."""
    found = [table for table in _tables(text) if any(_candidates(cell.text, metrics)[0] for cell in table[0].cells)]
    if not found:
        raise ReadingError("no table has a head that names a metric", REMEDY)
    if len(found) > 1:
        shown = [table[0].line for table in found[:2]]
        raise ReadingError("several tables name metrics", "save the one that is meant to a file of its own", shown)
    return found[0]


def _tables(text: str) -> Iterator[list[Row]]:
    """The Markdown tables of a text; where there are none, the text as one table of CSV."""
    told = list(lines(text.removeprefix("\ufeff")))
    numbers = {line.number: at for at, line in enumerate(told)}
    rules = [at for at, line in enumerate(told) if at and "|" in told[at - 1].text and RULE.fullmatch(line.text)]
    for at in rules:
        rows = [_row(told[at - 1])]
        while at + 1 < len(told) and "|" in told[at + 1].text and numbers.get(told[at].number + 1) == at + 1:
            at += 1
            rows.append(_row(told[at]))
        yield rows
    if not rules:
        yield from _csv(text.removeprefix("\ufeff"))


def _row(line: Line) -> Row:
    """A line of a Markdown table, cut at bars that no backslash stands before."""
    inner = line.text.strip()
    begin = len(line.text) - len(line.text.lstrip()) + inner.startswith("|")
    end = len(line.text.rstrip()) - (inner.endswith("|") and not inner.endswith("\\|") and len(inner) > 1)
    cells, at = [], begin
    while at <= end:
        found = CELL.match(line.text, at, end)
        stop = found.end() if found else end
        cells.append(_cell(line.text[at:stop], at))
        at = max(stop, at) + 1
    return Row(line, cells)


def _cell(text: str, at: int) -> Cell:
    plain = DRESS.sub("", text.strip()).strip().replace("\\|", "|")
    return Cell(plain, at + len(text) - len(text.lstrip()) + 1)


def _csv(text: str) -> Iterator[list[Row]]:
    """The rows of a CSV file; the column is the cell's number."""
    table = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[Row] = []
    try:
        for cells in table:
            if any(cells):
                told = [Cell(_cell(cell, 0).text, at) for at, cell in enumerate(cells, start=1)]
                rows.append(Row(Line(table.line_num, ",".join(cells)), told))
    except csv.Error as error:
        raise ReadingError(f"this is no CSV: {error}", REMEDY, [Line(table.line_num, "")]) from error
    if rows:
        yield rows


def _candidates(title: str, metrics: Metrics) -> tuple[list[str], str]:
    """The metrics that a head may mean, and the unit that it names (may be empty)."""
    if title in metrics:
        return [title], ""
    behind = UNIT_BEHIND.fullmatch(title)
    for wanted, unit in ((title, ""), (behind["title"], behind["unit"].strip()) if behind else (title, "")):
        if wanted in metrics and metrics[wanted].unit == unit:
            return [wanted], unit
        found = [name for name, metric in metrics.items() if metric.title.casefold() == wanted.casefold()]
        if found:
            return [name for name in found if unit in ("", metrics[name].unit)], unit
    return [], ""


def _column(head: Cell, cells: Sequence[str], metrics: Metrics, line: Line) -> Column:
    """What a column holds; ``ReadingError`` where its title fits several metrics and no unit tells which."""
    names, _ = _candidates(head.text, metrics)
    if not names:
        return Column(setting=_names.setting(head.text))
    if len(names) > 1:
        units = {found.unit for cell in cells if (found := number(cell)) and found.unit}
        fitting = [name for name in names if units == {metrics[name].unit}]
        if len(fitting) != 1:
            remedy = f"write the name of the metric, or its unit behind the title: {_names.listed(names)}"
            raise ReadingError(f'"{head.text}" is the title of several metrics', remedy, [line], head.column)
        names = fitting
    return Column(names[0], metrics[names[0]].unit)


def _arm(row: Row, head: Row, columns: Sequence[Column]) -> tuple[str, Arm]:
    """The name of a row and what it says."""
    if len(row.cells) != len(columns):
        message = f"{len(row.cells)} cells below a head of {len(columns)}"
        raise ReadingError(message, "the row was cut, or a bar in it needs a backslash", [row.line])
    named = not columns[0].metric
    title = _values.clean(row.cells[0].text) if named else f"row {row.line.number}"
    if named and title in ABSENT:
        raise ReadingError("the row has no name", "name it in the first column", [row.line], row.cells[0].column)
    told = list(zip(columns, row.cells, strict=True))[named:]
    settings = {column.setting: _setting(cell.text) for column, cell in told if column.setting and not _absent(cell)}
    results = [_read(column, cell, row.line) for column, cell in told if column.metric and not _absent(cell)]
    return _names.arm(title), Arm(title, settings, tuple(results))


def _absent(cell: Cell) -> bool:
    return cell.text.casefold() in ABSENT


def _setting(text: str) -> Scalar:
    """A setting as a number if it is written as one, else as text."""
    found = number(text)
    return found.value if found and not found.unit and str(found.value) == text else _values.clean(text)


def _read(column: Column, cell: Cell, line: Line) -> Read:
    """The figure in a cell."""
    one, several = number(cell.text), ends(cell.text)
    for found in (one,) if one else several or ():
        if found.unit not in ("", column.unit):
            message = f'"{cell.text}" is in {found.unit}, and "{column.metric}" in {column.unit}'
            raise ReadingError(message, "write it in the unit of the metric", [line], cell.column)
    if one:
        return _result(column, line, value=one.value, printed=as_printed(one.value, one.printed))
    if several:
        low, high = several
        return _result(column, line, low=low.value, high=high.value, printed=f"{low.printed}-{high.printed}")
    message = f'"{cell.text}" is no number, and the column is "{column.metric}"'
    raise ReadingError(message, 'leave the cell empty, or write "not recorded"', [line], cell.column)


def _result(
    column: Column,
    line: Line,
    printed: str | None,
    value: Decimal | None = None,
    low: Decimal | None = None,
    high: Decimal | None = None,
) -> Read:
    return Read(
        metric=column.metric, unit=column.unit, value=value, low=low, high=high, as_printed=printed, line=line.number
    )
