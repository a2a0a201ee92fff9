"""Which paragraphs settle and define each bet, read off the documents by hand."""

from typing import NamedTuple


class BetClauses(NamedTuple):
    """The paragraph whose table settles the bet, the one that returns it, and its definitions."""

    settles: str
    pushes: str | None = None
    defines: tuple[str, ...] = ()

    def all(self) -> tuple[str, ...]:
        return (self.settles, *((self.pushes,) if self.pushes else ()), *self.defines)


DOCUMENT_OF = {
    "rws-etg": "rws-etg",
    "rws-live": "rws-live",
    "mbs-super-six": "mbs",
    "mbs-fortune-six": "mbs",
    "mbs-super-6": "mbs",
    "mbs-no-commission": "mbs",
    "mbs-tiger": "mbs",
    "mbs-tiger-no-commission": "mbs",
    "mbs-fabulous-4s": "mbs",
}


def _mbs_main(settles: str) -> dict[str, BetClauses]:
    return {
        "player": BetClauses(settles, "3.9.1", ("1.1.12", "1.1.19", "3.9")),
        "banker": BetClauses(settles, "3.9.1", ("1.1.12", "1.1.19", "3.9")),
        "tie": BetClauses(settles, None, ("1.1.19", "1.1.20", "3.9.1")),
    }


def _mbs_pairs(settles: str) -> dict[str, BetClauses]:
    return {
        "player-pair": BetClauses(settles, None, ("1.1.13", "3.7", "3.7.1")),
        "banker-pair": BetClauses(settles, None, ("1.1.13", "3.7", "3.7.2")),
    }


_DRAGONS = {
    "player-dragon-bonus": BetClauses(
        "4.6", "4.6", ("1.1.9", "1.1.10", "1.1.10.1", "1.1.10.2", "1.1.12")
    ),
    "banker-dragon-bonus": BetClauses(
        "4.5", "4.5", ("1.1.1", "1.1.1.1", "1.1.1.2", "1.1.9", "1.1.12")
    ),
}

_TIGERS = {
    "tiger": BetClauses("4.10", None, ("1.1.21",)),
    "small-tiger": BetClauses("4.10", None, ("1.1.17",)),
    "big-tiger": BetClauses("4.10", None, ("1.1.3",)),
    "tiger-tie": BetClauses("4.10", None, ("1.1.23",)),
    "tiger-pair": BetClauses("4.9", None, ("1.1.22", "1.1.22.1", "1.1.22.2", "1.1.22.3")),
}

_PRECIOUS = ("1.1.14", "1.1.14.1", "1.1.14.2", "1.1.14.3", "1.1.14.4", "3.7.3")

BETS: dict[str, dict[str, BetClauses]] = {
    "rws-etg": {
        "player": BetClauses("4.1", "3.12", ("1.11", "1.19", "3.11", "3.13")),
        "banker": BetClauses("4.1", "3.12", ("1.10", "1.11", "1.19", "3.11", "3.13")),
        "tie": BetClauses("4.1", None, ("1.19", "3.12", "3.13")),
        "player-pair": BetClauses("4.1", None, ("1.14", "3.8", "3.13")),
        "banker-pair": BetClauses("4.1", None, ("1.14", "3.8", "3.13")),
    },
    "rws-live": {
        "player": BetClauses("4.1.1", "3.14", ("1.12", "1.22", "3.13", "4.1")),
        "banker": BetClauses("4.1.1", "3.14", ("1.11", "1.12", "1.22", "3.13")),
        "tie": BetClauses("4.1.1", None, ("1.22", "3.14")),
        "player-pair": BetClauses("4.1.1", None, ("1.15", "3.10")),
        "banker-pair": BetClauses("4.1.1", None, ("1.15", "3.10")),
        **{f"player-wins-on-{n}": BetClauses("4.1.2", None, ("1.16",)) for n in range(1, 10)},
        **{f"banker-wins-on-{n}": BetClauses("4.1.3", None, ("1.2",)) for n in range(1, 10)},
        **{f"tie-wins-on-{n}": BetClauses("4.1.4", None, ("1.23",)) for n in range(10)},
    },
    "mbs-super-six": {
        **_mbs_main("4.1"),
        **_mbs_pairs("4.1"),
        "super-six": BetClauses("4.1", None, ("1.1.18",)),
    },
    "mbs-fortune-six": {
        **_mbs_main("4.2"),
        **_mbs_pairs("4.2"),
        "fortune-six": BetClauses("4.2", None, ("1.1.5",)),
        **_DRAGONS,
    },
    "mbs-super-6": {
        **_mbs_main("4.3"),
        **_mbs_pairs("4.3"),
        "super-6": BetClauses("4.3", None, ("1.1.18",)),
        **_DRAGONS,
    },
    "mbs-no-commission": {**_mbs_main("4.4"), **_mbs_pairs("4.4")},
    "mbs-tiger": {**_mbs_main("4.7"), **_TIGERS},
    "mbs-tiger-no-commission": {**_mbs_main("4.8"), **_TIGERS},
    "mbs-fabulous-4s": {
        **_mbs_main("4.11"),
        "player-fabulous-4": BetClauses("4.11", None, ("1.1.11",)),
        "banker-fabulous-4": BetClauses("4.11", None, ("1.1.2",)),
        "player-precious-pair": BetClauses("4.12", None, _PRECIOUS),
        "banker-precious-pair": BetClauses("4.12", None, _PRECIOUS),
    },
}
