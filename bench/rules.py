"""How long each rule takes on the Hub, every note claimed and every rule on, as a share of a cold run.

Run it with `python -m bench rules [RUNS] [--write FILE]`. It needs the vault `../shared/vaults/obsidian-hub.tar.xz`; it
says so and stops where that is absent. What rules share (a page
read as prose, the answers of links) is timed apart. So are rules that read every note once more: they are not part of
the cold run, and the bar is not theirs. FILE becomes a run file for the manual. Exit status 1 if another rule takes
more than the bar.
"""

from __future__ import annotations

import datetime
import statistics
import sys
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path

import click

from bench.alternating import Command, cost
from bench.checkout import HUB, OWN, environment, has, unpacked
from vaulttool import engine
from vaulttool.commands._findings import active, claims_of
from vaulttool.commands._options import Given
from vaulttool.commands._run import Run
from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, Rule, Shared

BAR = 10.0  # per cent of a cold run
APART = ("duplicate-passage", "forge-link")  # read every note a second time, as shingles and as a forge does
SHARED_WORK = "what rules share"


@click.command()
@click.argument("runs", type=click.IntRange(1), default=5)
@click.option("--write", "target", type=click.Path(path_type=Path), metavar="FILE", help="Write a run file.")
def main(runs: int, target: Path | None) -> None:
    """Time the rules, print them, the slowest first, and write a run file where one is asked for."""
    if not has(HUB):
        print("skipped: needs the Hub beside the repository")
        return
    with unpacked(HUB) as hub:
        config = hub.parent / "all.toml"
        config.write_text(everything_on(APART), "utf-8")
        options = ["--vault", str(hub), "--config", str(config)]
        command = Command(
            [*OWN, "check", "--no-cache", "--exit-zero", "--statistics", *options], hub, environment=environment()
        )
        cold = statistics.median(cost(command).wall for _ in range(runs))
        config.write_text(everything_on(), "utf-8")
        taken = [times(str(hub), str(config)) for _ in range(runs)]
    median = {name: statistics.median(one[name] for one in taken) for name in taken[0]}
    for name, took in sorted(median.items(), key=lambda item: -item[1]):
        print(f"{name:32} {took * 1000:8.1f} ms {100 * took / cold:6.2f} %")
    print(f"{'a cold run':32} {cold * 1000:8.1f} ms")
    if target is not None:
        target.write_text(run_file(median, cold), "utf-8")
    others = [name for name in median if name not in (SHARED_WORK, *APART)]
    slow = [name for name in others if 100 * median[name] / cold > BAR]
    print(f"above {BAR:g} %: {', '.join(slow) or 'none'}")
    sys.exit(1 if slow else 0)


def everything_on(but: Collection[str] = ()) -> str:
    """A configuration with every rule on but these, in which a schema claims every note."""
    levels = "".join(f'{name} = "{"off" if name in but else "warning"}"\n' for name in engine.rules())
    return f'[schemas.paths]\n"**" = "note"\n\n[rules]\n{levels}'


def times(vault: str, config: str) -> dict[str, float]:
    """Seconds by rule, in one process with a fresh vault."""
    run = Run((), Given(vault, config, no_cache=True))
    on = active(run)
    shared = engine.shared_of(run.sources, claims_of(run), set(run.reported()))
    found = {SHARED_WORK: timed(lambda: share(shared))}
    for rule, severity, options, _ in on:
        notes = run.vault.notes.values() if rule.scope == "vault" else shared.notes
        context = Context(rule, shared, notes, severity, options)
        found[rule.name] = timed(partial(findings, rule, context))
    return found


def share(shared: Shared) -> None:
    """What the first rule that asks would pay for all."""
    _ = shared.faults, shared.troubles, shared.linked
    for note in shared.notes:
        if note.path in shared.claimed:
            prose = shared.prose(note)
            _ = prose.plain, prose.passages, prose.tables, prose.codes, prose.fences


def findings(rule: Rule, context: Context) -> list[Finding]:
    """What a rule finds."""
    return list(rule.check(context))


def timed(work: Callable[[], object]) -> float:
    """The seconds that something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def run_file(median: Mapping[str, float], cold: float) -> str:
    """The figures as a run, a rule an arm."""
    day = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    arms = "".join(
        f"  {name.replace(' ', '-')}:\n    title: {name}\n    results:\n"
        f"      rule_time: {{value: {took * 1000:.1f}, unit: ms}}\n"
        f'      rule_share: {{value: {100 * took / cold:.2f}, unit: "%"}}\n'
        for name, took in sorted(median.items(), key=lambda item: -item[1])
    )
    return (
        f"run: {day}-rule-times\ntitle: Time of each rule on the Obsidian Hub\nkind: probe\ndate: {day}\n"
        "host: two-cores\n"
        "source: {document: vault/Manual/Checked on real vaults.md, line: 16}\n"
        'method: {harness: bench/rules.py, workload: {vault: "Obsidian Hub, each note claimed, every rule on"}}\n'
        f"arms:\n  cold-run:\n    title: a cold run\n    results:\n"
        f"      rule_time: {{value: {cold * 1000:.1f}, unit: ms}}\n"
        f'      rule_share: {{value: 100, unit: "%"}}\n{arms}'
    )
