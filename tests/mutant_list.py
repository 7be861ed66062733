"""Breaks of the rules of Azul, for `tests.mutants`."""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """One break: in this file this text, which occurs once, is replaced."""

    breaks: str
    file: str
    old: str
    new: str


LAYOUT, FILLING, DRAFTING = "layout.py", "filling.py", "drafting.py"
TILING, SCORING, RULES = "tiling.py", "scoring.py", "rules.py"

MUTANTS = [
    # --- Material and fill ---
    Mutant("three tiles a factory", LAYOUT, "PER_FACTORY = 4", "PER_FACTORY = 3"),
    Mutant(
        "the wall's colours move to the left",
        SCORING,
        "[(c + r) % 5 for c",
        "[(c - r) % 5 for c",
    ),
    Mutant("the lid is never poured", FILLING, "bag = lid(state)", "bag = 0"),
    Mutant(
        "the lid is drawn from before the bag is empty",
        FILLING,
        "bag = state[BAG]\n",
        "bag = state[BAG] + lid(state)\n",
    ),
    Mutant(
        "the last tile of the bag is mixed with the lid",
        FILLING,
        "        if left == 0:\n            state",
        "        if left <= 1:\n            state",
    ),
    Mutant(
        "discards go straight to an emptied bag",
        FILLING,
        "    state[BAG] = bag\n    state[SOURCES + factory] = tiles\n",
        "    state[BAG] = bag\n    state[SOURCES + factory] = tiles\n"
        "    if left == 0:\n        state[BAG] = lid(state)\n",
    ),
    Mutant("drawn tiles stay in the bag", FILLING, "bag -= tile", "bag -= 0"),
    # --- Draft ---
    Mutant(
        "a factory's other tiles are discarded",
        DRAFTING,
        "(state[SOURCES + CENTRE] if source else 0) + rest",
        "state[SOURCES + CENTRE] if source else rest",
    ),
    Mutant(
        "the centre is emptied by a take",
        DRAFTING,
        "(state[SOURCES + CENTRE] if source else 0) + rest",
        "state[SOURCES + CENTRE] + rest if source else 0",
    ),
    Mutant(
        "the marker lies on the factories too",
        RULES,
        "if source == CENTRE and state[MARKER] == 0:",
        "if state[MARKER] == 0:",
    ),
    Mutant(
        "every taker from the centre gets the marker",
        RULES,
        "if source == CENTRE and state[MARKER] == 0:",
        "if source == CENTRE:",
    ),
    Mutant(
        "the marker is placed after the tiles",
        RULES,
        "    if source == CENTRE and state[MARKER] == 0:\n"
        "        state[MARKER] = state[TURN] + 1\n"
        "    put_on_line(state, action & 7, colour, taken)\n",
        "    put_on_line(state, action & 7, colour, taken)\n"
        "    if source == CENTRE and state[MARKER] == 0:\n"
        "        state[MARKER] = state[TURN] + 1\n",
    ),
    Mutant(
        "the marker takes no floor space",
        LAYOUT,
        "tiles + (1 if state[MARKER] == player + 1 else 0)",
        "tiles",
    ),
    Mutant(
        "the marker takes a space of every player",
        LAYOUT,
        "(1 if state[MARKER] == player + 1 else 0)",
        "(1 if state[MARKER] else 0)",
    ),
    Mutant(
        "a line once begun takes every colour",
        DRAFTING,
        "open_line << (FIELD_BITS * colour + destination)",
        "open_line * LINE_BITS[destination]",
    ),
    Mutant(
        "a full line takes its colour",
        DRAFTING,
        "open_line = 1 if before + placed < CAPACITY[destination] else 0",
        "open_line = 1",
    ),
    Mutant(
        "tiles that run over are discarded at no cost",
        DRAFTING,
        "colour, tiles - placed)",
        "colour, 0 * placed)",
    ),
    Mutant(
        "tiles that do not fit fall to the floor all together",
        DRAFTING,
        "placed = min(tiles, CAPACITY[destination] - before)",
        "placed = tiles if tiles <= CAPACITY[destination] - before else 0",
    ),
    Mutant("six floor spaces", LAYOUT, "FLOOR_SPACES = 7", "FLOOR_SPACES = 6"),
    Mutant("the floor has no end", DRAFTING, "min(tiles, free) <<", "tiles <<"),
    Mutant(
        "after the last player comes the starting player",
        RULES,
        "turn if turn < state[PLAYERS] else 0",
        "turn if turn < state[PLAYERS] else state[FIRST]",
    ),
    Mutant(
        "a line takes no more tiles than it has room for",
        DRAFTING,
        "            lines = field(state[board(state[TURN]) + ACCEPTS], colour)\n",
        "            lines = field(state[board(state[TURN]) + ACCEPTS], colour)\n"
        "            tiles = field(state[SOURCES + source], colour)\n"
        "            lines &= 63 ^ ((1 << tiles - 1) - 1)\n",
    ),
    Mutant(
        "a colour that fits a line must not go to the floor",
        DRAFTING,
        "            lines = field(state[board(state[TURN]) + ACCEPTS], colour)\n",
        "            lines = field(state[board(state[TURN]) + ACCEPTS], colour)\n"
        "            lines &= 31 if lines > 32 else 32\n",
    ),
    # --- Tiling ---
    Mutant("a wrong cost of seven spaces", SCORING, "8, 11, 14]", "8, 11, 13]"),
    Mutant("a wrong cost of three spaces", SCORING, "[0, 1, 2, 4,", "[0, 1, 2, 3,"),
    Mutant(
        "scores below zero",
        TILING,
        "max(0, state[at + SCORE] - cost)",
        "state[at + SCORE] - cost",
    ),
    Mutant(
        "the floor is paid for before the tiles score",
        RULES,
        "            tile_printed_wall(state, player)\n"
        "            pay_floor(state, player)\n",
        "            pay_floor(state, player)\n"
        "            tile_printed_wall(state, player)\n",
    ),
    Mutant(
        "the floor keeps its tiles",
        TILING,
        "state[at + FLOOR] = 0",
        "at = board(player)",
    ),
    Mutant(
        "runs go on across gaps",
        SCORING,
        "max(0, high - low - 1)",
        "bits.bit_count() if bits >> place & 1 else 0",
    ),
    Mutant("columns do not score", SCORING, "(down if down > 1 else 0)", "0"),
    Mutant(
        "a run of one adds a point", SCORING, "(across if across > 1 else 0)", "across"
    ),
    Mutant("a lone tile is worth nothing", SCORING, "if points > 0 else 1", "+ 0"),
    Mutant(
        "tiles of the same tiling do not count",
        TILING,
        "points += tile_points(wall, row, column)",
        "points += tile_points(\n"
        "            state[at + WALL] | 1 << (5 * row + column), row, column\n"
        "        )",
    ),
    Mutant(
        "a full line stays in its place",
        TILING,
        "state[at + LINES] = without_lines(lines, full)",
        "state[at + LINES] = lines",
    ),
    Mutant(
        "a tiled line takes the colour that its row shows",
        TILING,
        "accepts |= LINE_BITS[row] & ~shown",
        "accepts |= LINE_BITS[row]",
    ),
    # --- End or next round ---
    Mutant(
        "the marker does not decide who starts",
        RULES,
        "starter = next_starter(state)",
        "starter = state[FIRST]",
    ),
    Mutant(
        "player 1 starts when nobody took the marker",
        LAYOUT,
        "if state[MARKER] else state[FIRST]",
        "if state[MARKER] else 0",
    ),
    Mutant(
        "the marker stays with its holder",
        RULES,
        "    state[MARKER] = 0\n",
        "",
    ),
    Mutant(
        "only player 1 ends the game",
        RULES,
        "complete_rows(state[board(player) + WALL])",
        "complete_rows(state[board(0) + WALL])",
    ),
    Mutant(
        "the lowest row is overlooked",
        SCORING,
        "wall >> 4 & COLUMN)",
        "wall >> 4 & COLUMN >> 5)",
    ),
    Mutant("51 rounds", LAYOUT, "ROUND_LIMIT = 50", "ROUND_LIMIT = 51"),
    Mutant(
        "rounds without tiles go on",
        RULES,
        "return state[BAG] == 0 and lid(state) == 0",
        "return False",
    ),
    Mutant(
        "an empty bag ends the game",
        RULES,
        "return state[BAG] == 0 and lid(state) == 0",
        "return state[BAG] == 0",
    ),
    # --- End ---
    Mutant("three points a row", SCORING, "= 2, 7, 10", "= 3, 7, 10"),
    Mutant("no bonus for rows", SCORING, "ROW_BONUS * complete_rows(wall)", "0"),
    Mutant(
        "no bonus for columns",
        SCORING,
        "COLUMN_BONUS if column_bits(wall, i) == FIVE else 0",
        "0",
    ),
    Mutant(
        "no bonus for colours",
        SCORING,
        "COLOUR_BONUS if field(shown, i) == FIVE else 0",
        "0",
    ),
    Mutant(
        "the bonus goes to player 1 alone",
        RULES,
        "        state[PHASE] = OVER\n        for player in range(state[PLAYERS]):",
        "        state[PHASE] = OVER\n        for player in range(1):",
    ),
    Mutant(
        "rows do not break ties",
        RULES,
        "8 * state[at + SCORE] + complete_rows(state[at + WALL])",
        "8 * state[at + SCORE]",
    ),
    Mutant(
        "rows come before the score",
        RULES,
        "8 * state[at + SCORE] + complete_rows(state[at + WALL])",
        "state[at + SCORE] + 400 * complete_rows(state[at + WALL])",
    ),
    Mutant("tied players win a whole game each", RULES, "1.0 / winners", "1.0"),
    # --- Grey wall ---
    Mutant(
        "a colour twice in a column",
        TILING,
        "if cell_colour(state, state[TURN], r, column) == colour:",
        "if r < 0:",
    ),
    Mutant(
        "only the rows above bar a column",
        TILING,
        "for r in range(5)",
        "for r in range(row)",
    ),
    Mutant(
        "a placed tile leaves its column open",
        TILING,
        "    set_cell_colour(state, state[TURN], row, column, colour)\n",
        "",
    ),
    Mutant(
        "tiles of a chosen space do not score",
        TILING,
        "    state[at + SCORE] += tile_points(state[at + WALL], row, column)\n",
        "",
    ),
    Mutant(
        "a blocked line is discarded at no cost",
        TILING,
        "            drop(state, state[TURN], line_colour(lines, row), row + 1)\n",
        "",
    ),
    Mutant(
        "one tile of a blocked line is discarded",
        TILING,
        "line_colour(lines, row), row + 1)",
        "line_colour(lines, row), row)",
    ),
    Mutant(
        "floors are free",
        TILING,
        "        pay_floor(state, state[TURN])\n",
        "",
    ),
    Mutant(
        "the starting player tiles first, not the marker's holder",
        RULES,
        "        state[TURN] = next_starter(state)\n",
        "        state[TURN] = state[FIRST]\n",
    ),
    Mutant(
        "players tile against the clock",
        TILING,
        "state[TURN] = (state[TURN] + 1) % state[PLAYERS]",
        "state[TURN] = (state[TURN] + state[PLAYERS] - 1) % state[PLAYERS]",
    ),
]
