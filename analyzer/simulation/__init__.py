"""Simulations from the command line: how they run, are kept, and what they say."""
