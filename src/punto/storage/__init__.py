"""Stores the record: events as bytes, their hash chain, and the databases that hold them."""
