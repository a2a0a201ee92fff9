"""``punto load``: a crowd of terminals at a server."""
