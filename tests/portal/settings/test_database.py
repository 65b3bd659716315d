"""The database as settings make it, on whichever engine the suite runs."""

import threading

import pytest
from django.db import close_old_connections, connection, transaction
from django.db.models import F

from portal.notices.models import DemoMail, OutboxMessage

THREADS, WRITES = 8, 25


def one(query: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0]


def test_the_engine_is_set_up(db: None) -> None:
    if connection.vendor == "postgresql":
        assert [one(f"SHOW {name}") for name in ("lock_timeout", "statement_timeout")] == ["10s", "30s"]
        assert one("SHOW jit") == "off"
        assert one("SHOW idle_in_transaction_session_timeout") == "1min"
    else:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers")
        assert [one(f"PRAGMA {name}") for name in pragmas] == ["wal", 1, 1, 1]


@pytest.mark.django_db(transaction=True)
def test_many_who_read_and_then_write_never_meet_a_locked_database() -> None:
    """Under a deferred transaction most of these fail at once on SQLite, whatever the time-out."""
    mail = DemoMail.objects.create(at="2026-12-01T00:00:00Z", to="", subject="", body="")
    failed: list[Exception] = []

    def work(number: int) -> None:
        try:
            for write in range(WRITES):
                with transaction.atomic():
                    assert DemoMail.objects.filter(pk=mail.pk).count() == 1
                    OutboxMessage.objects.create(
                        job="tests.none",
                        key=f"{number}:{write}",
                        wanted_at="2026-12-01T00:00:00Z",
                        due_at="2026-12-01T00:00:00Z",
                    )
                    OutboxMessage.objects.filter(job="tests.none", key=f"{number}:{write}").update(
                        attempts=F("attempts") + 1
                    )
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()
            close_old_connections()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert OutboxMessage.objects.filter(job="tests.none", attempts=1).count() == THREADS * WRITES
