import sys
from collections.abc import Mapping
from functools import partial
from typing import Unpack

import click

from punto.cli import inputs
from punto.cli.deals import DealFile
from punto.cli.layouts import layout_json, settle_layout, show_layout
from punto.cli.screens import show_json
from punto.cli.settle_answers import settlement_json, show_settlement
from punto.rules import BetKey, Settlement, Terms, settle_at
from punto.values import Card, Cents, dollars, parse_cards

UNIT_STAKE = dollars(100)

_complete_stakes = partial(inputs.complete_bets, suffix="=")


@click.command(name="settle")
@inputs.game_argument
@click.option("--cards", help='Cards in the order they left the shoe, such as "4D KS 4C 2H".')
@inputs.from_option
@click.option(
    "--boxes",
    metavar="FILE",
    type=click.Path(allow_dash=True),
    help="Settle the layout of a live table from a JSON file; - is stdin.",
)
@inputs.several_option(
    "--bet", "bets", "BET=DOLLARS", "A stake (repeat for more).", _complete_stakes
)
@inputs.terms_options
@inputs.json_option
def command(
    game: str,
    cards: str | None,
    source: str | None,
    boxes: str | None,
    bets: tuple[str, ...],
    as_json: bool,
    **terms_given: Unpack[inputs.TermsGiven],
) -> None:
    """Settle bets by the cards, clause by clause.

    Without --bet, 100 dollars are staked on every offered bet. With --from, each line is
    a deal, optionally with its own bets, and each answer is one line of JSON.

    With --boxes, the file has the layout of a live table as it lay at the close: decks, cards,
    boxes with their patrons in the order in which they bet, limits, the bets on offer, and
    optionally chips. An excess over the Differential plays pro rata.

    \b
    Examples:
      punto settle mbs-tiger --cards "4D KS 4C 2H" --bet tiger=5 --bet banker=100
      punto settle rws-etg --cards "9H 3C 9D 3S" --json
      printf '4D KS 4C 2H\\n7S 8D TC 9H banker=20\\n' | punto settle mbs-tiger --from -
      punto settle rws-live --boxes layout.json
    """
    if boxes is not None:
        _settle_boxes(game, boxes, [cards, source, *bets, *_given(terms_given)], as_json=as_json)
        return
    terms = inputs.find_terms(inputs.find_game(game), **terms_given)
    unit_stakes = dict.fromkeys(terms.offered_keys, UNIT_STAKE)
    stakes = inputs.or_fail(inputs.parse_stakes, bets) if bets else unit_stakes
    if source is not None and cards is None:
        _settle_file(terms, stakes, source)
    elif cards is not None and source is None:
        _settle_one(terms, inputs.or_fail(parse_cards, cards), stakes, as_json=as_json)
    else:
        inputs.fail(["give either --cards or --from, or the layout of a live table with --boxes"])


def _given(terms: inputs.TermsGiven) -> list[object]:
    """Return the options about terms that differ from their defaults."""
    step = terms.get("step", "1")
    others = (terms.get("decks"), terms.get("minimum"), terms.get("maximum"))
    return [*others, None if step == "1" else step, *terms.get("not_offered", ())]


def _settle_boxes(game: str, boxes: str, others: list[object], *, as_json: bool) -> None:
    if any(other is not None for other in others):
        inputs.fail(
            ["give --boxes alone: its file has the cards, the bets, the decks and the limits"]
        )
    settled = settle_layout(inputs.find_game(game), boxes)
    if as_json:
        show_json(layout_json(settled))
    else:
        show_layout(settled)


def _settle_one(
    terms: Terms, cards: tuple[Card, ...], stakes: Mapping[BetKey, Cents], *, as_json: bool
) -> None:
    settlement = settle_at(terms, cards, stakes)
    if not isinstance(settlement, Settlement):
        inputs.fail(refusal.sentence for refusal in settlement)
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
        sys.exit(inputs.BAD_INPUT)
