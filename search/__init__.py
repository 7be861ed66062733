"""Searches, matches and confidence, generic over the game module."""
