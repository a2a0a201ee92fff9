"""``punto settle``: one deal, settled."""
