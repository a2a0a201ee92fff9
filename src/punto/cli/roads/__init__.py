"""``punto roads``: the five roads of a shoe."""
