"""Which names a file or folder of a vault may have on every system, and be linked by."""

from __future__ import annotations

FORBIDDEN = frozenset('*"\\/<>:|?')
UNLINKABLE = frozenset("#^[]")
RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)))
)
NOTE = ".md"
LONGEST = 255  # bytes


def fault(name: str) -> tuple[str, str] | None:
    """What is wrong with a name, and what to do about it; None for one that all systems take."""
    for marks, why in ((FORBIDDEN, "Obsidian and Windows refuse it"), (UNLINKABLE, "no link can hold it")):
        found = next((mark for mark in name if mark in marks), None)
        if found is not None:
            return f'the name "{name}" has a {found}, and {why}', "leave it out"
    if any(mark < " " or mark == "\x7f" for mark in name):
        return f"the name {name!r} has a control character", "leave it out"
    if not name.strip():
        return "a name is empty", "write one"
    if name.startswith("."):
        return f'the name "{name}" begins with a dot, so that Obsidian would not read it', "begin it with a letter"
    stem = name[: -len(NOTE)] if name.lower().endswith(NOTE) else name
    if name != name.strip() or stem != stem.strip() or name.endswith("."):
        return (
            f'the name "{name}" begins or ends with a blank, or ends with a dot, which is lost in links',
            "take it off",
        )
    if name.partition(".")[0].strip().lower() in RESERVED:
        return f'the name "{name}" is that of a device on Windows', "choose another"
    if len(name.encode("utf-8")) > LONGEST:
        return f"the name has {len(name.encode('utf-8'))} bytes, and a file system takes {LONGEST}", "shorten it"
    return None
