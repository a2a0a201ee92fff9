"""Roles: granted for good or for a time, and the role in which a person acts."""
