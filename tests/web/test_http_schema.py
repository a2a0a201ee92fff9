"""Every endpoint as OpenAPI describes it, tested by a program that looks for weak points."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import positive_data_acceptance
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig

from punto.web.http.app import ENDPOINTS
from punto.web.http.openapi import openapi
from punto.web.http.request_pace import Attempts
from punto.web.sessions.pace import Pace
from support.web.floor_server import CHIEF, Anything, floor

CONFIG = SchemathesisConfig(
    projects=ProjectsConfig(
        default=ProjectConfig(generation=GenerationConfig(max_examples=3, deterministic=True))
    )
)


@dataclass(frozen=True)
class Served:
    """A server in its own thread, and the token of a person who may do everything."""

    url: str
    token: str


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder, ready, done = tmp_path_factory.mktemp("floor"), Event(), Event()
    found: list[Served] = []
    thread = Thread(target=lambda: asyncio.run(serve(folder, found, ready, done)))
    thread.start()
    assert ready.wait(60)
    yield found[0]
    done.set()
    thread.join(60)


async def serve(folder: Path, found: list[Served], ready: Event, done: Event) -> None:
    async with floor(folder) as at:
        # Guessing is limited elsewhere; this test looks at the answers.
        at.server.app.attempts = Attempts(Pace(burst=1_000_000))
        found.append(Served(at.url, await at.staff(CHIEF)))
        ready.set()
        await asyncio.to_thread(done.wait)


@pytest.fixture(scope="module")
def described() -> schemathesis.BaseSchema:
    """Read the description when the test runs: every process collects the test."""
    return schemathesis.openapi.from_dict(openapi(ENDPOINTS), config=CONFIG)


@schemathesis.pytest.from_fixture("described").parametrize()
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_that_the_description_has(
    served: Served, case: schemathesis.Case[Anything]
) -> None:
    headers = {"Authorization": f"Bearer {served.token}"}
    # A valid request may still be refused where it makes no sense on this floor.
    case.call_and_validate(
        base_url=served.url, headers=headers, excluded_checks=[positive_data_acceptance]
    )
