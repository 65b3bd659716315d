"""Many writers on one chain, with connections of their own."""

import threading

import pytest
from django.db import connection

from portal.core.record.models import RecordEntry
from portal.core.record.services import write
from portal.core.record.verify import verify_chain
from tests.portal.core.record.conftest import AT, Reef

WRITERS, EACH = 6, 20


@pytest.mark.django_db(transaction=True)
def test_no_entry_is_lost_or_doubled(reef: Reef) -> None:
    barrier = threading.Barrier(WRITERS)
    failures: list[BaseException] = []

    def append(number: int) -> None:
        try:
            barrier.wait(30)
            for turn in range(EACH):
                write(project=reef, kind="Tried", actor=None, at=AT, data={"what": f"{number}/{turn}"})
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=append, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert failures == []
    assert list(RecordEntry.objects.values_list("seq", flat=True)) == list(range(1, WRITERS * EACH + 1))
    assert len({entry.payload for entry in RecordEntry.objects.all()}) == WRITERS * EACH
    assert verify_chain(reef) == []
