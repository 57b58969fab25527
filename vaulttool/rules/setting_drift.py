"""A setting that is declared in a unit file and was another one when the endpoint ran.

Compares the unit and env files of an endpoint's open era with the settings that its newest run read from a boot log:
what is declared against what was in effect. A flag that the log does not show may have its default value, so only
values that differ are reported.

Bad, `data/units/lisbon.container`:

    [Container]
    Image=localhost/engine:1
    Exec=--max-model-len 262144

Good, `data/units/lisbon.container`:

    [Container]
    Image=localhost/engine:1
    Exec=--max-model-len 131072

With `data/runs/boot.yaml`:

    run: boot
    title: Boot
    kind: boot-log
    date: 2026-09-22
    host: atlas
    endpoint: lisbon
    era: a
    source:
      file: boot.log
      sha256: "0000000000000000000000000000000000000000000000000000000000000000"
      reader: vllm-boot/1
    settings: {max_model_len: 131072}
    results: {}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, page: "[[Lisbon]]", units: [data/units/lisbon.container]}

With `Lisbon.md`:

    A town on a river.

With `vaulttool.toml`:

    data = "data"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.errors import VaulttoolError
from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule

if TYPE_CHECKING:
    from vaulttool.model.records import Endpoint, Era, Run


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each declared setting that was another one in effect."""
    for endpoint in context.sources.data.endpoints.values() if context.sources.has_data else ():
        for era in endpoint.eras:
            run = _newest(context, endpoint, era) if era.end is None else None
            if run is not None:
                for unit in era.units:
                    yield from _drift(context, era, unit, run)


def _newest(context: Context, endpoint: Endpoint, era: Era) -> Run | None:
    """The newest run of an era whose settings were read from a boot log."""
    found = context.sources.data.runs_of(endpoint.endpoint, era.id)
    runs = [run for run in found if run.settings and run.source.reader is not None]
    return max(runs, key=lambda run: (run.date if isinstance(run.date, str) else "", run.run), default=None)


def _drift(context: Context, era: Era, unit: str, run: Run) -> Iterator[Finding]:
    """The settings of one unit that differ from those of a run; those of a flag given twice are not compared."""
    from vaulttool.model.settings import same, snake  # only where something ran: they take time to import
    from vaulttool.model.unit_files import line, read_unit

    try:
        found = read_unit(context.sources.files, unit, era.env)
    except VaulttoolError:
        return  # bad-data speaks of a file that is not there
    for name, effective in run.settings.items():
        declared = [setting for setting in found.settings if snake(setting.name) == name]
        if len(declared) == 1 and not same(declared[0].value, effective):
            setting = declared[0]
            shown = setting.value or "set"
            path = context.sources.files.from_vault(setting.path)
            log = context.sources.files.from_vault(context.sources.data.paths["run", run.run])
            where = context.sources.place(log, ("settings", name))
            address = f"run/{run.run}#settings.{name}"
            message = f'"{setting.name}" is declared as "{shown}" and was "{_word(effective)}" in effect ({address})'
            yield context.finding(
                path,
                line(context.sources.text(path) or "", setting.line),
                message,
                "deploy what is declared, or declare what runs",
                (Related(log, where, "the value in effect"),),
            )


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
