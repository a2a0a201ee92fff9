"""What a server counts, for whoever watches over it."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from punto.runtime.nodes import Node

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The counters of one server; no name of a person, a terminal or a patron is among them."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.lines = Gauge(
            "punto_connections", "Screens that are connected.", ["screen"], registry=self._registry
        )
        self.answers = Counter(
            "punto_answers",
            "Commands answered, by what was asked and what became of it.",
            ["wish", "outcome"],
            registry=self._registry,
        )
        self.seconds = Histogram(
            "punto_answer_seconds",
            "From a command's arrival to its answer, the record's commit included.",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.closes = Counter(
            "punto_connections_ended",
            "Connections that the server ended, by why.",
            ["reason"],
            registry=self._registry,
        )
        self._tables = Gauge(
            "punto_tables", "Tables by their phase.", ["phase"], registry=self._registry
        )
        self._halted = Gauge(
            "punto_tables_halted", "Tables that take nothing more.", registry=self._registry
        )
        self._rounds = Gauge(
            "punto_rounds", "Rounds begun at each table.", ["table"], registry=self._registry
        )

    def shown(self, node: Node) -> bytes:
        """All of it as text, with the tables as they stand."""
        self._tables.clear()
        standings = node.tables()
        for table, standing in standings.items():
            self._tables.labels(standing.table.phase.value).inc()
            self._rounds.labels(table).set(standing.table.rounds_count)
        self._halted.set(sum(1 for standing in standings.values() if standing.halted))
        return generate_latest(self._registry)
