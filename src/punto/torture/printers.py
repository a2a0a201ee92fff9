"""The printers of the terminals, and the paper that comes out of them."""

from dataclasses import dataclass, field

from punto.ledger import TicketNumber
from punto.rounds import PrinterAnswer
from punto.torture.chance import Chance
from punto.values import Cents


@dataclass(frozen=True, slots=True)
class Paper:
    """A ticket in a patron's hand."""

    number: TicketNumber = field(repr=False)
    amount: Cents


@dataclass
class Wallets:
    """All paper on the floor; people carry it from table to table."""

    papers: list[Paper] = field(default_factory=list)
    numbers: set[TicketNumber] = field(default_factory=set)
    """Every number that was ever printed."""

    def put(self, paper: Paper) -> None:
        """Add a ticket that came out of a printer."""
        self.papers.append(paper)
        self.numbers.add(paper.number)


@dataclass
class Printer:
    """A printer that prints a ticket at most once, and remembers its answer by number."""

    chance: Chance
    wallets: Wallets
    answers: dict[TicketNumber, PrinterAnswer] = field(default_factory=dict)

    def print_ticket(self, paper: Paper) -> PrinterAnswer:
        """Return printed, failed or unknown; if unknown, paper may have come out."""
        if paper.number not in self.answers:
            answer = self.chance.one_of((PrinterAnswer.PRINTED,) * 8 + tuple(PrinterAnswer))
            unknown = answer is PrinterAnswer.UNKNOWN
            if answer is PrinterAnswer.PRINTED or (unknown and self.chance.one_in(2)):
                self.wallets.put(paper)
            self.answers[paper.number] = answer
        return self.answers[paper.number]

    def opened_by_staff(self, number: TicketNumber) -> bool:
        """Return whether the ticket came out; if not, it never will."""
        self.answers.setdefault(number, PrinterAnswer.FAILED)
        return number in self.wallets.numbers
