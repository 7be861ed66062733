"""Tables, figures and board drawings made out of plain data."""
