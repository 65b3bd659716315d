"""The long texts of lists are packed by lz4 where PostgreSQL has it, and are read as they were written."""

from django.db import connection

from authorship.lists import queries, services, storage
from authorship.lists.models import ListPeople, ListSnapshot


def packed(model, column):
    """How the newest one is packed; None where it is kept as it is."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_column_compression({column}) FROM {model._meta.db_table} ORDER BY id DESC LIMIT 1")
        return cursor.fetchone()[0]


def has_lz4():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression'")
        return cursor.fetchone()[0]


def test_a_list_is_packed_and_read_as_it_was_written(credit, member, open_project):
    for number in range(60):
        credit(f"t{number}", {member(f"person-{number}"): "1"})
    [made] = services.recompute(project=open_project)
    kept = ListSnapshot.objects.get(pk=made.pk)
    assert len(queries.result(kept)["authors"]) == 60
    assert kept.result == made.result
    if connection.vendor == "postgresql":
        storage.pack()  # once more changes nothing
        wanted = "lz4" if has_lz4() else "pglz"
        assert (packed(ListSnapshot, "result"), packed(ListPeople, "subjects")) == (wanted, wanted)
