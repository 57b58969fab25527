"""Rollbacks that need what is gone, and what a runbook must say."""

from __future__ import annotations

import pytest
from vaults import findings_of, marked

ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Owner]]"
eras:
  - {{id: old, title: One card, start: 2026-09-16, end: 2026-09-20, superseded_by: new, page: "[[Old]]"}}
  - id: new
    title: Two cards
    start: 2026-09-20
    page: "[[New]]"
    section: Shape
{end}    rollback:
      to: old
      steps: [revert]
      needs: [{needs}]
"""
OPEN, ENDED = "", "    end: 2026-10-10\n"
MODEL = "{kind: path, host: atlas, path: /models/Swift-Q8_0}"
LISTS = "{date: 2026-10-19, path: /models, entries: [rad, tpl.jinja]}"
FILES = {"vaulttool.toml": 'data = "data"\n', "Old.md": "# Old\n", "New.md": "# New\n", "Owner.md": "# Owner\n"}
HOST = "data/hosts/atlas.yaml"
DATA = "data/endpoints/lisbon.yaml"


def fleet(needs: str = MODEL, census: str = LISTS, end: str = OPEN, **pages: str) -> dict[str, str]:
    entries = census.replace("]}", "], source: {document: Old.md, line: 1}}")
    files = {
        **FILES,
        DATA: ENDPOINT.format(needs=needs, end=end),
        HOST: f"host: atlas\nfacts: []\ncensus: [{entries}]\n",
    }
    return files | {f"{name}.md": text for name, text in pages.items()}


@pytest.mark.parametrize(
    ("needs", "census", "told"),
    [
        pytest.param(MODEL, LISTS, 'the census of "/models" of 2026-10-19 does not list it', id="not in its folder"),
        pytest.param(MODEL.replace("Q8_0", "Q8_0/config.json"), LISTS, 'the census of "/models" of 2026-10-19 does not list it', id="deeper"),
        pytest.param(MODEL[:-1] + ", verified: 2026-09-22, present: true}", LISTS, 'the census of "/models" of 2026-10-19 does not list it', id="gone since somebody looked"),
        pytest.param(MODEL[:-1] + ", verified: 2026-10-20, present: false}", LISTS.replace("rad", "Swift-Q8_0"), "it was not there on 2026-10-20", id="gone since the census"),
        pytest.param("{kind: image, host: atlas, ref: engine:1, verified: 2026-10-19, present: false}", LISTS, "it was not there on 2026-10-19", id="an image"),
        pytest.param("{kind: unit, host: atlas, path: /units/a.service}", '{date: 2026-10-19, path: /units/, entries: ["b.service"]}', 'the census of "/units/" of 2026-10-19 does not list it', id="a unit"),
        pytest.param(MODEL, LISTS + ", {date: 2026-09-01, path: /models, entries: [Swift-Q8_0]}", 'the census of "/models" of 2026-10-19 does not list it', id="it was in an older census"),
    ],
)  # fmt: skip
def test_what_is_gone(needs: str, census: str, told: str) -> None:
    files = fleet(needs, census)
    (finding,) = findings_of(files, "rollback-gone")
    assert finding.path == DATA and finding.message.startswith('the rollback to "old" needs "')
    assert finding.message.endswith(f", which is gone: {told}")
    assert finding.span.of(files[DATA]).startswith("{kind:")
    assert [one.path for one in finding.related] == ([HOST] if "census" in told else [])


@pytest.mark.parametrize(
    ("needs", "census"),
    [
        pytest.param(MODEL, LISTS.replace("rad", "Swift-Q8_0"), id="in its folder"),
        pytest.param(MODEL.replace("Q8_0", "Q8_0/config.json"), LISTS.replace("rad", "Swift-Q8_0"), id="a folder that is there"),
        pytest.param(MODEL, LISTS.replace("rad", "Swift-Q8_0/"), id="an entry with a slash"),
        pytest.param(MODEL, LISTS.replace("/models", "/model"), id="another folder"),
        pytest.param(MODEL, LISTS.replace("/models", "/models/Swift"), id="a folder whose name begins so"),
        pytest.param(MODEL, '{date: 2026-10-19, path: /models/Swift-Q8_0, entries: [a]}', id="the folder itself"),
        pytest.param(MODEL, LISTS + ", {date: 2026-10-20, path: /models, entries: [Swift-Q8_0]}", id="in a newer census"),
        pytest.param(MODEL, LISTS + ", {date: 2026-10-20, path: /models/Swift-Q8_0, entries: [a]}", id="in a newer census of the folder"),
        pytest.param(MODEL.replace("atlas", "porto"), LISTS, id="a host without data"),
        pytest.param(MODEL[:-1] + ", verified: 2026-10-20, present: true}", LISTS, id="there since the census"),
        pytest.param(MODEL[:-1] + ", verified: 2026-10-19, present: true}", LISTS, id="somebody looked on the day of the census"),
        pytest.param(MODEL[:-1] + ", verified: 2026-10-01, present: false}", LISTS.replace("rad", "Swift-Q8_0"), id="back again"),
        pytest.param(MODEL[:-1] + ', verified: 2026-10-19, present: false, refetch: "hub:x"}', LISTS, id="a known loss that can be fetched"),
        pytest.param("{kind: image, host: atlas, ref: engine:1}", LISTS, id="an image that nobody looked for"),
        pytest.param("{kind: path, host: atlas, title: Q8_0 weights}", LISTS, id="a thing without a path"),
        pytest.param("{kind: path, host: atlas, path: scripts/old}", LISTS, id="a path in the repository"),
    ],
)  # fmt: skip
def test_what_is_there_or_not_known(needs: str, census: str) -> None:
    assert findings_of(fleet(needs, census), "rollback-gone") == []


FETCHED = MODEL[:-1] + ', refetch: "hub:x"}'
TWO = MODEL + ", {kind: image, host: atlas, ref: engine-9f2}"


@pytest.mark.parametrize(
    ("needs", "page", "said"),
    [
        pytest.param(MODEL, "## Rollback\n\nRuntime and weights remain on disk.\n", "Runtime and weights remain on disk.", id="nothing is named"),
        pytest.param(MODEL, "## Way back\n\nThe Q8_0 payload is kept.\n", "The Q8_0 payload is kept.", id="a part of its name"),
        pytest.param(FETCHED, "## How to roll back\n\nFirst. `/models/Swift-Q8_0` is still on disk.\n", "`/models/Swift-Q8_0` is still on disk.", id="its path, though it can be fetched"),
        pytest.param(MODEL, "## Rollback\n\n| Needed | State |\n| - | - |\n| `Swift-Q8_0` | on disk |\n", "`Swift-Q8_0` | on disk", id="a row"),
        pytest.param(TWO, "## Rollback\n\n- Swift-Q8_0 is in place\n", "Swift-Q8_0 is in place", id="one of two"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("where", ["New", "Owner"])
def test_a_page_that_says_that_it_is_there(needs: str, page: str, said: str, where: str) -> None:
    files = fleet(needs, end=ENDED, **{where: page})
    (finding,) = findings_of(files, "rollback-gone")
    assert finding.path == DATA and finding.help == "say on the page that it is gone"
    assert [(one.path, one.span.of(files[one.path])) for one in finding.related][1:] == [(f"{where}.md", said)]


@pytest.mark.parametrize(
    ("needs", "page"),
    [
        pytest.param(MODEL, "# New\n", id="no section"),
        pytest.param(MODEL, "## Rollback\n\nDeploy the old one.\n", id="a section that claims nothing"),
        pytest.param(MODEL, "## Rollback\n\nThe weights are no longer on disk.\n", id="no longer"),
        pytest.param(MODEL, "## Rollback\n\nSwift-Q8_0 was on disk once; fetch it.\n", id="was"),
        pytest.param(MODEL, "## Rollback\n\nIf the weights remain on disk, deploy.\n", id="if"),
        pytest.param(MODEL, "## Rollback\n\nThe source says that the weights are on disk.\n", id="somebody says so"),
        pytest.param(MODEL, "## Rollback\n\nThe contract remains.\n", id="something else remains"),
        pytest.param(MODEL, "## Rollback\n\n> The weights remain on disk.\n", id="a quotation"),
        pytest.param(MODEL, "## Disks\n\nThe weights remain on disk.\n", id="another section"),
        pytest.param(MODEL, "## Rollback\n\nDeploy.\n\n## Disks\n\nThe weights remain on disk.\n", id="the section after it"),
        pytest.param(FETCHED, "## Rollback\n\nAll files remain on disk.\n", id="nothing is named, and it can be fetched"),
        pytest.param(TWO, "## Rollback\n\nThe image engine-9f2 remains on disk.\n", id="another need is named"),
    ],
)  # fmt: skip
def test_an_era_that_has_ended_and_claims_nothing(needs: str, page: str) -> None:
    assert findings_of(fleet(needs, end=ENDED, New=page), "rollback-gone") == []


def test_the_section_of_an_open_era_is_told() -> None:
    files = fleet(New="## Shape\n\n### Rollback\n\nDeploy.\n\n## Rollback of others\n")
    (finding,) = findings_of(files, "rollback-gone")
    assert [(one.path, one.span.of(files[one.path])) for one in finding.related][1:] == [("New.md", "Rollback")]
    assert finding.help == "fetch it and write down that it is there, or give refetch"


TOML = '[schemas.types]\nrunbook = "runbook"\n'


def runbook(text: str, front: str = "") -> dict[str, str]:
    return {"vaulttool.toml": TOML, "Swap.md": f"---\ntype: runbook\n{front}---\n{text}"}


@pytest.mark.parametrize(
    ("front", "on", "expected"),
    [
        pytest.param("review: 2026-10-01\n", "2026-10-02", True, id="the day after"),
        pytest.param("review: 2026-10-01\n", "2026-10-01", False, id="the day itself"),
        pytest.param("review: 2026-10-01\n", "2026-09-30", False, id="the day before"),
        pytest.param("review: '2026-10-01'\n", "2027-01-01", True, id="in quotes"),
        pytest.param("review: soon\n", "2027-01-01", False, id="no day"),
        pytest.param("review: 2026\n", "2027-01-01", False, id="a number"),
        pytest.param('review: "{{date}}"\n', "2027-01-01", False, id="a template"),
        pytest.param("", "2027-01-01", False, id="none"),
        pytest.param("review: 2026-10-01\nstatus: RETIRED\n", "2027-01-01", False, id="a page of the past"),
        pytest.param("review: 2026-10-01\nstatus: ACTIVE\n", "2027-01-01", True, id="a page in use"),
        pytest.param("review: 2026-10-01 # <!-- vaulttool:ignore review-overdue -->\n", "2027-01-01", False, id="ignored"),
    ],
)  # fmt: skip
def test_a_review(front: str, on: str, expected: bool) -> None:
    files = runbook("", front)
    found = findings_of(files, "review-overdue", on=on)
    assert [one.message for one in found] == (["the review was due on 2026-10-01"] if expected else [])


def test_without_a_day_the_clock_is_asked() -> None:
    assert len(findings_of(runbook("", "review: 2020-01-01\n"), "review-overdue")) == 1
    assert findings_of(runbook("", "review: 2999-01-01\n"), "review-overdue") == []


def test_another_property_and_schema() -> None:
    toml = '[schemas.types]\ntown = "note"\nrunbook = "runbook"\n[rules.review-overdue]\nschemas = ["note"]\nproperty = "due"\n'
    files = {
        "vaulttool.toml": toml,
        "Lisbon.md": "---\ntype: town\ndue: 2026-01-01\nreview: 2026-01-01\n---\n",
        "Swap.md": "---\ntype: runbook\ndue: 2026-01-01\n---\n",
    }
    assert marked(files, findings_of(files, "review-overdue", on="2026-02-01")) == [
        ("Lisbon.md", "review-overdue", "2026-01-01")
    ]


@pytest.mark.parametrize(
    ("front", "missing"),
    [
        pytest.param("", ["owner", "review"], id="both"),
        pytest.param("owner: Ana\n", ["review"], id="the day"),
        pytest.param("owner: Ana\nreview: 2026-12-01\n", [], id="none"),
        pytest.param("status: RETIRED\n", [], id="nobody answers for a page of the past"),
        pytest.param("status: ACTIVE\n", ["owner", "review"], id="a page in use"),
    ],
)
def test_the_schema_asks_for_an_owner_and_a_review(front: str, missing: list[str]) -> None:
    files = runbook("", "title: T\ndescription: D\ntags: [a]\ntimestamp: 2026-01-01\n" + front)
    found = [one.message for one in findings_of(files, "schema-mismatch")]
    assert found == [f'the property "{name}" is missing (schema runbook)' for name in missing]


@pytest.mark.parametrize(
    "heading",
    [
        "Rollback", "ROLLBACK", "Rollback as it was meant", "How to roll back", "Rolling back", "Roll-back", "Way back",
        "Recovery", "Undo", "3. Rollback", "**Rollback**", "Rollback: the tag", "Rollbacks", "If it fails: revert",
    ],
)  # fmt: skip
def test_a_heading_on_the_way_back(heading: str) -> None:
    assert findings_of(runbook(f"# Swap\n\n### {heading}\n"), "missing-section") == []


@pytest.mark.parametrize(
    ("text", "at"),
    [
        pytest.param("# Swap\n\n## Steps\n\nRollback is easy.\n", "Swap", id="only prose"),
        pytest.param("# Swap\n\n## Backup\n", "Swap", id="another word"),
        pytest.param("# Swap\n\n## Scrollback\n", "Swap", id="a part of a word"),
        pytest.param("# Swap\n\n```md\n## Rollback\n```\n", "Swap", id="in code"),
        pytest.param("text", "type: runbook", id="no title"),
    ],
)
def test_a_section_that_is_missing(text: str, at: str) -> None:
    files = runbook(text)
    (finding,) = findings_of(files, "missing-section")
    assert (finding.message, finding.span.of(files["Swap.md"])) == ('the section "Rollback" is missing', at)
    assert finding.help == 'add a heading with "Rollback", "Recovery", "Undo" or the like'


@pytest.mark.parametrize(
    ("option", "text", "missing"),
    [
        pytest.param(
            '{runbook = ["Contact|Owner", "Rollback"]}', "# A\n## Owner\n## Rollback\n", [], id="both are there"
        ),
        pytest.param('{runbook = ["Contact|Owner", "Rollback"]}', "# A\n", ["Contact", "Rollback"], id="neither is"),
        pytest.param("{runbook = []}", "# A\n", [], id="none is asked for"),
        pytest.param('{note = ["Method"]}', "# A\n## Undo\n", [], id="another schema"),
    ],
)
def test_sections_of_ones_own(option: str, text: str, missing: list[str]) -> None:
    files = runbook(text)
    files["vaulttool.toml"] += f"[rules.missing-section]\nsections = {option}\n"
    found = [one.message for one in findings_of(files, "missing-section")]
    assert found == [f'the section "{name}" is missing' for name in missing]


def test_sections_of_other_schemas_come_on_top() -> None:
    toml = TOML + 'town = "note"\n[rules.missing-section]\nsections = {note = ["Method"]}\n'
    files = {
        "vaulttool.toml": toml,
        "Lisbon.md": "---\ntype: town\n---\n# L\n",
        "Swap.md": "---\ntype: runbook\n---\n# S\n",
    }
    assert [(one.path, one.message) for one in findings_of(files, "missing-section")] == [
        ("Lisbon.md", 'the section "Method" is missing'),
        ("Swap.md", 'the section "Rollback" is missing'),
    ]


COMMANDS = "```sh\nsystemctl --user restart lisbon\n```\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(COMMANDS, id="commands alone"),
        pytest.param("# Swap\n\nRun this:\n\n" + COMMANDS + "\nDone.\n", id="with words around them"),
        pytest.param(COMMANDS.replace("sh\n", "sh title=restart\n"), id="commands with a title"),
        pytest.param(
            "```bash\ngit checkout v1\n./deploy.sh\n```\n\nCheck out the tag before.\n", id="to check out is no check"
        ),
        pytest.param(
            "```console\n$ curl -LO https://x.example/a.tar\n$ tar xf a.tar\n```\n", id="to download is no look"
        ),
        pytest.param("```powershell\nRestart-Service lisbon\n```\n", id="another shell"),
    ],
)
def test_commands_that_nobody_looks_after(text: str) -> None:
    files = runbook(text)
    (finding,) = findings_of(files, "missing-verification")
    assert finding.severity == "warning" and finding.span.of(files["Swap.md"]).startswith("```")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("text", id="no commands"),
        pytest.param("```yaml\na: 1\n```\n", id="no shell"),
        pytest.param("```\nsystemctl restart lisbon\n```\n", id="a block in no language"),
        pytest.param(COMMANDS + "\n## Check\n", id="a heading"),
        pytest.param("# Health checks\n\n" + COMMANDS, id="the title"),
        pytest.param("## Smoke test\n\n" + COMMANDS, id="a smoke test"),
        pytest.param("# Verification\n\n" + COMMANDS, id="verification"),
        pytest.param(COMMANDS + "\nExpect minutes.\n", id="expect"),
        pytest.param(COMMANDS + "\nIt should show three lines.\n", id="should show"),
        pytest.param(COMMANDS + "\n`/health` returns 200.\n", id="returns"),
        pytest.param(COMMANDS + "\nAnswer → 200\n", id="an arrow"),
        pytest.param(COMMANDS + "\nWait for the service.\n", id="wait for"),
        pytest.param(COMMANDS + "\nReview the changes.\n", id="review"),
        pytest.param(COMMANDS + "\n| Step | Result |\n| - | - |\n| restart | prints ok |\n", id="a table"),
        pytest.param("```sh\nrestart\nsystemctl --user is-active lisbon\n```\n", id="is-active"),
        pytest.param("```sh\nrestart\ncurl -s http://localhost:7770/health\n```\n", id="a request for health"),
        pytest.param("```sh\nrestart\njournalctl -u lisbon\n```\n", id="a look into the log"),
        pytest.param("<!-- vaulttool:ignore missing-verification -->\n" + COMMANDS, id="ignored"),
    ],
)  # fmt: skip
def test_commands_with_a_look_at_the_result(text: str) -> None:
    assert findings_of(runbook(text), "missing-verification") == []


@pytest.mark.parametrize("rule", ["missing-section", "missing-verification", "review-overdue"])
def test_pages_of_the_past_and_of_other_types(rule: str) -> None:
    text = "# Swap\n\n" + COMMANDS
    old = "review: 2020-01-01\n"
    assert len(findings_of(runbook(text, old), rule)) == 1
    assert findings_of(runbook(text, old + "status: SUPERSEDED\n"), rule) == []
    assert findings_of({"Swap.md": runbook(text, old)["Swap.md"]}, rule) == []
    assert findings_of({"vaulttool.toml": '[schemas.types]\nrunbook = "note"\n', **runbook(text, old)}, rule) != []
    assert findings_of({**runbook(text, old), "vaulttool.toml": '[schemas.types]\nrunbook = "note"\n'}, rule) == []
    ended = {DATA: fleet()[DATA].replace("[[Old]]", "[[Swap]]"), HOST: fleet()[HOST], "New.md": "", "Owner.md": ""}
    assert findings_of({**ended, **runbook(text, old), "vaulttool.toml": TOML}, rule) != []
    assert findings_of({**ended, **runbook(text, old), "vaulttool.toml": 'data = "data"\n' + TOML}, rule) == []
