"""Evaluators of Summer Pavilion: what a position is worth."""
