"""Golden playthroughs: whole games as text, and analyses; a change shows as a diff."""
