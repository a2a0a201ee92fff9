"""The live table's arithmetic: betting boxes, the Differential limit and its apportionment."""
