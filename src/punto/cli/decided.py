import sys
from typing import Any

import click
from rich.text import Text

from punto.cli import inputs
from punto.cli.deals import DealFile
from punto.cli.screens import console, plain_table, show_json
from punto.rules import Decision, Decisions, Terms, decided_at
from punto.values import Card, format_cards, parse_cards


@click.command(name="decided")
@inputs.game_argument
@click.option("--cards", help='Cards so far, in the order they left the shoe, such as "4D KS 4C".')
@inputs.from_option
@inputs.decks_option
@inputs.not_offered_option
@inputs.json_option
def command(
    game: str,
    cards: str | None,
    source: str | None,
    decks: int | None,
    not_offered: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show which offered bets are already conclusively won or lost.

    After a technical interruption the round goes on if any is, and is void if none is. With
    --from, each line is a deal so far, and each answer is one line of JSON.

    \b
    Examples:
      punto decided mbs-tiger --cards "4D KS 4C"
      punto decided mbs-tiger --cards "4D KS 7C" --not-offered tiger-pair --json
    """
    terms = inputs.find_terms(inputs.find_game(game), decks=decks, not_offered=not_offered)
    if source is not None and cards is None:
        _judge_file(terms, source)
    elif cards is not None and source is None:
        _judge_one(terms, inputs.or_fail(parse_cards, cards), as_json=as_json)
    else:
        inputs.fail(["give either --cards or --from"])


def _decisions_json(decisions: Decisions) -> dict[str, Any]:
    return {
        "established": any(decisions.values()),
        "bets": {key: d.value if d is not None else None for key, d in decisions.items()},
    }


def _judge_one(terms: Terms, cards: tuple[Card, ...], *, as_json: bool) -> None:
    decisions = decided_at(terms, cards)
    if not isinstance(decisions, dict):
        inputs.fail(refusal.sentence for refusal in decisions)
    if as_json:
        show_json(_decisions_json(decisions))
    else:
        _show(terms, decisions)


def _judge_file(terms: Terms, source: str) -> None:
    deals = DealFile(source, terms.game)
    for line in deals:
        decisions = decided_at(terms, line.cards)
        if isinstance(decisions, dict):
            head = {**line.head, "cards": format_cards(line.cards)}
            show_json({**head, **_decisions_json(decisions)})
        else:
            deals.tell(line.number, [refusal.sentence for refusal in decisions])
    if deals.faults_count:
        sys.exit(inputs.BAD_INPUT)


def _show(terms: Terms, decisions: Decisions) -> None:
    screen = console()
    table = plain_table("Bet", "Decided", "Clause")
    for bet in terms.offered:
        table.add_row(bet.name.en, _decision_text(decisions[bet.key]), bet.clause)
    screen.print(table)
    if any(decisions.values()):
        screen.print("An outcome is established: an interrupted round is continued and concluded.")
    else:
        screen.print("No outcome is established: an interrupted round is void.")


def _decision_text(decision: Decision | None) -> Text:
    if decision is None:
        return Text("open", style="dim")
    return Text(decision.value, style="bold green" if decision is Decision.WON else "red")
