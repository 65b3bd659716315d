"""Columns that may hold a person's name: from text to nothing, and no other way."""

import pytest
from django.apps import apps
from django.db import DatabaseError, transaction

from portal.core.append_only import registry
from tests.portal.core.rows import make

COLUMNS = [(label, name) for label, names in registry.EMPTYING.items() for name in sorted(names)]

# Another column of each, which may not change with it.
OTHER = {
    "projects.TermsFile": {"sha256": "f" * 64},
    "projects.Attachment": {"sha256": "f" * 64},
    "projects.DeclaredInterest": {"kind": "affiliation"},
}


@pytest.mark.parametrize(("label", "name"), COLUMNS)
@pytest.mark.parametrize("value", ["y", " ", "lines\nof text"])
def test_such_a_column_takes_no_other_text(db: None, label: str, name: str, value: str) -> None:
    row = make(apps.get_model(label), **{name: "was here"})
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        type(row)._base_manager.filter(pk=row.pk).update(**{name: value})
    row.refresh_from_db()
    assert getattr(row, name) == "was here"


@pytest.mark.parametrize(("label", "name"), COLUMNS)
def test_it_is_emptied_alone_and_stays_empty(db: None, label: str, name: str) -> None:
    model = apps.get_model(label)
    row = make(model, **{name: "was here"})
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model._base_manager.filter(pk=row.pk).update(**{name: "", **OTHER[label]})
    assert model._base_manager.filter(pk=row.pk).update(**{name: ""}) == 1
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model._base_manager.filter(pk=row.pk).update(**{name: "was here"})
    row.refresh_from_db()
    assert getattr(row, name) == ""
