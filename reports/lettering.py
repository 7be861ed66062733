"""The letters of pictures: a font that has them, or the language that needs none.

matplotlib brings a font for European languages along; one with Chinese characters has
to be installed. Without it pictures are in English, never full of empty boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rich.cells import cell_len

from language import CHINESE, ENGLISH, N_, speaking, spoken

FONT = "DejaVu Sans"
# The names of fonts with Chinese characters begin so, the best first.
CHINESE_FONTS = (
    *("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Source Han Sans CN"),
    *("Noto Sans CJK", "Source Han Sans", "WenQuanYi", "PingFang", "Hiragino Sans GB"),
    *("Heiti SC", "Microsoft YaHei", "SimHei", "Droid Sans Fallback"),
)
NO_FONT = N_(
    "no font with Chinese characters is installed, so pictures are in English; on"
    " Debian the package fonts-wqy-zenhei has one"
)
# Words with what follows them, or wide characters with their stops.
PIECES = re.compile(
    r"[\u2e80-\u9fff][\u3000-\u303f\uff00-\uffef]*|[^\s\u2e80-\u9fff]+\s*|\s+"
)


def chinese_font() -> str | None:
    """The name of an installed font with Chinese characters, None without any."""
    found = _among(_known())
    if found is None and _read_new_fonts():
        found = _among(_known())
    return found


def _known() -> list[str]:
    """The names of the fonts that matplotlib knows."""
    from matplotlib.font_manager import fontManager

    return sorted({font.name for font in fontManager.ttflist})


def _among(names: list[str]) -> str | None:
    wanted = (n for start in CHINESE_FONTS for n in names if n.startswith(start))
    return next(wanted, None)


def _read_new_fonts() -> bool:
    """Whether fonts were installed since matplotlib last looked; it knows them now."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    before = {str(Path(font.fname)) for font in fontManager.ttflist}
    new = [path for path in findSystemFonts() if str(Path(path)) not in before]
    for path in new:
        with suppress(OSError, RuntimeError):  # a damaged file, or one of another kind
            fontManager.addfont(path)
    return bool(new)


def missing_font() -> str:
    """What to tell users whose pictures can't be in their language; mostly nothing."""
    return NO_FONT if spoken() == CHINESE and chinese_font() is None else ""


@contextmanager
def lettering() -> Iterator[None]:
    """What is drawn meanwhile has fonts for the language spoken, or speaks English."""
    import matplotlib  # 0.3 s that only pictures pay for

    font = chinese_font() if spoken() == CHINESE else None
    fonts = [FONT] if font is None else [FONT, font]
    language = ENGLISH if font is None else CHINESE
    with speaking(language), matplotlib.rc_context({"font.family": fonts}):
        yield


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` characters, wide ones counted twice.

    A line may also end between two wide characters, but not before a stop.
    """
    lines = [""]
    for part in PIECES.findall(text):
        if cell_len((lines[-1] + part).rstrip()) > width and lines[-1]:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += part
    return [line for line in lines if line]
