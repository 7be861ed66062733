"""What the notation of Flowers refuses, with the sentence and the place."""

from __future__ import annotations

import pytest

from engines.flowers import notation
from tests.flowers_games import blocks, told

# Each block: the sentence, the text that is refused, the caret line, and after + what
# stands on the next line of the text.
REFUSED = """\
unknown game 'flower'; did you mean 'flowers'? Known: flowers
  flower players=2
  ^^^^^^

a position starts with the name of the game, not 'players=2'; known: flowers
  players=2 turn=1
  ^^^^^^^^^

players is missing; it is a number from 1 to 4
  flowers
  ^^^^^^^

players is a number from 1 to 4, not '5'
  flowers players=5
                  ^

unknown key 'gardens'; did you mean 'p4.garden'? Keys: players, rules, reveal, end, covered, butterfly, ties, summer, summer-cover, min-group, removal, group-table, cover-limit, phase, turn, first, last, stacks, drawn, from, discard, gone, and for each player p1.garden
  flowers players=2 gardens=O:R1
                    ^^^^^^^

there is no player 3: 2 play
  flowers players=2 p3.garden=O:R1
                    ^^^^^^^^^

expected key=value, not 'stacks'
  flowers players=2 stacks
                    ^^^^^^

the key 'turn' is given twice
  flowers players=2 turn=1 turn=2
                           ^^^^

unknown rules 'offical'; did you mean 'official'? Known: official, digest
  flowers players=2 rules=offical
                          ^^^^^^^

unknown end 'later'. Known: immediate, one-more-each, finish-round
  flowers players=2 end=later
                        ^^^^^

min-group is a number from 1 to 20, not '0'
  flowers players=2 min-group=0
                              ^

removal is a number from 0 to 9, not '10'
  flowers players=2 removal=10
                            ^^

cover-limit is none or a number from 0 to 60, not '61'
  flowers players=2 cover-limit=61
                                ^^

cover-limit is none or a number from 0 to 60, not 'no'
  flowers players=2 cover-limit=no
                                ^^

group-table is per-card or up to 8 numbers from 0 to 99, not 'percard'
  flowers players=2 group-table=percard
                                ^^^^^^^

group-table is per-card or up to 8 numbers from 0 to 99, not '100'
  flowers players=2 group-table=5,6,100
                                    ^^^

group-table is per-card or up to 8 numbers from 0 to 99, not 9 of them
  flowers players=2 group-table=1,2,3,4,5,6,7,8,9
                                ^^^^^^^^^^^^^^^^^

unknown summer 'maybe'. Known: no, yes
  flowers players=2 summer=maybe
                           ^^^^^

unknown phase 'drawing'; did you mean 'draw'? Known: draw, place, setup, reveal, blind, over
  flowers players=2 phase=drawing
                          ^^^^^^^

turn is a number from 1 to 2, not '3'
  flowers players=2 turn=3
                         ^

p1.garden lists cells with their cards from the bottom, such as O:R4b or E1:Y1/B2, not 'O'
  flowers players=2 p1.garden=O
                              ^

p1.garden lists cells with their cards from the bottom, such as O:R4b or E1:Y1/B2, not 'E1'
  flowers players=2 p1.garden=O:R4b,E1
                                    ^^

p1.garden has 'X1'; a card is a colour, Y, R, B or G, a number from 1 to 4 and, for a butterfly, the small letter of its colour, such as R3 or R4b
  flowers players=2 p1.garden=O:X1
                                ^^

p1.garden has 'R5'; a card is a colour, Y, R, B or G, a number from 1 to 4 and, for a butterfly, the small letter of its colour, such as R3 or R4b
  flowers players=2 p1.garden=O:R5
                                ^^

p1.garden has 'r3'; this card is written R3
  flowers players=2 p1.garden=O:r3
                                ^^

p1.garden has 'R4B'; this card is written R4b
  flowers players=2 p1.garden=O:R4B
                                ^^^

p1.garden has 'R4r'; a butterfly has another colour than its card
  flowers players=2 p1.garden=O:R4r
                                ^^^

p1.garden has 'R3b'; only 4s have butterflies
  flowers players=2 p1.garden=O:R3b
                                ^^^

p1.garden has ''; a card is a colour, Y, R, B or G, a number from 1 to 4 and, for a butterfly, the small letter of its colour, such as R3 or R4b
  flowers players=2 p1.garden=O:R3/
                                   ^

p1.garden has '0'; the cell of the start card is written with the letter O
  flowers players=2 p1.garden=0:R3
                              ^

p1.garden has 'N1E1'; this cell is written E1N1
  flowers players=2 p1.garden=O:R3,N1E1:R2
                                   ^^^^

p1.garden has 'e1'; this cell is written E1
  flowers players=2 p1.garden=O:R3,e1:R2
                                   ^^

p1.garden has 'E01'; this cell is written E1
  flowers players=2 p1.garden=O:R3,E01:R2
                                   ^^^

p1.garden has 'E0'; a cell is O, or E or W with a distance, N or S with a distance, or both, such as E1, S2 or W1N2
  flowers players=2 p1.garden=O:R3,E0:R2
                                   ^^

p1.garden has 'X1'; a cell is O, or E or W with a distance, N or S with a distance, or both, such as E1, S2 or W1N2
  flowers players=2 p1.garden=O:R3,X1:R2
                                   ^^

P is the start card of the Summer variant: write summer=yes
  flowers players=2 p1.garden=O:P
                              ^^^

gone has 'P'; the purple card lies in gardens only
  flowers players=2 gone=P
                         ^

gone has ''; a card is a colour, Y, R, B or G, a number from 1 to 4 and, for a butterfly, the small letter of its colour, such as R3 or R4b
  flowers players=2 gone=R3,,R3
                            ^

this is one R1 too many; the game has 3
  flowers players=2 gone=R1,R1,R1,R1
                                  ^^

this is one R4b too many; the game has 1
  flowers players=2 gone=R4b stacks=R4b:26,R3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                                    ^^^

this is one R4b too many; the game has 1
  flowers players=2 stacks=R4b:26,R3:26,blind:26 p1.garden=O:R1,E1:R4b p2.garden=O:R1
                                                                   ^^^

O is listed twice; a cell lists all its cards from the bottom, such as E1:Y1/B2
  flowers players=2 stacks=R3:26,B3:26,blind:26 p1.garden=O:R1,E1:R2,O:R3 p2.garden=O:R1
                                                                     ^^^^

the garden of player 1 has no card at O, where it starts
  flowers players=2 stacks=R3:26,B3:26,blind:26 p1.garden=E1:R2,E2:R3 p2.garden=O:R1
                                                          ^^^^^^^^^^^

E2 is not connected with O; a card lies beside another, edge to edge
  flowers players=2 stacks=R3:26,B3:26,blind:26 p1.garden=O:R1,E2:R2,E3:R3 p2.garden=O:R1
                                                               ^^^^^

E1N1 is not connected with O; a card lies beside another, edge to edge
  flowers players=2 stacks=R3:26,B3:26,blind:26 p1.garden=O:R1,E1N1:R2 p2.garden=O:R1
                                                               ^^^^^^^

O has 2 covered cards; with cover-limit=1 a cell has at most 1
  flowers players=2 cover-limit=1 stacks=R3:25,B3:25,blind:26 p1.garden=O:R1/R2/R3
                                                                        ^^^^^^^^^^
+ p2.garden=O:R1,E1:Y3

E1 has 1 covered card; with cover-limit=0 a cell has at most 0
  flowers players=2 cover-limit=0 stacks=R3:25,B3:25,blind:26 p1.garden=O:R1,E1:R2/R3
                                                                             ^^^^^^^^
+ p2.garden=O:R1,E1:Y3

the garden of player 1 is empty; in Summer it starts with the purple card, O:P
  flowers players=2 summer=yes p1.garden=-
                                         ^

in Summer P lies at the bottom of O, such as O:P
  flowers players=2 summer=yes stacks=R3:26,B3:26,blind:26 p1.garden=O:R1
                                                                     ^^^^

P lies at the bottom of O and nowhere else
  flowers players=2 summer=yes stacks=R3:26,B3:25,blind:26 p1.garden=O:P,E1:P
                                                                         ^^^^

with summer-cover=no the purple card is never covered
  flowers players=2 summer=yes stacks=R3:26,B3:25,blind:26 p1.garden=O:P/R2
                                                                     ^^^^^^

in Summer gardens start with the purple card, so there is no phase=setup
  flowers players=2 summer=yes phase=setup
                                     ^^^^^

stacks is missing; it lists the card that each stack shows and its height, such as R4b:25,Y2:26,blind:26
  flowers players=2 p1.garden=O:R1,E1:R2 p2.garden=O:R1
  ^^^^^^^

a stack is the card it shows, hidden or blind, a colon and its height, such as R4b:25, not '-'
  flowers players=2 stacks=- p1.garden=O:R1 p2.garden=O:R1
                           ^

a stack is the card it shows, hidden or blind, a colon and its height, such as R4b:25, not 'R3'
  flowers players=2 stacks=R3 p1.garden=O:R1 p2.garden=O:R1
                           ^^

a stack has 'face-down'; a card is a colour, Y, R, B or G, a number from 1 to 4 and, for a butterfly, the small letter of its colour, such as R3 or R4b
  flowers players=2 stacks=R3:26,B3:26,face-down:26 p1.garden=O:R1 p2.garden=O:R1
                                       ^^^^^^^^^

the height of a stack is a number from 0 to 108, not 'x'
  flowers players=2 stacks=R3:x,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                              ^

the height of a stack is a number from 0 to 108, not '109'
  flowers players=2 stacks=R3:109,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                              ^^^

an empty stack shows no card: write hidden:0
  flowers players=2 stacks=R3:0,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                           ^^^^

a stack has 'P'; the purple card lies in gardens only
  flowers players=2 stacks=P:5,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                           ^

a game has 1 to 6 stacks, not 7
  flowers players=2 stacks=hidden:1,hidden:1,hidden:1,hidden:1,hidden:1,hidden:1,blind:1
                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

107 cards can't lie face down in the stacks besides 2 start cards: there are 108 unseen cards
  flowers players=2 stacks=hidden:36,hidden:36,blind:35
                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^

104 cards can't lie face down in the stacks besides the card drawn blind: there are 104 unseen cards
  flowers players=2 phase=blind stacks=R3:36,B3:36,blind:34 p1.garden=O:R1 p2.garden=O:R1
                                       ^^^^^^^^^^^^^^^^^^^^

105 cards can't lie face down in the stacks: there are 104 unseen cards
  flowers players=2 stacks=R3:36,B3:36,blind:35 p1.garden=O:R1 p2.garden=O:R1
                           ^^^^^^^^^^^^^^^^^^^^

with these stacks a garden could come to have 80 cells; there is room for 61
  flowers players=1 stacks=blind:40,blind:40
                           ^^^^^^^^^^^^^^^^^

107 cards can't lie face down in the stacks: there are 100 unseen cards
  flowers players=1 stacks=hidden:54,blind:53
                           ^^^^^^^^^^^^^^^^^^
+ p1.garden=O:R1,E1:R2,E2:R3,E3:R2,E4:R2,E5:B2,E6:B2,E7:Y3

with these stacks a garden could come to have 62 cells; there is room for 61
  flowers players=1 stacks=R1:20,blind:46 gone=-
                           ^^^^^^^^^^^^^^
+ p1.garden=O:R1,E1:R2,E2:R3,E3:R2,E4:R2,E5:B2,E6:B2,E7:Y3,E8:Y3,E9:Y3,E10:Y3,E11:Y2,E12:Y2,E13:Y2,E14:Y2,E15:G3,E16:G3,E17:G3,E18:G3,E19:G2,E20:G2,E21:G2,E22:B3,E23:B3,E24:B3,E25:B3,E26:B1,E27:B1,E28:R1

in phase=setup a player has no start card yet, and all have one
  flowers players=2 phase=setup p1.garden=O:R1 p2.garden=O:R1
                          ^^^^^

start cards are dealt in the order of players: player 1 comes before player 2
  flowers players=2 phase=setup p2.garden=O:R1
                                          ^^^^

in phase=setup nobody has placed a card, and player 1 has 2
  flowers players=2 phase=setup p1.garden=O:R1,E1:R2
                                          ^^^^^^^^^^

in phase=setup nobody has had a turn: turn and first are the same player
  flowers players=2 phase=setup turn=2 first=1
                                     ^

in phase=setup no top is turned up yet: write hidden:26
  flowers players=2 phase=setup stacks=hidden:26,R3:26,blind:26
                                                 ^^^^^

in phase=setup every stack holds cards
  flowers players=2 phase=setup stacks=hidden:26,hidden:0,blind:26
                                                 ^^^^^^^^

in phase=setup no card waits to be placed
  flowers players=2 phase=setup drawn=R3
                                ^^^^^

the garden of player 2 is empty; outside phase=setup it has a start card at O, such as O:R4b
  flowers players=2 stacks=R3:26,B3:26,blind:26 p1.garden=O:R1
  ^^^^^^^

stack 1 is hidden; its top is turned up before a card is drawn, in phase=reveal
  flowers players=2 phase=draw stacks=hidden:26,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                                      ^^^^^^^^^

in phase=draw no card waits to be placed
  flowers players=2 phase=draw stacks=R3:26,B3:26,blind:25 p1.garden=O:R1 p2.garden=O:R1 drawn=R2
                                                                                         ^^^^^

in phase=draw no card has been drawn
  flowers players=2 phase=draw stacks=R3:26,B3:26,blind:25 p1.garden=O:R1 p2.garden=O:R1 from=3
                                                                                         ^^^^

in phase=place drawn is the card to be placed
  flowers players=2 phase=place stacks=hidden:25,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                          ^^^^^

from is missing; it is the number of the stack that the card was drawn from, 1 to 4
  flowers players=2 drawn=R2 stacks=R3:25,B3:26,blind:26,blind:3 p1.garden=O:R1 p2.garden=O:R1
                          ^^

from is a number from 1 to 3, not '4'
  flowers players=2 drawn=R2 from=4 stacks=hidden:25,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                                  ^

stack 1 shows R3, but the card was drawn from it: its new top is turned up once the card is placed; write hidden:25
  flowers players=2 drawn=R2 from=1 stacks=R3:25,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                                           ^^^^^

stack 1 is hidden, but the card was drawn from stack 3
  flowers players=2 drawn=R2 from=3 stacks=hidden:26,B3:26,blind:25 p1.garden=O:R1 p2.garden=O:R1
                                           ^^^^^^^^^

stack 1 is hidden; with reveal=immediate its top is turned up before the card is placed, in phase=reveal
  flowers players=2 phase=place drawn=R2 from=1 reveal=immediate stacks=hidden:25,B3:26,blind:26
                                                                        ^^^^^^^^^
+ p1.garden=O:R1 p2.garden=O:R1

with reveal=after-placement a card that was drawn is placed before the new top is turned up: write phase=place
  flowers players=2 phase=reveal drawn=R2 from=1 stacks=hidden:25,B3:26,blind:26 p1.garden=O:R1
                          ^^^^^^
+ p2.garden=O:R1

stack 1 is hidden, but the card was drawn from stack 2
  flowers players=2 drawn=R2 from=2 rules=digest stacks=hidden:25,B3:26,blind:26 p1.garden=O:R1
                                                        ^^^^^^^^^
+ p2.garden=O:R1

in phase=reveal a top is to be turned up, and no stack is hidden
  flowers players=2 phase=reveal stacks=R3:25,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                          ^^^^^^

before the first turn the tops are turned up in order: that of stack 1 comes before that of stack 2
  flowers players=2 stacks=hidden:26,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                           ^^^^^^^^^

2 stacks are hidden; a turn takes the top of 1
  flowers players=2 stacks=hidden:25,hidden:26,blind:26 p1.garden=O:R1,E1:R2 p2.garden=O:R1
                                     ^^^^^^^^^

stack 1 is hidden; with reveal=immediate its top is turned up before the card drawn from it is placed, and drawn is missing
  flowers players=2 rules=digest stacks=hidden:25,R3:26,blind:26 p1.garden=O:R1,E1:R2
                                        ^^^^^^^^^
+ p2.garden=O:R1

3 stacks are hidden; a turn takes the top of 2
  flowers players=1 stacks=hidden:20,hidden:20,hidden:20,blind:20 p1.garden=O:R1,E1:R2
                                               ^^^^^^^^^

stack 2 is hidden; a solo turn discards from stack 1
  flowers players=1 stacks=R3:20,hidden:20,hidden:20,blind:20 p1.garden=O:R1,E1:R2
                                 ^^^^^^^^^

in phase=blind a card has been drawn blind, and stack 1 is face up
  flowers players=2 phase=blind from=1 stacks=R3:25,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                                     ^

in phase=blind the card drawn is not seen yet; once it is write phase=place
  flowers players=2 phase=blind drawn=R3 from=3 stacks=R3:26,B3:26,blind:25 p1.garden=O:R1
                                ^^^^^
+ p2.garden=O:R1

discard=due belongs to phase=reveal of a solo game, after a card was placed
  flowers players=2 discard=due stacks=hidden:25,R3:26,blind:26 p1.garden=O:R1,E1:R2
                    ^^^^^^^
+ p2.garden=O:R1

unknown discard 'yes'. Known: due
  flowers players=1 discard=yes stacks=hidden:39,blind:40 p1.garden=O:R1,E1:R2
                            ^^^

discard=due belongs to phase=reveal of a solo game, after a card was placed
  flowers players=1 discard=due stacks=R3:39,blind:40 p1.garden=O:R1,E1:R2
                    ^^^^^^^

a discard waits only while stack 1, the first that is face up, is hidden
  flowers players=1 discard=due stacks=R3:39,hidden:30,blind:10 p1.garden=O:R1,E1:R2
                    ^^^^^^^

with reveal=immediate the card discarded is turned up before, so no discard waits
  flowers players=1 discard=due rules=digest stacks=hidden:39,blind:40 p1.garden=O:R1,E1:R2
                    ^^^^^^^

a discard follows a turn, and no card has been placed
  flowers players=1 discard=due stacks=hidden:40,blind:40 p1.garden=O:R1
                    ^^^^^^^

last counts the turns left once a stack has been emptied, and none is
  flowers players=2 stacks=R3:25,B3:26,blind:26 last=1 p1.garden=O:R1,E1:R2 p2.garden=O:R1
                                                     ^

stack 1 is empty, so the game is over since the end of the turn in which it was emptied: write phase=over
  flowers players=2 stacks=hidden:0,B3:26,blind:26 p1.garden=O:R1,E1:R2 p2.garden=O:R1
                           ^^^^^^^^

stack 1 is empty and last is missing; it is the number of turns left, this one included
  flowers players=3 end=one-more-each stacks=hidden:0,B3:26,blind:26 p1.garden=O:R1,E1:R2
                                             ^^^^^^^^^^^^^^^^^^^^^^^
+ p2.garden=O:R1 p3.garden=O:Y1

stack 1 was emptied in an earlier turn, so at most 2 turns can be left
  flowers players=3 end=one-more-each stacks=hidden:0,B3:26,blind:26 last=3 p1.garden=O:R1,E1:R2
                                                                          ^
+ p2.garden=O:R1 p3.garden=O:Y1

this turn has emptied stack 1 and everybody else has one more: write last=3
  flowers players=3 end=one-more-each stacks=hidden:0,B3:26,blind:26 last=2 drawn=R3 from=1
                                                                          ^
+ p1.garden=O:R1,E1:R2 p2.garden=O:R1 p3.garden=O:Y1

with first=1 and turn=2 the round has 2 turns left, this one included: write last=2
  flowers players=3 end=finish-round stacks=hidden:0,B3:26,blind:26 last=1 p1.garden=O:R1,E1:R2
                                                                         ^
+ p2.garden=O:R1 p3.garden=O:Y1

stack 1 is empty, so the game is over since the end of the round in which it was emptied: write phase=over
  flowers players=3 end=finish-round stacks=hidden:0,B3:26,blind:26 p1.garden=O:R1,E1:R2
                                            ^^^^^^^^
+ p2.garden=O:R1,E1:R2 p3.garden=O:Y1,E1:Y2

stacks 1 and 2 are empty, but 1 turn at most can have emptied one each
  flowers players=3 end=finish-round stacks=hidden:0,hidden:0,blind:26 p1.garden=O:R1,E1:R2
                                                     ^^^^^^^^
+ p2.garden=O:R1 p3.garden=O:Y1

all stacks are empty, so the game is over: write phase=over
  flowers players=2 stacks=hidden:0,hidden:0,blind:0 p1.garden=O:R1,E1:R2 p2.garden=O:R1
                           ^^^^^^^^^^^^^^^^^^^^^^^^^
+ end=one-more-each last=1

the game ends when a stack is emptied, and every stack holds cards
  flowers players=2 phase=over stacks=R3:20,B3:26,blind:26 p1.garden=O:R1,E1:R2 p2.garden=O:R1
                          ^^^^

the game is over, so no turns are left
  flowers players=2 phase=over last=1 stacks=hidden:0,B3:26,blind:26 p1.garden=O:R1,E1:R2
                               ^^^^
+ p2.garden=O:R1

stacks 1 and 2 are empty, but 1 turn at most can have emptied one each
  flowers players=2 phase=over stacks=hidden:0,hidden:0,blind:26 p1.garden=O:R1,E1:R2
                                               ^^^^^^^^
+ p2.garden=O:R1

stack 3 is hidden; when the game ends every other stack shows its top, but for the one drawn from last
  flowers players=2 phase=over stacks=hidden:0,hidden:10,hidden:10,blind:26 p1.garden=O:R1,E1:R2
                                                         ^^^^^^^^^
+ p2.garden=O:R1

stack 2 is hidden; with reveal=immediate no top is face down when the game ends
  flowers players=2 phase=over reveal=immediate stacks=hidden:0,hidden:10,blind:26
                                                                ^^^^^^^^^
+ p1.garden=O:R1,E1:R2 p2.garden=O:R1

the gardens have 3 and 1 cards; turns go round, so no garden has two cards more than another
  flowers players=2 stacks=R3:25,B3:26,blind:26 p1.garden=O:R1,E1:R2,E2:R2 p2.garden=O:R1
                                                          ^^^^^^^^^^^^^^^^

the gardens have 2 and 1 cards; with first=1 and turn=1 all have equally many
  flowers players=2 turn=1 first=1 stacks=R3:25,B3:26,blind:26 p1.garden=O:R1,E1:R2 p2.garden=O:R1
                         ^

the gardens have 1 and 1 cards; with first=1 and turn=2 player 1 has one more than the others
  flowers players=2 turn=2 first=1 stacks=R3:25,B3:26,blind:26 p1.garden=O:R1 p2.garden=O:R1
                         ^

the gardens have 2, 1, 2 and 1 cards; turns taken in order can't give that
  flowers players=4 stacks=R3:25,B3:26,blind:26 p1.garden=O:R1,E1:R2 p2.garden=O:R1
                                                          ^^^^^^^^^^
+ p3.garden=O:Y1,E1:B3 p4.garden=O:Y1

the gardens have 2, 1, 1 and 2 cards; turns taken in order with first=2 can't give that
  flowers players=4 first=2 stacks=R3:25,B3:26,blind:26 p1.garden=O:R1,E1:R2 p2.garden=O:R1
                          ^
+ p3.garden=O:Y1 p4.garden=O:Y1,N1:Y2

108 cards can't lie face down in the stacks: there are 107 unseen cards
  flowers players=4 summer=yes gone=R3
  ^^^^^^^

the gardens have 2, 2 and 1 cards; turns taken in order with turn=2 can't give that
  flowers players=3 turn=2 stacks=R3:25,B3:26,blind:26 p1.garden=O:R1,E1:R2 p2.garden=O:R1,E1:B2
                         ^
+ p3.garden=O:Y1

the gardens have 2, 1, 1 and 2 cards; with first=3 and turn=1 players 3 and 4 have one more than the others
  flowers players=4 turn=1 first=3 stacks=R3:25,B3:26,blind:26 p1.garden=O:R1,E1:R2 p2.garden=O:R1
                         ^
+ p3.garden=O:Y1 p4.garden=O:Y1,N1:Y2

the gardens have 3 and 1 cards; turns go round, so no garden has two cards more than another
  flowers players=2 phase=over stacks=hidden:0,B3:26,blind:26 p1.garden=O:R1,E1:R2,E2:R3
                                                                        ^^^^^^^^^^^^^^^^
+ p2.garden=O:R1

stack 1 is empty, but no card has been drawn yet
  flowers players=2 end=one-more-each last=1 stacks=hidden:0,B3:26,blind:26 p1.garden=O:R1
                                                    ^^^^^^^^
+ p2.garden=O:Y1
"""  # noqa: E501


def split(block: str) -> tuple[str, str]:
    """The text that is refused, and the error."""
    error, _, more = block.partition("\n+ ")
    return f"{error.splitlines()[1].strip()}\n{more}", error


@pytest.mark.parametrize("block", blocks(REFUSED))
def test_an_impossible_text_is_refused_with_the_rule_and_the_place(block: str) -> None:
    text, error = split(block)
    assert told(lambda: notation.parse(text)) == error


def test_most_refusals_are_different_ones() -> None:
    assert len(blocks(REFUSED)) >= 110
    assert len({block.splitlines()[0] for block in blocks(REFUSED)}) >= 100


def test_an_empty_text_is_refused() -> None:
    for text in ("", " \n", "# flowers players=2"):
        assert told(lambda text=text: notation.parse(text)) == (  # type: ignore[misc]
            "the position is empty; known: flowers"
        )
