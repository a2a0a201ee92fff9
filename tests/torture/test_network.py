from punto.torture.faults import FaultEffect, FaultPlan
from punto.torture.loops import Scheduler
from punto.torture.network import DeviceHello, Message, Network
from punto.torture.stories import Story


class Listener:
    def __init__(self) -> None:
        self.heard: list[str] = []

    def receive(self, message: Message) -> None:
        assert isinstance(message, DeviceHello)
        self.heard.append(message.sender)


def sent(
    plan: FaultPlan, count: int = 400, cut_at: int | None = None
) -> tuple[list[str], FaultPlan]:
    """Return what arrives of ``count`` messages, sent one after the other."""
    scheduler = Scheduler()
    network = Network(scheduler, plan, Story(scheduler))
    listener = Listener()
    network.join("N1", listener)
    for number in range(count):
        if number == cut_at:
            network.cut_off("T1", 60_000)
        network.send("T1", "N1", DeviceHello(str(number)))
    scheduler.after(100_000, lambda: None)
    while scheduler.passed_ms < 100_000:
        scheduler.step()
    return listener.heard, plan


def stormy() -> FaultPlan:
    return next(FaultPlan(seed) for seed in range(1, 20) if sent(FaultPlan(seed))[1].happened)


def test_without_faults_everything_arrives_once_and_in_another_order() -> None:
    heard, _ = sent(FaultPlan(1, frozenset()))
    assert sorted(heard, key=int) == [str(number) for number in range(400)]
    assert heard != sorted(heard, key=int)


def test_what_is_lost_never_arrives_and_what_is_doubled_arrives_twice() -> None:
    heard, plan = sent(stormy())
    numbers = {
        trouble: {str(f.number - 1) for f in plan.happened if f.trouble is trouble}
        for trouble in (FaultEffect.LOST, FaultEffect.DOUBLED, FaultEffect.DELAYED)
    }
    assert all(numbers.values())
    for number in map(str, range(400)):
        expected = (
            2 if number in numbers[FaultEffect.DOUBLED] else number not in numbers[FaultEffect.LOST]
        )
        assert heard.count(number) == expected


def test_what_is_late_comes_after_what_was_sent_long_after_it() -> None:
    heard, plan = sent(stormy())
    late = max(
        (f for f in plan.happened if f.trouble is FaultEffect.DELAYED), key=lambda f: f.size % 6000
    )
    assert heard.index(str(late.number - 1)) > 300


def test_nobody_hears_of_a_device_that_is_cut_off() -> None:
    heard, _ = sent(FaultPlan(1, frozenset()), cut_at=100)
    assert sorted(heard, key=int) == [str(number) for number in range(100)]
