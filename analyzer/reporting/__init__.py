"""Result folders read again for reports: whole, partial, or of earlier versions."""
