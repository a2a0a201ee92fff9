"""The runtime: decides commands in order, records them in one transaction, then publishes them."""
