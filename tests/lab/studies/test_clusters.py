"""Studies on a real cluster: a scheduler and two worker processes on this machine."""

import socket
from collections.abc import Iterator
from typing import Any

import distributed
import pytest

from punto.bootstrap.rule_book import shipped_game
from punto.lab.studies import Study, StudyFindings, clusters, on_this_machine, study
from punto.lab.studies.clusters import ClusterRefused, on_cluster
from punto.lab.studies.shoes import ShoeRules
from punto.values import replace
from support.cli.running import answer

Cluster = Any  # distributed has no types for its own


@pytest.fixture(scope="module")
def asked() -> Study:
    game = shipped_game("mbs-tiger")
    assert game is not None
    bets = ("big-tiger", "tiger-pair")
    return Study(game, ShoeRules(8, burns=True), 100, 7, bets, dict.fromkeys(bets, 8.0))


@pytest.fixture(scope="module")
def here(asked: Study) -> StudyFindings:
    return study(asked, on_this_machine(1))


def local_cluster(workers: int) -> Cluster:
    """Start a cluster whose dashboard takes any free port; without bokeh it is empty anyway."""
    make: Any = distributed.LocalCluster
    return make(n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0")


@pytest.fixture(scope="module")
def cluster(here: StudyFindings) -> Iterator[Cluster]:
    del here  # its kernels are compiled by now, once for all workers
    with local_cluster(2) as running:
        yield running


def test_a_cluster_finds_the_very_same(asked: Study, here: StudyFindings, cluster: Cluster) -> None:
    with on_cluster(cluster.scheduler_address) as play:
        assert study(asked, play) == here


def test_the_command_answers_the_same_from_a_cluster(cluster: Cluster) -> None:
    asked = ("study", "mbs-tiger", "--bet", "tiger", "--shoes", "40", "--trigger", "9", "--json")
    there = answer(*asked, "--scheduler", cluster.scheduler_address)
    here = answer(*asked)
    assert there | {"seconds": 0} == here | {"seconds": 0}


def test_a_study_on_a_cluster_can_be_stopped(asked: Study, cluster: Cluster) -> None:
    with on_cluster(cluster.scheduler_address) as play:
        some = study(asked, play, lambda _shoes: False)
    assert (some.shoes, some.stopped) == (32, True)


def test_a_worker_with_another_lab_is_refused(
    asked: Study, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = cluster.scheduler_address
    monkeypatch.setattr(clusters, "kernel_sources", list)
    with on_cluster(address) as play, pytest.raises(ClusterRefused, match="has another punto"):
        study(asked, play)


def test_work_that_fails_on_the_cluster_is_told(asked: Study, cluster: Cluster) -> None:
    broken = replace(asked, seed=-1)  # not a valid key of a stream
    lost = pytest.raises(ClusterRefused, match="was lost before the study ended")
    with on_cluster(cluster.scheduler_address) as play, lost:
        study(broken, play)


def test_a_scheduler_without_workers_is_refused(asked: Study) -> None:
    none = pytest.raises(ClusterRefused, match="has no workers, expected at least one")
    with local_cluster(0) as idle, on_cluster(idle.scheduler_address) as play, none:
        study(asked, play)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


@pytest.mark.parametrize(
    "address",
    ["", "nobody", "ftp://127.0.0.1:8786", "127.0.0.1:99999", "tcp://127.0.0.1:{port}"],
)
def test_a_scheduler_that_is_not_there_is_refused(address: str) -> None:
    address = address.format(port=free_port())
    absent = pytest.raises(ClusterRefused, match="cannot be reached, expected the address of")
    with absent, on_cluster(address):
        pass


def test_a_server_that_never_answers_is_not_a_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "SECONDS_TO_ANSWER", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterRefused, match="cannot be reached"), on_cluster(address):
            pass
