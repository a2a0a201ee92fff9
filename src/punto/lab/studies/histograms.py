"""Histograms that are fine near their centre and coarse far from it."""

import numpy as np
from numpy.typing import NDArray

from punto.lab.draw_table import Counts

Floats = NDArray[np.float64]

_FINEST = 0.001
_BINS_OF_A_FACTOR = 16
"""The number of bins for each factor of e, far from the centre."""
_REACH = 192
BINS = 2 * _REACH + 1


def bins_of(deviations: Floats) -> Counts:
    """Return the bin of each deviation from the centre; the outermost take everything beyond."""
    places = np.rint(_BINS_OF_A_FACTOR * np.arcsinh(deviations / _FINEST))
    bins: Counts = places.clip(-_REACH, _REACH).astype(np.int64) + _REACH
    return bins


def quantile(counts: Counts, share: float) -> float:
    """Return the deviation below which this share of the counts lies, interpolated within a bin."""
    reached = np.concatenate([[0], counts.cumsum()]) / counts.sum()
    edges = np.arange(BINS + 1) - _REACH - 0.5
    place = np.interp(share, reached, edges)
    return float(np.sinh(place / _BINS_OF_A_FACTOR) * _FINEST)
