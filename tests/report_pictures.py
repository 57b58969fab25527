"""The pictures of a report in the manual: real pages of the vault that comes with the tool. Run this file to make them
anew."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from browsers import Browser, browser
from commands_in import run
from pictured import MANUAL

OWN = Path(__file__).parents[1]
READY = "document.getElementById('graph').dataset.ready === 'yes'"


def taken(screen: Browser, site: Path, name: str) -> bytes:
    """One picture."""
    screen.look((1120, 720))
    if name == "report":
        screen.open(site / "index.html")
    elif name == "timeline":
        screen.look((1120, 330))
        screen.open(site / "endpoints.html")
        screen.run("document.querySelector('#frank-archon').scrollIntoView()")
    else:
        screen.open(site / "graph.html")
        screen.wait(READY)
        screen.run("document.getElementById('seek').value = 'dankserver'")
        screen.run("document.getElementById('seek').dispatchEvent(new Event('change'))")
        screen.run("document.getElementById('whole').scrollIntoView()")
    time.sleep(1)
    picture: bytes = screen.driver.get_screenshot_as_png()
    return picture


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, browser() as opened:
        run("report", "-o", folder, cwd=OWN)
        for one in ("report", "timeline", "graph"):
            (MANUAL / f"{one}.png").write_bytes(taken(opened, Path(folder), one))
