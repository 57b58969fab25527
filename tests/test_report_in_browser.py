"""The site of ``vaulttool report`` in a browser: it works, it is quiet, everybody can use it, and no note runs in it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import NARROW, WIDE, Browser, axe, browser
from commands_in import run
from reports import report
from vaults import unpacked

from vaulttool.site.names import address

pytestmark = pytest.mark.slow

OWN = Path(__file__).parents[1]
MENU = ("index", "findings", "endpoints", "measured", "graph", "upkeep", "notes", "search")
LOOKS = [(WIDE, "light"), (WIDE, "dark"), (NARROW, "light"), (NARROW, "dark")]
SECONDS = 60  # for the largest vault
HEAVIEST = 300_000


@pytest.fixture(scope="module")
def screen() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the vault that comes with the tool."""
    folder = tmp_path_factory.mktemp("own") / "site"
    assert run("report", "-o", str(folder), "--on", "2026-12-01", cwd=OWN).status == 0
    return folder


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a vault of 6,571 notes."""
    folder = tmp_path_factory.mktemp("hub") / "site"
    begun = time.monotonic()
    assert run("report", "-o", str(folder), "--on", "2026-12-01", "--vault", str(unpacked("obsidian-hub"))).status == 0
    assert time.monotonic() - begun < SECONDS
    return folder


@pytest.mark.parametrize(("size", "theme"), LOOKS)
@pytest.mark.parametrize("name", MENU)
def test_every_page_is_quiet_and_fits(name: str, size: tuple[int, int], theme: str, own: Path, screen: Browser) -> None:
    screen.look(size, theme)
    screen.open(own / f"{name}.html", "?q=frank" if name == "search" else "")
    if name == "graph":
        screen.wait("document.getElementById('graph').dataset.ready === 'yes'")
    assert screen.complaints == []
    assert screen.run("return document.documentElement.scrollWidth") <= size[0]
    dark = screen.run("return getComputedStyle(document.body).backgroundColor")
    assert (dark == "rgb(22, 24, 28)") == (theme == "dark")


def test_the_search_finds(own: Path, screen: Browser) -> None:
    screen.open(own / "index.html")
    screen.run("const find = document.getElementById('find'); find.value = 'boot probes'; find.form.submit();")
    screen.wait("document.getElementById('results') && document.querySelectorAll('#results li').length")
    first = screen.run("return document.querySelector('#results a').textContent")
    assert first == "frank-primary-boot-probes"
    screen.run("document.querySelector('#results a').click()")
    assert screen.wait("document.querySelector('h1') && document.querySelector('article.body')")
    assert screen.complaints == []


def test_the_filters_filter(hub: Path, screen: Browser) -> None:
    screen.look()
    screen.open(hub / "findings.html")
    whole = int(screen.run("return document.getElementById('counted').textContent").split()[0])
    for name, value, what in (
        ("rule", "broken-link", "article .rule"),
        ("severity", "error", "article .severity"),
    ):
        screen.run(
            "const form = document.getElementById('filter'); form.reset(); form.elements[arguments[0]].value = arguments[1];"
            "form.dispatchEvent(new Event('input'));",
            name,
            value,
        )
        screen.wait("document.getElementById('counted').textContent.includes(' of ')")
        shown, of = screen.run("return document.getElementById('counted').textContent").split()[::2][:2]
        assert 0 < int(shown) <= int(of) == whole
        kinds = screen.run(f"return [...new Set([...document.querySelectorAll('{what}')].map(one => one.textContent))]")
        assert kinds == [value]
    screen.run(
        "const words = document.getElementById('words'); document.getElementById('filter').reset(); words.value = 'did you mean';"
        "words.form.dispatchEvent(new Event('input'));"
    )
    screen.wait("document.getElementById('counted').textContent.includes(' of ')")
    texts = screen.run(
        "return [...document.querySelectorAll('#list article')].map(one => one.textContent.toLowerCase())"
    )
    assert texts and all("did" in text and "mean" in text for text in texts)
    assert screen.complaints == []


def test_a_filter_can_be_passed_on_and_cleared(hub: Path, screen: Browser) -> None:
    screen.open(hub / "findings.html", "?rule=missing-heading")
    screen.wait("document.getElementById('counted').textContent.includes(' of ')")
    assert screen.run(
        "return [...document.querySelectorAll('article .rule')].every(one => one.textContent === 'missing-heading')"
    )
    screen.run("document.querySelector('#filter button').click()")
    screen.wait("!document.getElementById('counted').textContent.includes(' of ')")
    assert screen.run("return document.querySelectorAll('nav.pages a').length") > 1


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_graph_draws_and_answers_a_click(size: tuple[int, int], hub: Path, screen: Browser) -> None:
    screen.look(size)
    screen.open(hub / "graph.html")
    screen.wait("document.getElementById('graph').dataset.ready === 'yes'")
    painted = (
        "const canvas = document.getElementById('graph'); const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, "
        "canvas.height).data; let seen = 0; for (let at = 3; at < data.length; at += 4) if (data[at]) seen += 1; return seen;"
    )
    time.sleep(0.3)
    before = screen.run(painted)
    assert before > 1000
    screen.run(
        "const seek = document.getElementById('seek'); seek.value = 'obsidian hub'; seek.dispatchEvent(new Event('change'));"
    )
    screen.wait("document.querySelector('#chosen a')")
    time.sleep(1)
    screen.run("document.dispatchEvent(new Event('theme'));")
    screen.run("document.getElementById('chosen').replaceChildren();")
    from selenium.webdriver.common.action_chains import ActionChains

    canvas = screen.driver.find_element("id", "graph")
    screen.run("arguments[0].scrollIntoView({block: 'center'})", canvas)
    ActionChains(screen.driver).move_to_element(canvas).click().perform()  # what was found stands in the middle
    name = screen.wait("document.querySelector('#chosen a') && document.querySelector('#chosen a').textContent")
    assert "obsidian hub" in name.lower()
    assert screen.complaints == []


def test_the_graph_zooms_and_colours(own: Path, screen: Browser) -> None:
    screen.look()
    screen.open(own / "graph.html")
    screen.wait("document.getElementById('graph').dataset.ready === 'yes'")
    picture = "return document.getElementById('graph').toDataURL()"
    seen = {screen.run(picture)}
    for act in (
        "document.getElementById('nearer').click()",
        "document.getElementById('whole').click()",
        "const colour = document.getElementById('colour'); colour.value = 'status'; colour.dispatchEvent(new Event('change'))",
        "document.getElementById('graph').dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft'}))",
    ):
        screen.run(act)
        time.sleep(0.6)
        seen.add(screen.run(picture))
    assert len(seen) >= 4
    assert "ACTIVE" in screen.run("return document.getElementById('colours').textContent")


def test_the_timeline_shows_the_eras_of_an_endpoint_in_order(own: Path, screen: Browser) -> None:
    screen.look()
    screen.open(own / "endpoints.html")
    bars = screen.run(
        "return [...document.querySelectorAll('#frank-archon g.bar')].map(bar => [bar.dataset.era, "
        "bar.querySelector('rect').getBoundingClientRect().left, bar.querySelector('rect').getBoundingClientRect().top])"
    )
    assert [bar[0] for bar in bars] == ["replicas-mxfp4", "llamacpp-layer-split", "tp2-mxfp4", "tp2-mxfp6"]
    assert [bar[1] for bar in bars] == sorted(bar[1] for bar in bars)
    assert [bar[2] for bar in bars] == sorted(bar[2] for bar in bars)


def test_dark_and_light_can_be_chosen_and_stay(own: Path, screen: Browser) -> None:
    screen.look(theme="light")
    screen.open(own / "index.html")
    screen.run("document.getElementById('theme').click()")
    screen.open(own / "notes.html")
    assert screen.run("return getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 28)"
    screen.run("localStorage.clear()")


def test_the_keyboard_reaches_everything(own: Path, screen: Browser) -> None:
    from selenium.webdriver.common.keys import Keys

    screen.look()
    screen.open(own / "index.html")
    reached = []
    for _ in range(14):
        screen.driver.switch_to.active_element.send_keys(Keys.TAB)
        reached.append(screen.run("const at = document.activeElement; return at.textContent.trim() || at.id"))
    assert reached[0] == "Skip to the content"
    assert {"Summary", "Findings", "Graph", "find", "Dark"} <= set(reached)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", [*MENU, "note", "hub findings", "hub note"])
def test_everybody_can_use_it(
    name: str, theme: str, own: Path, hub: Path, screen: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    screen.look(WIDE, theme)
    pages = {
        "note": own / address("LLM/frank-archon.md"),
        "hub findings": hub / "findings.html",
        "hub note": hub / address("00 - Start here.md"),
    }
    screen.open(pages.get(name, own / f"{name}.html"), "?q=frank" if name == "search" else "")
    time.sleep(0.3)
    screen.run(_axe(tmp_path_factory))
    found = screen.driver.execute_async_script("const done = arguments[0]; axe.run({preload: false}).then(done)")
    assert [
        (one["id"], one["impact"], [node["html"][:150] for node in one["nodes"][:3]])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical", "moderate")
    ] == []


_script: list[str] = []


def _axe(folders: pytest.TempPathFactory) -> str:
    if not _script:
        _script.append(axe(folders.mktemp("axe")))
    return _script[0]


HOSTILE = {
    "Script.md": "<script>window.stolen = 1</script>\n\n<img src=x onerror='window.stolen = 1'>\n\n<svg onload='window.stolen = 1'>\n",
    "Links.md": "[a](javascript:window.stolen=1) <a href='javascript:window.stolen=1'>b</a> [c](data:text/html,x) [d](vbscript:x)\n",
    "Handlers.md": "<div onclick='window.stolen = 1' onmouseover='window.stolen = 1' style='position:fixed;inset:0'>x</div>\n",
    'Title "><script>window.stolen = 1<script>.md': "[[Gone<script>window.stolen = 1</script>]]\n",
    "Properties.md": "---\nevil: \"<script>window.stolen = 1</script>\"\naliases: ['<img src=x onerror=window.stolen=1>']\n---\n",
    "Right to left.md": "# שלום \u202eevil\n\nمرحبا [[Script]] \u2067x\n",
    "Table.md": "| "
    + " | ".join(f"h{at}" for at in range(60))
    + " |\n|"
    + " --- |" * 60
    + ("\n|" + " cell |" * 60) * 400
    + "\n",
    "Many.md": " ".join(f"[[Gone {at}]]" for at in range(10_000)) + "\n",
    "Frames.md": "<iframe src='https://example.org'></iframe><form action='https://example.org'><input></form><meta http-equiv=refresh content='0;url=x'>",
}


def test_hostile_notes_are_shown_and_run_nothing(tmp_path: Path, screen: Browser) -> None:
    made, done = report(tmp_path, HOSTILE)
    assert done.status == 0
    screen.look()
    for place in made.pages:
        screen.open(made.folder / place)
        screen.run(
            "for (const one of document.querySelectorAll('main *')) for (const kind of ['click', 'mouseover', 'error', 'load']) "
            "if (one.tagName !== 'A' && one.tagName !== 'BUTTON' && one.tagName !== 'SUMMARY') one.dispatchEvent(new Event(kind));"
            if place.startswith("notes/")
            else ""
        )
        assert screen.run(
            "return window.stolen === undefined && document.querySelectorAll('iframe, object, embed').length === 0"
        )
        assert screen.run(
            "return [...document.links].every(one => ['file:', 'http:', 'https:', 'mailto:'].includes(one.protocol))"
        )
        assert screen.complaints == []
        assert screen.run("return document.documentElement.scrollWidth <= innerWidth"), place
    shown = made.note("Script").text
    assert "<script>" in shown and "window.stolen = 1" in shown


def test_the_pages_of_a_large_vault_are_light(hub: Path) -> None:
    heavy = {}
    for page in hub.rglob("*.html"):
        if page.stat().st_size >= HEAVIEST:
            text = page.read_text(encoding="utf-8")
            body = text.partition('<article class="body"')[2].partition("</article>")[0]
            heavy[page.name] = page.stat().st_size / max(len(body.encode()), 1)
    assert all(share < 2 for share in heavy.values())
    assert all(data.stat().st_size < HEAVIEST for data in (hub / "data").iterdir() if data.name != "graph.js")


def test_a_page_can_be_served(tmp_path: Path, screen: Browser) -> None:
    """From a web server it works as from a file."""
    import functools
    import http.server
    import threading

    made, _ = report(tmp_path, {"a.md": "[[Gone]]", "b.md": "[[a]]"})
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(made.folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        top = f"http://127.0.0.1:{server.server_port}"
        screen.driver.get(f"{top}/findings.html?rule=broken-link")
        screen.wait("document.getElementById('counted').textContent === '1 of 1 findings'")
        screen.driver.get(f"{top}/search.html?q=a")
        screen.wait("document.querySelectorAll('#results li').length === 1")
        server.shutdown()
    assert [complaint for complaint in screen.complaints if "favicon" not in complaint] == []


def test_without_scripts_it_can_be_read(own: Path) -> None:
    """What filters and searches is added by scripts: lists, pages and links stand without them."""
    written = (own / "findings.html").read_text(encoding="utf-8")
    assert "hidden" in written.partition('id="filter"')[2].partition(">")[0] or "Nothing was found." in written
    assert "<noscript>" in (own / "search.html").read_text(encoding="utf-8")
