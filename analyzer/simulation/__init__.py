"""What comes of batches of games: the summary that other programs read."""
