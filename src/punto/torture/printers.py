"""The printers of the terminals, and the paper that comes out of them."""

from dataclasses import dataclass, field

from punto.ledger.ticket_numbers import TicketNumber
from punto.rounds.purse.commands import PrinterAnswer
from punto.torture.chance import Chance
from punto.values.money import Cents


@dataclass(frozen=True, slots=True)
class Paper:
    """A ticket in somebody's hand."""

    number: TicketNumber = field(repr=False)
    amount: Cents


@dataclass
class Wallets:
    """All paper on the floor; people carry it from table to table."""

    papers: list[Paper] = field(default_factory=list)
    numbers: set[TicketNumber] = field(default_factory=set)
    """Every number that ever was on paper."""

    def put(self, paper: Paper) -> None:
        """A ticket came out of a printer."""
        self.papers.append(paper)
        self.numbers.add(paper.number)


@dataclass
class Printer:
    """It prints a ticket once at most, and remembers by its number what it answered."""

    chance: Chance
    wallets: Wallets
    answers: dict[TicketNumber, PrinterAnswer] = field(default_factory=dict)

    def print_ticket(self, paper: Paper) -> PrinterAnswer:
        """Printed, failed, or it does not know; then paper came out all the same, or did not."""
        if paper.number not in self.answers:
            answer = self.chance.one_of((PrinterAnswer.PRINTED,) * 8 + tuple(PrinterAnswer))
            unknown = answer is PrinterAnswer.UNKNOWN
            if answer is PrinterAnswer.PRINTED or (unknown and self.chance.one_in(2)):
                self.wallets.put(paper)
            self.answers[paper.number] = answer
        return self.answers[paper.number]

    def opened_by_staff(self, number: TicketNumber) -> bool:
        """Whether the ticket came out; if it did not yet, it will not."""
        self.answers.setdefault(number, PrinterAnswer.FAILED)
        return number in self.wallets.numbers
