"""Credentials, stored apart from the record."""
