"""The five scoreboards of a shoe, drawn from its results and from nothing else."""
