"""Decisions with valued moves: how they are made, kept, and put to players."""
