"""Matches handed to other libraries: code that runs as pasted, and its arguments as values."""
