"""How often one address may knock: enough for people, too little for guessing."""

from collections import OrderedDict

from starlette.requests import HTTPConnection

from punto.values.ids import Instant
from punto.web.http.errors import Problem
from punto.web.sessions.pacing import Allowance, Pace

_PACE = Pace(burst=20, per_second=1)
_MOST_KNOWN = 10_000
"""Addresses that are remembered; those that were heard from least lately are forgotten."""


class Attempts:
    """Counts attempts by the address that they come from."""

    def __init__(self, pace: Pace = _PACE) -> None:
        self._pace = pace
        self._known: OrderedDict[str, Allowance] = OrderedDict()

    def check(self, connection: HTTPConnection, now: Instant) -> None:
        """Count one; a problem when there were too many of late."""
        address = connection.client.host if connection.client is not None else ""
        allowance = self._known.pop(address, None) or Allowance(self._pace, now)
        self._known[address] = allowance
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        if not allowance.take(now):
            raise Problem(429, "too_fast", "too many attempts from this address: wait a little")
