"""The guided tour of a demonstration, as far as the pages need to know it."""

from typing import Protocol

from punto.web.wire.start import AuditTold, TourTold


class AuditFailed(Exception):
    """The auditor gave no verdict; the message says why."""


class Tour(Protocol):
    """Ticks off the steps of the tour as they happen."""

    def told(self) -> TourTold:
        """Return the steps taken so far."""
        ...

    def record_opened(self) -> None:
        """Note that a visitor has opened the record."""
        ...

    async def audit(self) -> AuditTold:
        """Audit the whole record; raises AuditFailed."""
        ...
