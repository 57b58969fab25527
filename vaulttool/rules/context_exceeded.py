"""A client's configuration that promises more context than the endpoint serves.

Speaks of the YAML, JSON and TOML files among those that the setting `repository-files` names. A table in them is about
an endpoint if its key, or its `model`, `id` or `name`, is the endpoint's present name or one that its unit serves, be
it behind that of a provider. What it says under `max_context`, `context_length`, `max_tokens` and the like is compared
with what the units of the open era declare: `--max-model-len`, `--ctx-size` or `-c`, `--context-length`,
`OLLAMA_CONTEXT_LENGTH`, variables resolved. Where units differ the largest counts.

It leaves alone endpoints whose units do not say how much they serve, or say `auto`, and files that cannot be read.

`keys` are more keys that hold a number of tokens in those files. `settings` are
more settings of units that hold one, such as a variable that a start script reads.

Bad, `harness/models.yml`:

    models:
      - {id: lisbon, max_context: 262144}

Good, `harness/models.yml`:

    models:
      - {id: lisbon, max_context: 114688}

With `data/units/lisbon.container`:

    [Container]
    Image=localhost/engine:1
    Exec=--max-model-len 114688

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, page: "[[Lisbon]]", units: [data/units/lisbon.container]}

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `Lisbon.md`:

    A town on a river.

With `vaulttool.toml`:

    data = "data"
    repository-files = ["harness/*.yml"]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec
from msgspec import Meta

from vaulttool.model.finding import Finding, Related
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.deployed import Open
    from vaulttool.model.setting import Setting

FORMATS = (".yaml", ".yml", ".json", ".jsonc", ".toml")
WINDOWS = ("--max-model-len", "--max_model_len", "--ctx-size", "-c", "--context-length", "--max-total-tokens",
           "OLLAMA_CONTEXT_LENGTH", "LLAMA_ARG_CTX_SIZE", "MAX_TOTAL_TOKENS")  # fmt: skip
SERVED_NAMES = ("--served-model-name", "--served_model_name", "--alias", "-a", "--model-id")
ROUNDED = 1.05  # the most that 128K or 1M may hold beyond 128,000 and 1,000,000


class Options(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of `context-exceeded`."""

    keys: Annotated[tuple[str, ...], Meta(description="More keys in them that hold a number of tokens.")] = ()
    settings: Annotated[tuple[str, ...], Meta(description="More settings of units that hold what is served.")] = ()


class Served(NamedTuple):
    """How many tokens an endpoint takes, and the setting that says so."""

    tokens: int
    setting: Setting


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each promise of more context than the open era serves."""
    files = [path for path in context.sources.others if path.endswith(FORMATS)]
    served = _served(context) if files and context.sources.has_data else {}
    for path in files if served else ():
        yield from _in_file(context, path, served)


def _in_file(context: Context, path: str, served: Mapping[str, Served]) -> Iterator[Finding]:
    from vaulttool.model.promises import promises  # only where there are clients: it takes time to import

    files = context.sources.files
    for promise in promises(path, context.sources.text(path) or "", served.keys(), context.options.keys):
        name = promise.name if promise.name in served else promise.name.rpartition("/")[2]
        tokens, setting = served[name]
        if promise.tokens > tokens:
            message = f'"{promise.key}" of "{promise.name}" is {promise.tokens}, and the endpoint serves {tokens}'
            where = files.from_vault(setting.path)
            related = (Related(where, _line(context, where, setting.line), f'"{setting.name}" of the unit'),)
            yield context.finding(path, promise.span, message, "promise no more than the unit serves", related)


def _served(context: Context) -> Mapping[str, Served]:
    """What the open era of each endpoint serves, by the names that clients ask for; the largest of those that share a
    name. None of one whose units do not say it all."""
    from vaulttool.model.deployed import engine_settings, open_eras

    found: dict[str, Served] = {}
    silent: set[str] = set()
    for one in open_eras(context.sources):
        settings = engine_settings(context.sources, one.era) or []
        names = _names(one, settings)
        windows = [setting for setting in settings if setting.name in (*WINDOWS, *context.options.settings)]
        sizes = [Served(_tokens(one.value), one) for one in windows if one.name != "-c" or one.value[:1].isdigit()]
        if not sizes or any(size.tokens <= 0 for size in sizes):
            silent |= names
            continue
        largest = max(sizes, key=lambda size: size.tokens)
        found |= {name: max(found.get(name, largest), largest, key=lambda size: size.tokens) for name in names}
    return {name: size for name, size in found.items() if name not in silent}


def _names(one: Open, settings: Sequence[Setting]) -> set[str]:
    """The names that clients may ask an endpoint by."""
    told = {setting.value for setting in settings if setting.name in SERVED_NAMES}
    return {name for name in (one.endpoint.endpoint, one.endpoint.served_name, *told) if name}


def _tokens(value: str) -> int:
    """How many tokens a unit says it serves at most; 0 where it leaves that to the engine, or cannot be read."""
    from vaulttool.model.promises import tokens_of

    found = tokens_of(value) or 0
    return found if value[-1:].isdigit() else int(found * ROUNDED)


def _line(context: Context, path: str, number: int) -> Span:
    from vaulttool.model.unit_files import line

    return line(context.sources.text(path) or "", number)
