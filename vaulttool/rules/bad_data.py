"""Data that cannot be used: a file that does not fit its schema, something that refers to nothing, eras out of order.

Speaks of the files below the folder that `data` names, at file, line and key: what is no YAML or does not fit the
schema, ids that stand twice, endpoints, hosts, runs, eras, pages and files that are named and not there, an address no
run has, eras that overlap, leave a gap or stand in the wrong order, two that are open, a derived figure that does not
come to what it says, data in a folder or under a name that is not read, such as `run/` for `runs/`. It speaks of
regions and figures, too, whose data are missing: those are left as they are.

Bad, `Lisbon.md`:

    The pool holds 400,000<!-- =run/boot#kv_pool_tokens --> tokens.

Good, `Lisbon.md`:

    The pool held 400,000 tokens.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.text.span import Span


@rule("error")
def check(context: Context) -> Iterator[Finding]:
    """Report what is wrong in the data files, whichever notes are spoken of, then what pages ask of data in vain."""
    if context.sources.has_data:
        yield from _in_files(context)
    for one in context.shared.regions:
        if one.error is not None:
            yield context.finding(one.page.path, one.region.begin, one.error.message, one.error.help)
    for figure in context.shared.figures:
        if figure.error is not None:
            span = Span(figure.figure.span.start, figure.figure.marker.end)
            yield context.finding(figure.page.path, span, figure.error.message, figure.error.help)
    for whole in context.shared.outputs:
        if whole.error is not None:
            message = f'the file "{whole.output.path}" cannot be written: {whole.error.message}'
            yield context.finding(context.sources.config_file, whole.output.place, message, whole.error.help)


def _in_files(context: Context) -> Iterator[Finding]:
    """What is wrong in the data files."""
    from vaulttool.model.data_checks import problems  # only where there are data: it takes time to import

    for problem in problems(context.sources):
        path = context.sources.files.from_vault(problem.path)
        span = problem.span or context.sources.place(path, problem.keys)
        yield context.finding(path, span, problem.message, problem.help)
