"""Credits and debts that the House changes by decision, always by two people (A-53)."""
