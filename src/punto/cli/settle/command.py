import sys
from collections.abc import Mapping
from typing import Unpack

import click

from punto.cli.deals import DealFile
from punto.cli.inputs import (
    BAD_INPUT,
    BetParameter,
    TermsGiven,
    fail,
    find_game,
    find_terms,
    from_option,
    game_argument,
    json_option,
    or_fail,
    parse_stakes,
    terms_options,
)
from punto.cli.screens import show_json
from punto.cli.settle.json_shape import settlement_json
from punto.cli.settle.screen import show_settlement
from punto.rules import BetKey, Settlement, Terms, settle_at
from punto.values import Card, Cents, dollars, parse_cards

UNIT_STAKE = dollars(100)


@click.command(name="settle")
@game_argument
@click.option("--cards", help='Cards in the order they left the shoe, such as "4D KS 4C 2H".')
@from_option
@click.option(
    "--bet",
    "bets",
    multiple=True,
    metavar="BET=DOLLARS",
    type=BetParameter("="),
    help="A stake (repeat for more).",
)
@terms_options
@json_option
def command(
    game: str,
    cards: str | None,
    source: str | None,
    bets: tuple[str, ...],
    as_json: bool,
    **terms_given: Unpack[TermsGiven],
) -> None:
    """Settle bets by the cards, clause by clause.

    Without --bet, 100 dollars are staked on every offered bet. With --from, each line is
    a deal, perhaps with its own bets, and each answer is one line of JSON.

    \b
    Examples:
      punto settle mbs-tiger --cards "4D KS 4C 2H" --bet tiger=5 --bet banker=100
      punto settle rws-etg --cards "9H 3C 9D 3S" --json
      printf '4D KS 4C 2H\\n7S 8D TC 9H banker=20\\n' | punto settle mbs-tiger --from -
    """
    terms = find_terms(find_game(game), **terms_given)
    stakes = or_fail(parse_stakes, bets) if bets else _unit_stakes(terms)
    if source is not None and cards is None:
        _settle_file(terms, stakes, source)
    elif cards is not None and source is None:
        _settle_one(terms, or_fail(parse_cards, cards), stakes, as_json=as_json)
    else:
        fail(["give either --cards or --from"])


def _unit_stakes(terms: Terms) -> dict[BetKey, Cents]:
    return dict.fromkeys(terms.offered_keys, UNIT_STAKE)


def _settle_one(
    terms: Terms, cards: tuple[Card, ...], stakes: Mapping[BetKey, Cents], *, as_json: bool
) -> None:
    settlement = settle_at(terms, cards, stakes)
    if not isinstance(settlement, Settlement):
        fail(refusal.sentence for refusal in settlement)
    if as_json:
        show_json(settlement_json(terms.game, cards, settlement))
    else:
        show_settlement(terms.game, settlement)


def _settle_file(terms: Terms, stakes: Mapping[BetKey, Cents], source: str) -> None:
    deals = DealFile(source, terms.game)
    for deal in deals:
        own_stakes = stakes if deal.stakes is None else deal.stakes
        settlement = settle_at(terms, deal.cards, own_stakes)
        if isinstance(settlement, Settlement):
            answer = settlement_json(terms.game, deal.cards, settlement)
            show_json({**deal.head, **answer})
        else:
            deals.tell(deal.number, [refusal.sentence for refusal in settlement])
    if deals.faults_count:
        sys.exit(BAD_INPUT)
