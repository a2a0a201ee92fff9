"""Load tests: a crowd of real terminals in other processes, and their measurements."""
