"""A table for one patron in the terminal, dealt from a virtual shoe."""
