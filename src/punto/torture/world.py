"""The surroundings of a run: time, random numbers, the network, and a witness."""

from dataclasses import dataclass

from punto.torture.chance import Chance
from punto.torture.faults import Odds, Place, Plan
from punto.torture.loops import Scheduler
from punto.torture.network import Network
from punto.torture.stories import Story
from punto.torture.witness import Witness


@dataclass(frozen=True)
class World:
    """The surroundings of devices and nodes."""

    plan: Plan
    scheduler: Scheduler
    network: Network
    story: Story
    witness: Witness
    devices_odds: Odds
    dealing_odds: Odds

    def chance(self, name: str) -> Chance:
        """Return an actor's own random numbers."""
        return Chance(self.plan.seed, name)


def new_world(plan: Plan) -> World:
    """Make a new world."""
    scheduler = Scheduler()
    story = Story(scheduler)
    plan.tell = lambda fault: story.tell("fault", "{}", fault.sentence)
    return World(
        plan,
        scheduler,
        Network(scheduler, plan, story),
        story,
        Witness(),
        Odds(plan, Place.DEVICE),
        Odds(plan, Place.DEALING),
    )
