"""Fault testing: the whole floor in one seeded process, with everything that can go wrong."""
