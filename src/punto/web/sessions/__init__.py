"""The session protocol without I/O: what a screen says goes in, what is to be done comes out."""
