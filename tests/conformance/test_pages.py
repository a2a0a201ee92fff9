"""The pages for people: their links work, and they are complete."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from punto import __version__
from punto.bootstrap.rule_book import GAME_KEYS
from punto.cli.main import VERBS
from punto.rules.conditions import QUESTIONS
from punto.rules.game_files import load_game
from punto.rules.games import Game
from punto.views.reports import REPORTS
from punto.views.reports.shape import EVER

ROOT = Path(__file__).parent.parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_version_is_one_everywhere() -> None:
    assert f"\nversion: {__version__}\n" in read("CITATION.cff")
    assert f"\n## {__version__} (" in read("CHANGELOG.md")


def test_the_readme_begins_with_what_it_is_and_the_two_commands() -> None:
    head = read("README.md")[:1500]
    assert head.index("An electronic baccarat table") < head.index("make run")
    assert head.index("make run") < head.index("make test")


def test_the_readme_lists_the_games_as_they_are(games: dict[str, Game]) -> None:
    row = re.compile(r"^\| `([a-z0-9-]+)` \| .* \| (\d+)–(\d+) \| (\d+) \|$", re.MULTILINE)
    rows = row.findall(read("README.md"))
    assert [row[0] for row in rows] == list(GAME_KEYS)
    for key, least, most, bets in rows:
        game = games[key]
        assert (game.decks.least, game.decks.most) == (int(least), int(most))
        assert len(game.bets) == int(bets)


@pytest.mark.parametrize("verb", VERBS)
def test_every_command_has_its_section(verb: str) -> None:
    assert f"\n## punto {verb}" in read("docs/COMMANDS.md")


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_that_a_game_file_may_ask_is_explained(question: str) -> None:
    assert f"`{question}`" in read("docs/GAME_FILES.md")


def test_every_package_is_on_the_design_page() -> None:
    packages = [path.parent.name for path in (ROOT / "src" / "punto").glob("*/__init__.py")]
    design = read("docs/DESIGN.md")
    assert [package for package in packages if f"| `{package}` |" not in design] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    roots = (ROOT, ROOT / "src" / "punto", ROOT / "frontend" / "src")
    files = r"`((?:[\w.-]+/)+[a-z][\w.-]*\.(?:py|ts|toml|json|svelte|rehearsal|md))`"
    named = re.findall(files, page.read_text("utf-8"))
    assert [name for name in named if not any((root / name).exists() for root in roots)] == []


def test_a_new_command_takes_the_nine_files_of_its_recipe() -> None:
    generated = {"frontend/src/wire.ts", "frontend/src/words/messages_en.ts"}
    # Its class, its own keys such as restartAsk, and its words in any language.
    named = re.compile(
        r"RestartRoads|RoadsRestarted|OnlyWithAShuffler|roads_restarted|\brestartAsk"
        r"|restarts? the roads|\broads restart|重新开始路单|路单重新开始",
        re.IGNORECASE,
    )
    assert sources_with(named) - generated == set(steps_of("A new command"))


def test_a_new_report_takes_the_files_of_its_recipe() -> None:
    named = re.compile(r"\bopposite-bets\b|opposite_bets_report|OppositeRow")
    assert sources_with(named) == set(steps_of("A new report"))


def steps_of(recipe: str) -> list[str]:
    """Return the file of each step of a recipe."""
    text = read("CONTRIBUTING.md").partition(f"## {recipe}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\d\. `([^`]+)`", text, re.MULTILINE)


def sources_with(named: re.Pattern[str]) -> set[str]:
    """Return the sources of the program and of its pages in which the pattern occurs."""
    paths = (
        path
        for folder in ("src/punto", "frontend/src")
        for ending in ("py", "ts", "svelte")
        for path in (ROOT / folder).rglob(f"*.{ending}")
    )
    return {str(path.relative_to(ROOT)) for path in paths if named.search(path.read_text("utf-8"))}


def test_the_page_of_reports_has_each_report_with_its_headings() -> None:
    listed = read("frontend/src/reports/question.ts").partition("REPORTS = [")[2].partition("]")[0]
    assert sorted(re.findall(r'"([a-z-]+)"', listed)) == sorted(REPORTS)
    words = read("frontend/src/words/reports_zh.ts").partition("COLUMNS_ZH")[2].partition("};")[0]
    headings = set(re.findall(r"^  (\w+):", words, re.MULTILINE))
    columns = {column.name for of in REPORTS.values() for column in of.make({}, EVER).columns}
    assert columns - headings == set()


def test_every_dependency_is_on_the_design_page_with_its_reason() -> None:
    rows = re.findall(
        r"^\| (`[^|]+`) \| ([a-z, ]+) \| [^|]+ \|$", read("docs/DESIGN.md"), re.MULTILINE
    )
    told = {
        name: set(groups.split(", "))
        for names, groups in rows
        for name in names[1:-1].split("`, `")
    }
    assert told == declared_dependencies()


def declared_dependencies() -> dict[str, set[str]]:
    """Return every direct dependency with the groups in which it is declared."""
    declared = tomllib.loads(read("pyproject.toml"))
    project = declared["project"]
    groups = {
        "runtime": project["dependencies"],
        "build": declared["build-system"]["requires"],
        "pages": list(json.loads(read("frontend/package.json"))["devDependencies"]),
    }
    found: dict[str, set[str]] = {}
    for more in (groups, project["optional-dependencies"], declared["dependency-groups"]):
        for group, requirements in more.items():
            for requirement in requirements:
                name = re.split(r"[\[<>=;! ]", requirement)[0]
                found.setdefault(name, set()).add(group)
    return found


def test_the_example_of_a_game_file_is_a_game() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", read("docs/GAME_FILES.md"), re.DOTALL)
    assert isinstance(load_game(example), Game)


def test_every_make_target_on_a_page_exists() -> None:
    makefile = read("Makefile")
    for page in PAGES:
        for target in re.findall(r"[`\n]make ([a-z]+)\b", page.read_text("utf-8")):
            assert f"\n{target}:" in makefile, (page.name, target)
