"""Breaks of the rules of Flowers, for `tests.mutants`."""

from __future__ import annotations

from tests.mutant_list import Mutant

LAYOUT, PLANTING, STACKS = "layout.py", "planting.py", "stacks.py"
SCORING, RULES = "scoring.py", "rules.py"

MUTANTS = [
    # --- Material and chance ---
    Mutant("seven 3s of a colour", LAYOUT, "(3, 6, 8, 7, 1", "(3, 6, 7, 8, 1"),
    Mutant("two of each butterfly", LAYOUT, "7, 1, 1, 1)", "7, 2, 1, 0)"),
    Mutant(
        "butterflies count backwards",
        LAYOUT,
        "BUTTERFLY[_colour << 3 | 5 + _i]",
        "BUTTERFLY[_colour << 3 | 7 - _i]",
    ),
    Mutant(
        "the card that came to light stays unseen",
        STACKS,
        "    state[UNSEEN + colour] -= 1 << 8 * kind\n",
        "",
    ),
    Mutant(
        "the unseen cards are not counted down",
        RULES,
        "                    state[UNSEEN_CARDS] -= 1\n",
        "",
    ),
    Mutant(
        "the odds of a card are those of its kind",
        RULES,
        "copies / state[UNSEEN_CARDS]",
        "1.0 / count_outcomes(state)",
    ),
    Mutant(
        "only half of the unseen cards are drawn from",
        STACKS,
        "    index = draw_below(rng, state[UNSEEN_CARDS])\n",
        "    index = draw_below(rng, state[UNSEEN_CARDS] // 2)\n",
    ),
    # --- Set-up ---
    Mutant(
        "one player has no start card",
        RULES,
        "if player == state[PLAYERS] - 1:",
        "if player >= state[PLAYERS] - 2:",
    ),
    Mutant(
        "the first stacks are drawn from before their tops are turned up",
        RULES,
        "    state[PHASE] = REVEAL if state[HIDDEN] else DRAW\n",
        "    state[PHASE] = DRAW\n",
    ),
    Mutant(
        "blind stacks show their tops",
        RULES,
        "state[BLIND_STACKS if stack.blind else HIDDEN]",
        "state[HIDDEN]",
    ),
    # --- Turn ---
    Mutant(
        "empty stacks may be drawn from",
        RULES,
        "        if state[HEIGHTS + stack] > 0:\n            count += 1\n",
        "        count += 1\n",
    ),
    Mutant(
        "the new top is turned up before the placement",
        STACKS,
        "if state[REVEAL_AT_ONCE] and state[HIDDEN]:",
        "if state[HIDDEN]:",
    ),
    Mutant(
        "an emptied stack shows a new top",
        STACKS,
        "    if state[HEIGHTS + stack] > 0:\n        state[HIDDEN]",
        "    if True:\n        state[HIDDEN]",
    ),
    Mutant(
        "a card drawn blind is placed unseen",
        STACKS,
        "        state[PHASE] = BLIND\n        return\n",
        "        state[PHASE] = BLIND\n",
    ),
    Mutant(
        "after the last player comes nobody",
        RULES,
        "turn if turn < state[PLAYERS] else 0",
        "min(turn, state[PLAYERS] - 1)",
    ),
    # --- Placing ---
    Mutant(
        "corners are free cells, edges to the north are not",
        PLANTING,
        "meet(state, at, cell, (spot + STRIDE) & SPOT_MASK)",
        "meet(state, at, cell, (spot + STRIDE + 1) & SPOT_MASK)",
    ),
    Mutant(
        "a free cell filled stays free",
        PLANTING,
        "    take_off_list(state, at, index)\n    add_cell",
        "    add_cell",
    ),
    Mutant(
        "the last free cell is lost",
        PLANTING,
        "    state[at + FREE + index] = state[at + FREE + last]\n",
        "",
    ),
    Mutant(
        "a card covered still counts",
        PLANTING,
        "    toggle(state, at, cell, below)\n",
        "",
    ),
    Mutant(
        "neighbours are known to one of two cells",
        PLANTING,
        "        state[at + BESIDE + found - 1] |= 1 << cell\n",
        "",
    ),
    Mutant(
        "a cell is covered once more than the limit says",
        PLANTING,
        "< state[COVER_LIMIT]\n",
        "<= state[COVER_LIMIT]\n",
    ),
    Mutant(
        "the purple card may be covered",
        PLANTING,
        "card_at(state, at, cell) == PURPLE and state[SUMMER_COVER] == 0",
        "card_at(state, at, cell) == PURPLE and state[SUMMER_COVER] > 1",
    ),
    Mutant(
        "the purple card may never be covered",
        PLANTING,
        "card_at(state, at, cell) == PURPLE and state[SUMMER_COVER] == 0",
        "card_at(state, at, cell) == PURPLE",
    ),
    Mutant(
        "piles are mixed",
        PLANTING,
        "state[at + PILE + i - 1] >> 6 > cell:",
        "state[at + PILE + i - 1] >> 6 >= cell:",
    ),
    # --- Solo ---
    Mutant(
        "no solo discard",
        RULES,
        "    if state[PLAYERS] == 1:\n        discard(state)\n",
        "    if state[PLAYERS] == 0:\n        discard(state)\n",
    ),
    Mutant(
        "every game discards",
        RULES,
        "    if state[PLAYERS] == 1:\n        discard(state)\n",
        "    if state[PLAYERS] > 0:\n        discard(state)\n",
    ),
    Mutant(
        "a card face down is discarded unseen",
        STACKS,
        "    if state[HIDDEN] >> stack & 1:\n",
        "    if False:\n",
    ),
    Mutant(
        "every top turned up is discarded",
        STACKS,
        "    state[DISCARD] = 0\n",
        "",
    ),
    Mutant(
        "blind stacks discard",
        STACKS,
        "if state[HEIGHTS + stack] > 0 and state[BLIND_STACKS] >> stack & 1 == 0:",
        "if state[HEIGHTS + stack] > 0:",
    ),
    Mutant(
        "the last discard does not end the game",
        STACKS,
        "        state[PHASE] = OVER\n",
        "        state[PHASE] = REVEAL\n",
    ),
    # --- End ---
    Mutant(
        "the game goes on without a stack",
        STACKS,
        "if height == 0 and state[LAST] == 0:",
        "if height < 0 and state[LAST] == 0:",
    ),
    Mutant(
        "a second stack emptied gives more turns",
        STACKS,
        "if height == 0 and state[LAST] == 0:",
        "if height == 0:",
    ),
    Mutant(
        "a finished round counts from player 1",
        STACKS,
        "(state[TURN] - state[FIRST] + state[PLAYERS])",
        "(state[TURN] + state[PLAYERS])",
    ),
    Mutant(
        "one more each leaves one out",
        STACKS,
        "        return state[PLAYERS]\n",
        "        return state[PLAYERS] - 1\n",
    ),
    Mutant(
        "turns without a card are waited for",
        RULES,
        "if state[LAST] == 0 or stacks_are_empty(state):",
        "if state[LAST] == 0:",
    ),
    # --- Scoring ---
    Mutant(
        "larger number groups stay",
        SCORING,
        "if popcount(group) != number:",
        "if popcount(group) < number:",
    ),
    Mutant(
        "a group is a cell with its neighbours",
        SCORING,
        "        new = (new & (new - 1)) | found\n",
        "        new = new & (new - 1)\n",
    ),
    Mutant(
        "a pile costs one card more at most",
        SCORING,
        "count += depth_at(state, at, trailing_zeros(left))",
        "count += 1",
    ),
    Mutant(
        "all covered cards cost in every game",
        SCORING,
        "if state[COVERED_COST] == ALL_COST:",
        "if state[COVERED_COST] != NO_COST:",
    ),
    Mutant(
        "covered=none is not known",
        SCORING,
        "if state[COVERED_COST] == NO_COST or state[at + DEEP] == 0:",
        "if state[at + DEEP] == 0:",
    ),
    Mutant(
        "a covered purple card costs",
        SCORING,
        "        count -= 1\n    return count\n",
        "        count -= 0\n    return count\n",
    ),
    Mutant(
        "a removal costs one point a card",
        SCORING,
        "return points - state[REMOVAL] * cards_lost(state, at, removed)",
        "return points - cards_lost(state, at, removed)",
    ),
    Mutant(
        "removed cards are in colour groups",
        SCORING,
        "left = state[at + COLOURS + colour] & ~removed",
        "left = state[at + COLOURS + colour]",
    ),
    Mutant(
        "a colour group needs one card more",
        SCORING,
        "if size >= state[MIN_GROUP] and group & touch:",
        "if size > state[MIN_GROUP] and group & touch:",
    ),
    Mutant(
        "the colour groups of a colour are one",
        SCORING,
        "            left &= ~group\n            size = popcount(group)\n",
        "            group = left\n            left = 0\n"
        "            size = popcount(group)\n",
    ),
    Mutant(
        "in Summer no group need touch the purple card",
        SCORING,
        "    if state[SUMMER] == 0:\n        return -1",
        "    if state[SUMMER] >= 0:\n        return -1",
    ),
    Mutant(
        "a covered purple card is touched",
        SCORING,
        "return state[at + BESIDE] if card_at(state, at, 0) == PURPLE else 0",
        "return state[at + BESIDE]",
    ),
    Mutant(
        "large groups fall off the table",
        SCORING,
        "min(size - state[MIN_GROUP], TABLE_SIZES - 1)",
        "(size - state[MIN_GROUP]) % TABLE_SIZES",
    ),
    Mutant(
        "the table begins with a group of one",
        SCORING,
        "min(size - state[MIN_GROUP], TABLE_SIZES - 1)",
        "min(size - 1, TABLE_SIZES - 1)",
    ),
    Mutant(
        "removed butterflies score",
        SCORING,
        "left = state[at + BUTTERFLIES + colour] & ~removed",
        "left = state[at + BUTTERFLIES + colour]",
    ),
    Mutant(
        "butterflies score beside removed cards",
        SCORING,
        "state[at + COLOURS + sought] & ~removed:",
        "state[at + COLOURS + sought]:",
    ),
    Mutant(
        "butterflies score once a neighbour",
        SCORING,
        "                count += 1\n",
        "                count += popcount(\n"
        "                    state[at + BESIDE + cell] & state[at + COLOURS + sought]\n"
        "                )\n",
    ),
    Mutant(
        "butterflies score by the colour of their cards",
        SCORING,
        "        if state[OWN_COLOUR]:\n",
        "        if True:\n",
    ),
    # --- Winner ---
    Mutant(
        "equal scores share the victory",
        SCORING,
        "    if state[SHARED_TIES]:\n",
        "    if True:\n",
    ),
    Mutant(
        "equal scores never share it",
        SCORING,
        "    if state[SHARED_TIES]:\n",
        "    if False:\n",
    ),
    Mutant(
        "groups break no tie",
        SCORING,
        "points = points * TIE_RANGE + groups % TIE_RANGE\n",
        "points = points * TIE_RANGE\n",
    ),
    Mutant(
        "butterflies break no tie",
        SCORING,
        "points = points * TIE_RANGE + butterflies\n",
        "points = points * TIE_RANGE\n",
    ),
    Mutant(
        "cards left break no tie",
        SCORING,
        "return points * TIE_RANGE + cards_left(state, at, removed)",
        "return points",
    ),
    Mutant(
        "removed cards are left",
        SCORING,
        "left = state[at + CELL_COUNT] - popcount(removed)",
        "left = state[at + CELL_COUNT]",
    ),
    Mutant(
        "a purple card is left",
        SCORING,
        "        left -= 1\n    return left",
        "        left -= 0\n    return left",
    ),
    Mutant(
        "the lowest score wins",
        RULES,
        "        if mine > best:",
        "        if mine < best:",
    ),
    Mutant("tied players win a whole game each", RULES, "1.0 / winners", "1.0"),
    Mutant(
        "the first of tied players counts alone",
        RULES,
        "winners + 1 if mine == best else winners",
        "winners",
    ),
]
