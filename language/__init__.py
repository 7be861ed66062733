"""The language in which users are told things: English, or that of a catalogue.

Texts stand in English where they are told, as whole sentences with named places, inside
`tr`, or `trn` where a number decides between singular and plural. Tables of texts at
module level are marked by `N_` and translated when they are used. Catalogues are those
of GNU gettext: `zh/LC_MESSAGES/azulyst.po` for people, compiled to the `.mo` beside it
by `language/catalogue.py`.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DOMAIN = "azulyst"
ENGLISH, CHINESE = "en", "zh"
LANGUAGES = (ENGLISH, CHINESE)
FOLDER = Path(__file__).parent

_spoken = ENGLISH
_catalogue = gettext.NullTranslations()


def spoken() -> str:
    """The language that is spoken, one of LANGUAGES."""
    return _spoken


def speak(language: str) -> None:
    """From now on all threads speak this language; ValueError for an unknown one."""
    global _spoken, _catalogue
    if language not in LANGUAGES:
        raise ValueError(f"'{language}' is not one of {', '.join(LANGUAGES)}")
    if language == _spoken:
        return
    _catalogue = gettext.NullTranslations()
    if language != ENGLISH:
        _catalogue = gettext.translation(DOMAIN, FOLDER, [language])
    _spoken = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Another language is spoken for a while."""
    before = _spoken
    speak(language)
    try:
        yield
    finally:
        speak(before)


def tr(message: str, /, **values: object) -> str:
    """The message in the language spoken, with the values in its named places."""
    text = _catalogue.gettext(message) if message else ""
    return text.format(**values) if values else text


def trn(singular: str, plural: str, number: int, /, **values: object) -> str:
    """As `tr`, in the form that goes with the number."""
    text = _catalogue.ngettext(singular, plural, number)
    return text.format(**values) if values else text


def trc(context: str, message: str, /) -> str:
    """As `tr` for a word that needs a context, which no user sees."""
    return _catalogue.pgettext(context, message)


def NC_(context: str, message: str) -> str:  # noqa: ARG001, N802
    """The message itself, marked for the catalogue with its context."""
    return message


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802
    """Both forms of a message, marked for the catalogue."""
    return singular, plural


def N_(message: str) -> str:  # noqa: N802 (gettext's name)
    """The message itself, marked for the catalogue."""
    return message
