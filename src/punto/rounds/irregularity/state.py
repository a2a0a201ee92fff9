"""The irregularities of a table: the open matter, and the reports that wait for its end."""

from punto.rounds.irregularity.commands import HandsAsTheyLie, ReportIrregularity
from punto.rounds.phases import Phase
from punto.rules import Policy, Remedy, Role
from punto.values import CardOut, Instant, PersonId, Value, replace


class Matter(Value):
    """An irregularity that waits to be attested or ruled on."""

    policy: Policy
    reporter: PersonId
    began_at: Instant
    cards: tuple[CardOut, ...] | None
    """All cards that are out, in their intended order, as far as the report gave it."""
    extra: tuple[CardOut, ...]
    """Those of them that are not registered."""
    earlier: int | None
    """The number of an earlier round that it is about (A-29)."""
    interrupted: Phase
    """Where the table stood when it was reported."""
    lasted_ms: int = 0
    """How long it had lasted by then, if it was over."""
    declined: bool = False
    lies: HandsAsTheyLie | None = None
    """Both hands as they lie, where their order is lost (A-85)."""
    together: tuple[CardOut, ...] = ()
    """The cards that were drawn together, which alone may change places (A-76)."""
    taken_up_at: Instant | None = None
    """When its report was taken up, if it had to wait while another matter stopped the table."""

    def duration_ms(self, at: Instant) -> int:
        """Return the duration of the interruption by the record (A-37).

        An interruption measured by a timer is over; one reported by a person ends with the
        attestation.
        """
        return self.lasted_ms or at - self.began_at

    def beyond_reconstruction(self, policy: Policy, lies: HandsAsTheyLie | None) -> "Matter":
        """The matter under the paragraph that takes over; no order of the cards counts (A-43)."""
        return replace(self, policy=policy, cards=None, lies=lies or self.lies)

    @property
    def stopped_at(self) -> Instant:
        """The time at which this matter stopped the table."""
        return self.began_at if self.taken_up_at is None else self.taken_up_at

    @property
    def needs_ruling(self) -> bool:
        """Whether the documents leave it open, or the fact was denied (A-39)."""
        return self.declined or self.policy.remedy is Remedy.RULING

    @property
    def leaves_seen_card(self) -> bool:
        """Whether a ruling carries or burns a seen card that the round does not use (A-43)."""
        ruled = self.policy.seen_card_ruled and self.policy.remedy is Remedy.RULING
        return ruled and self.earlier is None

    @property
    def is_one_persons(self) -> bool:
        """Whether the document lets one person decide, even the reporter (A-53)."""
        named = self.policy.order_by_attester or self.policy.remedy is Remedy.RULING
        # A ruling on a card left over also establishes the fact, which takes another person.
        return named and not self.declined and not self.leaves_seen_card

    @property
    def attester(self) -> Role:
        """The role that establishes the fact; for an earlier round the Shift Manager (A-29)."""
        return self.policy.attested_by if self.earlier is None else Role.SHIFT_MANAGER


class WaitingReport(Value):
    """A report that waits for the end of an open matter."""

    report: ReportIrregularity
    reporter: PersonId
    reported_at: Instant
    last_sign: Instant
    """The table's last sign of life before it, from which an interruption is measured (A-37)."""
