"""The desk between screens and tables: makes a command of a wish, and asks for it."""
