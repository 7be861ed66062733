"""How many games a question needs: the question, its answer, and both in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.planning import Assumptions, Plan, SprtPlan
    from reports.sprt import Sprt

TABLES = {2: "two", 3: "three", 4: "four"}
HEADINGS = {
    "blocks": "deals",
    "share": "share %",
    "elo": "Elo",
    "half_width": "± %",
    "accepts_elo1": "accepts the higher",
}

Row = dict[str, float | int]


@dataclass(frozen=True)
class Question:
    """What is asked; exactly one thing, but an expected result with a half width."""

    elo: float | None
    share: float | None
    half_width: float | None
    games: int | None
    sprt: Sprt | None
    power: float | None
    confidence: float | None

    @property
    def name(self) -> str:
        """What the rows of the answer are about."""
        if self.half_width is not None:
            return "half-width"
        if self.games is not None:
            return "games"
        return "detect" if self.sprt is None else "sprt"


def answer(question: Question, assumed: Assumptions) -> list[Row]:
    """A row for each answer; ValueError where there is none."""
    from reports import planning

    if question.sprt is not None:
        return _sprt_rows(question.sprt, assumed)
    share, elo = question.share, question.elo
    power, sure = levels(question)
    if question.games is not None:
        blocks = -(-question.games // assumed.games_per_block)
        found = planning.detectable_share(blocks, power, sure, assumed)
        width = planning.expected_half_width(blocks, None, None, sure, assumed)
        return [{**_size(found), "half_width": width, **_strength(found)}]
    if question.half_width is not None:
        width = question.half_width
        found = planning.games_for_half_width(width, share, elo, sure, assumed)
        return [{"half_width": width, **_strength(found), **_size(found)}]
    found = planning.games_to_detect(share, elo, power, sure, assumed)
    return [{**_strength(found), **_size(found)}]


def levels(question: Question) -> tuple[float, float]:
    """(power, confidence), the usual ones unless said otherwise."""
    from reports.intervals import CONFIDENCE
    from reports.planning import POWER

    return (
        POWER if question.power is None else question.power,
        CONFIDENCE if question.confidence is None else question.confidence,
    )


def _sprt_rows(test: Sprt, assumed: Assumptions) -> list[Row]:
    """At both hypotheses and in the middle."""
    from reports.planning import sprt_length

    rows: list[Row] = []
    for elo in (test.elo0, (test.elo0 + test.elo1) / 2, test.elo1):
        found = sprt_length(test, elo, assumed)
        rows.append({"elo": elo, **_size(found), "accepts_elo1": found.accepts_elo1})
    return rows


def _size(found: Plan | SprtPlan) -> Row:
    return {"games": found.games, "blocks": found.blocks}


def _strength(found: Plan) -> Row:
    return {"share": found.share, "elo": found.elo}


def sentence(question: Question, assumed: Assumptions) -> str:
    """What the figures are and what they rest on."""
    power, confidence = levels(question)
    level = f"{100 * confidence:g} % confidence"
    sure = f"power {100 * power:g} %, {level}"
    first = {
        "detect": f"Games to detect the difference: {sure}.",
        "half-width": f"Games for an interval of so many ±: {level}.",
        "games": f"The smallest difference that so many games detect: {sure}.",
        "sprt": "Mean length of the test, and its chance to accept the higher"
        " hypothesis, where the true difference is so many Elo points.",
    }[question.name]
    return (
        f"{first} Assumed: tables of {TABLES[assumed.seats]},"
        f" {100 * assumed.tie_rate:.3g} % of the games tied, correlation"
        f" {assumed.correlation:.3g} between the {assumed.games_per_block} games of a"
        " deal."
    )


def plan_object(
    question: Question, assumed: Assumptions, rows: Sequence[Row]
) -> dict[str, Any]:
    """The answer for programs."""
    found = {
        "schema": 1,
        "question": question.name,
        "seats": assumed.seats,
        "games_per_block": assumed.games_per_block,
        "ties": assumed.tie_rate,
        "correlation": assumed.correlation,
    }
    if question.sprt is not None:
        found |= {"alpha": question.sprt.alpha, "beta": question.sprt.beta}
    else:
        power, confidence = levels(question)
        found["confidence"] = confidence
        if question.half_width is None:
            found["power"] = power
    return {**found, "rows": rows}


def headings(names: Sequence[str]) -> list[str]:
    """The headings of columns as a reader sees them."""
    return [HEADINGS.get(name, name) for name in names]


def exact(_: str, value: float) -> str:
    """A figure with all its places."""
    return f"{value}"


def shown(name: str, value: float) -> str:
    """A figure of the column of that name as a reader sees it."""
    if name in ("games", "blocks"):
        return f"{math.ceil(value):,}"
    if name == "elo":
        places = ".1f" if value == 0 or abs(value) >= 1 else ".2g"
        return f"{value + 0.0:+{places}}"
    if name == "accepts_elo1":
        return f"{100 * value:.1f} %"
    return f"{100 * value:.3g}" if name == "half_width" else f"{100 * value:.2f}"
