"""The generated notes: hosts, people, days, projects and all else that fills a vault of some years."""

from random import Random

from .front import front_matter
from .linking import Linker
from .passages import Writer
from .world import Page, pages

ENDINGS = ("unix", "unix", "unix", "unix", "unix", "windows", "marked", "open", "mixed", "marked windows")


def files() -> dict[str, bytes]:
    """The generated notes by path."""
    rng = Random(7)
    everyone = pages(rng)
    return {f"{page.path}.md": encoded(rng, note(rng, page, everyone)) for page in everyone}


def note(rng: Random, page: Page, everyone: list[Page]) -> str:
    """The text of one note, with every heading and block id its page promises."""
    linker = Linker(rng, everyone, page)
    writer = Writer(rng, page.kind, linker)
    parts = opening(rng, page, writer)
    blocks = list(page.blocks)
    for title, nested in page.sections:
        parts += [
            heading(rng, 2, title),
            writer.paragraph(),
            *(writer.passage() for _ in range(rng.randint(0, 2))),
        ]
        if blocks:
            parts.append(writer.marked(blocks.pop()))
        for inner in nested:
            parts += [heading(rng, 3, inner), writer.passage()]
    parts += [writer.marked(block) for block in blocks]
    return front_matter(rng, page.kind, linker) + "\n\n".join(parts) + "\n"


def opening(rng: Random, page: Page, writer: Writer) -> list[str]:
    """A title or none, and a first paragraph."""
    style = rng.randrange(4)
    if style == 0:
        return [writer.paragraph()]
    if style == 1:
        return [f"{page.name}\n=======", writer.paragraph()]
    return [heading(rng, 1, page.name), writer.paragraph()]


def heading(rng: Random, level: int, title: str) -> str:
    hashes = "#" * level
    style = rng.randrange(8)
    if style == 0:
        return f"{hashes} {title} {hashes}"
    if style == 1 and level == 2:
        return f"{title}\n---"
    if style == 2:
        return f"{hashes}   {title}  "
    return f"{hashes} {title}"


def encoded(rng: Random, text: str) -> bytes:
    """The text as bytes, with the line ends and marks of many editors."""
    style = rng.choice(ENDINGS)
    if style == "open":
        text = text.rstrip("\n")
    if style == "mixed":
        lines = text.split("\n")
        text = "".join(line + rng.choice(("\n", "\r\n")) for line in lines[:-1]) + lines[-1]
    if "windows" in style:
        text = text.replace("\n", "\r\n")
    return text.encode("utf-8-sig" if "marked" in style else "utf-8")
