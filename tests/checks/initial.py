"""`python -m tests.checks.initial APP`: writes the app's first migration with every table in one step.

What `makemigrations` writes adds keys and constraints one by one, and SQLite makes a table anew for each.
"""

from __future__ import annotations

import os
import sys
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path
from typing import Any

import django
from django.db import migrations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState
from django.db.migrations.writer import MigrationWriter


def main(app: str) -> None:
    loader = MigrationLoader(None)
    migration = loader.graph.nodes[app, "0001_initial"]
    tables = {one.name_lower: one for (label, _), one in loader.project_state().models.items() if label == app}
    made: list[str] = []
    later: list[Operation] = []
    migration.operations = []
    for name in _in_order(app, tables):
        made.append(name)
        table = tables[name]
        there = {key: one for key, one in table.fields.items() if _target(app, one) in (None, *made)}
        options = (table.options, table.bases, table.managers)
        migration.operations.append(migrations.CreateModel(table.name, list(there.items()), *options))
        later += [migrations.AddField(table.name, key, table.fields[key]) for key in table.fields if key not in there]
    migration.operations += later
    writer = MigrationWriter(migration)
    text = writer.as_string().replace("(migrations.Migration)", "(FirstMigration)")
    text = text.replace("\nclass ", "from portal.core.first_migration import FirstMigration\n\n\nclass ", 1)
    Path(writer.path).write_text(text, encoding="utf-8")


def _in_order(app: str, tables: dict[str, ModelState]) -> list[str]:
    """Each after those its keys lead to; where two lead to each other, a key that may be empty waits."""
    needs = {name: {_target(app, one): one for one in tables[name].fields.values()} for name in sorted(tables)}
    while True:
        edges = {name: [one for one in leads if one not in (None, name)] for name, leads in needs.items()}
        try:
            return list(TopologicalSorter(edges).static_order())
        except CycleError as error:
            may_wait = [(target, name) for target, name in pairwise(error.args[1]) if needs[name][target].null]
            if not may_wait:
                raise  # tables that cannot be without each other
            target, name = may_wait[0]
            del needs[name][target]


def _target(app: str, field: Any) -> str | None:
    """The table of the same app that a key leads to."""
    if not field.is_relation:
        return None
    label, _, name = str(field.remote_field.model).lower().partition(".")
    return name if label == app else None


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.test")
    django.setup()
    main(sys.argv[1])
