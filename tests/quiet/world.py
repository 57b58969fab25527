"""The pages of the generated notes: where each one lies and which headings and block ids it has."""

import unicodedata
from dataclasses import dataclass
from random import Random

from .phrases import HEADINGS

HOSTS = (
    "Ops/Hosts/Oslo/kestrel",
    "Ops/Hosts/Oslo/heron",
    "Ops/Hosts/Oslo/avocet",
    "Ops/Hosts/Oslo/siskin",
    "Ops/Hosts/Oslo/brambling",
    "Ops/Hosts/Graz/dunlin",
    "Ops/Hosts/Graz/whimbrel",
    "Ops/Hosts/Graz/godwit",
    "Ops/Hosts/Graz/plover-2",
    "Ops/Hosts/Graz/plover-3",
    "Ops/Hosts/Leeds/row B/rack 3/rook_11",
    "Ops/Hosts/Leeds/row B/rack 3/rook_12",
    "Ops/Hosts/Leeds/row B/rack 4/rook_13",
    "Ops/Hosts/Leeds/row C/jackdaw",
    "Ops/Hosts/Leeds/row C/NAS (spare)",
    "Ops/Hosts/Leeds/row C/UPS No. 4",
    "Ops/Hosts/Router + switch",
    "Ops/Hosts/Old printer",
    "Ops/Hosts/Müller's workstation",
    "Ops/Hosts/Room\u00a0101 terminal",
    "Ops/Hosts/CapitalCase",
    "Ops/Hosts/Lab/bench.local",
    "Ops/Hosts/Lab/node-0.7",
    "Ops/Hosts/Lab/GPU box",
)
SERVICES = (
    "Ops/Services/Ledger API v1.8",
    "Ops/Services/Postgres 16.3",
    "Ops/Services/nginx edge",
    "Ops/Services/Mail relay (old)",
    "Ops/Services/S3 & backups",
    "Ops/Services/Job queue",
    "Ops/Services/Wiki mirror",
    "Ops/Services/Single sign-on",
    "Ops/Services/Time, NTP and clocks",
    "Ops/Services/Search 2.0.1",
    "Ops/Services/C++ build farm",
    "Ops/Services/100% uptime page",
    "Ops/Services/Acme Inc.",
    "Ops/Services/監視ダッシュボード",
    "Ops/Services/Status-Seite (öffentlich)",
    "Ops/Services/Chat bot @night",
    "Ops/Services/key=value store",
    "Ops/Services/Billing – legacy",
    "Ops/Services/README first!",
    "Ops/Services/x.y.z proxy",
)
RUNBOOKS = (
    "Rotate the TLS certificates",
    "Restore a single table",
    "When the queue won't drain",
    "Drain & reboot",
    "Replace a disk",
    "Move an address",
    "Add a colleague",
    "Remove a colleague",
    "Read-only mode",
    "Fail over to Graz",
    "Fail back (slowly)",
    "Clear the print spooler",
    "Renew the domain",
    "Who may log in",
    "Power cut, part 1",
    "Power cut, part 2",
    "Upgrade Postgres",
    "Freeze for the holidays",
    "Say sorry to customers",
    "Order spare parts",
)
INCIDENTS = (
    "2026-01-09 Certificate ran out",
    "2026-01-30 Two clocks",
    "2026-02-11 Mail loop",
    "2026-02-12 Mail loop again",
    "2026-03-14 Disk full on heron",
    "2026-03-29 Summer time",
    "2026-04-02 Wrong branch",
    "2026-04-20 Slow logins",
    "2026-05-05 Lost packets",
    "2026-05-23 Printer fire drill",
    "2026-06-01 Cold start",
    "2026-06-18 Cable cut",
    "2026-07-04 Quiet alarm",
    "2026-07-19 Queue of 40 000",
    "2026-08-08 Heat",
    "2026-08-21 Fan no. 3",
    "2026-09-02 Two masters",
    "2026-09-17 Unknown password",
)
PROJECTS = (
    "Migration 3.0",
    "Wärmepumpe",
    "Fence and gate",
    "New_rack_layout",
    "Translation (FR)",
    "Archive of letters",
    "Self-hosting",
    "Reading club",
    "引っ越し",
    "🏠 House move",
    "Garden 🌱",
    "Year's end report",
    "Étude nº 2",
    "Bike shed",
    "Kids' calendar",
    "Naïve Bayes toy",
)
PARTS = ("risks", "budget", "first sketch")
PEOPLE = (
    "Ana Ruiz",
    "Bram Okafor",
    "Chiara D'Amico",
    "Dmitri Volkov",
    "Élodie Petit",
    "Fatima Zahra",
    "Gwen O’Neill",
    "Håkon Lie",
    "İpek Yıldız",
    "Jürgen Groß",
    "Kenji 山田",
    "Lena St. Clair",
    "Mr. Smith",
    "Nguyễn Văn An",
    "Olu",
    "Pat (neighbour)",
    "Quentin",
    "Rosa",
    "Søren",
    "Tom & Tina",
    "Uma Rao",
    "Vera 2",
    "@Walt",
    "Zoë",
)
READING = (
    "A field guide to rust",
    "Boats, a history",
    "Candles",
    "Der Zauberlehrling (again)",
    "Essays on waiting",
    "Fog",
    "Great bridges",
    "How to fold maps",
    "Ice - 1967 edition",
    "Just so",
    "Knots",
    "Letters, vol. 2",
    "Maps that lie",
    "Nineteen winters",
    "On sleep",
    "Pumps and people",
    "吾輩は猫",
    "Rivers, no",
    "Salt",
    "The long queue",
)
RECIPES = (
    "Apple cake",
    "Brot (Sauerteig)",
    "Crème brûlée",
    "Dal",
    "Empanadas",
    "Frittata",
    "Gnocchi",
    "Hummus",
    "Jam & jelly",
    "Kimchi 김치",
    "Lentil soup",
    "Mum's pancakes",
    "Nut roast",
    "Onion tart",
)
PLACES = (
    "Café Löwe",
    "Bahnhof Süd",
    "Cinema Étoile",
    "The Old Dock",
    "Library, 2nd floor",
    "São João market",
    "Quay 7",
    "Hotel ⭐",
    "東京オフィス",
    "Parc de la Tête d'Or",
    "Kiosk",
    "Allotment no. 12",
)
IDEAS = (
    "202601051010 Queues are mirrors",
    "202601110930 Small files win",
    "202602141200 Names outlive things",
    "202602281845 Two copies, one truth",
    "202603010715 Slow is smooth",
    "202603191130 Labels lie",
    "Alarm fatigue",
    "Boring technology",
    "Checklists",
    "Defaults",
    "Entropy, in drawers",
    "Friction is information",
    "Good enough",
    "Half-life of notes",
    "Inbox zero is a myth",
    "Just-in-time memory",
    "Kindness scales",
    "Least surprise",
    "Maintenance as love",
    "Nothing is temporary",
)
DECOMPOSED = {"Café Löwe", "Élodie Petit", "Crème brûlée", "Étude nº 2"}


@dataclass(frozen=True)
class Page:
    """One note to be written: its path without `.md` as it is on disk, its kind, its anchors."""

    path: str
    kind: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    blocks: tuple[str, ...]

    @property
    def known_as(self) -> str:
        """The path as Obsidian spells it: composed, with plain spaces."""
        return unicodedata.normalize("NFC", self.path).replace("\u00a0", " ")

    @property
    def name(self) -> str:
        return self.known_as.rpartition("/")[2]


def pages(rng: Random) -> list[Page]:
    """Every generated page, in a fixed order."""
    places = [
        *(("host", path) for path in HOSTS),
        *(("service", path) for path in SERVICES),
        *(("runbook", f"Ops/Runbooks/{name}") for name in RUNBOOKS),
        *(("incident", f"Ops/Incidents/2026/{name[5:7]}/{name}") for name in INCIDENTS),
        *(("project", f"Work/Projects/{name}/{name}") for name in PROJECTS),
        *(("project", f"Work/Projects/{name}/Notes/{name} {part}") for name in PROJECTS[:8] for part in PARTS),
        *(
            ("meeting", f"Work/Meetings/2026/{month:02}/Weekly 2026-{month:02}-{day:02}")
            for month in range(3, 9)
            for day in (3, 10, 17, 24)
        ),
        *(("person", f"People/{name}") for name in PEOPLE),
        *(
            ("daily", f"Journal/2026/{month:02}/2026-{month:02}-{day:02}")
            for month, days in ((8, 22), (9, 26))
            for day in range(1, days)
        ),
        *(("reading", f"Reading/{name}") for name in READING),
        *(("recipe", f"Home/Kitchen/Recipes/{name}") for name in RECIPES),
        *(("place", f"Home/Places/{name}") for name in PLACES),
        *(("idea", f"Slips/{name}") for name in IDEAS),
    ]
    return [page(rng, kind, path) for kind, path in places]


def page(rng: Random, kind: str, path: str) -> Page:
    """A page with some of the headings of its kind and up to two block ids."""
    sections = HEADINGS[kind]
    kept = sections if rng.random() < 0.6 else sections[: rng.randint(1, len(sections))]
    blocks = tuple(f"{rng.choice('abcdefghk')}{rng.randrange(16**4):04x}-{index}" for index in range(rng.randint(0, 2)))
    folder, _, name = path.rpartition("/")
    if name in DECOMPOSED:
        name = unicodedata.normalize("NFD", name)
    return Page(f"{folder}/{name}", kind, kept, blocks)
