"""How PostgreSQL packs the two long texts of each list: with lz4, where the server has it, several times faster than in
its own way. A list is written after each decision."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models.signals import post_migrate

from authorship.lists.models import ListPeople, ListSnapshot

_COLUMNS = ((ListSnapshot, "result"), (ListPeople, "subjects"))
_DUE = """
    SELECT 1 FROM pg_attribute, pg_settings
    WHERE attrelid = to_regclass(%s) AND attname = %s AND attcompression <> 'l'
    AND pg_settings.name = 'default_toast_compression' AND 'lz4' = ANY(enumvals)
"""


def connect() -> None:
    """Called as the site starts: every `migrate` ends with it."""
    post_migrate.connect(_after_migrate, dispatch_uid="lists_storage")


def _after_migrate(using: str, app_config: Any, **kwargs: Any) -> None:
    if app_config.label == "authorship" and using == connection.alias and connection.vendor == "postgresql":
        pack()


def pack() -> None:
    """Idempotent. What is kept already stays as it was packed."""
    with connection.cursor() as cursor:
        for model, column in _COLUMNS:
            table = model._meta.db_table
            cursor.execute(_DUE, [table, column])
            if cursor.fetchone():
                cursor.execute(f'ALTER TABLE "{table}" ALTER COLUMN "{column}" SET COMPRESSION lz4')
