"""Devices: clock, entropy and virtual shoe, the sources of time and chance."""
