"""Screens that watch a table: what everybody sees is made once, what is private for each alone."""
