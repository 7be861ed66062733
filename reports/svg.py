"""SVG as matplotlib writes it, made smaller without a visible change."""

from __future__ import annotations

import re

PLACES = 2  # of a coordinate in points: a hundredth of them is never seen
FONT = '[A-Z][^"_]*-'  # begins the ids of letters, and of nothing else
GLYPH = re.compile(rf'<path id="({FONT}[^"]+)".*?/>\s*', re.DOTALL)
EMPTY_DEFS = re.compile(r"<defs>\s*</defs>\s*")
DRAWN = re.compile(rf'<path (?!id="{FONT})[^>]*?\bd="[^"]*"', re.DOTALL)
PLACED = re.compile(r'\b(?:x|y|width|height)="-?\d+\.\d+"|translate\([^)]*\)')
NUMBER = re.compile(r"-?\d+\.\d+")
COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)


def compact(svg: str) -> str:
    """The drawing without comments and indents, its coordinates rounded.

    Outlines of letters keep all their places: they are drawn scaled.
    """
    svg = re.sub(r"\n\s*", "\n", COMMENT.sub("", svg))
    for part in (DRAWN, PLACED):
        svg = part.sub(lambda found: NUMBER.sub(_rounded, found.group()), svg)
    return svg


def shared_glyphs(svg: str, known: set[str]) -> str:
    """The drawing without the outlines of letters that are `known`; others become so.

    For drawings that stand on one page, where a letter need be outlined only once.
    """

    def kept(found: re.Match[str]) -> str:
        name = found.group(1)
        if name in known:
            return ""
        known.add(name)
        return found.group()

    return EMPTY_DEFS.sub("", GLYPH.sub(kept, svg))


def _rounded(found: re.Match[str]) -> str:
    text = f"{float(found.group()):.{PLACES}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
