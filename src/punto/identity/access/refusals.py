"""Refusals about access."""

from punto.values import PersonId, Value


class NotLockedOut(Value):
    """An unlock of a person who is not locked out."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"person {self.person!r}: not locked out, expected a person who is (A-53)"


class UnlockOneself(Value):
    """A person's attempt to unlock their own account (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"person {self.person!r}: unlocked by the same person, expected another (A-53)"


class ResetOfOneself(Value):
    """A reset of one's own secrets, which takes two other people (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"new password and PIN of {self.person!r}: asked by the same person, "
            "expected two others (A-53)"
        )


class InvitationOver(Value):
    """An invitation that was used, replaced, or never given (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"invitation of {self.person!r}: used or replaced, expected the latest (A-53)"


class AlarmAboutOneself(Value):
    """A person's attempt to close an alarm about themselves (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"alarms about {self.person!r}: closed by the same person, expected another (A-53)"


class NoAlarm(Value):
    """No alarm about that person is open."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"person {self.person!r}: no open alarm, expected one (A-53)"


class NotForAPerson(Value):
    """A server's notice that was sent by a person."""

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
