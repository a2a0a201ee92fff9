"""``punto replay``: a round of a record, step by step."""
