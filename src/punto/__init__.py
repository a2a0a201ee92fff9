"""Punto, an electronic baccarat table."""

__version__ = "0.1.0"
