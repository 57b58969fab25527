"""``vaulttool init``: proposes a configuration for a vault, and writes it with what checks every commit."""

from __future__ import annotations

import os
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from vaulttool.commands._adopting import FILE, SCHEMAS, Adopted
from vaulttool.commands._asking import Asking, require_terminal
from vaulttool.commands._first_files import HOOKS, New, hooks, new, schema_files, told_path
from vaulttool.commands._looking import Look
from vaulttool.commands._options import Given, vault_options
from vaulttool.commands._progress import watched
from vaulttool.commands._run import Run, tell
from vaulttool.model.adoption import Proposal
from vaulttool.model.finding import Finding
from vaulttool.model.seen_status import SeenStatus
from vaulttool.reporters.text import safe, several
from vaulttool.storage.baseline import NAME

MOST_SHOWN = 5
LINE_END = "\n"


@click.command()
@vault_options
@click.option("--yes", "-y", is_flag=True, help="Ask nothing; take every default.")
@click.option("--dry-run", is_flag=True, help="Ask and write nothing; print what would be written.")
def init(given: Given, yes: bool, dry_run: bool) -> None:
    """Propose a configuration for a vault, and write it.

    Looks at Obsidian's settings and at the notes: types, properties, words of status, templates, daily notes. Writes a
    vaulttool.toml with a reason for each line, schemas that every note fits as it is, a baseline with what is wrong
    today, and, in a git repository, the files with which pre-commit and the forge run the check. A file that is there
    is left as it is.
    """
    if not (yes or dry_run):
        require_terminal()
    asking = Asking(yes or dry_run)
    with watched() as course:
        run = Run((), given._replace(no_cache=True), course=course)
    files = list(_around(run, asking) if run.place.config_file else _adopted(run, asking))
    missing = [file for file in files if not file.is_there]
    if dry_run:
        for file in missing:
            _show(file)
    elif missing and not asking.yes(f"Write {several(len(missing), 'file')}?"):
        click.echo("nothing is written")
        return
    else:
        with run.changing() as writer:
            for file in missing:
                writer.replace(str(file.place), None, file.content.encode("utf-8"))
                click.echo(safe(f"wrote {told_path(file.place)}"))
    for file in files:
        if file.is_there:
            _tell_of(file)
    if not dry_run:
        for line in _next(files, _option(given, files)) if missing else ["nothing is missing"]:
            click.echo(safe(line))


def _option(given: Given, files: Sequence[New]) -> str:
    """What a check needs to find the vault from here: nothing below a configuration that was written."""
    here = Path.cwd()
    is_found = any(file.place.name == FILE and file.place.parent in (here, *here.parents) for file in files)
    return f' --vault "{given.vault}"' if given.vault and not is_found else ""


def _next(files: Sequence[New], option: str) -> Iterator[str]:
    """What to do next."""
    steps = ["read what was written and change what you like", f"run vaulttool check{option}"]
    if any(file.place.name == HOOKS for file in files):
        steps += ["commit the files", "run pre-commit install once in every checkout"]
    yield "next:"
    yield from (f"    {number}. {step}" for number, step in enumerate(steps, start=1))


def _around(run: Run, asking: Asking) -> Iterator[New]:
    """What is missing around a configuration that is there."""
    file = run.place.config_file
    if file is not None:
        tell(f"{told_path(file)} configures this vault and stays as it is")
    yield from hooks(run.vault, run.place.base, asking)


def _adopted(run: Run, asking: Asking) -> Iterator[New]:
    """All that a vault without a configuration needs: the schemas first, since the configuration names them."""
    look = Look(run)
    for trouble in look.settings.troubles:
        tell(trouble)
    click.echo(safe(f"{told_path(run.place.root)}: {several(len(look.paths), 'note')}"))
    adopted = Adopted(look, _answered(look, asking))
    click.echo(_summary(adopted.findings))
    yield from schema_files(adopted.proposal.schemas, look.base / SCHEMAS)
    question = "Write all of it down in a baseline, so that a check tells only what is new?"
    if os.path.lexists(look.base / NAME) or (adopted.findings and asking.yes(question)):
        yield new(look.base / NAME, adopted.with_baseline().decode("utf-8"), is_long=True)
    yield new(look.base / FILE, adopted.text)
    yield from hooks(run.vault, look.base, asking)


def _answered(look: Look, asking: Asking) -> Proposal:
    """What is proposed, as far as the user wants it."""
    out = look.left_out
    if any(one.glob for one in out):
        listed = ", ".join(f"{one.glob} ({one.reason})" for one in out if one.glob)
        out = out if asking.yes(f"Leave out of the reports: {listed}?") else []
    schemas, few = look.schemas(out)
    if schemas:
        listed = ", ".join(f"{one.key} ({several(len(one.notes), 'note')})" for one in schemas)
        schemas = schemas if asking.yes(f"Hold notes to schemas that they fit as they are: {listed}?") else []
    status = look.status(schemas)
    if status is not None and len(status.words) > 1:
        status = _in_use_first(status, asking)
    return Proposal(look.vault, out, look.extra_files, look.data, status, SCHEMAS, schemas, few, offered=look.offered)


def _in_use_first(status: SeenStatus, asking: Asking) -> SeenStatus:
    """The status with the word first that stands for what is in use."""
    question = f'Which word of the property "{status.property}" says that something is in use?'
    return status.beginning_with(asking.one_of(question, status.words))


def _summary(findings: Sequence[Finding]) -> str:
    """What a check finds, in one line."""
    counted = sorted(Counter(one.rule for one in findings).items(), key=lambda one: (-one[1], one[0]))
    shown = [f"{number} {rule}" for rule, number in counted[:MOST_SHOWN]]
    more = [f"{several(len(counted) - MOST_SHOWN, 'other rule')}"] if len(counted) > MOST_SHOWN else []
    return f"a check finds {several(len(findings), 'thing')}{': ' if shown else ''}{', '.join((*shown, *more))}"


def _show(file: New) -> None:
    """A file that would be written."""
    if file.is_long:
        click.echo(safe(f"would write {told_path(file.place)}, {several(file.content.count(LINE_END), 'line')}"))
        click.echo()
        return
    click.echo(safe(f"would write {told_path(file.place)}:"))
    for line in file.content.splitlines():
        click.echo(safe(f"    {line}") if line else "")
    click.echo()


def _tell_of(file: New) -> None:
    """A word about a file that is there; what could be added to it by hand."""
    if file.is_same:
        return
    tell(f"{told_path(file.place)} is there and left as it is")
    if file.is_snippet:
        click.echo(f"it could hold this:\n{textwrap.indent(file.content, '    ')}".rstrip())
