"""Evaluators of Flowers: what a position is worth."""
