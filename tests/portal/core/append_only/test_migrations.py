"""What a migration can and cannot do to a protected table: remade tables lose their triggers and get them back."""

import pytest
from django.apps import apps
from django.core.management.sql import emit_post_migrate_signal
from django.db import DatabaseError, connection, migrations, models, transaction
from django.db.migrations.executor import MigrationExecutor

from portal.core.append_only import registry, triggers
from tests.portal.core.rows import make

pytestmark = pytest.mark.django_db(transaction=True)


def _text_field(model: type[models.Model]) -> models.CharField:
    return next(field for field in model._meta.concrete_fields if type(field) is models.CharField and not field.unique)


def _migrate(label: str, *operations: migrations.operations.base.Operation) -> None:
    migration = migrations.Migration("9999_trial", label)
    migration.operations = list(operations)
    state = MigrationExecutor(connection).loader.project_state()
    with connection.schema_editor(atomic=True) as editor:
        migration.apply(state, editor)


def _alter(model: type[models.Model], longer: int) -> migrations.AlterField:
    field = _text_field(model)
    altered = field.clone()
    altered.max_length = (field.max_length or 0) + longer
    return migrations.AlterField(model._meta.model_name or "", field.name, altered)


def test_a_migration_cannot_rewrite_rows() -> None:
    done: list[type[models.Model]] = []
    for label in registry.PROTECTED:
        model = apps.get_model(label)
        make(model)
        field = _text_field(model).name

        def rewrite(then: object, editor: object, model: type[models.Model] = model, field: str = field) -> None:
            # Caught in here: the SQLite editor hides it behind an error of its own.
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                model._base_manager.update(**{field: "y"})
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                model._base_manager.all()._raw_delete("default")
            done.append(model)

        _migrate(model._meta.app_label, migrations.RunPython(rewrite))
    assert len(done) == len(registry.PROTECTED) >= 17


def test_tables_a_migration_remade_are_protected_again() -> None:
    protected = [apps.get_model(label) for label in registry.PROTECTED]
    rows = {model: make(model) for model in protected}
    for model in protected:
        _migrate(model._meta.app_label, _alter(model, 1))
        lost = [line for line in triggers.missing() if line.startswith(model._meta.db_table + ":")]
        assert len(lost) == (3 if connection.vendor == "sqlite" else 0), model
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")
    assert triggers.missing() == []
    refused = 0
    for model, row in rows.items():
        with pytest.raises(DatabaseError, match="append-only"):
            model._base_manager.filter(pk=row.pk).update(**{_text_field(model).name: "y"})
        assert model._base_manager.filter(pk=row.pk).exists()
        refused += 1
        # Back to what the models say, for the tests that follow.
        _migrate(model._meta.app_label, _alter(model, 1), _alter(model, 0))
    triggers.install()
    assert refused == len(registry.PROTECTED) >= 17
