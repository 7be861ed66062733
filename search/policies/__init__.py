"""Policies that work for every game."""
