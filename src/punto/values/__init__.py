"""The vocabulary of every other package: cards, sides, money, odds."""

from punto.values.cards import (
    DECK,
    UNSEEN,
    Card,
    CardOut,
    Rank,
    Suit,
    format_cards,
    parse_card,
    parse_cards,
    points_total,
    seen_of,
)
from punto.values.compositions import CardNotInShoe, Composition, full_shoe, parse_composition
from punto.values.ids import (
    CommandId,
    Instant,
    PersonId,
    TableId,
    TerminalId,
    datetime_of,
    instant_of,
    moment,
)
from punto.values.layered_maps import including
from punto.values.money import (
    CENTS_PER_DOLLAR,
    NOTHING,
    Cents,
    dollars,
    format_money,
    parse_money,
)
from punto.values.odds import Odds, parse_odds
from punto.values.sides import Side, Winner
from punto.values.stored_names import snake, stored_name
from punto.values.structures import (
    BadNotation,
    Choice,
    Value,
    class_name,
    field_names,
    is_structure,
    replace,
    replace_value,
)
