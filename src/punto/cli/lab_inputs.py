"""What the commands of the lab have in common: how a shoe is played, and that the lab is there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from punto.cli.inputs import Decorator, fail

_one_more: Decorator = click.option(
    "--one-more", is_flag=True, help="Deal another round after its round (A-49 b)."
)
_burn: Decorator = click.option(
    "--burn",
    type=click.Choice(["none", "first-card"]),
    default="none",
    show_default=True,
    help="Whether a new shoe's first card is shown and as many burned as it counts (A-49).",
)


def play_options(command: Callable[..., None]) -> Callable[..., None]:
    """How a shoe begins and ends."""
    return _one_more(_burn(command))


@contextmanager
def lab_wanted() -> Iterator[None]:
    """Import the lab within; one sentence where it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        fail([f"the lab needs {error.name}, expected punto to be installed with its extra lab"])
