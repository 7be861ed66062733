"""Headless Chromium for tests: pages opened, measured and photographed."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

MISSING = "no browser: install the Debian packages chromium and chromium-driver"
SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
WIDTH, HEIGHT = 1200, 900  # pixels of the window
A4 = 180 * 96 / 25.4  # pixels of the width of a sheet within its margins of 15 mm


@contextmanager
def browser(profile: Path) -> Iterator[Chrome]:
    """A browser with an empty profile; the test is skipped where none is installed."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip(MISSING)
    options = ChromeOptions()
    options.binary_location = program
    for switch in (*SWITCHES, f"--user-data-dir={profile}"):
        options.add_argument(switch)
    options.add_argument(f"--window-size={WIDTH},{HEIGHT}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = Chrome(options=options, service=Service(driver))
    try:
        yield found
    finally:
        found.quit()


def open_page(
    chrome: Chrome, page: Path, *, dark: bool = False, printed: bool = False
) -> None:
    """The page is shown, light or dark, as on the screen or as it is printed on A4."""
    scheme = "dark" if dark else "light"
    width = round(A4) if printed else WIDTH
    chrome.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {
            "media": "print" if printed else "screen",
            "features": [{"name": "prefers-color-scheme", "value": scheme}],
        },
    )
    chrome.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False},
    )
    chrome.get(page.as_uri())


def messages(chrome: Chrome) -> list[str]:
    """What the browser has complained of since the last call."""
    return [str(entry["message"]) for entry in chrome.get_log("browser")]


def photograph(chrome: Chrome, target: Path) -> None:
    """A picture of the whole page stands in the file, as PNG."""
    taken: dict[str, Any] = chrome.execute_cdp_cmd(
        "Page.captureScreenshot", {"captureBeyondViewport": True, "format": "png"}
    )
    target.write_bytes(base64.b64decode(taken["data"]))


def print_page(chrome: Chrome, target: Path) -> None:
    """The page stands in the file as PDF, of the size and margins that it asks for."""
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    printed: dict[str, Any] = chrome.execute_cdp_cmd(
        "Page.printToPDF", {"preferCSSPageSize": True, "printBackground": True}
    )
    target.write_bytes(base64.b64decode(printed["data"]))
