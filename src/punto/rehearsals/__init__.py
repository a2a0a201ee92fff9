"""Rehearsals: scripts of play, run on the real engine, with a transcript as the result."""
