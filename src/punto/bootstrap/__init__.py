"""Assembles Punto's parts; the only package that knows all of them."""
