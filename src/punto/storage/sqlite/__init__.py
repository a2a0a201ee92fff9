"""A record in one SQLite file, and everything that guards the file."""
