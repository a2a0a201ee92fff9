"""Checkpoints: signatures over the ends of all streams, and their verification."""
