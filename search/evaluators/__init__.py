"""Evaluators for any game: what a position is worth."""
