"""A first migration that knows from the start what its tables are in the end.

Django's own way renders every table that leads to a new one again with each table that is made, which is most of the
time that an empty database takes.
"""

from typing import Any

from django.db import migrations
from django.db.migrations.state import ProjectState


class FirstMigration(migrations.Migration):
    """Its operations make tables, and add columns to these tables alone, whose place is in the table already."""

    def apply(self, project_state: ProjectState, schema_editor: Any, collect_sql: bool = False) -> ProjectState:
        if collect_sql:
            return super().apply(project_state, schema_editor, collect_sql)
        after = project_state.clone()
        after.__dict__.pop("apps", None)  # rendered once, when all is in it
        for operation in self.operations:
            operation.state_forwards(self.app_label, after)
        made = set()
        for operation in self.operations:
            if isinstance(operation, migrations.CreateModel):
                made.add(operation.name_lower)
                operation.database_forwards(self.app_label, schema_editor, project_state, after)
            elif not isinstance(operation, migrations.AddField) or operation.model_name_lower not in made:
                raise TypeError(f"a first migration makes tables, not {operation.describe()}")
        return after
