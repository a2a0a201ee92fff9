"""Passwords, PINs and device credentials: chosen, refused, locked and unlocked."""
