"""Backups and exports of a record."""
