"""Identifies the person at a screen: credentials, sign-in, PINs, and defences against guessing."""
