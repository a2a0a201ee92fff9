"""The five scoreboards of a shoe, drawn only from its results."""
