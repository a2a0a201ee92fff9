"""A public class name stands for one thing."""

import ast
from collections import Counter
from pathlib import Path

import punto

TWICE = """
    AmountNotPositive Asked Batch CashOut Chance Change ChangeDealer Column Command
    DealCard Device Ending Endpoint Entry Event Failure Fault Floor Form Found Guard Hello
    House Kind Line LoadShoe Odds Outcome Pace Patron Place Plan Play Played Problem
    Recall Register Report ResolveCashOut Reveal RevealShoe Run Said Screen Script Seat
    Section Session Shown SimulatedBet Standing Step Table TakeTicket Tally Terminal Tie
    Trouble Unfit Verdict Witness Word
"""
"""Names that still have more than one meaning. The list may only shrink."""


def test_no_public_class_name_is_used_twice() -> None:
    names = Counter(
        node.name
        for file in Path(punto.__file__).parent.rglob("*.py")
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, count in names.items() if count > 1} == set(TWICE.split())
