"""Which protocol is spoken here; imports nothing, so that a client needs nothing else of this."""

PROTOCOL = 1
SUBPROTOCOL = "punto.1"
