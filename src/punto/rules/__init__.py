"""The rule book: games as data, the Table of Play, outcomes, pay tables, settlement."""
