"""A record in one SQLite file, and all that protects the file."""
