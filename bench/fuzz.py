"""Fuzzes all that reads what comes from outside: `python -m bench fuzz [TARGET]...`.

Each target of `tests/fuzzing` gets its time under atheris, and more where it still finds what it had not seen: until
nothing new was covered for a while. It begins with files of this repository and with the corpus in
`tests/fuzzing/corpus`. What made a target fail, hang or eat memory lies in the folder afterwards, and the exit status
is 1. Where the work is broken off, the same command with the same folder goes on with the targets that are left.
"""

from __future__ import annotations

import datetime
import importlib.util
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import click

from bench import results
from bench.checkout import TOP, environment

PAGE = "Reliability"
HEADING = "What was fuzzed"
CORPUS = TOP / "tests" / "fuzzing" / "corpus"
LONGEST = 4096  # bytes of an input
PATIENCE = 20  # seconds for one input
MEMORY = 2048  # MiB
MOST_KEPT, LONGEST_KEPT = 150, 400  # inputs of a corpus in the repository, and bytes of each
COUNTED = re.compile(r"#(?P<runs>\d+)\s+\w+\s+cov: (?P<covered>\d+)")
MEASURED = re.compile(r"stat::(?P<name>\w+):\s+(?P<value>\d+)")
AS_IT_WAS = re.compile(r"Test unit written to (?P<place>\S+)")


class Fuzzed(NamedTuple):
    """What became of a target: minutes, inputs tried, arcs of the code covered, minutes since the last new one, the
    most memory in MiB, the input that ended it, if one did, and the day."""

    minutes: float
    runs: int
    covered: int
    still: float
    memory: int
    found: str
    day: str


@click.command()
@click.argument("names", nargs=-1, metavar="[TARGET]...")
@click.option("--minutes", default=15.0, show_default=True, help="Time for each target.")
@click.option("--still", default=5.0, show_default=True, help="Minutes without anything new before it may end.")
@click.option("--most", default=60.0, show_default=True, help="Minutes after which it ends in any case.")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Targets at a time.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where to work, to go on there another time.")
@click.option("--keep", is_flag=True, help="Write the corpus of the repository anew from what was found.")
@click.option("--publish", is_flag=True, help="Write the figures into the manual, too.")
def main(
    names: Sequence[str],
    minutes: float,
    still: float,
    most: float,
    jobs: int,
    folder: Path | None,
    keep: bool,
    publish: bool,
) -> None:
    """Fuzz the targets named, or all."""
    if importlib.util.find_spec("atheris") is None:
        raise click.ClickException('there is no atheris here; install it with: pip install "atheris>=3"')
    known = targets()
    if strange := [name for name in names if name not in known]:
        raise click.ClickException(f'no target is named "{strange[0]}"; there are {", ".join(known)}')
    work = folder or Path(tempfile.mkdtemp(prefix="vaulttool-fuzz-"))

    def done(name: str) -> Fuzzed:
        told = once(name, known[name], work / name, minutes * 60, still * 60, most * 60)
        print(line(name, told), flush=True)
        if keep:
            keep_corpus(name, work / name)
        return told

    with ThreadPoolExecutor(jobs) as pool:
        chosen = list(names or known)
        all_told = dict(zip(chosen, pool.map(done, chosen), strict=True))
    if publish:
        day = max(told.day for told in all_told.values())
        arms = "".join(arm(name, known[name], told) for name, told in all_told.items())
        title = "What fuzzers did to all that reads"
        run = results.run_file(f"{day}-fuzzing", title, day, "bench/fuzz.py", HEADING, arms, PAGE)
        results.publish("fuzzing", day, run, PAGE)
    sys.exit(any(told.found for told in all_told.values()))


def once(name: str, target: Any, folder: Path, least: float, still: float, most: float) -> Fuzzed:
    """What became of a target in this folder, now or another time."""
    place = folder / "told.json"
    if place.exists():
        return Fuzzed(**json.loads(place.read_text("utf-8")))
    told = fuzzed(name, target, folder, least, still, most)
    if not told.found:
        place.write_text(json.dumps(told._asdict()), "utf-8")
    return told


def arm(name: str, target: Any, told: Fuzzed) -> str:
    """A target as an arm."""
    figures = {
        "fuzzed_for": results.figure(told.minutes, "min"),
        "inputs": results.figure(told.runs, "count"),
        "arcs": results.figure(told.covered, "count"),
        "nothing_new_for": results.figure(told.still, "min"),
        "fuzzing_memory": results.figure(told.memory, "MiB"),
        "faults": results.figure(int(bool(told.found)), "count"),
    }
    settings = {"command": f"python -m bench fuzz {name}", "day": told.day}
    return results.arm(f"of-{name}", target.title, figures, settings)  # no arm may be called "settings"


def targets() -> Mapping[str, Any]:
    """The targets by name."""
    sys.path.insert(0, str(TOP / "tests"))
    from fuzzing.targets import TARGETS  # type: ignore[import-not-found, unused-ignore]  # found by the line above

    found: Mapping[str, Any] = TARGETS
    return found


def line(name: str, told: Fuzzed) -> str:
    """A target as it is printed."""
    ended = f"; ENDED by {told.found}" if told.found else ""
    return (
        f"{name:14} {told.minutes:5.1f} min, {told.runs:>9,} inputs, {told.covered:>6,} arcs, nothing new for "
        f"{told.still:.1f} min, {told.memory} MiB{ended}"
    )


def fuzzed(name: str, target: Any, folder: Path, least: float, still: float, most: float) -> Fuzzed:
    """Fuzz one target: for ``least`` seconds, until nothing is new for ``still`` seconds, or for ``most`` seconds."""
    corpus = prepared(name, target, folder)
    command = [sys.executable, "-m", "bench.fuzzed", name, *options(folder, most), str(corpus), str(folder / "seeds")]
    process = subprocess.Popen(command, cwd=TOP, env=environment(), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    begun = news = time.monotonic()
    runs = covered = memory = 0
    found, has_ended = "", False
    assert process.stderr is not None
    with (folder / "log").open("w", encoding="utf-8") as log:
        for told in (raw.decode("utf-8", "replace") for raw in process.stderr):
            log.write(told)
            now = time.monotonic()
            if counted := COUNTED.match(told):
                runs = int(counted["runs"])
                if int(counted["covered"]) > covered:
                    covered, news = int(counted["covered"]), now
            elif measured := MEASURED.match(told):
                memory = int(measured["value"]) if measured["name"] == "peak_rss_mb" else memory
                runs = int(measured["value"]) if measured["name"] == "number_of_executed_units" else runs
            elif written := AS_IT_WAS.search(told):
                found = written["place"]
            if now - begun > least and now - news > still and not found:
                process.terminate()
                has_ended = True
    if process.wait() and not has_ended and not found:
        found = f"status {process.returncode}, see {folder / 'log'}"
    ended, today = time.monotonic(), datetime.date.today().isoformat()
    return Fuzzed(round((ended - begun) / 60, 1), runs, covered, round((ended - news) / 60, 1), memory, found, today)


def options(folder: Path, most: float) -> Iterator[str]:
    """What libFuzzer is told."""
    yield f"-max_total_time={int(most)}"
    yield f"-timeout={PATIENCE}"
    yield f"-rss_limit_mb={MEMORY}"
    yield f"-max_len={LONGEST}"
    yield f"-dict={folder / 'words'}"
    yield f"-artifact_prefix={folder}/found-"
    yield "-print_final_stats=1"
    yield "-report_slow_units=5"


def prepared(name: str, target: Any, folder: Path) -> Path:
    """The folder of the corpus, with the seeds and the dictionary beside it."""
    corpus, seeds = folder / "corpus", folder / "seeds"
    for one in (corpus, seeds):
        one.mkdir(parents=True, exist_ok=True)
    (folder / "words").write_text("".join(f'"{escaped(word.encode())}"\n' for word in target.words), "ascii")
    files = (file for glob in target.seeds for file in sorted(TOP.glob(glob)) if file.is_file())
    for number, content in enumerate([*inputs(name), *(file.read_bytes()[:LONGEST] for file in files)]):
        (seeds / f"{number:04}").write_bytes(content)
    return corpus


def inputs(name: str) -> list[bytes]:
    """The corpus of a target in the repository: one input a line, each byte as the character of its number."""
    place = CORPUS / f"{name}.jsonl"
    lines = place.read_text("ascii").splitlines() if place.exists() else []
    return [json.loads(line).encode("latin-1") for line in lines]


def keep_corpus(name: str, folder: Path) -> None:
    """Write the corpus of the repository anew, from short and longer inputs alike: each covers something of its own."""
    known = {*inputs(name), *(file.read_bytes() for file in (folder / "corpus").iterdir())}
    short = sorted((one for one in known if len(one) <= LONGEST_KEPT), key=lambda one: (len(one), one))
    step = max(1, -(-len(short) // MOST_KEPT))
    CORPUS.mkdir(exist_ok=True)
    lines = [json.dumps(one.decode("latin-1")) + "\n" for one in short[::step]]
    (CORPUS / f"{name}.jsonl").write_text("".join(lines), "ascii")


def escaped(word: bytes) -> str:
    """A word as libFuzzer's dictionaries have it."""
    return "".join(chr(one) if 32 <= one < 127 and one not in b'"\\' else f"\\x{one:02x}" for one in word)
