"""Bets: positions, stakes, and every reason to refuse a bet."""
