"""``punto simulate``: shoe after shoe of a game."""
