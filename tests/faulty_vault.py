"""A vault of ordinary notes with faults that are known, made anew from a seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

FOLDERS = ("", "Hosts/", "Runbooks/", "Research/2026/", "Log/", "Réseau & co/")
WORDS = (
    "the", "pump", "runs", "since", "March", "and", "nobody", "knows", "why", "it", "stopped", "before", "noon", "with",
    "a", "quiet", "hum", "that", "grew", "over", "three", "days", "until", "somebody", "looked", "into", "its", "log",
)  # fmt: skip
SUBJECTS = ("Pump", "Valve", "Rack", "Switch", "Probe", "Boiler", "Meter", "Café", "Gate", "Tank")
CONFIG = '[rules.orphan-note]\nentry = ["Home.md"]\n'


class Fault(NamedTuple):
    """What must be reported: the note, the line, the rule."""

    path: str
    line: int
    rule: str


class Made(NamedTuple):
    """The files of a vault, and the faults in it."""

    files: dict[str, bytes]
    faults: set[Fault]


def faulty_vault(notes: int, seed: int) -> Made:
    """A vault of so many notes and two canvases, a fault of each kind in a note of its own."""
    chance = Random(seed)
    paths = [f"{chance.choice(FOLDERS)}{chance.choice(SUBJECTS)} {number}.md" for number in range(notes)]
    texts = {path: _note(chance, path, paths) for path in paths}
    texts["Home.md"] = "# Home\n\n" + "".join(f"- [[{path[:-3]}]]\n" for path in [*paths, "Log/Lonely.md"])
    texts["Board.canvas"] = f'{{"nodes": [{{"id": "1", "type": "file", "file": "{paths[0]}"}}]}}'
    faults = set()
    sick = chance.sample(paths, len(FAULTS))
    for path, (rule, spoil) in zip(sick, FAULTS.items(), strict=True):
        texts[path], line = spoil(chance, texts[path])
        faults.add(Fault(path, line, rule))
    texts["Log/Forlorn.md"] = "# Forlorn\n"
    texts["Log/Lonely.md"] = "# Lonely\n"
    texts["Second board.canvas"] = '{"nodes": [{"id": "1", "type": "file", "file": "Gone.md"}]}'
    faults |= {Fault("Log/Forlorn.md", 1, "orphan-note"), Fault("Second board.canvas", 1, "missing-card-file")}
    files = {path: _encoded(chance, text) for path, text in texts.items()}
    unread = chance.choice([path for path in paths if path not in sick])
    faults.add(Fault(unread, 1, "unreadable-note"))
    files[unread] += "caf\u00e9\n".encode("latin-1")
    return Made({**files, "vaulttool.toml": CONFIG.encode(), ".obsidian/app.json": b"{}"}, faults)


def _note(chance: Random, path: str, paths: list[str]) -> str:
    """A note as people write them, with links that all lead somewhere."""
    name = path.rpartition("/")[2][:-3]
    front = f"---\ntitle: {name}\ntags: [plant, {name.split()[0].lower()}]\nup: '[[Home]]'\n---\n\n"
    parts = [f"# {name}\n\n{_prose(chance)} ^top\n", f"## Details\n\n{_prose(chance)}\n"]
    parts += [chance.choice(PARTS)(chance, name, chance.choice(paths)) for _ in range(chance.randint(1, 5))]
    return (front if chance.random() < 0.7 else "") + "\n".join(parts)


def _prose(chance: Random) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(chance.randint(6, 25))).capitalize() + "."


def _encoded(chance: Random, text: str) -> bytes:
    """With the line ends and the byte order mark that some editors write."""
    if chance.random() < 0.2:
        text = text.replace("\n", "\r\n")
    return text.encode("utf-8-sig" if chance.random() < 0.1 else "utf-8")


def _name(path: str) -> str:
    return path.rpartition("/")[2][:-3]


def _url(path: str) -> str:
    return "/" + path.replace(" ", "%20")


# Parts of notes in which nothing may be reported: (chance, the note's name, another's path) -> text.
PARTS: tuple[Callable[[Random, str, str], str], ...] = (
    lambda chance, name, other: f"{_prose(chance)} See [[{_name(other)}]] and [[{other[:-3]}#Details|the details]].\n",
    lambda chance, name, other: f"See [it]({_url(other)}#Details), ![[{_name(other)}#^top]] and [[#Details]].\n",
    lambda chance, name, other: f"| Part | Where |\n| --- | --- |\n| [[{_name(other)}\\|it]] | `a || b` |\n",
    lambda chance, name, other: f"> [!note] {name}\n> {_prose(chance)}\n> - [[{_name(other)}]]\n",
    lambda chance, name, other: "```sh\n[[ -n \"$x\" ]] && echo '<<<<<<< HEAD' > log\n```\n",
    lambda chance, name, other: "Write `[[Nowhere]]`, or <!-- [[not yet]] --> in a comment.\n\n    [[code]]\n",
    lambda chance, name, other: f"- [ ] {_prose(chance)}\n  - [x] [[{_name(other)}#^top]]\n\n1. one\n2. two\n",
    lambda chance, name, other: f"{_prose(chance)}[^1]\n\n[^1]: [vendor](https://example.org/a(b)) says so.\n",
    lambda chance, name, other: "---\n\nAn $e = mc^2$ and <kbd>Ctrl</kbd>, 5 < 6, \\[\\[x]], {{title}}, 100% of it.\n",
)


def _behind(text: str, more: str, below: int = 0) -> tuple[str, int]:
    """The note with something more at its end, and the line on which that begins, or one below."""
    return f"{text}\n{more}\n", text.count("\n") + 2 + below


def _doubled(chance: Random, text: str) -> tuple[str, int]:
    """The page pasted below itself, with as much text as such pages have."""
    body = _body(text).rstrip("\n") + "".join(f"\n\n{_prose(chance)} {_prose(chance)}" for _ in range(8)) + "\n"
    return f"{body}\n{body}", body.count("\n") + 2


def _body(text: str) -> str:
    """A note without its front matter."""
    return text.partition("\n---\n\n")[2] if text.startswith("---") else text


HIDDEN = "## Hidden\n\nThe harbour takes ships of up to nine metres, see [[Home]] for the other one.\n\n- **Tide**: three metres."
TORN = "| a | b |\n| - | - |\n| [[Home|home]] | x |"

# What spoils a note: (chance, its text) -> its text then, and the line of the finding.
FAULTS: dict[str, Callable[[Random, str], tuple[str, int]]] = {
    "broken-link": lambda chance, text: _behind(text, "See [[Pump that never was]]."),
    "missing-heading": lambda chance, text: _behind(text, "See [[Home#Wintering]]."),
    "missing-block": lambda chance, text: _behind(text, "See [[Home#^winter]]."),
    "split-link": lambda chance, text: _behind(text, TORN, 2),
    "undecoded-link": lambda chance, text: _behind(text, "See [it](/Log%2FLonely.md)."),
    "bogus-property-link": lambda chance, text: (f'---\nup: "[[Home]], [[Home]]"\n---\n\n{_body(text)}', 2),
    "invalid-front-matter": lambda chance, text: (f"---\ntitle: [\n---\n\n{_body(text)}", 2),
    "misplaced-front-matter": lambda chance, text: (f"\n---\ntitle: late\nup: '[[Home]]'\n---\n\n{_body(text)}", 2),
    "conflict-marker": lambda chance, text: _behind(text, "<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other"),
    "unclosed-fence": lambda chance, text: _behind(text, f"```sh\necho open to the end\n\n{HIDDEN}"),
    "unclosed-comment": lambda chance, text: _behind(text, f"%%\nto be asked\n\n{HIDDEN}"),
    "doubled-body": _doubled,
    "mojibake": lambda chance, text: _behind(text, "It hums at 50 Hz â€“ and nobody minds the cafÃ©."),
    "lone-marker": lambda chance, text: _behind(text, '<!-- vaulttool:begin index folder="Hosts" -->'),
}
