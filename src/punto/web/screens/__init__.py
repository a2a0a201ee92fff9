"""Screens that watch a table: the public part is made once, the private part for each alone."""
