"""Passwords, PINs and device credentials: chosen, refused, locked and unlocked."""

from punto.identity.access.commands import PIT_WISHES
from punto.identity.access.events import EVENTS
