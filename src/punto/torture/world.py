"""The surroundings of a run: time, random numbers, the network, and a witness."""

from dataclasses import dataclass

from punto.torture.chance import RandomNumbers
from punto.torture.faults import FaultPlace, FaultPlan, FaultRates
from punto.torture.loops import Scheduler
from punto.torture.network import Network
from punto.torture.stories import Story
from punto.torture.witness import RunWitness


@dataclass(frozen=True)
class World:
    """The surroundings of devices and nodes."""

    plan: FaultPlan
    scheduler: Scheduler
    network: Network
    story: Story
    witness: RunWitness
    devices_odds: FaultRates
    dealing_odds: FaultRates

    def chance(self, name: str) -> RandomNumbers:
        """Return an actor's own random numbers."""
        return RandomNumbers(self.plan.seed, name)


def new_world(plan: FaultPlan) -> World:
    """Make a new world."""
    scheduler = Scheduler()
    story = Story(scheduler)
    plan.tell = lambda fault: story.tell("fault", "{}", fault.sentence)
    return World(
        plan,
        scheduler,
        Network(scheduler, plan, story),
        story,
        RunWitness(),
        FaultRates(plan, FaultPlace.DEVICE),
        FaultRates(plan, FaultPlace.DEALING),
    )
