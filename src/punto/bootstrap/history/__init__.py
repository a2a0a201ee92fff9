"""A past for a demonstration: days of play by a seed, through the real engine into its record."""
