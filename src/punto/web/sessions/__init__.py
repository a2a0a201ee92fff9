"""The session protocol without I/O: messages of a screen go in, effects come out."""
