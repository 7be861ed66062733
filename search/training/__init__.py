"""Nets from nothing: games between a net and itself, and the fit to what came of them."""
