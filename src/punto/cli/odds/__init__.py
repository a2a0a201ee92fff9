"""``punto odds``: exact odds of any game and any shoe."""
