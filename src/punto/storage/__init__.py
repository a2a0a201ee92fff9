"""The record as stores keep it: bytes, their chain, and three places to put them."""
