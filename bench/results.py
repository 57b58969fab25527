"""What was measured: kept as JSON while it is measured, and told to the manual as a run of ratios."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.checkout import TOP

FOLDER = TOP / "bench" / "results"
RUNS = TOP / "vault" / "data" / "runs"
MANUAL = TOP / "vault" / "Manual"
SPEED = "Speed"  # the page that tells of most
HOST = "two-cores"


def of_this_code(place: Path) -> dict[str, Any]:
    """The results of a file; none but the commit where there is no file, or where they are of other code."""
    commit = code()
    found: dict[str, Any] = json.loads(place.read_text("utf-8")) if place.exists() else {}
    if found and found.get("commit") != commit:
        print(f"{place.name} is of other code and is written anew")
    return found if found.get("commit") == commit else {"commit": commit}


def code() -> str:
    """The last commit that changed vaulttool itself; empty outside a git repository."""
    command = ["git", "log", "-1", "--format=%h", "--", "vaulttool"]
    try:
        return subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def save(place: Path, results: Mapping[str, Any]) -> None:
    """Write the results, in one step: a run that is stopped can go on later."""
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.with_name(place.name + ".part")
    beside.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    beside.replace(place)


def figure(value: float, unit: str, repeats: int | None = None, places: int | None = None) -> str:
    """A result of a run file; with ``places`` it is rounded, and printed with all of them."""
    number = value if places is None else round(value, places)
    parts = [f"value: {number if isinstance(number, int) else format(number, 'g')}", f"unit: {unit}"]
    if places is not None:
        parts.append(f'as_printed: "{value:.{places}f}"')
    if repeats is not None:
        parts.append(f"n: {repeats}")
    return f"{{{', '.join(parts)}}}"


def run_file(name: str, title: str, date: str, harness: str, heading: str, arms: str, page: str = SPEED) -> str:
    """A run file; its source is the section of the page of the manual that tells of it."""
    line = next((n for n, text in enumerate(_text(page).splitlines(), 1) if text == f"## {heading}"), 1)
    return (
        f"run: {name}\ntitle: {title}\nkind: probe\ndate: {date}\nhost: {HOST}\n"
        f"source: {{document: vault/Manual/{page}.md, line: {line}}}\n"
        f"method: {{harness: {harness}}}\narms:\n{arms}"
    )


def arm(name: str, title: str, results: Mapping[str, str], settings: Mapping[str, str] | None = None) -> str:
    """An arm of a run file."""
    lines = [f"  {name}:", f"    title: {json.dumps(title, ensure_ascii=False)}"]
    if settings:
        lines.append(f"    settings: {json.dumps(dict(settings), ensure_ascii=False)}")
    lines += ["    results:", *(f"      {metric}: {result}" for metric, result in results.items())]
    return "\n".join(lines) + "\n"


def shown(text: str, kind: str, date: str) -> str:
    """A page whose tables of this kind show the run of that day."""
    return re.sub(rf'(?<=run=")\d{{4}}-\d\d-\d\d-{kind}(?=["#:,])', f"{date}-{kind}", text)


def publish(kind: str, date: str, run: str, page: str = SPEED) -> None:
    """Write the run file and let the manual's tables show it. Those of earlier days stay: a run is a record."""
    (RUNS / f"{date}-{kind}.yaml").write_text(run, "utf-8")
    if text := _text(page):
        (MANUAL / f"{page}.md").write_text(shown(text, kind, date), "utf-8")
    print(f"written: the run {date}-{kind}; `vaulttool index` now writes the table in the manual")


def _text(page: str) -> str:
    place = MANUAL / f"{page}.md"
    return place.read_text("utf-8") if place.exists() else ""
