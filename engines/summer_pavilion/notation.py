"""Summer Pavilion positions and deals as text and JSON (grammar: docs/notation.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engines.protocol import State
from engines.summer_pavilion import packing, rules, validation
from engines.summer_pavilion.doubts import doubts
from engines.summer_pavilion.layout import (
    BONUS,
    COLOURS,
    DEAL,
    KEEP,
    LAST_ROUND,
    MAX_KEPT,
    REFILL,
    START_SCORE,
    SUPPLY_SIZE,
)
from engines.summer_pavilion.layout import STARS as STAR_NAMES
from engines.summer_pavilion.moves import format_move, parse_move, parse_turn
from engines.summer_pavilion.packing import FREE, FREE_STAR, Board, Position, Star
from engines.summer_pavilion.validation import (
    MOST_OWED,
    PHASES,
    PLACING,
    TILE_SET,
    TILES,
)
from engines.text import (
    NOTHING,
    Entries,
    Keys,
    Parsed,
    Span,
    canonical_text,
    check_player_keys,
    quoted,
    read_fields,
    read_options,
    read_text,
)
from engines.tiles import (
    CENTRE_WORD,
    Counts,
    Group,
    factory_groups,
    minus,
    plus,
    read_factories,
    read_marker,
    read_tiles,
)
from language import tr

__all__ = [
    "FOLLOWING",
    "GAME",
    "JOINT",
    "KEYS",
    "OPTIONS",
    "PLAYERS",
    "SWITCHES",
    "format",
    "format_deal",
    "format_move",
    "from_fields",
    "new",
    "parse",
    "parse_deal",
    "parse_move",
    "parse_turn",
    "to_fields",
]

GAME = "summer-pavilion"
PLAYERS = range(2, 5)
FOLLOWING = ("take", "keep", "done")  # beginnings of words that go on with a turn
JOINT = " "  # between the decisions of a turn
OPTIONS: dict[str, tuple[str, ...]] = {"board": ("colour", "plain")}
SWITCHES: dict[str, str] = {}  # options of rarer use: their values in words
_TABLE = "players board round phase owed least turn first marker"
_TABLE += " factories centre supply bag tower"
_PLAYER = ("score", "stock", "kept", "passed", *STAR_NAMES)
KEYS = Keys(tuple(_TABLE.split()), _PLAYER)
FREE_SPACE = "."
NO_YES = ("no", "yes")
MOST_POINTS = 400


# --- Reading a position ---------------------------------------------------------------


def parse(text: str) -> Parsed:
    """The state that a text describes; NotationError if it describes none."""
    return _state(read_text(text, GAME, KEYS))


def from_fields(fields: Mapping[str, object]) -> Parsed:
    """The state of a JSON form; NotationError as for the same content as text."""
    return _state(read_fields(fields, GAME, KEYS))


def _state(entries: Entries) -> Parsed:
    position = _position(entries)
    TILE_SET.check_seen(position.seen(), entries)
    bag, warnings = TILE_SET.bag(entries, position.seen())
    position = replace(position, bag=bag)
    validation.check(position, entries)
    return Parsed(packing.pack(position), warnings + doubts(position, entries))


def _position(entries: Entries) -> Position:
    """The values as given, the bag still empty."""
    players = entries.number("players", PLAYERS[0], PLAYERS[-1])
    check_player_keys(entries, players)
    phase = PHASES.index(entries.choice("phase", PHASES))
    first = entries.number("first", 1, players, 1)
    marker = read_marker(entries, players)
    starter = marker if marker and phase in PLACING else first
    turn = entries.number("turn", 1, players, starter)
    boards = tuple(_board(entries, player) for player in range(1, players + 1))
    return Position(
        players=players,
        plain=entries.choice("board", OPTIONS["board"]) == "plain",
        round=entries.number("round", 1, LAST_ROUND, 1),
        phase=phase,
        owed=_owed(entries, phase),
        least=_least(entries, phase, boards[turn - 1]),
        turn=turn,
        first=first,
        marker=marker,
        factories=read_factories(entries, players, TILES),
        centre=read_tiles(entries, "centre", tr("the centre"), TILES),
        supply=_supply(entries),
        boards=boards,
    )


def _owed(entries: Entries, phase: int) -> int:
    """The bonus tiles still to be taken."""
    if phase == BONUS:
        return entries.number("owed", 1, MOST_OWED)
    if "owed" in entries.values:
        raise entries.key("owed").error(tr("owed belongs to phase=bonus"))
    return 0


def _least(entries: Entries, phase: int, board: Board) -> int:
    """The lowest colour that may still be taken or kept."""
    if phase not in (BONUS, KEEP):
        if "least" in entries.values:
            raise entries.key("least").error(
                tr("least belongs to phase=bonus and keep")
            )
        return 0
    if "least" not in entries.values:
        return validation.last_kept(board.kept) if phase == KEEP else 0
    span = entries.values["least"]
    if len(span.text) != 1:
        raise span.error(
            tr("least is the letter of a colour, not {word}", word=quoted(span.text))
        )
    return TILES.index(span, "least")


def _supply(entries: Entries) -> Counts:
    supply = read_tiles(entries, "supply", tr("the supply"), TILES)
    if sum(supply) > SUPPLY_SIZE:
        raise entries.place("supply").error(
            tr(
                "the supply holds {tiles} tiles; there is room for {room}",
                tiles=sum(supply),
                room=SUPPLY_SIZE,
            )
        )
    return supply


def _board(entries: Entries, player: int) -> Board:
    key = f"p{player}"
    kept = _counts(entries, f"{key}.kept")
    if sum(kept) > MAX_KEPT:
        raise entries.place(f"{key}.kept").error(
            tr(
                "at most {most} tiles are kept, not {kept}",
                most=MAX_KEPT,
                kept=sum(kept),
            )
        )
    return Board(
        score=entries.number(f"{key}.score", 1, MOST_POINTS, START_SCORE),
        stock=_counts(entries, f"{key}.stock"),
        kept=kept,
        passed=entries.choice(f"{key}.passed", NO_YES) == "yes",
        stars=tuple(_star(entries, f"{key}.{name}") for name in STAR_NAMES),
    )


def _counts(entries: Entries, key: str) -> Counts:
    if key not in entries.values:
        return packing.NO_TILES
    return TILES.counts(entries.values[key], key)


def _star(entries: Entries, key: str) -> Star:
    if key not in entries.values or entries.values[key].text == NOTHING:
        return FREE_STAR
    span = entries.values[key]
    if len(span.text) != len(FREE_STAR):
        raise span.error(
            tr(
                "{key} has 6 characters, a letter or . for each space, not {word}",
                key=key,
                word=quoted(span.text),
            )
        )
    return tuple(
        FREE
        if space.text == FREE_SPACE
        else TILES.index(space, key, tr(", a free one ."))
        for space in span.characters()
    )


# --- Writing a position ---------------------------------------------------------------


def to_fields(state: State) -> dict[str, object]:
    """The JSON form: numbers, strings and lists of strings, in canonical order."""
    position = packing.unpack(state)
    fields: dict[str, object] = {
        "game": GAME,
        "players": position.players,
        "board": OPTIONS["board"][position.plain],
        "round": position.round,
        "phase": PHASES[position.phase],
    }
    if position.phase == BONUS:
        fields["owed"] = position.owed
    if position.phase in (BONUS, KEEP):
        fields["least"] = COLOURS[position.least]
    fields |= {
        "turn": position.turn,
        "first": position.first,
        "marker": position.marker or CENTRE_WORD,
        "factories": [TILES.tiles_text(factory) for factory in position.factories],
        "centre": TILES.tiles_text(position.centre),
        "supply": TILES.tiles_text(position.supply),
        "bag": TILES.counts_text(position.bag),
        "tower": TILES.counts_text(position.tower()),
    }
    for player, board in enumerate(position.boards, 1):
        for key, value in _board_fields(board).items():
            fields[f"p{player}.{key}"] = value
    return fields


def _board_fields(board: Board) -> dict[str, object]:
    fields: dict[str, object] = {
        "score": board.score,
        "stock": TILES.counts_text(board.stock),
        "kept": TILES.counts_text(board.kept),
        "passed": NO_YES[board.passed],
    }
    for name, star in zip(STAR_NAMES, board.stars, strict=True):
        fields[name] = "".join(FREE_SPACE if c == FREE else COLOURS[c] for c in star)
    return fields


def format(state: State) -> str:
    """The canonical text, one line; `parse` gives the same state again."""
    defaults = {"board": OPTIONS["board"][0], "phase": PHASES[0]}
    return canonical_text(to_fields(state), defaults)


# --- New games and deals --------------------------------------------------------------


def new(players: int, options: Mapping[str, str]) -> State:
    """A game before its first fill; NotationError for other players and options."""
    given = read_options(GAME, players, PLAYERS, options, list(OPTIONS))
    board = given.choice("board", OPTIONS["board"])
    return rules.start(players, board == "plain")


def parse_deal(text: str, state: State) -> State:
    """A new state: the fill or refill that is due has drawn these tiles.

    In round 1 the supply and the factories, `PPGGOOYYBR/GOPP,...`, later the factories
    alone, at a refill the tiles drawn, `PG`. NotationError if bag and tower can't give
    them in the order of the rules (round).
    """
    position = packing.unpack(state)
    span = Span.whole(text)
    if position.phase == REFILL:
        return _refilled(span, position)
    if position.phase != DEAL:
        raise span.error(
            tr("no fill is due in phase={phase}", phase=PHASES[position.phase])
        )
    drawn, factories = _fill_parts(span, position)
    groups = factory_groups(
        Entries(factories, {"factories": factories}), position.players, TILES
    )
    if drawn is not None:
        groups.insert(0, _supply_group(drawn, SUPPLY_SIZE))
    bag, _ = TILE_SET.draw(position.bag, position.tower(), groups)
    if drawn is not None:
        position = replace(position, supply=groups.pop(0).tiles)
    on_factories = tuple(group.tiles for group in groups)
    dealt = packing.pack(replace(position, factories=on_factories, bag=bag))
    rules.open_draft(dealt)
    return dealt


def _fill_parts(span: Span, position: Position) -> tuple[Span | None, Span]:
    """The supply of the first fill, and the factories."""
    parts = span.split("/")
    if len(parts) != (2 if position.round == 1 else 1):
        raise span.error(
            tr(
                "the first fill is the supply, / and the factories, such as"
                " PPGGOOYYBR/GOPP,..."
            )
            if position.round == 1
            else tr("only the fill of round 1 has a supply before a /")
        )
    return (parts[0] if len(parts) == 2 else None), parts[-1]


def _supply_group(span: Span, size: int) -> Group:
    where = tr("the supply")
    return Group(where, span, TILES.tiles(span, where), size)


def _refilled(span: Span, position: Position) -> State:
    """The state after a refill of the supply."""
    group = _supply_group(span, SUPPLY_SIZE - sum(position.supply))
    bag, _ = TILE_SET.draw(position.bag, position.tower(), [group])
    supply = plus(position.supply, group.tiles)
    refilled = packing.pack(replace(position, supply=supply, bag=bag))
    rules.after_refill(refilled)
    return refilled


def format_deal(state: State, before: State | None = None) -> str:
    """What a deal has drawn, by the states after and before it; `parse_deal` reads it.

    Without `before` the deal was a fill.
    """
    after = packing.unpack(state)
    due = packing.unpack(state if before is None else before)
    if due.phase == REFILL:
        return TILES.tiles_text(minus(after.supply, due.supply))
    factories = ",".join(TILES.tiles_text(factory) for factory in after.factories)
    if due.round == 1:
        return f"{TILES.tiles_text(after.supply)}/{factories}"
    return factories
