"""Puts Punto's parts together; the only package that knows all of them."""
