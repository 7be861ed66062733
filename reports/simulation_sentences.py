"""What a batch of games has shown, in sentences.

`summary` is always the parsed JSON object of summary.json. Intervals are 95 % ones
between deals; where one includes the even share, no difference is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.wording import (
    counted,
    elo,
    grouped,
    inside,
    listed,
    number,
    percent,
    points,
    share,
)

SEATS = ("first", "second", "third", "fourth")
TABLES = {2: "two", 3: "three", 4: "four"}
NOTHING = "No games were played, so nothing is known."
STOPPED = "The games were stopped early; the figures are of those that were played."

Summary = Mapping[str, Any]
Row = Mapping[str, Any]


def summary_sentences(summary: Summary) -> list[str]:
    """The findings, the most important first, each with how sure it is."""
    if not summary["games"]:
        return [NOTHING]
    found = _result(summary) + _seats(summary) + _test(summary) + _forfeits(summary)
    if not summary["complete"]:
        found.append(STOPPED)
    return [*found, interval_meaning(summary)]


def interval_meaning(summary: Summary) -> str:
    """What the intervals of the summary are."""
    blocks = summary["blocks"]
    if blocks == 1:
        return "One deal only, so hardly anything is known of what chance does."
    found = f"Intervals: 95 %, between {counted(blocks, 'deal')}"
    if summary["ratings"] is None:
        return f"{found}."
    rated = summary["ratings"]
    games = rated["method"] == "information"
    apart = ", its intervals as if all games were independent" if games else ""
    return f"{found}; Elo is counted from {rated['reference']}, the best{apart}."


def even_share(summary: Summary) -> float:
    """The share of the win of each of several equal players."""
    return 1 / max(1, len(summary["seats"]))


def is_level(low: float | None, high: float | None, even: float = 0.5) -> bool:
    """Whether an interval leaves open which side is better."""
    return low is None or high is None or low <= even <= high


def _result(summary: Summary) -> list[str]:
    if summary["match"] is not None:
        return [_match(summary)]
    if len(summary["players"]) > 1 and len(summary["seats"]) > 1:
        return [_leader(summary), *_pairs(summary)]
    return [_score(row) for row in summary["players"] if row["games"]]


def _match(summary: Summary) -> str:
    """Who beats whom; the better one is named first."""
    match, rows = summary["match"], {row["player"]: row for row in summary["players"]}
    player, opponent, chance = match["player"], match["opponent"], match["superiority"]
    if match["share"] < 0.5:
        player, opponent, chance = opponent, player, 1 - chance
    row = rows[player]
    figures = f"{share(row)} of {counted(match['games'], 'game')}"
    elos = _elo(row)
    stronger = f"{player} is the stronger one with a probability of {percent(chance)}."
    if is_level(row["win_low"], row["win_high"]):
        won = f"{player} wins {figures} against {opponent}{elos}"
        return f"No difference shown: {won}; {stronger}"
    return f"{player} beats {opponent}: {figures}{elos}; {stronger}"


def _leader(summary: Summary) -> str:
    """Who comes out best, and whether that is more than chance."""
    row, seats = summary["players"][0], len(summary["seats"])
    pairs = _pairs_of(summary, row["player"])
    others = len(summary["players"]) - 1
    sure = [_side(pair) for pair in pairs] == ["ahead"] * others
    first = (
        f"{row['player']} comes out best" if sure else f"{row['player']} comes first"
    )
    even = f"an even share is {100 * even_share(summary):.1f} %"
    each = " a seat" if others + 1 < seats else ""
    games = counted(row["games"], "game")
    figures = f"{share(row)} of the wins{each} in {games}{_elo(row)}"
    table = f"at tables of {TABLES.get(seats, seats)}, where {even}"
    doubt = "" if sure else "Nobody is shown to be better than all others: "
    return f"{doubt}{first} with {figures} {table}."


def _pairs(summary: Summary) -> list[str]:
    """Whom the best player came before, each pair taken by itself."""
    best = summary["players"][0]["player"]
    groups: dict[str, list[str]] = {"ahead": [], "level": [], "behind": []}
    for row in _pairs_of(summary, best):
        groups[_side(row)].append(f"{row['opponent']} ({_came_before(row)})")
    words = {
        "ahead": f"{best} came more often than not before",
        "level": f"No difference shown between {best} and",
        "behind": f"{best} came more often than not behind",
    }
    return [f"{words[k]} {listed(v)}." for k, v in groups.items() if v]


def _pairs_of(summary: Summary, player: str) -> list[Row]:
    return [row for row in summary["crosstable"] or [] if row["player"] == player]


def _side(row: Row) -> str:
    if is_level(row["share_low"], row["share_high"]):
        return "level"
    return "ahead" if row["share"] > 0.5 else "behind"


def _came_before(row: Row) -> str:
    figure = inside(share(row, "share", "share"))
    comma = "," if "," in figure else ""
    return f"{figure}{comma} of {counted(row['games'], 'game')}"


def _elo(row: Row) -> str:
    if row["elo_low"] is None and row["elo_high"] is None:
        return ""  # unknown, or of the player from whom Elo is counted
    return f" (Elo {inside(elo(row))})"


def _score(row: Row) -> str:
    return (
        f"{row['player']} scores {points(row, 'score_mean', 'score')} points on"
        f" average in {counted(row['games'], 'game')}."
    )


def _seats(summary: Summary) -> list[str]:
    """Seats that win more or less than their share; of two the first says it all."""
    rows = [row for row in summary["seats"] if row["advantage"] is not None]
    told = rows[:1] if len(rows) == 2 else rows
    shown = [
        row
        for row in told
        if not is_level(row["advantage_low"], row["advantage_high"], 0)
    ]
    if shown or not rows:
        return [_seat(row) for row in shown]
    first = _seat(rows[0])
    return [f"No advantage of a seat shown: {first[0].lower()}{first[1:]}"]


def _seat(row: Row) -> str:
    sign = 1 if row["advantage"] >= 0 else -1
    ends = sorted(sign * row[f"advantage_{end}"] for end in ("low", "high"))
    above = {"is": sign * row["advantage"], "is_low": ends[0], "is_high": ends[1]}
    more = "more" if sign > 0 else "less"
    name = SEATS[row["seat"] - 1]
    figures = share(above, "is", "is", unit="")
    return f"The {name} seat wins {figures} percentage points {more} than its share."


def _test(summary: Summary) -> list[str]:
    """How the sequential test stands, with the estimate that allows for stopping."""
    test = summary["sprt"]
    if test is None or not test["blocks"]:
        return []
    errors = f"errors {100 * test['alpha']:g} % and {100 * test['beta']:g} %"
    model = " normalised" if test["model"] == "normalised" else ""
    asked = f"{test['elo0']:g} (H0) against {test['elo1']:g} (H1), {errors}"
    bounds = f"{number(test['lower'], 2)} to {number(test['upper'], 2)}"
    decision, blocks = test["decision"], test["blocks"]
    games = f"{counted(test['games'], 'game')} on {counted(blocks, 'deal')}"
    state = {
        "undecided": f"undecided after {games}",
        "H0": f"H0 accepted after {games}",
        "H1": f"H1 accepted after {games}",
    }[decision]
    better = f"{test['player']} against {test['opponent']}"
    return [
        f"SPRT of{model} Elo {asked}, {better}: {state}"
        f" (log likelihood ratio {number(test['llr'], 2)}, bounds {bounds}).",
        f"Allowing for when the test stops, Elo {elo(test)}.",
    ]


def _forfeits(summary: Summary) -> list[str]:
    lost = [row for row in summary["players"] if row["forfeits"]]
    return [f"{row['player']} forfeited {_of_games(row)}." for row in lost]


def _of_games(row: Row) -> str:
    return f"{grouped(row['forfeits'])} of {counted(row['games'], 'game')}"
