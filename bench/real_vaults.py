"""What is found in three real vaults: as they are, and with every note claimed and every rule on but `forge-link`.

Run it with `python -m bench real-vaults [--write FILE]`. It needs the vaults in `../shared/vaults`; it says so and
stops where they are absent. FILE becomes a run file for the manual.
"""

from __future__ import annotations

import datetime
import json
import subprocess
from collections import Counter
from pathlib import Path

import click

from bench.checkout import HUB, OWN, environment, has, unpacked
from bench.rules import everything_on

VAULTS = {
    "obsidian-help": "Obsidian's help",
    "obsidian-developer-docs": "Obsidian's developer documentation",
    "obsidian-hub": "Obsidian Hub",
}
BY_CHOICE = {"ambiguous_links": "ambiguous-link", "orphan_notes": "orphan-note", "shared_passages": "duplicate-passage"}
OLDER = {"schema-mismatch"}  # says of thousands of notes that they have no such properties as the schema wants


@click.command()
@click.option("--write", "target", type=click.Path(path_type=Path), metavar="FILE", help="Write a run file.")
def main(target: Path | None) -> None:
    """Check each vault twice, print what is found, and write a run file where one is asked for."""
    if not has(HUB):
        print("skipped: needs the real vaults beside the repository")
        return
    arms = ""
    for name, title in VAULTS.items():
        with unpacked(name) as vault:
            config = vault.parent / "all.toml"
            config.write_text(everything_on(("forge-link",)), "utf-8")
            plain, full = checked("--no-config", vault), checked(f"--config={config}", vault)
        rules = Counter(one["rule"] for one in full["findings"] if one["rule"] not in OLDER)
        figures = {
            "notes": plain["notes"],
            "links": plain["links"],
            "findings": len(plain["findings"]),
            **{metric: rules.pop(rule, 0) for metric, rule in BY_CHOICE.items()},
        }
        print(title, figures, "and else", dict(rules))
        results = "".join(f"      {key}: {{value: {value}, unit: count}}\n" for key, value in figures.items())
        arms += f"  {name}:\n    title: {title}\n    results:\n{results}"
    if target is not None:
        target.write_text(run_file(arms), "utf-8")


def checked(config: str, vault: Path) -> dict[str, list[dict[str, str]]]:
    """The report of a run with this configuration."""
    command = [*OWN, "check", "--no-cache", "--exit-zero", "--format=json", config, f"--vault={vault}"]
    done = subprocess.run(command, capture_output=True, check=True, env=environment())
    report: dict[str, list[dict[str, str]]] = json.loads(done.stdout)
    return report


def run_file(arms: str) -> str:
    """The figures as a run, a vault an arm."""
    day = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    return (
        f"run: {day}-real-vaults\ntitle: Findings in real vaults\nkind: probe\ndate: {day}\nhost: two-cores\n"
        "source: {document: vault/Manual/Checked on real vaults.md, line: 16}\n"
        f"method: {{harness: bench/real_vaults.py}}\narms:\n{arms}"
    )
