"""Credentials and the names of patrons, stored apart from the record."""
