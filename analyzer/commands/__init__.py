"""One module a command; what takes long to import is imported inside."""
