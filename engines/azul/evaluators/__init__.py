"""Evaluators of Azul: what a position is worth."""
