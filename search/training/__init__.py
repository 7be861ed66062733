"""Nets from nothing: games of a net against itself, and the fit to their results."""
