"""How people bring an open matter to its end: attested, declined, ruled on."""

from punto.rounds import Attest, Decline, Matter, Phase, Rule, Table, Verdict
from punto.rules import Remedy
from punto.runtime import Stream
from punto.torture.chance import Chance
from punto.torture.staff import ARUN, CHIEFS, SITI
from punto.values import Card, PersonId, dollars

MatterStep = Attest | Decline | Rule


class Rulings:
    """Takes one step after another until the table goes on; after a refusal, a surer one."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._tries: dict[tuple[Stream, int], int] = {}

    def next(self, stream: Stream, table: Table, *, calm: bool) -> tuple[PersonId, MatterStep]:
        """Return who does what about the matter of a table."""
        matter = table.matter_now
        chief = next(each for each in CHIEFS if each != matter.reporter)
        place = stream, matter.began_at
        tries = self._tries[place] = self._tries.get(place, -1) + 1
        if matter.declined or matter.policy.remedy is Remedy.RULING:
            return chief, self._ruling(table, sure=calm or tries > 3)  # noqa: PLR2004 (enough)
        if tries == 0 and not calm and self._chance.one_in(3):
            return self._chance.one_of((ARUN, SITI)), self._attesting(table, matter)
        if self._chance.one_in(3) or tries > 2:  # noqa: PLR2004 (enough)
            return chief, Decline("not so")
        return chief, self._attesting(table, matter)

    def _attesting(self, table: Table, matter: Matter) -> Attest:
        return Attest(_some_order(table, matter) if matter.policy.order_by_attester else None)

    def _ruling(self, table: Table, *, sure: bool) -> Rule:
        if sure:
            return Rule(Verdict.GOES_ON, "so ruled")
        verdict = self._chance.one_of(tuple(Verdict))
        given = tuple(
            (terminal, dollars(self._chance.between(-30, 30)))
            for terminal in table.seats
            if self._chance.one_in(4)
        )
        matter = table.matter_now
        ordered = verdict is Verdict.ESTABLISHED and matter.policy.order_by_attester
        cards = _some_order(table, matter) if ordered else None
        return Rule(verdict, "so ruled", given, cards)


def _some_order(table: Table, matter: Matter) -> tuple[Card, ...]:
    """Return an order of all cards that are out; only the last may change places."""
    dealt = matter.interrupted in {Phase.DEALING, Phase.RESULT}
    registered = table.round_now.cards if dealt else ()
    last = (*registered[-1:], *matter.extra)
    return (*registered[:-1], *sorted(last, key=str))
