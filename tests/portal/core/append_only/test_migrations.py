"""What a migration can and cannot do to a protected table: remade tables lose their triggers and get them back."""

import pytest
from django.apps import apps
from django.core.management.sql import emit_post_migrate_signal
from django.db import DatabaseError, connection, migrations, models, transaction
from django.db.migrations.executor import MigrationExecutor

from portal.core.append_only import registry, triggers
from tests.portal.core.rows import make

pytestmark = pytest.mark.django_db(transaction=True)


def _changeable(model: type[models.Model]) -> models.Field:
    """A column of its own: text, or a number where the table has no text."""
    for kind in (models.CharField, models.TextField, models.PositiveIntegerField):
        for field in model._meta.concrete_fields:
            if type(field) is kind and not field.unique:
                return field
    raise LookupError(model)


def _another(field: models.Field) -> str | int:
    return 7 if isinstance(field, models.PositiveIntegerField) else "y"


def _migrate(label: str, *operations: migrations.operations.base.Operation) -> None:
    migration = migrations.Migration("9999_trial", label)
    migration.operations = list(operations)
    state = MigrationExecutor(connection).loader.project_state()
    with connection.schema_editor(atomic=True) as editor:
        migration.apply(state, editor)


def _alter(model: type[models.Model], *, emptiable: bool) -> migrations.AlterField:
    field = _changeable(model)
    altered: models.Field = field.clone()
    altered.null = emptiable or field.null
    return migrations.AlterField(model._meta.model_name or "", field.name, altered)


def test_a_migration_cannot_rewrite_rows() -> None:
    done: list[type[models.Model]] = []
    for label in registry.PROTECTED:
        model = apps.get_model(label)
        make(model)

        def rewrite(then: object, editor: object, model: type[models.Model] = model) -> None:
            field = _changeable(model)
            # Caught in here: the SQLite editor hides it behind an error of its own.
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                model._base_manager.update(**{field.name: _another(field)})
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                model._base_manager.all()._raw_delete("default")
            done.append(model)

        _migrate(model._meta.app_label, migrations.RunPython(rewrite))
    assert len(done) == len(registry.PROTECTED) >= 17


def test_tables_a_migration_remade_are_protected_again() -> None:
    protected = [apps.get_model(label) for label in registry.PROTECTED]
    rows = {model: make(model) for model in protected}
    for model in protected:
        _migrate(model._meta.app_label, _alter(model, emptiable=True))
        lost = [line for line in triggers.missing() if line.startswith(model._meta.db_table + ":")]
        triggers_lost = 3 + bool(registry.emptying_columns(model)) + bool(registry.last_columns(model))
        assert len(lost) == (triggers_lost if connection.vendor == "sqlite" else 0), model
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")
    assert triggers.missing() == []
    refused = 0
    for model, row in rows.items():
        field = _changeable(model)
        with pytest.raises(DatabaseError, match="append-only"):
            model._base_manager.filter(pk=row.pk).update(**{field.name: _another(field)})
        assert model._base_manager.filter(pk=row.pk).exists()
        refused += 1
        # Back to what the models say, for the tests that follow.
        _migrate(model._meta.app_label, _alter(model, emptiable=True), _alter(model, emptiable=False))
    triggers.install()
    assert refused == len(registry.PROTECTED) >= 17
