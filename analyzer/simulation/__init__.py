"""Simulations from the command line: their folder, how they run, what they say."""
