"""A file name that says another number than the title.

Speaks of claimed notes: of the property `title`, or without it of the first heading of level 1. The two must be the
same but for one number, version or date, as `mxfp4` and `MXFP6` in a page that was copied or went on with another
model; one of them may have more words. Left alone are titles in other words, numbers that only one of the two has,
dates and numbers at the beginning of a file name, dots that a file name leaves out (`qwen38` for "Qwen3.8"), versions
of which one is less exact (`v1` for "v1.2"), titles that are an alias of the note, `index.md` and `README.md`.

Bad, `frank-medium-mxfp4.md`:

    ---
    type: reference
    title: frank-medium on MXFP6
    ---

Good, `frank-medium-mxfp6.md`:

    ---
    type: reference
    title: frank-medium on MXFP6
    ---

With `vaulttool.toml`:

    [schemas.types]
    reference = "reference"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vaulttool.model.finding import Finding
from vaulttool.model.rule import Context, rule
from vaulttool.model.vault import Note
from vaulttool.text.span import Span

if TYPE_CHECKING:
    from vaulttool.text.numbered import Word

UNNAMED = {"index", "readme"}


@rule("warning", scope="vault")
def check(context: Context) -> Iterator[Finding]:
    """Report each title whose number is not that of the file name."""
    for note in context.claimed:
        from vaulttool.text.numbered import disagreement  # only for claimed notes: it takes time to import

        name = note.path.rpartition("/")[2].rpartition(".")[0]
        title = None if name.lower() in UNNAMED else _title(note)
        found = disagreement(name, title[0]) if title else None
        if title and found and not _is_alias(note, title[0]):
            mine, other = (_written(one, text) for one, text in zip(found, (name, title[0]), strict=True))
            message = f'the file name says "{mine}", the title "{other}"'
            yield context.finding(note.path, title[1], message, "rename the file, or correct the title")


def _title(note: Note) -> tuple[str, Span] | None:
    """The title of a note and where it stands."""
    typed = note.document.property("title")
    if typed is not None:
        return (typed.value, typed.value_span) if isinstance(typed.value, str) and not typed.templated else None
    heading = next((one for one in note.document.headings if one.level == 1), None)
    return (heading.title, heading.span) if heading else None


def _is_alias(note: Note, title: str) -> bool:
    """Whether the note declares the title as another name of its own."""
    declared = note.document.property("aliases")
    names = declared.value if declared and isinstance(declared.value, list) else [declared.value if declared else None]
    return title.strip().lower() in (str(name).strip().lower() for name in names)


def _written(word: Word, text: str) -> str:
    """A word as it is written."""
    return text[word.at : word.at + len(word.before + word.number + word.after)]
