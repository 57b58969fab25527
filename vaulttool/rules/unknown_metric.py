"""A Prometheus series that no engine in use exports.

`metrics.yaml` lists them under `series`, by prefix. Reported is a name with such a prefix that is not listed; one that
a selector asks of an endpoint whose engine exports others, as `llamacpp:prompt_tokens_total{job="lisbon"}` where
"lisbon" runs vLLM; one on the page of an endpoint whose engine exports others; and one of an engine that no open era
has. It is looked for on claimed pages and in the files that the setting `repository-files` names: dashboards, rules,
tests. A prefix without a colon, such as `node_`, counts only in the expressions of rules and dashboards.

Left alone are prefixes that the data do not have, patterns (`vllm:kv_.*`), names of recording rules, comments, lines of
a test that deny something, what engines printed, and history as for `retired-name`. Where an engine is not on record,
nothing is said of what it exports. An expression that reads another series that is exported may read dead ones, too.

Bad, `Home.md`:

    Look at `vllm:gpu_cache_usage_perc` first.

Good, `Home.md`:

    Look at `vllm:kv_cache_usage_perc` first; `vllm:gpu_cache_usage_perc` was its old name.

Bad, `grafana/fleet.json`:

    {"panels": [{"targets": [{"expr": "rate(llamacpp:prompt_tokens_total{job=\\"lisbon\\"}[5m])"}]}]}

Good, `grafana/fleet.json`:

    {"panels": [{"targets": [{"expr": "rate(vllm:prompt_tokens_total{job=\\"lisbon\\"}[5m])"}]}]}

With `data/metrics.yaml`:

    metrics: {}
    series:
      "vllm:":
        engines: [vllm]
        names: ["vllm:kv_cache_usage_perc", "vllm:prompt_tokens_total"]
      "llamacpp:":
        engines: [llama.cpp]

With `data/hosts/atlas.yaml`:

    host: atlas
    facts: []

With `data/endpoints/lisbon.yaml`:

    endpoint: lisbon
    host: atlas
    owner_page: "[[Lisbon]]"
    eras:
      - {id: a, title: Two cards, start: 2026-09-20, page: "[[Lisbon]]", engine: vllm}

With `Lisbon.md`:

    An endpoint.

With `vaulttool.toml`:

    data = "data"
    repository-files = ["grafana/*.json"]

    [schemas.paths]
    "*.md" = "note"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.text.names import nearest
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.model.series import Catalogue
    from vaulttool.model.series_uses import Use


@rule("error", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each series that is not there to be read."""
    if not context.sources.has_data or not context.sources.data.series:
        return
    from vaulttool.model.past import Past  # only where series are listed: they take time to import
    from vaulttool.model.series_uses import Uses

    past = Past(context.sources, context.claims.history_words, context.claims.status_words[1:])
    uses = Uses(context.sources, past)
    pages = [page for page in (*context.claimed, *context.vault.extras.values()) if context.sources.listed(page.path)]
    for use in (*uses.on_pages(pages, context.prose), *uses.in_files()):
        said = None if use.named.name in uses.recorded else _said(uses.catalogue, use)
        if said:
            yield context.finding(use.path, use.named.span, *said)


def _said(catalogue: Catalogue, use: Use) -> tuple[str, str | None] | None:
    """What is wrong with a series where it is named, and the remedy; None where nothing is."""
    name, prefix = use.named.name, use.named.prefix
    series = catalogue.families[prefix]
    if not catalogue.is_listed(use.named, use.is_prose):
        found = nearest(name, series.names, likeness=70.0)
        help = f'did you mean "{found}"?' if found else "correct the name, or list it under series in metrics.yaml"
        return f'no series "{name}" is listed', help
    others = [one.prefix for one in catalogue.named(use.statement, Span(0, len(use.statement))) if one.prefix != prefix]
    for endpoint in use.endpoints:
        engine = catalogue.lacks(endpoint, prefix)
        if engine and not any(catalogue.lacks(endpoint, other) is None for other in others):
            message = f'"{endpoint.endpoint}" runs {engine}, which exports no series "{prefix}..."'
            return message, f"read the series of {engine}, or say that this is history"
    if catalogue.is_gone(prefix) and all(catalogue.is_gone(other) for other in others):
        engines = " and ".join(series.engines)
        return f'no open era has an engine that exports "{prefix}..."', f"{engines} did: read the series of today"
    return None
