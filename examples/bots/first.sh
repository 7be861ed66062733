#!/bin/sh
# A bot as a line of shell: the first of the legal moves, whatever the game.
while read -r line; do
    rest=${line#*'"moves": ["'}
    echo "${rest%%'"'*}"
done
