"""The settings of a server: from a file, the environment and the command line."""

from pathlib import Path

import pytest

from punto.bootstrap.server_records import shoe_key
from punto.bootstrap.settings import Settings, SettingsUnfit, read_settings


def test_without_anything_only_this_machine_is_listened_to() -> None:
    settings = read_settings(None, {}, {})
    assert settings == Settings()
    assert settings.is_on_loopback


def test_the_environment_overrules_the_file_and_the_command_line_both(tmp_path: Path) -> None:
    file = tmp_path / "punto.toml"
    file.write_text('port = 1\nsite = "of the file"\nhosts = ["a.example"]\nfinish_seconds = 5\n')
    settings = read_settings(
        file, {"PUNTO_PORT": "2", "PUNTO_SITE": "of the environment", "HOME": "/"}, {"port": 3}
    )
    assert (settings.port, settings.site) == (3, "of the environment")
    assert (settings.hosts, settings.finish_seconds) == (("a.example",), 5)


def test_a_list_in_the_environment_has_commas() -> None:
    settings = read_settings(None, {"PUNTO_HOSTS": "a.example,b.example"}, {})
    assert settings.hosts == ("a.example", "b.example")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"port": 70_000}, "settings: Expected `int` <= 65535 - at `$.port`"),
        (
            {"checkpoint_minutes": 0},
            "settings: Expected `int` >= 1 - at `$.checkpoint_minutes`",
        ),
        ({"prot": 1}, "settings: Object contains unknown field `prot`"),
        ({"database": ""}, "database '': expected a file, or postgresql://…"),
        ({"database": "/"}, "database '/': expected a file, or postgresql://…"),
        ({"log": "xml"}, "settings: Invalid enum value 'xml' - at `$.log`"),
        (
            {"certificate": "c.pem"},
            "settings: certificate and certificate_key belong together",
        ),
        (
            {"host": "0.0.0.0"},  # noqa: S104 (which is what is refused)
            "host 0.0.0.0: listening beyond this machine needs TLS; expected certificate and "
            "certificate_key, or behind_proxy, or without_tls",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(SettingsUnfit) as fault:
        read_settings(None, {}, given)
    assert str(fault.value) == sentence


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (b"port = 8000\xff", "not UTF-8 text, invalid start byte at byte 12, expected TOML"),
        (b"port", "not TOML: "),
    ],
)
def test_a_settings_file_of_another_kind_is_told(
    tmp_path: Path, written: bytes, found: str
) -> None:
    file = tmp_path / "punto.toml"
    file.write_bytes(written)
    with pytest.raises(SettingsUnfit) as fault:
        read_settings(file, {}, {})
    assert str(fault.value).startswith(f"settings file {file}: {found}")


@pytest.mark.parametrize(
    "given",
    [
        {"certificate": "c.pem", "certificate_key": "k.pem"},
        {"behind_proxy": True},
        {"without_tls": True},
    ],
)
def test_beyond_this_machine_it_takes_tls_or_a_word(given: dict[str, object]) -> None:
    host = {"host": "0.0.0.0"}  # noqa: S104 (which is what is asked for)
    assert not read_settings(None, {}, {**host, **given}).is_on_loopback


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    with pytest.raises(SettingsUnfit, match="No such file"):
        read_settings(missing, {}, {})
    broken = tmp_path / "broken.toml"
    broken.write_text("port = ")
    with pytest.raises(SettingsUnfit, match=r"broken\.toml"):
        read_settings(broken, {}, {})


def test_the_key_of_the_shoes_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "floor.db"))
    key = shoe_key(settings)
    assert len(key) == 32
    assert shoe_key(settings) == key
    file = tmp_path / "floor-shoes.key"
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)
    with pytest.raises(SettingsUnfit, match="mode 644, expected 600"):
        shoe_key(settings)


def test_a_key_of_the_shoes_that_is_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "short.key"
    file.write_bytes(b"short")
    file.chmod(0o600)
    with pytest.raises(SettingsUnfit, match="5 bytes, expected 32"):
        shoe_key(Settings(shoe_key=str(file)))


def test_servers_that_share_a_record_have_to_share_the_key() -> None:
    with pytest.raises(SettingsUnfit, match="the same for all servers"):
        shoe_key(Settings(database="postgresql://localhost/punto"))
