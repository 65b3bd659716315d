"""Which tests the second engine repeats: those that ask a database, but for those whose answer no engine changes."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--engine", action="store_true", help="only tests that an engine of databases may change")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--engine"):
        return
    kept = [item for item in items if _asks_a_database(item) and not item.get_closest_marker("any_engine")]
    left = set(items) - set(kept)
    config.hook.pytest_deselected(items=[item for item in items if item in left])
    items[:] = kept


def _asks_a_database(item: pytest.Item) -> bool:
    names = set(getattr(item, "fixturenames", ()))
    return bool(names & {"db", "transactional_db", "django_db_setup"} or item.get_closest_marker("django_db"))
