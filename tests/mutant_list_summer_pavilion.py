"""Breaks of the rules of Summer Pavilion, for `tests.mutants`."""

from __future__ import annotations

from tests.mutant_list import Mutant

LAYOUT, FILLING, DRAFTING = "layout.py", "filling.py", "drafting.py"
PLACING, SCORING, RULES = "placing.py", "scoring.py", "rules.py"

MUTANTS = [
    # --- Material, set-up and fill ---
    Mutant("three tiles a factory", FILLING, "TILES_PER_FACTORY, rng", "3, rng"),
    Mutant("four points at the start", LAYOUT, "START_SCORE = 5", "START_SCORE = 4"),
    Mutant("a supply of nine", LAYOUT, "SUPPLY_SIZE = 10", "SUPPLY_SIZE = 9"),
    Mutant("seven rounds", LAYOUT, "LAST_ROUND = 6", "LAST_ROUND = 7"),
    Mutant("five rounds", LAYOUT, "LAST_ROUND = 6", "LAST_ROUND = 5"),
    Mutant(
        "the wild colour comes a round early",
        LAYOUT,
        "return state[ROUND] - 1\n",
        "return state[ROUND] % 6\n",
    ),
    Mutant(
        "the tower is never emptied",
        FILLING,
        "            bag = tower(state)",
        "            bag = 0",
    ),
    Mutant(
        "the tower is drawn from before the bag is empty",
        FILLING,
        "    bag = state[BAG]\n",
        "    bag = state[BAG] + tower(state)\n",
    ),
    Mutant(
        "the last tile of the bag is mixed with the tower",
        FILLING,
        "        if left == 0:\n            state[BAG] = 0\n",
        "        if left <= 1:\n            state[BAG] = 0\n",
    ),
    Mutant(
        "an emptied bag takes the tower's tiles at once",
        FILLING,
        "    state[BAG] = bag\n    state[place] = tiles\n",
        "    state[BAG] = bag\n    state[place] = tiles\n"
        "    if bag == 0:\n        state[BAG] = tower(state)\n",
    ),
    Mutant("drawn tiles stay in the bag", FILLING, "bag -= drawn", "bag -= 0"),
    # --- Draft ---
    Mutant(
        "the wild colour may be named anywhere",
        DRAFTING,
        "return others | (wilds & ~(mixed << shift))",
        "return others | wilds",
    ),
    Mutant(
        "the wild colour may never be named",
        DRAFTING,
        "return others | (wilds & ~(mixed << shift))",
        "return others if others else wilds",
    ),
    Mutant(
        "all wild tiles of a source come along",
        DRAFTING,
        "taken += tile(wild) if field(held, wild) > 0 else 0",
        "taken += tile(wild) * field(held, wild)",
    ),
    Mutant(
        "no wild tile comes along",
        DRAFTING,
        "taken += tile(wild) if field(held, wild) > 0 else 0",
        "taken += 0",
    ),
    Mutant(
        "a source of wild tiles is emptied",
        DRAFTING,
        "        taken = tile(wild)\n    else",
        "        taken = held\n    else",
    ),
    Mutant(
        "a factory's other tiles are discarded",
        DRAFTING,
        "(state[SOURCES + CENTRE] if source else 0) + held - taken",
        "state[SOURCES + CENTRE] if source else held - taken",
    ),
    Mutant(
        "the centre is emptied by a take",
        DRAFTING,
        "(state[SOURCES + CENTRE] if source else 0) + held - taken",
        "state[SOURCES + CENTRE] + held - taken if source else 0",
    ),
    Mutant(
        "the marker lies on the factories too",
        DRAFTING,
        "if source == CENTRE and state[MARKER] == 0:",
        "if state[MARKER] == 0:",
    ),
    Mutant(
        "every taker from the centre gets the marker",
        DRAFTING,
        "if source == CENTRE and state[MARKER] == 0:",
        "if source == CENTRE:",
    ),
    Mutant(
        "the marker costs one point",
        DRAFTING,
        "state[at + SCORE] - total(taken))",
        "state[at + SCORE] - 1)",
    ),
    Mutant(
        "wild tiles do not count for the marker",
        DRAFTING,
        "state[at + SCORE] - total(taken))",
        "state[at + SCORE] - field(taken, colour))",
    ),
    Mutant(
        "the marker brings a score to 0",
        DRAFTING,
        "max(1, state[at + SCORE] - total(taken))",
        "max(0, state[at + SCORE] - total(taken))",
    ),
    Mutant(
        "after the last player comes the starting player",
        RULES,
        "        state[TURN] = next_seat(state)\n        if state[OFFERS]",
        "        state[TURN] = next_seat(state) or state[FIRST]\n"
        "        if state[OFFERS]",
    ),
    # --- Placing ---
    Mutant(
        "the starting player places first, not the marker's holder",
        RULES,
        "    state[PHASE] = PLACE\n    state[TURN] = next_starter(state)\n",
        "    state[PHASE] = PLACE\n    state[TURN] = state[FIRST]\n",
    ),
    Mutant(
        "wild tiles alone may pay",
        PLACING,
        "ways = min(cost - 1, wild)",
        "ways = min(cost, wild)",
    ),
    Mutant(
        "wild tiles pay only what is missing",
        PLACING,
        "table[own, wild] |= max(0, ways) <<",
        "table[own, wild] |= min(1, max(0, ways)) <<",
    ),
    Mutant(
        "no wild tile pays",
        PLACING,
        "min(field(stock, wild), 5) if colour != wild else 0",
        "0 * wild",
    ),
    Mutant(
        "the wild colour pays for itself twice",
        PLACING,
        "min(field(stock, wild), 5) if colour != wild else 0",
        "min(field(stock, wild), 5)",
    ),
    Mutant(
        "covered spaces take tiles",
        PLACING,
        "free = FULL_STAR & ~star_mask(state[at + COVERED], star)",
        "free = FULL_STAR",
    ),
    Mutant(
        "a colour comes twice to the centre",
        PLACING,
        "ways = 0 if colours_in_star(cells) >> colour & 1 else ways",
        "ways += 0 * colours_in_star(cells)",
    ),
    Mutant(
        "wild tiles paid are not taken away",
        PLACING,
        "(number - wilds) * tile(colour) + wilds * tile(",
        "(number - wilds) * tile(colour) + 0 * tile(",
    ),
    Mutant(
        "no score for a tile placed",
        PLACING,
        "    state[at + SCORE] += group_size(covered, space)\n",
        "",
    ),
    Mutant(
        "the ring is open between 6 and 1",
        SCORING,
        "for q in ((p + 1) % 6, (p - 1) % 6):",
        "for q in (min(p + 1, 5), max(p - 1, 0)):",
    ),
    Mutant(
        "a group is the whole star",
        SCORING,
        "table[mask, position] = len(group)",
        'table[mask, position] = bin(mask).count("1") if group else 0',
    ),
    # --- Decorations and bonus ---
    Mutant("windows and statues change places", SCORING, "= 3, 2, 1\n", "= 2, 3, 1\n"),
    Mutant("no tile for a pillar", SCORING, "= 3, 2, 1\n", "= 3, 2, 0\n"),
    Mutant(
        "statues go round the other way",
        SCORING,
        "spaces((b + 1) % 6, 3, 4)",
        "spaces((b - 1) % 6, 3, 4)",
    ),
    Mutant(
        "pillars are one space on in the centre",
        SCORING,
        "(b - 1) % 6 + 1, b + 1)",
        "b + 1, (b + 1) % 6 + 1)",
    ),
    Mutant(
        "one decoration at a time",
        SCORING,
        "MAX_DECORATIONS):\n        mask",
        "1):\n        mask",
    ),
    Mutant(
        "a window needs one space",
        SCORING,
        "spaces(b, 5, 6), WINDOW",
        "spaces(b, 5), WINDOW",
    ),
    Mutant(
        "a bonus larger than the supply is due in full",
        PLACING,
        "min(completed_bonus(covered, space), total(state[SUPPLY]))",
        "completed_bonus(covered, space)",
    ),
    Mutant(
        "a bonus may be taken in any order",
        PLACING,
        "        colour >= state[LEAST]\n        and field(supply, colour) > 0\n",
        "        colour >= 0 and field(supply, colour) > 0\n",
    ),
    Mutant(
        "a bonus may run out of colours",
        PLACING,
        "        and total(supply) >= state[OWED]\n",
        "",
    ),
    Mutant(
        "bonus tiles are refilled one by one",
        RULES,
        "        take_bonus(state, action - BONUS_ACTION)\n",
        "        take_bonus(state, action - BONUS_ACTION)\n"
        "        if state[OWED] and state[BAG] & 1023:\n"
        "            state[BAG] -= 1\n            state[SUPPLY] += 1\n",
    ),
    Mutant(
        "the supply is not refilled from the tower",
        RULES,
        "return state[BAG] != 0 or tower(state) != 0",
        "return state[BAG] != 0",
    ),
    Mutant(
        "the supply is never refilled",
        RULES,
        "    if refill_due(state):\n",
        "    if False:\n",
    ),
    # --- Pass ---
    Mutant("five tiles may be kept", LAYOUT, "MAX_KEPT = 4", "MAX_KEPT = 5"),
    Mutant(
        "three tiles may be kept",
        PLACING,
        "total(state[at + KEPT]) < MAX_KEPT",
        "total(state[at + KEPT]) < MAX_KEPT - 1",
    ),
    Mutant(
        "tiles may be kept in any order",
        PLACING,
        "return colour >= state[LEAST] and field(stock, colour) > 0",
        "return field(stock, colour) > 0",
    ),
    Mutant(
        "discarded tiles cost nothing",
        PLACING,
        "    lost = total(state[at + STOCK])\n",
        "    lost = 0\n",
    ),
    Mutant(
        "discarded tiles bring a score to 0",
        PLACING,
        "max(1, state[at + SCORE] - lost)",
        "max(0, state[at + SCORE] - lost)",
    ),
    Mutant(
        "tiles are kept in round 6",
        RULES,
        "action == PASS and state[ROUND] < LAST_ROUND",
        "action == PASS",
    ),
    Mutant(
        "a pass does not count",
        PLACING,
        "    state[PASSED] |= 1 << state[TURN]\n",
        "",
    ),
    Mutant(
        "players without tiles are asked",
        RULES,
        "        if has_tiles(state, player):\n            return\n"
        "        state[PASSED] |= 1 << player\n        if",
        "        if has_tiles(state, player) or not has_passed(state, player):\n"
        "            return\n        if",
    ),
    Mutant(
        "players without tiles begin the placing",
        RULES,
        "    if not has_tiles(state, state[TURN]):\n",
        "    if False:\n",
    ),
    # --- End of round ---
    Mutant("the marker stays with its holder", RULES, "    state[MARKER] = 0\n", ""),
    Mutant(
        "the marker does not decide who starts",
        RULES,
        "    state[FIRST] = starter\n    state[TURN] = starter\n",
        "    state[TURN] = state[FIRST]\n",
    ),
    Mutant(
        "kept tiles are lost",
        RULES,
        "        state[at + STOCK] += state[at + KEPT]\n",
        "",
    ),
    Mutant("a pass lasts for ever", RULES, "    state[PASSED] = 0\n", ""),
    # --- End ---
    Mutant("a wrong value of the red star", SCORING, "15, 14, 0, 0]", "15, 15, 0, 0]"),
    Mutant("a wrong value of the purple star", SCORING, "[20, 18,", "[18, 18,"),
    Mutant("a wrong value of the centre", SCORING, "POINTS = 12", "POINTS = 14"),
    Mutant("number 4 brings nothing", SCORING, "4, 8, 12, 16, 0", "4, 8, 12, 0, 0"),
    Mutant("number 1 brings nothing", SCORING, "in range(1, 5)", "in range(2, 5)"),
    Mutant(
        "a number does not need the centre star",
        SCORING,
        "masks[plain, NUMBER[plain, space]] |= 1 << space",
        "masks[plain, NUMBER[plain, space]] |= int(space < 36) << space",
    ),
    Mutant(
        "the points of the end go to player 1 alone",
        RULES,
        "    state[PHASE] = OVER\n    for player in range(state[PLAYERS]):",
        "    state[PHASE] = OVER\n    for player in range(1):",
    ),
    Mutant("tied players win a whole game each", RULES, "1.0 / winners", "1.0"),
    Mutant(
        "the first of tied players wins",
        RULES,
        "winners + 1 if score == best else winners",
        "winners",
    ),
    # --- Plain board ---
    Mutant(
        "a plain star carries 1 to 6",
        SCORING,
        "(3, 2, 1, 4, 5, 6), (3,) * 6",
        "(1, 2, 3, 4, 5, 6), (3,) * 6",
    ),
    Mutant(
        "the plain centre carries 1 to 6",
        SCORING,
        "(3, 2, 1, 4, 5, 6), (3,) * 6",
        "(3, 2, 1, 4, 5, 6), (1, 2, 3, 4, 5, 6)",
    ),
    Mutant(
        "the first tile binds a plain star", PLACING, "if tiles < 2:", "if tiles < 1:"
    ),
    Mutant(
        "two different tiles leave a plain star open",
        PLACING,
        "else every & ~here",
        "else every",
    ),
    Mutant(
        "two equal tiles leave a plain star open",
        PLACING,
        "return here if popcount(here) == 1 else every & ~here",
        "return every if popcount(here) == 1 else every & ~here",
    ),
    Mutant(
        "a plain star of six colours brings the points of one colour",
        SCORING,
        "if (cells >> 4) & 15 == first else CENTRE_POINTS",
        "if first else CENTRE_POINTS",
    ),
]
