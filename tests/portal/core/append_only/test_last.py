"""Where a row says that it is the last of its group, the database takes no further one of that group."""

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction

from portal.core.append_only import registry, triggers
from tests.portal.core.rows import make


@pytest.mark.parametrize("label", registry.LAST)
def test_only_its_own_group_ends_with_the_last_row(db: None, label: str) -> None:
    model, (group, flag) = apps.get_model(label), registry.LAST[label]
    first = make(model, **{flag: False})
    make(model, **{group: getattr(first, group), flag: True})
    with pytest.raises(IntegrityError, match="has its last row"), transaction.atomic():
        make(model, **{group: getattr(first, group), flag: False})
    make(model, **{flag: False})
    assert model._base_manager.count() == 3


def test_the_trigger_is_missed_where_it_was_taken_away(db: None) -> None:
    table = apps.get_model("authorship.ListSnapshot")._meta.db_table
    sqlite = connection.vendor == "sqlite"
    name = f"append_only_{table}_last" if sqlite else "append_only_last"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}" + ("" if sqlite else f" ON {table}"))
    assert triggers.missing() == [f"{table}: trigger {name} is missing"]
    triggers.install()
    assert triggers.missing() == []
