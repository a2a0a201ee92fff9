"""Running a script: statement by statement, up to the first that does not hold."""

from punto.rehearsals.deeds import Action, Change, Expectation, Remark, Unmet
from punto.rehearsals.expectation_forms import refusal_words
from punto.rehearsals.scenes import Happened, Scene, perform
from punto.rehearsals.scripts import Script, Statement
from punto.rehearsals.transcripts import Entry, Failure, Transcript


def rehearse(script: Script) -> Transcript:
    """Run a script from an empty floor."""
    scene = Scene()
    entries: list[Entry] = []
    for index, statement in enumerate(script.statements):
        deed, unmet = statement.deed, None
        happened: tuple[Happened, ...] = ()
        if isinstance(deed, Action):
            scene = perform(scene, deed.asked(scene))
            happened = scene.last
            unmet = _unannounced(scene, script.statements[index + 1 :])
        elif isinstance(deed, Change):
            after = deed.after(scene)
            scene, unmet = (scene, after) if isinstance(after, Unmet) else (after, None)
        elif isinstance(deed, Expectation):
            unmet = deed.judge(scene)
        entries.append(Entry(statement, happened))
        if unmet is not None:
            return Transcript(script, tuple(entries), scene, Failure(statement.line, unmet))
    return Transcript(script, tuple(entries), scene)


def _unannounced(scene: Scene, following: tuple[Statement, ...]) -> Unmet | None:
    """A refusal that the next statement does not expect."""
    if scene.refusal is None:
        return None
    after = next((each.deed for each in following if not isinstance(each.deed, Remark)), None)
    if isinstance(after, Expectation) and after.of_refusal:
        return None
    announced = f"expect refusal {type(scene.refusal).__name__}"
    return Unmet(f"it to be taken, or next the line: {announced}", refusal_words(scene.refusal))
