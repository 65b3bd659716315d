"""Puts the protection of `registry.PROTECTED` into the database and says what of it is not there."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.models import Model
from django.db.models.signals import post_migrate

from portal.core.append_only import postgresql, registry, sqlite


def connect(app: AppConfig) -> None:
    """Called as the site starts: every `migrate` ends with the triggers in place, remade tables included."""
    post_migrate.connect(_after_migrate, sender=app, dispatch_uid="append_only")


def install() -> None:
    """Idempotent; replaces what was changed or disabled. Tables that do not exist yet are left out."""
    _engine().install(_existing())


def missing() -> list[str]:
    """What should protect and does not, a line each naming the table; empty where all stands."""
    tables = connection.introspection.table_names()
    lost = [
        f"{model._meta.db_table}: the table is missing"
        for model in registry.models()
        if model._meta.db_table not in tables
    ]
    return lost + list(_engine().missing(_existing()))


def nothing_to_protect() -> bool:
    """No protected table is there yet: the database was not migrated."""
    return not _existing()


@contextmanager
def lifted() -> Iterator[None]:
    """No protection inside: for the flush between the suite's transactional tests, and refused elsewhere."""
    if not getattr(settings, "CONCORD_PROTECTION_MAY_BE_LIFTED", False):
        raise ImproperlyConfigured("protection is lifted for the flush of the test suite only")
    _engine().remove(_existing())
    try:
        yield
    finally:
        install()


def _after_migrate(**kwargs: Any) -> None:
    if kwargs["using"] == connection.alias:
        install()


def _existing() -> list[type[Model]]:
    tables = set(connection.introspection.table_names())
    return [model for model in registry.models() if model._meta.db_table in tables]


def _engine() -> ModuleType:
    engines = {"sqlite": sqlite, "postgresql": postgresql}
    return engines[connection.vendor]
