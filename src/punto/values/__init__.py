"""The vocabulary of every other package: cards, sides, money, odds."""
