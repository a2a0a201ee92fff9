"""Running the command as a shell would, in this process."""

import json
from typing import Any

from click.testing import CliRunner, Result

from punto.cli.main import main


def run(*arguments: str, given: str | bytes | None = None) -> Result:
    """Run ``punto`` with these arguments, and with this standard input."""
    return CliRunner().invoke(main, arguments, input=given, prog_name="punto")


def answer(*arguments: str, given: str | None = None) -> Any:  # noqa: ANN401 (JSON is anything)
    """Run ``punto``, and return the one JSON value that it prints."""
    result = run(*arguments, given=given)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def answers(*arguments: str, given: str | None = None) -> list[Any]:
    """Run ``punto``, and return the values of its JSON Lines."""
    result = run(*arguments, given=given)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def refused(*arguments: str, given: str | None = None) -> list[str]:
    """Run ``punto`` on bad input: exit code 2, empty stdout, one sentence per fault on stderr."""
    result = run(*arguments, given=given)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert all(line.startswith("punto: ") for line in lines), lines
    return [line.removeprefix("punto: ") for line in lines]
