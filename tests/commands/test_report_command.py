"""``vaulttool report``: a site that is whole, light, the same each time, and lies where it harms nobody."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import unquote

import pytest
from commands_in import run
from folders import git, repository, write
from reports import DAY, Read, Site, report
from small_fleet import NOTE, RUN, era, fleet

HEAVIEST = 300_000
FILES: dict[str, str | bytes] = {
    "Home.md": "# Home\n\n[[Lisbon]], [[Madrid]] and [[Lisbon#Gone]].\n\n![[pier.png]] ![[pier.png|100]]\n",
    "Lisbon.md": "---\naliases: [Lisboa]\nstatus: open\nnext: '[[Home]]'\n---\n# History #old\n\n<b>bold</b> [[Home]]\n",
    "towns/Porto.md": "South of nothing.\n",
    "Board.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "Lisbon.md"}]}',
    "pier.png": b"\x89PNG\r\n\x1a\n",
    "unused.png": b"\x89PNG",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    made, done = report(tmp_path_factory.mktemp("report"), FILES)
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("index.html: 3 notes, 2 findings\n")
    return made


@pytest.fixture(scope="module")
def with_data(tmp_path_factory: pytest.TempPathFactory) -> Site:
    eras = (
        era(", end: 2026-09-25, superseded_by: b"),
        era("", id="b", start="2026-09-28", page="Porto"),
    )
    runs = {
        f"data/runs/{name}.yaml": RUN.format(harness="x")
        .replace("run: boot", f"run: {name}")
        .replace("2026-09-22", day)
        .replace("results: {}", "results: {rate: {value: 10, unit: tok/s}}")
        for name, day in (("boot", "2026-09-22"), ("again", "2026-09-24"))
    }
    metrics = {"data/metrics.yaml": "metrics:\n  rate: {title: Rate, unit: tok/s}\n"}
    region = '<!-- vaulttool:begin eras endpoint="lisbon" -->\n<!-- vaulttool:end eras -->\n'
    silenced = "[[Madrid]] <!-- vaulttool:ignore broken-link - to be written -->\n"
    files = fleet(NOTE + region + silenced, *eras, **runs, **metrics, **{"Porto.md": NOTE})
    made, done = report(tmp_path_factory.mktemp("report"), files)
    assert done.status == 0
    assert all(Path(made.folder, place).stat().st_size < HEAVIEST for place in made.files)
    return made


def test_every_link_in_the_site_leads_somewhere(site: Site, with_data: Site) -> None:
    for one in (site, with_data):
        files = set(one.files)
        for place, page in one.pages.items():
            for tag, name in (("a", "href"), ("img", "src"), ("script", "src"), ("link", "href"), ("form", "action")):
                for attributes in page.all(tag):
                    target, _, fragment = attributes.get(name, "").partition("#")
                    target = unquote(target.partition("?")[0])
                    if target.startswith(("http:", "https:")) or (name not in attributes):
                        continue
                    there = os.path.normpath(os.path.join(os.path.dirname(place), target)) if target else place
                    assert there in files, (place, target)
                    if fragment:
                        assert fragment in one.pages[there].ids, (place, target, fragment)


def test_every_page_is_well_formed_and_light(site: Site, with_data: Site) -> None:
    for one in (site, with_data):
        for place, page in one.pages.items():
            assert not page.open and not page.strays, place
            assert len(page.ids) == len(set(page.ids)), place
            assert len(page.html.encode()) < HEAVIEST
            assert len(page.all("h1")) == 1 and page.tags[1] == ("head", {})


def test_nothing_but_the_site_itself_is_loaded_or_run(site: Site, with_data: Site) -> None:
    for one in (site, with_data):
        for page in one.pages.values():
            policy = next(meta["content"] for meta in page.all("meta") if "http-equiv" in meta)
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'")
            assert "unsafe" not in policy
            assert not page.all("style") and all("src" in script for script in page.all("script"))
            assert not any("style" in attributes for _, attributes in page.tags)
            assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)


def test_the_summary_counts_what_check_counts(site: Site) -> None:
    text = " ".join(site.pages["index.html"].text.split())
    assert "2 errors and 0 warnings in 1 of 3 notes." in text
    assert "Notes 3 Links 8 Unresolved 1 Errors 2 Warnings 0" in text
    assert "broken-link 1 1" in text and "missing-heading 1 1" in text and "(top) 2 2" in text
    assert "Git tells nothing of these files" in text


def test_a_finding_stands_in_the_list_with_its_line(site: Site) -> None:
    page = site.pages["findings.html"]
    text = " ".join(page.text.split())
    assert 'no note or file is named "Madrid"' in text
    assert "3 [[Lisbon]], [[Madrid]] and [[Lisbon#Gone]]." in text
    assert page.html.count("<mark>") == 2 and "<mark>Madrid</mark>" in page.html
    assert 'href="notes/home-' in page.html


def test_the_filter_is_given_every_finding(site: Site) -> None:
    script = site.files["data/findings-1.js"].decode("ascii")
    entries = json.loads(script.removeprefix("vaulttool.findings(").removesuffix(");\n"))
    (form,) = site.pages["findings.html"].all("form", "")[1:]
    rules = json.loads(form["data-rules"])
    assert sorted(rules[entry[0]] for entry in entries) == ["broken-link", "missing-heading"]
    assert all(entry[4] in site.pages["findings.html"].html for entry in entries)


def test_a_note_has_its_text_its_properties_its_findings_and_its_backlinks(site: Site) -> None:
    home, lisbon = site.note("Home"), site.note("Lisbon")
    assert "Home.md" in home.text and len(home.all("article", "finding")) == 2
    assert "<code>&lt;b&gt;</code>bold" in lisbon.html
    properties = " ".join(lisbon.text.partition("Properties")[2].partition("History")[0].split())
    assert properties == "aliases Lisboa status open next [[Home]]"
    backlinks = lisbon.text.partition("Linked from")[2].split()
    assert backlinks[:3] == ["2", "Board.canvas", "Home"]


def test_pictures_that_notes_show_are_there_and_no_others(site: Site) -> None:
    pictures = [place for place in site.files if place.startswith("files/")]
    assert len(pictures) == 1 and site.files[pictures[0]] == FILES["pier.png"]


def test_the_graph_has_every_note_and_link_once(site: Site) -> None:
    data = json.loads(site.files["data/graph.js"].decode().removeprefix("vaulttool.graph(").removesuffix(");\n"))
    titles = [node[0] for node in data["nodes"]]
    assert sorted(titles) == ["Board.canvas", "Home", "Lisbon", "Porto"]
    ends = [titles[end] for end in data["lines"]]
    assert sorted(sorted(pair) for pair in zip(ends[::2], ends[1::2], strict=True)) == [
        ["Board.canvas", "Lisbon"],
        ["Home", "Lisbon"],
    ]
    assert {data["statuses"][node[3]] for node in data["nodes"]} == {"open", "none"}


def test_the_search_knows_titles_aliases_tags_and_headings(site: Site) -> None:
    script = site.files["data/notes-1.js"].decode("ascii")
    entries = json.loads(script.removeprefix("vaulttool.notes(").removesuffix(");\n"))
    (lisbon,) = (entry for entry in entries if entry[0] == "Lisbon")
    assert lisbon[2:] == ["Lisbon.md", "lisboa · #old · History #old"]


def test_endpoints_stand_with_their_eras_in_order(with_data: Site) -> None:
    page = with_data.pages["endpoints.html"]
    assert [one["data-era"] for one in page.all("g", "bar")] == ["a", "b"]
    assert len(page.all("rect", "gap")) == 1
    assert [one["data-status"] for one in page.all("g", "bar")] == ["SUPERSEDED", "ACTIVE"]
    text = " ".join(page.text.split())
    assert "lisbon ACTIVE Shape b 2026-09-28 atlas" in text


def test_figures_are_told_over_time(with_data: Site) -> None:
    page = with_data.pages["measured.html"]
    assert len(page.all("circle")) == 2
    text = " ".join(page.text.split())
    assert text.index("2026-09-22 Boot") < text.index("2026-09-24 Boot")


def test_upkeep_tells_of_generated_parts_and_suppressions(with_data: Site) -> None:
    text = " ".join(with_data.pages["upkeep.html"].text.split())
    assert "1 stale." in text and "Lisbon eras stale" in text
    assert "1 comment in notes silences a rule." in text
    assert "broken-link one place to be written" in text
    assert "No baseline is in use" in text


def test_a_baseline_is_told_and_left_out(tmp_path: Path) -> None:
    write(tmp_path / "vault", {".obsidian/": "", "vaulttool.toml": 'baseline = "known.json"\n', **FILES})
    assert run("baseline", cwd=tmp_path / "vault").status == 0
    made, done = report(tmp_path, {})
    assert done.out.endswith("3 notes, 0 findings\n")
    assert "known.json knows 3 of the findings" in " ".join(made.pages["upkeep.html"].text.split())
    assert report(tmp_path, {}, "--no-baseline")[1].out.endswith("3 findings\n")


def test_git_tells_how_old_a_finding_is(tmp_path: Path) -> None:
    vault = repository(tmp_path / "vault", {".obsidian/app.json": "{}", **FILES})
    made, _ = report(tmp_path, {})
    day = git(vault, "log", "-1", "--format=%cs").strip()
    text = " ".join(made.pages["index.html"].text.split())
    assert "By the last commit of the file" in text
    assert f"last commit {day}" in made.note("Home").text


def test_the_same_vault_gives_the_same_bytes(tmp_path: Path) -> None:
    first, _ = report(tmp_path / "one", FILES)
    second, _ = report(tmp_path / "two", FILES, "--jobs", "1")
    assert first.files == second.files


def test_an_old_report_is_brought_up_to_date_and_nothing_else_is_touched(tmp_path: Path) -> None:
    made, _ = report(tmp_path, FILES)
    before = {place: (made.folder / place).stat().st_mtime_ns for place in made.files}
    (made.folder / "own.txt").write_text("mine")
    (tmp_path / "vault" / "towns" / "Porto.md").unlink()
    (tmp_path / "vault" / "Lisbon.md").write_text("# New\n")
    again, done = report(tmp_path, {})
    assert done.status == 0
    gone = before.keys() - again.files.keys()
    assert len(gone) == 1 and next(iter(gone)).startswith("notes/porto-")
    assert (made.folder / "own.txt").read_text() == "mine"
    same = [place for place in again.files if place.startswith("assets/")]
    assert all((made.folder / place).stat().st_mtime_ns == before[place] for place in same)


def refused(folder: Path, target: str, *options: str) -> str:
    done = run("report", "-o", target, "--on", DAY, *options, cwd=folder)
    assert done.status == 2 and done.out == ""
    return done.err


def test_a_folder_with_other_files_is_left_as_it_is(tmp_path: Path) -> None:
    write(tmp_path, {"vault/.obsidian/": "", "vault/a.md": "", "site/photo.jpg": "x"})
    assert "holds files that are no report" in refused(tmp_path / "vault", "../site")
    assert os.listdir(tmp_path / "site") == ["photo.jpg"]


@pytest.mark.parametrize("target", ["site", ".", "a/b", ".git/site", ".obsidian/site", "a.md"])
def test_a_report_does_not_become_part_of_the_vault(target: str, tmp_path: Path) -> None:
    vault = write(tmp_path, {".obsidian/": "", "a.md": "", "a/x.md": "", ".git/": ""})
    assert "error:" in refused(vault, target)
    assert sorted(os.listdir(vault)) == [".git", ".obsidian", "a", "a.md"]


def test_a_report_may_lie_in_a_hidden_folder_or_one_that_git_ignores(tmp_path: Path) -> None:
    vault = repository(tmp_path, {".obsidian/app.json": "{}", "a.md": "", ".gitignore": "/out/\n"})
    for target in (".site", "out"):
        assert run("report", "-o", target, cwd=vault).status == 0


def test_a_link_in_an_old_report_leads_nothing_astray(tmp_path: Path) -> None:
    made, _ = report(tmp_path, FILES)
    (tmp_path / "kept.html").write_text("mine")
    (made.folder / "index.html").unlink()
    (made.folder / "index.html").symlink_to(tmp_path / "kept.html")
    assert report(tmp_path, {})[1].status == 0
    assert (tmp_path / "kept.html").read_text() == "mine" and not (made.folder / "index.html").is_symlink()
    (tmp_path / "elsewhere").mkdir()
    for file in (made.folder / "data").iterdir():
        file.unlink()
    (made.folder / "data").rmdir()
    (made.folder / "data").symlink_to(tmp_path / "elsewhere")
    assert "leads elsewhere" in report(tmp_path, {})[1].err
    assert os.listdir(tmp_path / "elsewhere") == []


@pytest.mark.parametrize(
    "mark", ['["../kept.txt"]', '["/etc/passwd"]', '[1, null, {"a": 1}]', "no JSON", '"../kept.txt"', "[]"]
)
def test_a_forged_list_of_files_takes_nothing_away(mark: str, tmp_path: Path) -> None:
    made, _ = report(tmp_path, FILES)
    (tmp_path / "kept.txt").write_text("mine")
    (made.folder / ".vaulttool-report").write_text(mark)
    assert report(tmp_path, {})[1].status == 0
    assert (tmp_path / "kept.txt").read_text() == "mine"


def test_what_a_killed_run_left_is_gone_with_the_next(tmp_path: Path) -> None:
    made, _ = report(tmp_path, FILES)
    before = made.files
    (tmp_path / "kept.txt").write_text("mine")
    (made.folder / ".vaulttool-report.new").symlink_to(tmp_path / "kept.txt")
    (made.folder / "index.html").write_text("half")
    assert report(tmp_path, {})[1].status == 0
    assert Site(made.folder).files == before and (tmp_path / "kept.txt").read_text() == "mine"


def test_pictures_outside_the_repository_are_not_taken(tmp_path: Path) -> None:
    write(tmp_path, {"secret.png": b"secret", "vault/.obsidian/": "", "vault/a.md": "![[x.png]] ![[big.png]]"})
    (tmp_path / "vault" / "x.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "vault" / "big.png").write_bytes(b"x" * 5_000_000)
    made, done = report(tmp_path, {})
    assert done.status == 0 and not [place for place in made.files if place.startswith("files/")]


def test_what_git_ignores_or_the_configuration_excludes_is_not_told(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        ".obsidian/app.json": "{}",
        "a.md": "[[b]] [[c]] ![[p.png]]",
        "b.md": "secret one",
        "c.md": "secret two",
        "p.png": b"secret three",
        ".gitignore": "b.md\np.png\n",
        "vaulttool.toml": 'exclude = ["c.md"]\n',
    }
    repository(tmp_path / "vault", files)
    made, _ = report(tmp_path, {})
    assert not [place for place, content in made.files.items() if b"secret" in content]
    assert next(page for page in made.pages if page.startswith("notes/")).startswith("notes/a-")


def test_many_backlinks_and_findings_are_on_pages_of_their_own(tmp_path: Path) -> None:
    many = {f"n{at}.md": "[[Hub]] [[Nowhere]]" for at in range(700)}
    made, _ = report(tmp_path, {"Hub.md": "", **many})
    hub = made.note("Hub")
    (more,) = (page for place, page in made.pages.items() if place.endswith("-links.html"))
    assert len(hub.all("a")) < 350 and "All 700" in hub.text
    assert len([one for one in more.all("a") if one["href"].startswith("n")]) == 700
    assert "findings-2.html" in made.pages and all(len(page.html) < HEAVIEST for page in made.pages.values())


def test_a_vault_without_findings_says_so(tmp_path: Path) -> None:
    made, done = report(tmp_path, {"a.md": "Well.\n"})
    assert done.out.endswith("1 note, 0 findings\n")
    assert "Nothing is broken or untrue in 1 note" in made.pages["index.html"].text
    assert "Nothing was found." in made.pages["findings.html"].text
    assert "No data file of an endpoint is there" in made.pages["endpoints.html"].text


def test_odd_names_and_texts_are_shown(tmp_path: Path) -> None:
    files = {'a <b> & "c".md': "\x00\x1b[31m\u202e [[日本 ☃]]", "日本 ☃.md": "שלום\n", "x\u202ey.md": "[[Gone\u202e]]"}
    made, done = report(tmp_path, files)
    assert done.status == 0
    for page in made.pages.values():
        assert not {"\x00", "\x1b"} & set(page.html)
        assert "<b>" not in page.html
    assert isinstance(made.note("日本 ☃"), Read)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param((), "Missing option '--output'", id="no folder"),
        pytest.param(("-o", "x", "--on", "soon"), '--on: "soon" is no day', id="no day"),
        pytest.param(("-o", "../x", "gone.md"), "gone.md", id="no such note"),
    ],
)
def test_wrong_input_is_said(options: tuple[str, ...], message: str, tmp_path: Path) -> None:
    vault = write(tmp_path / "vault", {".obsidian/": "", "a.md": ""})
    done = run("report", *options, cwd=vault)
    assert done.status == 2 and message in done.err
    assert not (tmp_path / "x").exists()
