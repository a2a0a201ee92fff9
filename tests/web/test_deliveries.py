import asyncio

from punto.values.ids import Instant, TableId
from punto.web.lines.deliveries import Deliveries

A1 = TableId("A1")


class Screen:
    """A line that notes its turn in a list."""

    table: TableId | None = A1

    def __init__(self, name: str, written: list[str], *, gives_way: bool = False) -> None:
        self.name, self.gives_way, self._written = name, gives_way, written

    def deliver(self, now: Instant) -> None:
        del now
        self._written.append(self.name)


async def turns_until(written: list[str], name: str) -> int:
    """Return after how many turns of the event loop a screen is written to."""
    for turn in range(1_000):
        if name in written:
            return turn
        await asyncio.sleep(0)
    raise AssertionError(f"{name} was never written to")


def test_an_answer_overtakes_the_view_of_a_whole_table() -> None:
    async def act() -> None:
        written: list[str] = []
        deliveries = Deliveries(lambda _: Instant(0))
        for number in range(1_000):
            deliveries.add(Screen(f"view {number}", written))
        await turns_until(written, "view 100")
        deliveries.add(Screen("answer", written), is_answer=True)
        assert await turns_until(written, "answer") <= 2
        assert "view 500" not in written
        await turns_until(written, "view 999")

    asyncio.run(act())


def test_a_screen_that_waits_for_its_view_gets_both_with_its_answer() -> None:
    async def act() -> None:
        written: list[str] = []
        deliveries = Deliveries(lambda _: Instant(0))
        asking = Screen("asking", written)
        for line in (*(Screen(f"view {number}", written) for number in range(1_000)), asking):
            deliveries.add(line)
        deliveries.add(asking, is_answer=True)
        await turns_until(written, "asking")
        assert "view 100" not in written

    asyncio.run(act())


def test_no_number_of_answers_keeps_the_views_of_others_back() -> None:
    async def act() -> None:
        written: list[str] = []
        deliveries = Deliveries(lambda _: Instant(0))
        for number in range(100):
            deliveries.add(Screen(f"view {number}", written))
        for number in range(1_000):
            deliveries.add(Screen(f"answer {number}", written), is_answer=True)
        await turns_until(written, "view 99")
        assert "answer 500" not in written

    asyncio.run(act())


def test_an_unknown_viewer_gets_its_view_after_all_others() -> None:
    async def act() -> None:
        written: list[str] = []
        deliveries = Deliveries(lambda _: Instant(0))
        deliveries.add(Screen("passer-by", written, gives_way=True))
        deliveries.add(Screen("asker", written, gives_way=True), is_answer=True)
        for number in range(200):
            deliveries.add(Screen(f"view {number}", written))
        await turns_until(written, "asker")
        assert written[-2:] == ["passer-by", "asker"]

    asyncio.run(act())
