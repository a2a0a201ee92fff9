"""Studies on a Dask cluster: the same batches, played by its workers."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit

import distributed

from punto.lab.compiler import kernel_sources
from punto.lab.studies.shoes import ShoeBatch
from punto.lab.studies.tallies import StudyPlan, StudyTally, tally_of
from punto.lab.studies.workers import PlayBatches, in_order

SECONDS_TO_ANSWER = 5
PROTOCOLS = ("tcp", "tls")
BATCHES_OF_A_THREAD = 3
"""The number of batches queued for each thread, so that none is ever idle."""


class ClusterRefused(Exception):
    """A cluster that cannot play; the message is one sentence."""


@contextmanager
def on_cluster(address: str) -> Iterator[PlayBatches]:
    """Play with the workers of a scheduler; raises ``ClusterRefused``."""
    make: Any = distributed.Client  # untyped
    try:
        _knock(address)
        client = make(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise ClusterRefused(
            f"scheduler {address!r}: cannot be reached,"
            " expected the address of a Dask scheduler such as tcp://10.0.0.7:8786"
        ) from fault
    with client:
        yield partial(_play, _Cluster(address, client))


def _knock(address: str) -> None:
    """Check that a scheduler answers, because a client may wait forever for a missing one.

    Without encryption, the scheduler speaks first.
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if parts.scheme not in PROTOCOLS or parts.hostname is None or not parts.port:
        raise ValueError(address)
    with create_connection((parts.hostname, parts.port), SECONDS_TO_ANSWER) as line:
        if parts.scheme == "tcp" and not line.recv(1):
            raise ConnectionError(address)


@dataclass(frozen=True, slots=True)
class _Cluster:
    address: str
    client: Any

    def refused(self, why: str) -> ClusterRefused:
        return ClusterRefused(f"scheduler {self.address!r}: {why}")

    def threads(self) -> int:
        """Return how many batches the workers play at once, after checking that each can play."""
        threads: dict[str, int] = self.client.nthreads()
        if not threads:
            raise self.refused("has no workers, expected at least one")
        try:
            found: dict[str, str] = self.client.run(kernels_held)
        except Exception as fault:  # a worker without the lab may raise anything
            raise self.refused(
                f"a worker cannot play, expected punto with its extra lab on each ({fault})"
            ) from fault
        others = sorted(worker for worker, held in found.items() if held != kernels_held())
        if others:
            raise self.refused(
                f"worker {others[0]} has another punto, expected the one that runs here"
            )
        return sum(threads.values())


def kernels_held() -> str:
    """Return a hash of the lab that runs here, for comparison."""
    return sha256(b"".join(source.read_bytes() for source in kernel_sources())).hexdigest()


def _play(
    cluster: _Cluster, plan: StudyPlan, given: Iterator[ShoeBatch]
) -> Generator[StudyTally, None, None]:
    ahead = cluster.threads() * BATCHES_OF_A_THREAD
    client = cluster.client
    try:
        there = client.scatter(plan, broadcast=True, hash=False)
        yield from in_order(partial(client.submit, tally_of, there, pure=False), given, ahead)
    except Exception as fault:  # a vanishing cluster may raise anything
        raise cluster.refused(f"was lost before the study ended ({fault})") from fault
