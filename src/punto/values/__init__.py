"""The words that everything else speaks: cards, sides, money, odds."""
