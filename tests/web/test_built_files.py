"""Built files are sent from memory, as they were when the server started."""

from pathlib import Path

import pytest
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

from punto.web.http.built_files import BuiltFiles

NOBODY = Headers({})
SCRIPT = b"export const point = 9;\n" * 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "assets" / "terminal-1a2b.js").write_bytes(SCRIPT)
    (tmp_path / "secret.txt").write_text("not built")
    return tmp_path / "static"


def test_a_file_is_sent_after_another_version_has_replaced_it(folder: Path) -> None:
    built = BuiltFiles(folder)
    (folder / "assets" / "terminal-1a2b.js").unlink()
    answer = built.answer("assets/terminal-1a2b.js", NOBODY, "no-cache")
    assert (answer.status_code, bytes(answer.body)) == (200, SCRIPT)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


def test_only_files_of_the_build_are_sent(folder: Path) -> None:
    built = BuiltFiles(folder)
    for name in ("assets/none.js", "../secret.txt", "assets", "", "/etc/passwd"):
        with pytest.raises(HTTPException, match="was not built"):
            built.answer(name, NOBODY, "no-cache")


@pytest.mark.parametrize("known", ["{}", "W/{}", '"other", W/{}', "*"])
def test_a_file_that_a_browser_has_is_not_sent_again(folder: Path, known: str) -> None:
    built, name = BuiltFiles(folder), "assets/terminal-1a2b.js"
    tag = built.answer(name, NOBODY, "no-cache").headers["etag"]
    asked = Headers({"if-none-match": known.format(tag), "accept-encoding": "gzip"})
    answer = built.answer(name, asked, "no-cache")
    assert (answer.status_code, bytes(answer.body)) == (304, b"")
    assert answer.headers["etag"] == f"W/{tag}"
    assert "content-encoding" not in answer.headers


def test_a_folder_that_was_not_built_has_no_files(tmp_path: Path) -> None:
    built = BuiltFiles(tmp_path / "nowhere")
    assert built.find("assets/mark-*.svg") is None
