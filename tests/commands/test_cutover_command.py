"""``vaulttool cutover``: what it writes, what it refuses, and what it leaves to people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from commands_in import Done, run
from fleet_rewound import on_disk
from folders import repository, write

from vaulttool.model.cutover import plan

HOST = "host: atlas\nfacts: []\n"
ENDPOINT = """\
endpoint: lisbon
host: atlas
owner_page: "[[Lisbon]]"
served_name: lisbon  # as clients know it
eras:
  # The first.
  - id: two-cards
    title: Two cards
    start: 2026-09-20
    page: "[[Lisbon]]"
    image: localhost/engine:0.13.0-e060895
    # No figures.
"""
ERA = (
    '# The next.\nid: one-card\ntitle: One card  # of them\npage: "[[Porto]]"\nimage: localhost/engine:0.14.0-f171906\n'
)
LISBON = """\
# Lisbon

Image localhost/engine:0.13.0-e060895 serves lisbon.

<!-- vaulttool:begin eras endpoint="lisbon" -->

<!-- vaulttool:end eras -->
"""
FILES: dict[str, str | bytes] = {
    "vaulttool.toml": 'data = "data"\n',
    "data/endpoints/lisbon.yaml": ENDPOINT,
    "data/hosts/atlas.yaml": HOST,
    "Lisbon.md": LISBON,
    "Porto.md": "# Porto\n\nTag 0.13.0-e060895, two [[Lisbon|cards]].\n",
    "Log.md": '# Log\n\n<!-- vaulttool:begin log month="2026-10" -->\n\n<!-- vaulttool:end log -->\n',
}


def made(folder: Path, era: str = ERA, **changed: str) -> Path:
    """The repository with the new era beside it; ``data__names`` stands for ``data/names.yaml``."""
    repository(
        folder / "vault", {**FILES, **{path.replace("__", "/") + ".yaml": text for path, text in changed.items()}}
    )
    (folder / "new.yaml").write_bytes(era.encode())
    return folder / "vault"


def cutover(folder: Path, *arguments: str, endpoint: str = "lisbon") -> Done:
    return run("cutover", endpoint, "--era", "../new.yaml", *arguments, cwd=folder)


def endpoint_of(folder: Path, name: str = "lisbon") -> str:
    return (folder / f"data/endpoints/{name}.yaml").read_bytes().decode()


def test_the_open_era_ends_and_the_new_one_stands_behind_it(tmp_path: Path) -> None:
    folder = made(tmp_path)
    done = cutover(folder, "--on", "2026-10-10")
    assert done.status == 0, done.err
    assert endpoint_of(folder) == ENDPOINT.replace(
        "start: 2026-09-20\n", "start: 2026-09-20\n    end: 2026-10-10\n    superseded_by: one-card\n"
    ) + (
        "  # The next.\n  - id: one-card\n    title: One card  # of them\n    start: 2026-10-10\n"
        '    page: "[[Porto]]"\n    image: localhost/engine:0.14.0-f171906\n'
    )
    assert done.out.splitlines() == [
        'data/endpoints/lisbon.yaml: the era "two-cards" ended on 2026-10-10, superseded by "one-card"',
        'data/endpoints/lisbon.yaml: the era "one-card" began on 2026-10-10',
        'Lisbon.md: write the region "eras" anew',
        'Log.md: write the region "log" anew',
        'left for you, since it still speaks of the old shape of "lisbon":',
        'Lisbon.md:3:7: image "localhost/engine:0.13.0-e060895"',
        'Porto.md:3:5: image "0.13.0-e060895"',
        "1 data file, 2 files written, 2 parts; 0 left, 2 mentions",
    ]
    assert done.err == ""
    assert run("index", "--check", cwd=folder).status == 0


def test_a_retired_era_has_no_successor(tmp_path: Path) -> None:
    folder = made(tmp_path)
    cutover(folder, "--on", "2026-10-10", "--retire")
    assert "    end: 2026-10-10\n    continued_as: {endpoint: lisbon}\n" in endpoint_of(folder)
    assert "superseded_by" not in endpoint_of(folder)
    assert "| 2026-09-20 | 2026-10-10 | RETIRED | Two cards |" in (folder / "Lisbon.md").read_text("utf-8")


def test_what_was_wrong_in_the_data_before_is_no_reason_to_refuse(tmp_path: Path) -> None:
    folder = made(tmp_path, data__hosts__porto="host: porto\nfacts: 3\n")
    assert "data/hosts/porto.yaml" in run("check", "--select", "bad-data", cwd=folder).out
    assert cutover(folder, "--on", "2026-10-10").err == ""
    assert "    superseded_by: one-card\n" in endpoint_of(folder)


def test_the_day_may_stand_in_the_new_era(tmp_path: Path) -> None:
    folder = made(tmp_path, ERA + "start: 2026-10-10\n")
    assert cutover(folder).status == 0
    assert "end: 2026-10-10\n" in endpoint_of(folder)


def test_a_new_name_moves_the_file(tmp_path: Path) -> None:
    folder = made(tmp_path)
    done = cutover(folder, "--on", "2026-10-10", "--name", "porto", "--named-on", "2026-10-09")
    assert done.status == 0, done.err
    assert not (folder / "data/endpoints/lisbon.yaml").exists()
    text = endpoint_of(folder, "porto")
    assert text.startswith(
        'endpoint: porto\nhost: atlas\nowner_page: "[[Lisbon]]"\nserved_name: lisbon  # as clients know it\nnames:\n'
        "  - {name: lisbon, from: 2026-09-20, to: 2026-10-09}\n  - {name: porto, from: 2026-10-09}\neras:\n"
    )
    assert "[[Lisbon|porto]]: `lisbon` became `porto`" in (folder / "Log.md").read_text("utf-8")
    assert done.err == 'note: served_name is still "lisbon": it is what clients ask for, so it stays\n'
    assert not (folder / "data/names.yaml").exists()
    assert 'Lisbon.md:3:46: name "lisbon"' in done.out


def test_the_rename_is_added_to_the_names(tmp_path: Path) -> None:
    folder = made(tmp_path, data__names="renames: []  # none yet\n")
    cutover(folder, "--on", "2026-10-10", "--name", "porto")
    entry = "{date: 2026-10-10, kind: endpoint, from: lisbon, to: porto, scope: [data]}"
    assert (folder / "data/names.yaml").read_text("utf-8") == f"renames: [{entry}]  # none yet\n"


def test_what_names_the_endpoint_by_its_old_name_goes_on_to_find_it(tmp_path: Path) -> None:
    other = 'endpoint: faro\nhost: atlas\nowner_page: "[[Porto]]"\neras:\n  - {id: a, title: A, start: 2026-01-01, '
    other += 'end: 2026-02-01, continued_as: {endpoint: lisbon}, page: "[[Porto]]"}\n'
    folder = made(tmp_path, data__endpoints__faro=other)
    assert cutover(folder, "--on", "2026-10-10", "--name", "porto").status == 0
    assert endpoint_of(folder, "faro") == other
    assert run("index", "--check", cwd=folder).status == 0


UNIT = "[Container]\nImage=localhost/engine:1\nExec=--model maker/one --max-num-seqs {seqs} --fill 0.98\n"


def test_flags_that_differ_between_the_units_of_both_eras_are_looked_for(tmp_path: Path) -> None:
    units = {"units/a.container": UNIT.format(seqs=8), "units/b.container": UNIT.format(seqs=3)}
    page = {"Porto.md": "# Porto\n\n```sh\nserve --max-num-seqs 8 --fill 0.98\n```\n"}
    text = ENDPOINT + "    units: [units/a.container]\n"
    folder = write(tmp_path / "vault", {**FILES, **units, **page, "data/endpoints/lisbon.yaml": text})
    (tmp_path / "new.yaml").write_text(ERA + "units: [units/b.container]\n", "utf-8")
    done = cutover(folder, "--on", "2026-10-10")
    assert done.status == 0, done.err
    assert 'Porto.md:4:7: flag "--max-num-seqs 8"\n' in done.out
    assert "--fill" not in done.out


def test_the_same_command_again_changes_nothing(tmp_path: Path) -> None:
    folder = made(tmp_path)
    first = cutover(folder, "--on", "2026-10-10")
    before = on_disk(folder)
    again = cutover(folder, "--on", "2026-10-10")
    assert (again.status, on_disk(folder)) == (0, before)
    assert again.err == 'note: the data have the era "one-card" since 2026-10-10, so it is not opened again\n'
    assert again.out.splitlines()[:-1] == first.out.splitlines()[4:-1]
    assert again.out.splitlines()[-1] == "0 data files, 0 files written, 0 parts; 0 left, 2 mentions"


def test_an_endpoint_whose_eras_are_closed_is_opened_again(tmp_path: Path) -> None:
    text = ENDPOINT.replace("start: 2026-09-20\n", "start: 2026-09-20\n    end: 2026-10-09\n")
    folder = made(tmp_path, data__endpoints__lisbon=text)
    done = cutover(folder, "--on", "2026-10-10")
    assert done.status == 0, done.err
    assert endpoint_of(folder).startswith(text)
    assert done.err == 'note: the last era, "two-cards", has its end already, so none is closed\n'


def test_without_a_log_there_is_a_word(tmp_path: Path) -> None:
    folder = made(tmp_path)
    done = cutover(folder, "--on", "2026-11-10")
    assert "note: no page has a region of kind log for 2026-11, so the work log has no entry\n" in done.err


def test_an_edited_region_is_left(tmp_path: Path) -> None:
    folder = made(tmp_path)
    run("index", cwd=folder)
    page = folder / "Lisbon.md"
    edited = page.read_text("utf-8").replace("| open |", "| open, still |")
    page.write_text(edited, "utf-8")
    done = cutover(folder, "--on", "2026-10-10")
    assert done.status == 1
    assert page.read_text("utf-8") == edited
    assert "[edited-region]" in done.out
    assert "end: 2026-10-10" in endpoint_of(folder)


def test_line_ends_and_a_byte_order_mark_stay(tmp_path: Path) -> None:
    text = "\ufeff" + ENDPOINT.rstrip("\n").replace("\n", "\r\n")
    folder = made(tmp_path, data__endpoints__lisbon=text)
    assert cutover(folder, "--on", "2026-10-10").status == 0
    found = endpoint_of(folder)
    assert found.startswith("\ufeffendpoint") and found.count("\n") == found.count("\r\n")
    assert not found.endswith("\n")


TWO_OPEN = ENDPOINT + '  - {id: b, title: B, start: 2026-09-21, page: "[[Porto]]"}\n'
ON = ("--on", "2026-10-10")
Refused = tuple[str, str, dict[str, str], tuple[str, ...], str, str]  # endpoint, era, files, options, message, help
REFUSED: dict[str, Refused] = {
    "an unknown endpoint": ("lisbo", ERA, {}, ON, 'no endpoint is named "lisbo"', 'did you mean "lisbon"?'),
    "an id that is there": (
        "lisbon",
        ERA.replace("one-card", "two-cards"),
        {},
        ON,
        '../new.yaml: id: the endpoint "lisbon" has an era "two-cards" already',
        "another id",
    ),
    "no day": ("lisbon", ERA, {}, (), '../new.yaml: the key "start" is missing', "--on YYYY-MM-DD"),
    "two days": (
        "lisbon",
        ERA + "start: 2026-10-11\n",
        {},
        ON,
        "../new.yaml: the era starts on 2026-10-11, --on says 2026-10-10",
        "the same day",
    ),
    "no such day": ("lisbon", ERA, {}, ("--on", "2026-02-30"), '--on: "2026-02-30" is no day', "YYYY-MM-DD"),
    "a start that is not known": (
        "lisbon",
        ERA + "start: {unknown: not written down}\n",
        {},
        ON,
        "../new.yaml: start: a cutover has a day",
        "start: YYYY-MM-DD",
    ),
    "a key that is none": ("lisbon", ERA + "imge: x\n", {}, ON, 'the key "imge" is not known', 'the schema "era"'),
    "a key that is missing": ("lisbon", "id: x\ntitle: X\n", {}, ON, '../new.yaml: the key "page" is missing', "page:"),
    "a value that does not fit": (
        "lisbon",
        ERA + "units: 3\n",
        {},
        ON,
        "../new.yaml: units: 3 is not of type",
        "units",
    ),
    "an end": ("lisbon", ERA + "end: 2026-10-11\n", {}, ON, '../new.yaml: the key "end"', "leave it out"),
    "no YAML": ("lisbon", ERA + "x: [\n", {}, ON, "../new.yaml:6:5: no valid YAML", "mend"),
    "an empty file": ("lisbon", "", {}, ON, "../new.yaml:1:1: the file is empty", "mend"),
    "a list": ("lisbon", "- id: x\n", {}, ON, "../new.yaml: it holds no era", "eras"),
    "a page that is not there": (
        "lisbon",
        ERA.replace("Porto", "Prto"),
        {},
        ON,
        '../new.yaml: page: no note or file is named "Prto"',
        "a note of the vault",
    ),
    "a figure that is not there": (
        "lisbon",
        ERA + "figures: [run/boot#pool]\n",
        {},
        ON,
        '../new.yaml: figures.0: no run is named "boot"',
        "the data have none",
    ),
    "an end before the start": (
        "lisbon",
        ERA,
        {},
        ("--on", "2026-09-19"),
        'a new era cannot begin on 2026-09-19: "two-cards" began on 2026-09-20',
        "a later day",
    ),
    "two open eras": (
        "lisbon",
        ERA,
        {"data/endpoints/lisbon.yaml": TWO_OPEN},
        ON,
        'the era "two-cards" of "lisbon" is open, and it is not the last',
        "give it its end",
    ),
    "a file with a flaw": (
        "lisbon",
        ERA,
        {"data/endpoints/lisbon.yaml": ENDPOINT + "hosts: x\n"},
        ON,
        'data/endpoints/lisbon.yaml: the key "hosts" is not known here',
        "the schema",
    ),
    "a file that is no YAML": (
        "lisbon",
        ERA,
        {"data/endpoints/lisbon.yaml": ENDPOINT + "x: [\n"},
        ON,
        "data/endpoints/lisbon.yaml:13:5: no valid YAML",
        "mend the file",
    ),
    "a name that is none": ("lisbon", ERA, {}, (*ON, "--name", "Porto"), '"Porto" cannot name an endpoint', "lower"),
    "the present name": ("lisbon", ERA, {}, (*ON, "--name", "lisbon"), 'called "lisbon" already', "leave --name out"),
    "a name of another": (
        "lisbon",
        ERA,
        {"data/endpoints/faro.yaml": ENDPOINT.replace("lisbon", "faro")},
        (*ON, "--name", "faro"),
        '"faro" is a name of the endpoint "faro"',
        "one endpoint",
    ),
    "a day for no name": ("lisbon", ERA, {}, (*ON, "--named-on", "2026-10-09"), "--named-on", "--name"),
    "eras behind an anchor": (
        "lisbon",
        ERA,
        {
            "data/endpoints/lisbon.yaml": 'endpoint: lisbon\nhost: atlas\nowner_page: &page "[[Lisbon]]"\neras:\n'
            "  - id: a\n    title: A\n    start: 2026-09-20\n    page: *page\n"
        },
        ON,
        'data/endpoints/lisbon.yaml: "eras" cannot be changed as it is written',
        "anchors",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_leaves_everything_as_it_was(tmp_path: Path, case: str) -> None:
    endpoint, era, files, arguments, message, help = REFUSED[case]
    folder = write(tmp_path / "vault", {**FILES, **files})
    (tmp_path / "new.yaml").write_text(era, "utf-8")
    before = on_disk(folder)
    done = cutover(folder, *arguments, endpoint=endpoint)
    assert done.status == 2, done.out
    assert message in done.err
    assert help in done.err.partition("help: ")[2]
    assert done.out == ""
    assert on_disk(folder) == before


def test_without_data_there_is_nothing_to_cut_over(tmp_path: Path) -> None:
    folder = made(tmp_path)
    (folder / "vaulttool.toml").write_text("", "utf-8")
    done = cutover(folder, "--on", "2026-10-10")
    assert (done.status, done.out) == (2, "")
    assert "no folder of data is configured" in done.err


def test_two_files_that_disagree_are_for_people(tmp_path: Path) -> None:
    """Only a new file that is just what this cutover makes can be that of one which was broken off."""
    other = ENDPOINT.replace("endpoint: lisbon\n", "endpoint: porto\n") + (
        "names:\n  - {name: lisbon, from: 2026-09-20, to: 2026-10-01}\n  - {name: porto, from: 2026-10-01}\n"
    )
    folder = made(tmp_path, data__endpoints__porto=other)
    before = on_disk(folder)
    done = cutover(folder, "--on", "2026-10-10", "--name", "porto")
    assert done.status == 2
    assert '"data/endpoints/porto.yaml" is there already' in done.err
    assert on_disk(folder) == before


def test_a_file_that_changes_meanwhile_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made(tmp_path)
    place = folder / "data/endpoints/lisbon.yaml"

    def and_then_somebody_writes(*arguments: Any) -> Any:
        found = plan(*arguments)
        place.write_text(ENDPOINT + "# mine\n", "utf-8")
        return found

    monkeypatch.setattr("vaulttool.commands.cutover.plan", and_then_somebody_writes)
    done = cutover(folder, "--on", "2026-10-10")
    assert done.status == 2
    assert "has changed since it was read" in done.err
    assert place.read_text("utf-8") == ENDPOINT + "# mine\n"
