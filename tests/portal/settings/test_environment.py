"""Every wrong variable is named, and production asks for more."""

import re
from pathlib import Path

import pytest

from portal.settings.environment import LOCAL_ADDRESS, WrongEnvironment, read

PRODUCTION = {
    "SECRET_KEY": "Zq3-x" * 12,
    "CHECKPOINT_KEY": "0123456789abcdef" * 4,
    "BASE_URL": "https://concord.example",
    "DATABASE_URL": "postgres://concord:secret@db:5432/concord",
    "REDIS_URL": "redis://redis:6379/3",
    "EMAIL_URL": "smtp+tls://user:secret@mail.example:587",
    "CONCORD_PROXIES": "1",
    "CONTACT_EMAIL": "help@concord.example",
}


@pytest.fixture
def base(tmp_path: Path) -> dict[str, str]:
    return {"CONCORD_DATA_DIR": str(tmp_path / "data")}


def named(values: dict[str, str], *, production: bool = False) -> list[str]:
    with pytest.raises(WrongEnvironment) as refusal:
        read(values, production=production)
    return [line.split(" ", 1)[0] for line in refusal.value.wrong]


def test_nothing_set_is_the_embedded_mode(base: dict[str, str]) -> None:
    environment = read(base, production=False)
    assert (environment.demo, environment.base_url) == (False, LOCAL_ADDRESS)
    assert (environment.database_url, environment.redis_url, environment.email_url) == ("", "", "")
    assert re.fullmatch("[0-9a-f]{64}", environment.checkpoint_key)
    assert environment.secret_key != environment.checkpoint_key
    assert read(base, production=False) == environment


def test_production_with_everything_named_starts(base: dict[str, str], tmp_path: Path) -> None:
    environment = read({**base, **PRODUCTION}, production=True)
    assert environment.base_url == "https://concord.example"
    assert environment.mail_from == "Concord <concord@concord.example>"
    assert not (tmp_path / "data" / "keys").exists()


def test_production_names_all_that_is_missing_together(base: dict[str, str]) -> None:
    assert set(named(base, production=True)) == set(PRODUCTION)


@pytest.mark.parametrize("name", sorted(PRODUCTION))
def test_production_needs_each_one(base: dict[str, str], name: str) -> None:
    values = {**base, **PRODUCTION}
    del values[name]
    assert named(values, production=True) == [name]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CONCORD_DEMO", "1"),
        ("BASE_URL", "http://concord.example"),
        ("MEDIA_ORIGIN", "https://concord.example"),
        ("MEDIA_ORIGIN", "http://files.example"),
        ("SECRET_KEY", "short"),
        ("SECRET_KEY", "aaaa" * 20),
        ("EMAIL_URL", "consolemail://"),
        ("CONCORD_SIGN_IN_STAND_IN", "https://orcid.example"),
    ],
)
def test_production_refuses(base: dict[str, str], name: str, value: str) -> None:
    assert named({**base, **PRODUCTION, name: value}, production=True) == [name]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CONCORD_DEMO", "perhaps"),
        ("BASE_URL", "concord.example"),
        ("BASE_URL", "https://concord.example/path"),
        ("BASE_URL", "https://concord.example:port"),
        ("BASE_URL", "https://[::1"),
        ("DATABASE_URL", "mysql://host/name"),
        ("DATABASE_URL", "postgres://host"),
        ("REDIS_URL", "redis://host:6379"),
        ("REDIS_URL", "redis://host:6379/"),
        ("EMAIL_URL", "mail.example"),
        ("CHECKPOINT_KEY", "0123"),
        ("CHECKPOINT_KEY", "g" * 64),
        ("CONCORD_PROXIES", "-1"),
        ("CONCORD_PROXIES", "１"),
        ("CONCORD_OUTBOX_PATIENCE", "0"),
        ("SECRET_KEY_FILE", "/nowhere/at/all"),
        ("CONCORD_SIGN_IN_STAND_IN", "orcid.example"),
        ("CONCORD_SOURCE_URL", "git.example/concord"),
        ("CONCORD_SOURCE_URL", "javascript://git.example/concord"),
        ("CONTACT_EMAIL", "help"),
        ("CONTACT_EMAIL", "help@concord.example, boss@concord.example"),
        ("CONTACT_EMAIL", "help@concord.example?bcc=x@y.example"),
        ("CONTACT_EMAIL", "Help <help@concord.example>"),
    ],
)
def test_a_wrong_value_is_named(base: dict[str, str], name: str, value: str) -> None:
    assert named({**base, name: value}) == [name]


def test_the_missing_half_of_a_providers_keys_is_named(base: dict[str, str]) -> None:
    assert named({**base, "ORCID_CLIENT_ID": "x", "GITHUB_CLIENT_SECRET": "y"}) == [
        "ORCID_CLIENT_SECRET",
        "GITHUB_CLIENT_ID",
    ]
    both = {**base, "ORCID_CLIENT_ID": "x", "ORCID_CLIENT_SECRET": "y"}
    assert read(both, production=False).providers == {"orcid": ("x", "y")}


def test_a_file_in_the_place_of_the_data_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert named({"CONCORD_DATA_DIR": str(tmp_path / "data" / "deeper")}) == ["CONCORD_DATA_DIR"]


def test_a_secret_may_come_from_a_file(base: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("from-the-file\n")
    assert read({**base, "SECRET_KEY_FILE": str(tmp_path / "secret")}, production=False).secret_key == "from-the-file"
