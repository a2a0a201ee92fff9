"""Adds up the draws of a distribution by the rows of pay tables that take them."""

from punto.lab.compiler import kernel
from punto.lab.draw_table import Counts


@kernel("void(Array(int64, 1, 'C', readonly=True), int64[::1], int64[::1], int64[::1])")
def add_up(counts: Counts, places: Counts, rows: Counts, ways: Counts) -> None:
    """Add the draws at each place to the row that takes it."""
    for entry in range(places.shape[0]):
        ways[rows[entry]] += counts[places[entry]]
