"""Refusals that concern being let in."""

from dataclasses import dataclass

from punto.values import PersonId


@dataclass(frozen=True, slots=True)
class NotLockedOut:
    """Somebody who is listened to need not be unlocked."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"person {self.person!r}: not locked out, expected somebody who is (A-53)"


@dataclass(frozen=True, slots=True)
class UnlockOneself:
    """Who is locked out is unlocked by another person (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"person {self.person!r}: unlocked by the same person, expected another (A-53)"


@dataclass(frozen=True, slots=True)
class ResetOfOneself:
    """Secrets are replaced by two people, neither of whom they belong to (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"new password and PIN of {self.person!r}: asked by the same person, "
            "expected two others (A-53)"
        )


@dataclass(frozen=True, slots=True)
class InvitationOver:
    """An invitation that was used, replaced, or never given (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"invitation of {self.person!r}: used or replaced, expected the latest (A-53)"


@dataclass(frozen=True, slots=True)
class AlarmAboutOneself:
    """An alarm is closed by another than the person it is about (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"alarms about {self.person!r}: closed by the same person, expected another (A-53)"


@dataclass(frozen=True, slots=True)
class NoAlarm:
    """There is no open alarm about that person."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"person {self.person!r}: no open alarm, expected one (A-53)"


@dataclass(frozen=True, slots=True)
class NotForAPerson:
    """What a server notices by itself, told by somebody."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"told by {self.person!r}: expected the server itself, which alone has seen it (A-53)"
        )


AccessRefusal = (
    NotLockedOut
    | UnlockOneself
    | ResetOfOneself
    | InvitationOver
    | AlarmAboutOneself
    | NoAlarm
    | NotForAPerson
)
