"""Terminals and tables that belong to the floor."""
