from punto.devices.ticket_printers import SimulatedPrinter, ticket_face
from punto.ledger.ticket_numbers import ticket_number
from punto.ledger.tickets import Ticket
from punto.rounds.purse_commands import PrinterAnswer
from punto.values.ids import Instant, TerminalId
from punto.values.money import Cents

TICKET = Ticket(
    ticket_number(12345),
    Cents(10505),
    TerminalId("T7"),
    Instant(1_767_297_600_000),
    Instant(1_769_889_600_000),
)


def test_a_ticket_tells_all_that_is_needed_to_be_paid() -> None:
    lines = ticket_face(TICKET, "Marina Hall").splitlines()
    assert lines[:2] == ["Marina Hall", "CASH-OUT TICKET"]
    assert lines[2].replace(" ", "") == TICKET.number
    assert lines[3:] == [
        "$105.05",
        "one hundred and five dollars and 05 cents",
        "terminal T7",
        "issued 2026-01-01 20:00:00 UTC",
        "void from 2026-01-31 20:00:00 UTC",
    ]


def test_a_printer_says_what_became_of_a_ticket() -> None:
    printer = SimulatedPrinter()
    assert printer.print_ticket("one") is PrinterAnswer.PRINTED
    printer.answer = PrinterAnswer.FAILED
    assert printer.print_ticket("two") is PrinterAnswer.FAILED
    printer.answer = PrinterAnswer.UNKNOWN
    assert printer.print_ticket("three") is PrinterAnswer.UNKNOWN
    assert printer.printed == ["one", "three"]
