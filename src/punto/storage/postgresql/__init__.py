"""A record in PostgreSQL, shared by any number of nodes."""
