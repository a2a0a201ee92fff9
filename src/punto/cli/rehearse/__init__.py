"""``punto rehearse``: a text script of a table."""
