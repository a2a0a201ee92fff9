"""The names of refusals in the record, for answers that are given again."""

from collections.abc import Mapping

from punto.identity import Refusal as FloorRefusal
from punto.rounds import Refusal as TableRefusal
from punto.rules import BetRefusal, TermsRefusal, members, snake

VERSIONS: Mapping[type, int] = {}
"""The refusals whose form has changed, each with the version of its present one."""

REFUSALS: Mapping[type, tuple[str, int]] = {
    kind: (snake(kind), VERSIONS.get(kind, 1))
    for kind in members(TableRefusal, FloorRefusal, BetRefusal, TermsRefusal)
}
