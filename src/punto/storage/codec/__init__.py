"""Encodes events, refusals and snapshots as bytes, under names that outlive the code."""
