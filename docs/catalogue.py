"""Bring the catalogues of translations up to date with the code; --check only compares.

New messages are added without a translation, messages that are gone are dropped, and
the compiled catalogue is written beside the other. A message without a translation is
an error, named at the end.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from language import CHINESE, DOMAIN, FOLDER

ROOT = FOLDER.parent
PACKAGES = ("analyzer", "engines", "language", "reports", "search")
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
# By Babel's rules: the places of the message, of its plural, of its context.
KEYWORDS: dict[str, Any] = {
    "tr": None,
    "N_": None,
    "trn": (1, 2),
    "NN_": (1, 2),
    "trc": ((1, "c"), 2),
    "NC_": ((1, "c"), 2),
}
WIDTH = 88


def extracted() -> Catalog:
    """All messages of the code, in the order of files and lines."""
    found = Catalog()
    for package in PACKAGES:
        for file, _, message, _, context in extract_from_dir(
            ROOT / package, METHODS, keywords=KEYWORDS
        ):
            found.add(message, locations=[(f"{package}/{file}", 1)], context=context)
    return found


def folder(language: str) -> Path:
    """Where the catalogue of a language is."""
    return FOLDER / language / "LC_MESSAGES"


def read(language: str) -> Catalog:
    """The catalogue of a language as people have left it."""
    with (folder(language) / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def updated(language: str) -> Catalog:
    """The catalogue with exactly the messages of the code."""
    found = read(language)
    template, date = extracted(), found.creation_date
    found.update(template, no_fuzzy_matching=True)
    found.creation_date = date
    for message in found:
        # A per cent sign is no format here, whatever letter follows.
        message.flags.discard("python-format")
    return found


def as_text(catalogue: Catalog) -> bytes:
    """A catalogue as people read it."""
    out = io.BytesIO()
    write_po(out, catalogue, WIDTH, include_lineno=False, ignore_obsolete=True)
    return out.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as gettext reads it."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def untranslated(catalogue: Catalog) -> list[str]:
    """The messages that lack a translation or a form of it."""
    return [
        str(message.id)
        for message in catalogue
        if message.id
        and not all(message.string if message.pluralizable else [message.string])
    ]


def main() -> None:
    """Write the catalogues, or with --check exit with 1 if one is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    found = updated(CHINESE)
    for suffix, data in (("po", as_text(found)), ("mo", compiled(found))):
        path = folder(CHINESE) / f"{DOMAIN}.{suffix}"
        if not check:
            path.write_bytes(data)
        elif not path.exists() or path.read_bytes() != data:
            name = path.relative_to(ROOT)
            sys.exit(f"{name} is out of date; 'make docs' writes it anew")
    missing = untranslated(found)
    if missing:
        sys.exit(f"{len(missing)} messages have no translation: {missing}")


if __name__ == "__main__":
    main()
