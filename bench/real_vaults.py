"""What is found in three real vaults: as they are, and with every note claimed and every rule on but `forge-link`.

Usage: python bench/real_vaults.py [--write FILE]

Needs the vaults in `../shared/vaults`; says so and stops where they are absent. FILE becomes a run file for the manual.
"""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path

from against_rumdl import HUB
from rules import everything_on

VAULTS = {
    "obsidian-help": "Obsidian's help",
    "obsidian-developer-docs": "Obsidian's developer documentation",
    "obsidian-hub": "Obsidian Hub",
}
BY_CHOICE = {"ambiguous_links": "ambiguous-link", "orphan_notes": "orphan-note", "shared_passages": "duplicate-passage"}
OLDER = {"schema-mismatch"}  # says of thousands of notes that they have no such properties as the schema wants


def main() -> int:
    """Check each vault twice, print what is found, and write a run file where one is asked for."""
    if not HUB.exists():
        print("skipped: needs the real vaults beside the repository")
        return 0
    arms = ""
    for name, title in VAULTS.items():
        with tempfile.TemporaryDirectory() as folder:
            with tarfile.open(HUB.with_name(f"{name}.tar.xz")) as packed:
                packed.extractall(folder, filter="data")
            config = Path(folder) / "all.toml"
            config.write_text(everything_on(("forge-link",)), "utf-8")
            vault = str(Path(folder) / name)
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
    if "--write" in sys.argv:
        Path(sys.argv[-1]).write_text(run_file(arms), "utf-8")
    return 0


def checked(config: str, vault: str) -> dict[str, list[dict[str, str]]]:
    """The report of a run with this configuration."""
    command = [sys.executable, "-m", "vaulttool", "check", "--exit-zero", "--format=json", config, f"--vault={vault}"]
    report: dict[str, list[dict[str, str]]] = json.loads(
        subprocess.run(command, capture_output=True, check=True).stdout
    )
    return report


def run_file(arms: str) -> str:
    """The figures as a run, a vault an arm."""
    day = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    return (
        f"run: {day}-real-vaults\ntitle: Findings in real vaults\nkind: probe\ndate: {day}\nhost: two-cores\n"
        "source: {document: vault/Manual/Checked on real vaults.md, line: 16}\n"
        f"method: {{harness: bench/real_vaults.py}}\narms:\n{arms}"
    )


if __name__ == "__main__":
    sys.exit(main())
