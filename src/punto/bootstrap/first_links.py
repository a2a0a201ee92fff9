"""Links that the operator hands over: to found a floor, or to let a person in again."""

from uuid import uuid4

from punto.bootstrap.open_floor import Service
from punto.bootstrap.settings import SettingsUnfit
from punto.identity import Command, NoteInvitation
from punto.values import CommandId, PersonId


async def links_at_start(service: Service, invited: PersonId | None) -> dict[str, str]:
    """Return the links to print, by purpose; none on a floor that has its people."""
    keys, links = service.house.keys, dict[str, str]()
    if not service.node.floor.people:
        # A reader of the server's output runs the machine, and may found the floor.
        links["found"] = f"{service.address}{await keys.links.make_for('found', '')}"
    if invited is not None:
        command = await _note_invitation(service, invited)
        path = await keys.links.make_for("password", invited, command)
        links["password"] = f"{service.address}{path}"
    return links


async def _note_invitation(service: Service, person: PersonId) -> CommandId:
    name = CommandId(f"invited/{uuid4().hex}")
    command = Command(name, service.house.now(), None, NoteInvitation(person))
    answer = await service.node.ask_floor(command)
    if not isinstance(answer, tuple):
        raise SettingsUnfit(answer.sentence)
    return name
