"""The rules of each game as compiled kernels, and their text notation."""
