"""Irregularities: reported, attested or ruled on, and their consequences."""
