"""A browser for tests: Debian's Chromium without a window, or none with the reason."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

WIDE, NARROW = (1280, 900), (390, 844)
WAITING = 60  # seconds for a page to do what it should
OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
)
AXE = "axe-core@4.14.1"


class Browser:
    """Opens pages. ``complaints`` are what it writes to its console, scripts of its own aside."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def look(self, size: tuple[int, int] = WIDE, theme: str = "light") -> None:
        """How wide the window is, and whether the reader likes it dark."""
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == NARROW}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [{"name": "prefers-color-scheme", "value": theme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, file: Path, query: str = "") -> None:
        """Open a page of a site from its file."""
        self.driver.get(file.as_uri() + query)

    def run(self, script: str, *given: Any) -> Any:
        """What a script in the page returns."""
        return self.driver.execute_script(script, *given)

    def wait(self, script: str, seconds: float = WAITING) -> Any:
        """Wait until a script returns something true."""
        from selenium.webdriver.support.ui import WebDriverWait

        return WebDriverWait(self.driver, seconds, 0.05).until(lambda _: self.run(f"return {script}"))

    @property
    def complaints(self) -> list[str]:
        """What the console was told since it was last asked."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser; the test is skipped where there is none."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("chromium and chromium-driver are not installed")
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for option in OPTIONS:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield Browser(started)
    finally:
        started.quit()


def axe(folder: Path) -> str:
    """The script of axe-core, from npm; the test is skipped where there is none."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm, which has axe-core, is not installed")
    done = subprocess.run([npm, "pack", AXE, "--silent"], cwd=folder, capture_output=True, check=False)
    archives = list(folder.glob("axe-core-*.tgz"))
    if done.returncode or not archives:
        pytest.skip("npm does not give axe-core")
    shutil.unpack_archive(archives[0], folder)
    return (folder / "package" / "axe.min.js").read_text(encoding="utf-8")
