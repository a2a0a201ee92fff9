"""Runs a script statement by statement, up to the first that fails."""

from punto.rehearsals.deeds import Action, Change, Expectation, Remark, Unannounced, Unmet
from punto.rehearsals.scenes import Happened, Scene, perform
from punto.rehearsals.scripts import Script, Statement
from punto.rehearsals.transcripts import Entry, Failure, Transcript


def rehearse(script: Script) -> Transcript:
    """Run a script from an empty floor."""
    scene = Scene()
    entries: list[Entry] = []
    for index, statement in enumerate(script.statements):
        deed = statement.deed
        unmet: Unmet | Unannounced | None = None
        happened: tuple[Happened, ...] = ()
        if isinstance(deed, Action):
            scene = perform(scene, deed.asked(scene))
            happened = scene.last
            unmet = _unannounced(scene, script.statements[index + 1 :])
        elif isinstance(deed, Change):
            scene = deed.after(scene)
        elif isinstance(deed, Expectation):
            unmet = deed.judge(scene)
        entries.append(Entry(statement, scene.now, happened))
        if unmet is not None:
            place = scene.place if len(script.tables) > 1 else None
            failure = Failure(statement, unmet, place)
            return Transcript(script, tuple(entries), scene, failure)
    return Transcript(script, tuple(entries), scene)


def _unannounced(scene: Scene, following: tuple[Statement, ...]) -> Unannounced | None:
    """Return the refusal that the next statement does not expect, if any."""
    if scene.refusal is None:
        return None
    after = next((each.deed for each in following if not isinstance(each.deed, Remark)), None)
    if isinstance(after, Expectation) and after.of_refusal:
        return None
    return Unannounced(scene.refusal, scene.last[-1].table)
