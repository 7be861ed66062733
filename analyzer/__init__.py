"""The command line of azulyst: it reads words, calls search and reports, and prints."""

__version__ = "0.1.0"
