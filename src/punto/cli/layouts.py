"""``punto settle GAME --boxes FILE``: a live table's layout, settled as it lay at the close."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from punto import live, rules
from punto.bootstrap.rule_book import shipped_documents
from punto.cli.inputs import fail, or_fail, read_text
from punto.cli.layout_files import LayoutAtClose, parse_layout
from punto.cli.screens import add_money_column, console, plain_table, side_text
from punto.cli.settle_answers import RESULT_STYLES, Json, show_hands
from punto.live import BoxResult, Tray
from punto.values import Cents, Value, format_cards, format_money

_LIVE = "rws-live"
"""The document whose tables have betting boxes."""

_ANY_AMOUNT = rules.Limits(maximum=None)
"""Chips on the layout are settled as they lie, whatever the limits say (L 5.2.1, L 5.13)."""


class SettledLayout(Value):
    """A layout with the coup, the result of every bet, and what the Dealer passed over."""

    game: rules.Game
    settlement: rules.Settlement
    patrons: tuple[live.PatronKey, ...]
    results: tuple[live.BoxResult, ...]
    warnings: tuple[live.DealerWarning, ...]

    @property
    def house_net(self) -> Cents:
        """The House's profit or loss, rounding included."""
        return Cents(-sum(one.net for one in self.results))

    @property
    def rounding(self) -> Cents:
        """The cost of rounding payments to chips (A-89)."""
        return Cents(sum(one.rounding for one in self.results))

    def clauses_of(self, one: live.BoxResult) -> list[str]:
        """Return the clauses behind a result: of the part that plays, the odds, and the chips."""
        return [*self._clause_of_part(one), one.result.clause, *["A-89"] * bool(one.rounding)]

    def _clause_of_part(self, one: live.BoxResult) -> Iterator[str]:
        bet = one.played.bet
        in_excess = any(
            isinstance(each, live.DifferentialExceeded)
            and each.heavier is bet.hand
            and each.box in {None, bet.box}
            for each in self.warnings
        )
        if one.played.returned:
            yield "5.1.1"
        elif any(
            isinstance(each, live.BetUnderMinimum) and each.bet == bet for each in self.warnings
        ):
            yield "5.1.2" if in_excess else "5.2.1"


def settle_layout(game: rules.Game, source: str) -> SettledLayout:
    """Settle the layout in a file; exits with a sentence if it is not one of this game."""
    live_titles = {each.title for each in shipped_documents() if each.key == _LIVE}
    if game.rules.document not in live_titles:
        fail([f"game {game.key}: has no betting boxes, expected a game of the live table (L 2.1)"])
    text = read_text(source)
    at_close = or_fail(lambda given: parse_layout(given, game), text)
    terms = _terms(game, at_close)
    settlement = rules.settle_at(terms, at_close.cards, {})
    if not isinstance(settlement, rules.Settlement):
        fail(refusal.sentence for refusal in settlement)
    warnings = _warnings(at_close, terms)
    played = live.apportion(at_close.bets, at_close.layout.limits)
    results = live.settle_boxes(game, settlement.outcome, played, at_close.layout.chips)
    return SettledLayout(game, settlement, at_close.patrons, results, warnings)


def _terms(game: rules.Game, at_close: LayoutAtClose) -> rules.Terms:
    """Return the terms of the table, after checking them and the layout."""
    if refusals := live.layout_refusals(at_close.layout):
        fail(refusal.sentence for refusal in refusals)
    every = tuple(bet.key for bet in game.bets)
    offered = every if at_close.offered is None else at_close.offered
    if unknown := [key for key in offered if key not in every]:
        fail(rules.unknown_bet(game, key).sentence for key in unknown)
    not_offered = [key for key in every if key not in offered]
    terms = rules.terms_of(game, at_close.decks, not_offered, _ANY_AMOUNT, at_close.own_limits)
    if not isinstance(terms, rules.Terms):
        fail(refusal.sentence for refusal in terms)
    return terms


def _warnings(at_close: LayoutAtClose, terms: rules.Terms) -> tuple[live.DealerWarning, ...]:
    """Return the warnings that the Dealer passed over; refuses bets that no layout can hold."""
    without_limits = terms.with_limits(_ANY_AMOUNT, ())
    impossible = [
        f"box {bet.box}, {bet.patron}: {refusal.sentence}"
        for bet in at_close.bets
        for refusal in rules.bet_refusals(without_limits, {bet.bet: bet.stake})
    ]
    if impossible:
        fail(impossible)
    warnings = live.warnings_of(at_close.bets, at_close.layout, terms)
    if refused := [
        w for w in warnings if isinstance(w, live.StandingAlone | live.AmountNotInChips)
    ]:
        fail(warning.sentence for warning in refused)
    return warnings


def layout_json(settled: SettledLayout) -> Json:
    """Return a whole settlement; amounts are dollars in text."""
    coup = settled.settlement.coup
    return {
        "result": settled.settlement.outcome.winner.value,
        "player_total": coup.player_total,
        "banker_total": coup.banker_total,
        "hands": {"player": format_cards(coup.player), "banker": format_cards(coup.banker)},
        "patrons": {patron: _patron_json(settled, patron) for patron in settled.patrons},
        "house_net": format_money(settled.house_net),
        "rounding": format_money(settled.rounding),
        "payouts": [_payout_json(settled, one) for one in settled.results],
        "warnings": [
            {
                "clause": warning.clause,
                "box": warning.box,
                "patron": warning.patron,
                "sentence": warning.sentence,
            }
            for warning in settled.warnings
        ],
    }


def _patron_json(settled: SettledLayout, patron: live.PatronKey) -> Json:
    """Return one patron's bets; equal bets in several boxes are added up."""
    results = [one for one in settled.results if one.played.bet.patron == patron]
    by_bet: dict[str, list[BoxResult]] = {}
    for one in results:
        by_bet.setdefault(one.played.bet.bet, []).append(one)
    return {
        "staked": _sum(one.played.bet.stake for one in results),
        "played": {bet: _sum(one.played.played for one in own) for bet, own in by_bet.items()},
        "returned_without_play": _sum(one.played.returned for one in results),
        "bets": {
            bet: {
                "result": own[0].result.result.value,
                "profit": _sum(one.result.profit for one in own),
            }
            for bet, own in by_bet.items()
        },
        "net": _sum(one.net for one in results),
        "gets_back_in_all": _sum(one.returned for one in results),
    }


def _payout_json(settled: SettledLayout, one: BoxResult) -> Json:
    bet = one.played.bet
    return {
        "box": bet.box,
        "patron": bet.patron,
        "bet": bet.bet,
        "staked": format_money(bet.stake),
        "played": format_money(one.played.played),
        "result": one.result.result.value,
        "profit": format_money(one.result.profit),
        "owed": format_money(one.owed),
        "rounding": format_money(one.rounding),
        "chips": {format_money(value): number for value, number in one.chips.items()},
        "clauses": settled.clauses_of(one),
    }


def _sum(amounts: Iterable[Cents]) -> str:
    return format_money(Cents(sum(amounts)))


def show_layout(settled: SettledLayout) -> None:
    """Print the hands, every bet with its chips and clauses, and what the Dealer passed over."""
    screen = console()
    game, settlement = settled.game, settled.settlement
    screen.print(Text(game.name.en, style="bold"), Text(f"({game.rules.document})", style="dim"))
    show_hands(screen, settlement.coup)
    screen.print(Text("Winner  ").append_text(side_text(settlement.outcome.winner)))
    columns = {
        "Staked": [one.played.bet.stake for one in settled.results],
        "Plays": [one.played.played for one in settled.results],
        "Profit": [one.result.profit for one in settled.results],
        "Back": [one.returned for one in settled.results],
    }
    table = plain_table(footer=True)
    for heading in ("Box", "Patron", "Bet"):
        table.add_column(heading, "Total" if heading == "Box" else "")
    for heading, amounts in columns.items():
        add_money_column(table, heading, map(format_money, amounts), _sum(amounts))
    for heading in ("Result", "Chips", "Clauses"):
        table.add_column(heading)
    for one, *amounts in zip(settled.results, *columns.values(), strict=True):
        bet = one.played.bet
        table.add_row(
            # As texts, so that no name is taken for markup.
            Text(bet.box),
            Text(f"{bet.patron} ({bet.stance.value})"),
            bet.bet,
            *map(format_money, amounts),
            Text(one.result.result.value, style=RESULT_STYLES[one.result.result]),
            _chips_words(one.chips),
            ", ".join(settled.clauses_of(one)),
        )
    screen.print(table)
    rounding = f", rounding {format_money(settled.rounding)}" if settled.rounding else ""
    screen.print(f"House {format_money(settled.house_net)}{rounding}")
    for warning in settled.warnings:
        screen.print(Text(f"Passed over: {warning.sentence}", style="yellow"))


def _chips_words(chips: Tray) -> str:
    """Return chips such as ``2×100 1×25``; nothing where no chips move."""
    return " ".join(
        f"{number}×{format_money(value).removesuffix('.00')}" for value, number in chips.items()
    )
