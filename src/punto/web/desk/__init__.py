"""The desk between screens and tables: turns a screen's wish into a command, and submits it."""
