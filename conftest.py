"""What every test stands on: a database of its own, and one hole in the append-only protection."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import TransactionTestCase
from django.utils import translation

from portal.core import clock
from portal.core.append_only import triggers

pytest_plugins = ["tests.engines", "tests.ground"]


@pytest.fixture(scope="session", autouse=True)
def flush_may_pass_the_triggers() -> Iterator[None]:
    """The flush after a transactional test deletes history, which the triggers refuse: lifted here, nowhere else.

    `TestCase` rolls back instead of flushing, so tests without `transaction=True` never come this way.
    """
    flush: Callable[[TransactionTestCase], None] = vars(TransactionTestCase)["_fixture_teardown"]

    def lifted_flush(self: TransactionTestCase) -> None:
        with triggers.lifted():
            flush(self)

    patch = pytest.MonkeyPatch()
    patch.setattr(TransactionTestCase, "_fixture_teardown", lifted_flush)
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def clock_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock remembers its offset for seconds; one test's offset is none of the next test's business."""
    monkeypatch.setattr(clock, "_remembered", None)


@pytest.fixture(autouse=True)
def cache_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis rolls nothing back: each test counts its rate limits under a prefix of its own."""
    monkeypatch.setattr(caches["default"], "key_prefix", uuid4().hex)


@pytest.fixture(autouse=True)
def mail_by_the_outbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """As everywhere: a mail is written down and a job sends it. `tests.mailbox` runs the job and reads."""
    monkeypatch.setattr(settings, "EMAIL_BACKEND", "portal.notices.mail.OutboxBackend")


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A page asked for in Chinese leaves its language behind in the thread."""
    with translation.override("en"):
        yield
