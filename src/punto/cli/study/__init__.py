"""``punto study``: counting and game protection."""
