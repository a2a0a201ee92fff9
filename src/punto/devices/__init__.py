"""What touches the world: entropy, the virtual shoe, and in time the clock and the scanner."""
