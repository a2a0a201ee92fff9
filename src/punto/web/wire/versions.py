"""The protocol version; imports nothing, so that a client needs no other module."""

PROTOCOL = 1
SUBPROTOCOL = "punto.1"
