"""Metrics for the monitoring of a server."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from punto.runtime import Node
from punto.values import class_name
from punto.web.desk.wishes_to_commands import DeskAnswer
from punto.web.wire.wish_forms import wish_name

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The counters of one server; they contain no name of a person, terminal or patron."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.lines = Gauge(
            "punto_connections", "Connected screens.", ["screen"], registry=self._registry
        )
        self._answers = Counter(
            "punto_answers",
            "Commands answered, by kind and outcome.",
            ["wish", "outcome"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "punto_answer_seconds",
            "Time from a command's arrival to its answer, including the commit.",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.closes = Counter(
            "punto_connections_ended",
            "Connections closed by the server, by reason.",
            ["reason"],
            registry=self._registry,
        )
        self._tables = Gauge(
            "punto_tables", "Tables by their phase.", ["phase"], registry=self._registry
        )
        self._halted = Gauge("punto_tables_halted", "Halted tables.", registry=self._registry)
        self._rounds = Gauge(
            "punto_rounds", "Rounds begun at each table.", ["table"], registry=self._registry
        )

        self._answer_counts: dict[tuple[type, str], Counter] = {}

    def answered(self, wish: object, told: DeskAnswer, seconds: float) -> None:
        """Count an answer."""
        kind, outcome = type(wish), "accepted" if isinstance(told, tuple) else class_name(told)
        count = self._answer_counts.get((kind, outcome))
        if count is None:
            count = self._answers.labels(wish_name(kind), outcome)
            self._answer_counts[kind, outcome] = count
        count.inc()
        self._seconds.observe(seconds)

    def shown(self, node: Node) -> bytes:
        """Return all metrics as text, with the current state of the tables."""
        self._tables.clear()
        standings = node.tables()
        for table, standing in standings.items():
            self._tables.labels(standing.table.phase.value).inc()
            self._rounds.labels(table).set(standing.table.rounds_count)
        self._halted.set(sum(1 for standing in standings.values() if standing.halted))
        return generate_latest(self._registry)
