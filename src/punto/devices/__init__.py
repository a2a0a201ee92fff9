"""Devices: clock, entropy and virtual shoe, the sources of time and chance."""

from punto.devices.clock import DRIFT_MS, Clock, HouseClock, SystemClock, elapsed_ms
from punto.devices.entropy import SeededEntropy, SystemEntropy
from punto.devices.sealed_shoes import KeyedShoes, fresh_key
