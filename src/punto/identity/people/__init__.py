"""People of the floor: registered and dismissed, and which accounts may be one person."""
