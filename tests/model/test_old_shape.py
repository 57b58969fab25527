"""What spoke of an era while it was open, and which pages and sections are history."""

from __future__ import annotations

from vaults import sources_of

from vaulttool.model.mentions import Term
from vaulttool.model.old_shape import is_history, keeps_names, past_sections, terms_of
from vaulttool.model.records import Era

ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Owner]]"
eras:
  - id: a
    title: Two cards
    start: 2026-09-20
    end: 2026-09-21
    superseded_by: b
    page: "[[Past]]"
    image: ghcr.io/maker/engine:0.13.0-e060895
    model: maker/Swift
    figures: [run/boot#pool, run/boot#free, run/boot#shared, run/gone#pool]
  - {id: b, title: Two cards, start: 2026-09-21, end: 2026-09-22, superseded_by: c, page: "[[Both]]", section: Old}
  - id: c
    title: One card
    start: 2026-09-22
    page: "[[Both]]"
    section: New
    model: other/Swift
    figures: [run/boot#shared]
"""
RUN = """\
run: boot
title: Boot
kind: boot-log
date: 2026-09-20
host: atlas
source: {document: Past.md, line: 1}
results:
  pool: {value: 425047, unit: tok, as_printed: "~425,047"}
  free: {value: 14.42, unit: GiB}
  shared: {value: 1.62, unit: x, as_printed: 1.62x}
"""
FILES = {
    "vaulttool.toml": 'data = "data"\n',
    "data/endpoints/lisbon.yaml": ENDPOINT,
    "data/runs/boot.yaml": RUN,
    "data/names.yaml": "renames:\n  - {date: 2026-09-21, from: a, to: lisbon, scope: [data], keep_in: [Kept/*.md]}\n",
    "Past.md": "# Past\n",
    "Both.md": "# Both\n\n## Old\n\n### Deeper\n\n## New\n\nText.\n",
    "Owner.md": "# Owner\n",
    "Log.md": "---\ntype: log\n---\n",
    "Kept/Names.md": "",
}


def terms(first: int, second: int, name: str = "", flags: bool = False) -> set[Term]:
    data = sources_of(FILES).data
    eras = data.endpoints["lisbon"].eras
    pairs = ((("--seqs", "8"), ("--fill", "0.98")), (("--seqs", "3"), ("--fill", "0.98")))
    return set(terms_of(data, eras[first], eras[second], pairs if flags else ((), ()), name))


def test_what_the_new_era_has_too_speaks_of_both() -> None:
    assert terms(0, 2) == {
        Term("title", "Two cards"),
        Term("image", "ghcr.io/maker/engine:0.13.0-e060895"),
        Term("image", "maker/engine:0.13.0-e060895"),
        Term("image", "engine:0.13.0-e060895"),
        Term("image", "0.13.0-e060895"),
        Term("model", "maker/Swift"),
        Term("figure", "425,047", "tok"),
        Term("figure", "425047", "tok"),
        Term("figure", "14.42", "GiB"),
    }


def test_a_short_tag_is_no_term_of_its_own() -> None:
    data = sources_of(FILES).data
    old, new = (Era(id, id, "2026-09-20", "[[A]]", image=image) for id, image in (("a", "x:0.9.3"), ("b", "x:0.9.4")))
    assert {term.text for term in terms_of(data, old, new)} == {"a", "x:0.9.3"}


def test_flags_that_differ_and_the_name_given_up() -> None:
    assert terms(0, 2, "faro", flags=True) - terms(0, 2) == {Term("name", "faro"), Term("flag", "--seqs", "8")}


def test_the_same_title_speaks_of_both() -> None:
    assert terms(1, 0) == set()


def test_history_is_a_log_or_a_page_of_what_has_ended() -> None:
    sources = sources_of(FILES)
    history = {path for path, note in sources.vault.notes.items() if is_history(sources, note)}
    assert history == {"Past.md", "Log.md"}


def test_an_owner_page_is_no_history_as_long_as_its_endpoint_serves() -> None:
    files = {**FILES, "data/endpoints/lisbon.yaml": ENDPOINT.replace("[[Owner]]", "[[Past]]")}
    sources = sources_of(files)
    assert not is_history(sources, sources.vault.notes["Past.md"])


def test_the_sections_of_past_eras_on_a_page_that_lasts() -> None:
    """From the words of its heading to those of the next one."""
    sources = sources_of(FILES)
    spans = list(past_sections(sources, sources.vault.notes["Both.md"]))
    assert [span.of(FILES["Both.md"]) for span in spans] == ["Old\n\n### Deeper\n\n## "]


def test_names_are_kept_where_the_renames_say_so() -> None:
    sources = sources_of(FILES)
    assert keeps_names(sources, "Kept/Names.md") and not keeps_names(sources, "Past.md")
