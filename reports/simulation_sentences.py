"""What a batch of games has shown, in sentences.

`summary` is always the parsed JSON object of summary.json. Intervals are 95 % ones
between deals; where one includes the even share, no difference is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from language import N_, tr
from language.counts import counted, listed
from reports.wording import between, elo, number, percent, points, share

SEATS = (N_("first"), N_("second"), N_("third"), N_("fourth"))
TABLES = {2: N_("two"), 3: N_("three"), 4: N_("four")}
NOTHING = N_("No games were played, so nothing is known.")
STOPPED = N_("The games were stopped early; the figures are of those that were played.")

Summary = Mapping[str, Any]
Row = Mapping[str, Any]


def summary_sentences(summary: Summary) -> list[str]:
    """The findings, the most important first, each with how sure it is."""
    if not summary["games"]:
        return [tr(NOTHING)]
    found = _result(summary) + _seats(summary) + _test(summary) + _forfeits(summary)
    if not summary["complete"]:
        found.append(tr(STOPPED))
    return [*found, interval_meaning(summary)]


def interval_meaning(summary: Summary) -> str:
    """What the intervals of the summary are."""
    blocks = summary["blocks"]
    if blocks == 1:
        return tr("One deal only, so hardly anything is known of what chance does.")
    deals = counted(blocks, "deal")
    if summary["ratings"] is None:
        return tr("Intervals: 95 %, between {deals}.", deals=deals)
    rated = summary["ratings"]
    told = tr(
        "Intervals: 95 %, between {deals}; Elo is counted from {player}, the best."
    )
    if rated["method"] == "information":
        told = tr(
            "Intervals: 95 %, between {deals}; Elo is counted from {player}, the best,"
            " its intervals as if all games were independent."
        )
    return told.format(deals=deals, player=rated["reference"])


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
    told = tr(
        "{player} beats {opponent}: {share} of {games}{elo}; {player} is the stronger"
        " one with a probability of {chance}."
    )
    if is_level(row["win_low"], row["win_high"]):
        told = tr(
            "No difference shown: {player} wins {share} of {games} against"
            " {opponent}{elo}; {player} is the stronger one with a probability of"
            " {chance}."
        )
    return told.format(
        player=player,
        opponent=opponent,
        share=share(row),
        games=counted(match["games"], "game"),
        elo=_elo(row),
        chance=percent(chance),
    )


def _leader(summary: Summary) -> str:
    """Who comes out best, and whether that is more than chance."""
    row, seats = summary["players"][0], len(summary["seats"])
    pairs = _pairs_of(summary, row["player"])
    others = len(summary["players"]) - 1
    if [_side(pair) for pair in pairs] == ["ahead"] * others:
        told = tr(
            "{player} comes out best with {figures} at tables of {seats}, where an even"
            " share is {even:.1f} %."
        )
    else:
        told = tr(
            "Nobody is shown to be better than all others: {player} comes first with"
            " {figures} at tables of {seats}, where an even share is {even:.1f} %."
        )
    figures = tr("{share} of the wins in {games}{elo}")
    if others + 1 < seats:
        figures = tr("{share} of the wins a seat in {games}{elo}")
    figures = figures.format(
        share=share(row), games=counted(row["games"], "game"), elo=_elo(row)
    )
    return told.format(
        player=row["player"],
        figures=figures,
        seats=tr(TABLES[seats]) if seats in TABLES else seats,
        even=100 * even_share(summary),
    )


def _pairs(summary: Summary) -> list[str]:
    """Whom the best player came before, each pair taken by itself."""
    best = summary["players"][0]["player"]
    groups: dict[str, list[str]] = {"ahead": [], "level": [], "behind": []}
    for row in _pairs_of(summary, best):
        groups[_side(row)].append(_came_before(row))
    words = {
        "ahead": tr("{player} came more often than not before {others}."),
        "level": tr("No difference shown between {player} and {others}."),
        "behind": tr("{player} came more often than not behind {others}."),
    }
    return [
        words[side].format(player=best, others=listed(others))
        for side, others in groups.items()
        if others
    ]


def _pairs_of(summary: Summary, player: str) -> list[Row]:
    return [row for row in summary["crosstable"] or [] if row["player"] == player]


def _side(row: Row) -> str:
    if is_level(row["share_low"], row["share_high"]):
        return "level"
    return "ahead" if row["share"] > 0.5 else "behind"


def _came_before(row: Row) -> str:
    """The opponent, and the part of the games in which the player came before."""
    figure = share(row, "share", "share", nested=True)
    told = tr("{opponent} ({share}, of {games})")
    if figure == share(row, "share", "share"):
        told = tr("{opponent} ({share} of {games})")
    games = counted(row["games"], "game")
    return told.format(opponent=row["opponent"], share=figure, games=games)


def _elo(row: Row) -> str:
    if row["elo_low"] is None and row["elo_high"] is None:
        return ""  # unknown, or of the player from whom Elo is counted
    return tr(" (Elo {elo})", elo=elo(row, nested=True))


def _score(row: Row) -> str:
    return tr(
        "{player} scores {score} points on average in {games}.",
        player=row["player"],
        score=points(row, "score_mean", "score"),
        games=counted(row["games"], "game"),
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
    return [
        tr("No advantage of a seat shown: {seat}", seat=_seat(rows[0], first=False))
    ]


def _seat(row: Row, *, first: bool = True) -> str:
    """What a seat wins, as a sentence; one that is not the `first` follows a colon."""
    sign = 1 if row["advantage"] >= 0 else -1
    ends = sorted(sign * row[f"advantage_{end}"] for end in ("low", "high"))
    above = {"is": sign * row["advantage"], "is_low": ends[0], "is_high": ends[1]}
    more = tr("The {seat} seat wins {figures} percentage points more than its share.")
    less = tr("The {seat} seat wins {figures} percentage points less than its share.")
    if not first:
        more = tr(
            "the {seat} seat wins {figures} percentage points more than its share."
        )
        less = tr(
            "the {seat} seat wins {figures} percentage points less than its share."
        )
    return (more if sign > 0 else less).format(
        seat=tr(SEATS[row["seat"] - 1]), figures=share(above, "is", "is", unit="")
    )


def _test(summary: Summary) -> list[str]:
    """How the sequential test stands, with the estimate that allows for stopping."""
    test = summary["sprt"]
    if test is None or not test["blocks"]:
        return []
    asked = tr("{elo0:g} (H0) against {elo1:g} (H1), errors {alpha:g} % and {beta:g} %")
    asked = asked.format(
        elo0=test["elo0"],
        elo1=test["elo1"],
        alpha=100 * test["alpha"],
        beta=100 * test["beta"],
    )
    told = tr(
        "SPRT of Elo {asked}, {player} against {opponent}: {state} (log likelihood"
        " ratio {ratio}, bounds {bounds})."
    )
    if test["model"] == "normalised":
        told = tr(
            "SPRT of normalised Elo {asked}, {player} against {opponent}: {state} (log"
            " likelihood ratio {ratio}, bounds {bounds})."
        )
    return [
        told.format(
            asked=asked,
            player=test["player"],
            opponent=test["opponent"],
            state=_state(test),
            ratio=number(test["llr"], 2),
            bounds=between(number(test["lower"], 2), number(test["upper"], 2)),
        ),
        tr("Allowing for when the test stops, Elo {elo}.", elo=elo(test)),
    ]


def _state(test: Row) -> str:
    """What a sequential test has decided, and after how much."""
    told = {
        "undecided": tr("undecided after {games} on {deals}"),
        "H0": tr("H0 accepted after {games} on {deals}"),
        "H1": tr("H1 accepted after {games} on {deals}"),
    }[test["decision"]]
    return told.format(
        games=counted(test["games"], "game"), deals=counted(test["blocks"], "deal")
    )


def _forfeits(summary: Summary) -> list[str]:
    lost = [row for row in summary["players"] if row["forfeits"]]
    return [
        tr(
            "{player} forfeited {forfeits:,} of {games}.",
            player=row["player"],
            forfeits=row["forfeits"],
            games=counted(row["games"], "game"),
        )
        for row in lost
    ]
