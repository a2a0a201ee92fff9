"""Statements about the money of a terminal, adjustments of credits and debts included."""

from typing import Final

from punto.ledger import TicketNumber, ticket_number
from punto.rehearsals.forms import Found, of_table, of_table_now, several
from punto.rehearsals.scenes import OfTable, Scene, last_ticket
from punto.rounds import Patron, TerminalMovedOut
from punto.rounds.adjustment import commands as adjustment_commands
from punto.rounds.purse import commands as purse_commands
from punto.values import NOTHING, CommandId, TableId, TerminalId


def own_terminal(found: Found) -> TerminalId:
    """Return the named terminal, or the sender."""
    who = found["who"]
    own = who.terminal if isinstance(who, Patron) else TerminalId("")
    terminal: TerminalId = found.get("terminal", own)
    return terminal


def _cash_out(found: Found, scene: Scene) -> purse_commands.CashOut:
    # The caller supplies entropy; a rehearsal counts instead, so that every run is the same.
    return purse_commands.CashOut(own_terminal(found), found.get("chance", scene.commands_count))


def _ticket(found: Found, scene: Scene) -> TicketNumber:
    """Return the named ticket, or the one waiting at the terminal."""
    seat = scene.table.seats.get(own_terminal(found))
    if "ticket" in found:
        return ticket_number(found["ticket"])
    return ticket_number(0) if seat is None or seat.ticket is None else seat.ticket


def _printer(found: Found, scene: Scene) -> purse_commands.AnswerPrinter:
    return purse_commands.AnswerPrinter(own_terminal(found), _ticket(found, scene), found["answer"])


def _resolve(found: Found, scene: Scene) -> purse_commands.ResolveCashOut:
    came_out = found["fate"]
    return purse_commands.ResolveCashOut(
        found["terminal"], _ticket(found, scene), came_out=came_out
    )


def _take_ticket(found: Found, scene: Scene) -> purse_commands.TakeTicket:
    """Present a ticket, with its entry in the register."""
    if "chance" in found:
        number = ticket_number(found["chance"])
    else:
        number = last_ticket(scene.tickets, found["printer"])
    on_file = scene.tickets.issued.get(number)
    amount = found.get("money", NOTHING if on_file is None else on_file.amount)
    return purse_commands.TakeTicket(
        own_terminal(found), number, amount, on_file, scene.tickets.ended.get(number)
    )


def _move(found: Found, scene: Scene, table: TableId) -> tuple[OfTable, ...]:
    who, terminal, target = found["who"], found["terminal"], TableId(found["table"])
    transfer = CommandId(f"move {scene.commands_count + 1}")
    return (
        OfTable(who, table, purse_commands.MoveOut(terminal, target), transfer),
        OfTable(who, target, purse_commands.MoveIn(terminal, table, transfer, None)),
    )


def _receive(found: Found, scene: Scene) -> purse_commands.MoveIn:
    terminal, table = found["terminal"], TableId(found["table"])
    sent = [
        event.command
        for event in scene.record(table).events
        if isinstance(event.fact, TerminalMovedOut) and event.fact.terminal == terminal
    ]
    transfer = found.get("transfer", sent[-1] if sent else CommandId("none"))
    return purse_commands.MoveIn(terminal, table, transfer, None)


PURSE_STATEMENTS: Final = (
    of_table(
        "{who} takes {money} in cash at {terminal}",
        "An attendant takes cash for credits and confirms it.",
        "mei takes 500 in cash at T1",
        lambda found: purse_commands.TakeCash(found["terminal"], found["money"]),
    ),
    of_table(
        "{who} takes a bill of {money} [for {terminal}]",
        "The bill acceptor of a terminal took a banknote.",
        "T1 takes a bill of 50",
        lambda found: purse_commands.TakeBill(own_terminal(found), found["money"], simulated=False),
    ),
    of_table(
        "{who} takes a simulated bill of {money} [for {terminal}]",
        "The same without a real bill acceptor.",
        "T1 takes a simulated bill of 50",
        lambda found: purse_commands.TakeBill(own_terminal(found), found["money"], simulated=True),
    ),
    of_table_now(
        "{who} takes the ticket of {printer:terminal} [over {money}] [for {terminal}]",
        "A patron redeems the last ticket printed by a terminal, by default for the printed "
        "amount.",
        "T2 takes the ticket of T1",
        _take_ticket,
    ),
    of_table_now(
        "{who} takes ticket {chance} over {money} [for {terminal}]",
        "The same for the ticket made from this chance, known or not.",
        "T2 takes ticket 12345 over 40",
        _take_ticket,
    ),
    of_table_now(
        "{who} cashes out [for {terminal}] [with chance {chance:number}]",
        "Cash out all credits as a ticket. The chance determines its number and may be left out.",
        "T1 cashes out",
        _cash_out,
    ),
    of_table_now(
        "{who} answers for the printer [of {terminal}] [about ticket {ticket:chance}] : {answer}",
        "The printer's answer for the waiting ticket, or for the one made from this chance.",
        "T1 answers for the printer: printed",
        _printer,
    ),
    of_table_now(
        "{who} resolves the ticket [{ticket:chance}] of {terminal} : {fate}",
        "Staff state whether a ticket came out, when the printer has not answered.",
        "arun resolves the ticket of T1: came out",
        _resolve,
    ),
    of_table(
        "{who} pays {money} in cash at {terminal}",
        "An attendant pays out credits in cash.",
        "arun pays 100 in cash at T1",
        lambda found: purse_commands.HandPay(found["terminal"], found["money"]),
    ),
    of_table(
        "{who} sends {terminal} to {table}",
        "A terminal leaves for another table with its credits.",
        "arun sends T1 to B2",
        lambda found: purse_commands.MoveOut(found["terminal"], TableId(found["table"])),
    ),
    of_table_now(
        "{who} receives {terminal} from {table} [by move {transfer:id}]",
        "A terminal arrives from another table with its credits. The move is the id of the command "
        "that sent it, by default the last one.",
        "arun receives T1 from B2",
        _receive,
    ),
    several(
        "{who} moves {terminal} to {table}",
        "Both: send it here and receive it there.",
        "arun moves T1 to B2",
        _move,
    ),
)


ADJUSTMENT_STATEMENTS: Final = (
    of_table(
        "{who} asks to adjust {terminal} by {money} : {text}",
        "Propose that the House gives credits, or takes them if the amount is negative.",
        'arun asks to adjust T1 by 50: "goodwill after the power failure"',
        lambda found: adjustment_commands.AskAdjustment(
            found["terminal"], found["money"], found["text"]
        ),
    ),
    of_table(
        "{who} asks to write off {money} of {terminal} : {text}",
        "Propose that the House writes off a patron's debt.",
        'arun asks to write off 50 of T1: "the patron has left"',
        lambda found: adjustment_commands.AskAdjustment(
            found["terminal"],
            found["money"],
            found["text"],
            adjustment_commands.AdjustmentKind.WRITE_OFF,
        ),
    ),
    of_table(
        "{who} grants the adjustment of {terminal}",
        "Approve another person's proposal.",
        "tan grants the adjustment of T1",
        lambda found: adjustment_commands.AnswerAdjustment(found["terminal"], granted=True),
    ),
    of_table(
        "{who} turns down the adjustment of {terminal}",
        "Reject the proposal.",
        "tan turns down the adjustment of T1",
        lambda found: adjustment_commands.AnswerAdjustment(found["terminal"], granted=False),
    ),
    of_table(
        "{who} takes {money} of {terminal} towards its debt",
        "Use credits to repay a debt from a correction.",
        "arun takes 50 of T1 towards its debt",
        lambda found: adjustment_commands.RepayDebt(found["terminal"], found["money"]),
    ),
)
