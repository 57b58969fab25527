"""Front matter of the generated notes, in the many styles of people who never read a YAML manual."""

from random import Random

from .linking import Linker

STATUS = (
    "active",
    "Done",
    "someday",
    "in progress",
    "waiting-for",
    "archived",
    '"closed"',
    "draft # not yet",
)
TAGS = ("ops", "home/kitchen", "2026-review", "lecture", "to-read", "größe", "日記", "inbox")
KEYS: dict[str, tuple[str, ...]] = {
    "host": (
        "type: host",
        "rack: 12",
        "address: 192.0.2.17",
        "ram: 64 GB",
        '"net:vlan": 12',
        "online: yes",
        "mac: 00:1b:63:84:45:e6",
    ),
    "service": (
        "type: service",
        "version: 1.10",
        "port: 8443",
        "owner: team-blue",
        "public: no",
        "url: https://svc.example.org/",
    ),
    "runbook": ("type: runbook", "reviewed: 2026-05-11", "takes: 00:40", "risk: low", "night: off"),
    "incident": (
        "type: incident",
        "severity: 2",
        "start: 03:12",
        "end: 2026-03-14T06:40:00+01:00",
        "pager: true",
    ),
    "project": (
        "type: project",
        "phase: 2",
        "budget: 12_000",
        "due: 2026-12-24",
        "progress: 40%",
        "area: [home, money]",
    ),
    "meeting": ("type: meeting", "time: 12:30", "room: 2.04", "present: 5", "minutes: ~"),
    "person": (
        "type: person",
        "born: 1984-03-09",
        "phone: +44 20 7946 0000",
        "email: someone@example.org",
        "tel: '0049 30 0000'",
    ),
    "daily": ("mood: 😐", "weather: rain / 14°", "steps: 8,120", "sleep: 6:45", "banner:"),
    "reading": (
        "type: book",
        "rating: 4/5",
        "pages: 312",
        "isbn: 978-0-00-000000-2",
        "started: 2026-02-30",
        "author: 'O''Hara'",
    ),
    "recipe": ("serves: 4", "time: 1h 20m", "source: aunt", "vegan: n", "oven: 220°C"),
    "place": ("location: [47.07, 15.44]", "open: 9-17", "type: place", "been: Yes", "price: $$"),
    "idea": ("type: slip", "id: 0o17", "certainty: .5", 'kind: "claim"'),
}
PLAIN_EXTRAS: tuple[str, ...] = (
    "cssclasses: wide",
    "cssclasses:\n  - wide\n  - no-toc",
    "publish: false",
    "created: 2026-09-19",
    "updated: 2026-09-19 08:30",
    "summary: >-\n  Two lines that fold\n  into one.",
    "notes: |\n  first line\n    indented: line\n\n  last line",
    "author: &me Ana\nreviewer: *me",
    "aliases: Single name",
    "aliases: [One, \"Two, with comma\", 'Three']",
    "aliases:\n- flush left\n- 2026",
    "links:\n  web: https://example.org/?a=1&b=2#frag\n  repo: git@example.org:team/repo.git",
    "geo: {lat: 1.5, lon: -3}",
    "empty:",
    "list: []",
    "icon: !lucide server",
    "inbox: #later",
    "query: 'type = \"x\" & y'",
    'cover: "![[no such picture.png]]"',
    'see: "read [[n]] first"',
    'code: "[[ -n $x ]] && run"',
    "'quoted key': 1",
    'dataview: "= this.file.name"',
    "raw: [[n]]",
    "path: C:\\Users\\ops",
    "ratio: 16:9",
    "pattern: ^a.*b$",
)


def front_matter(rng: Random, kind: str, linker: Linker) -> str:
    """A block of properties with its dashes, or nothing for a fifth of the notes."""
    if rng.random() < 0.2:
        return ""
    if rng.random() < 0.04:
        return "---\n---\n"
    lines = rng.sample(KEYS[kind], rng.randint(1, len(KEYS[kind])))
    if rng.random() < 0.6:
        lines.append(f"status: {rng.choice(STATUS)}")
    lines += tags(rng) + related(rng, linker) + rng.sample(PLAIN_EXTRAS, rng.randint(0, 3))
    lines = one_for_each_key(lines)
    rng.shuffle(lines)
    if rng.random() < 0.15:
        lines.insert(0, "# owner: ops")
    if rng.random() < 0.1:
        lines.insert(rng.randrange(len(lines)), "")
    closing = "---  " if rng.random() < 0.05 else "---"
    return "\n".join(["---", *lines, closing, ""])


def tags(rng: Random) -> list[str]:
    some = rng.sample(TAGS, 2)
    style = rng.randrange(6)
    if style == 0:
        return [f"tags: {some[0]}"]
    if style == 1:
        return [f"tags: [{', '.join(some)}]"]
    if style == 2:
        return ["tags:\n" + "\n".join(f"  - {tag}" for tag in some)]
    if style == 3:
        return [f'Tags: "{some[0]}, {some[1]}"']
    return []


def related(rng: Random, linker: Linker) -> list[str]:
    """Properties that hold links, quoted as Obsidian wants them."""
    style = rng.randrange(7)
    if style == 0:
        return [f'up: "{linker.property()}"']
    if style == 1:
        return [f'related: ["{linker.property()}", "{linker.property()}"]']
    if style == 2:
        return ["related:\n" + "\n".join(f'  - "{linker.property()}"' for _ in range(3))]
    if style == 3:
        return [f'parent: "{linker.property()[:-2]}|the parent]]"']
    if style == 4:
        return [f'rel:\n  next: "{linker.property()}"\n  note: plain']
    return []


def one_for_each_key(lines: list[str]) -> list[str]:
    """The last of the lines for each key; a doubled key makes the block invalid."""
    return list({line.partition(":")[0]: line for line in lines}.values())
