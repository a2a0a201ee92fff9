"""The runtime: commands are decided in order, recorded in one transaction, then told to all."""
