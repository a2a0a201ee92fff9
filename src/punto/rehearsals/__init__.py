"""Rehearsals: play written as text, run against the engine, told as a transcript."""
