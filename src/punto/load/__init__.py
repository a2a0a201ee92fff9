"""Load: a crowd of real terminals in other processes, and what they saw of a server."""
