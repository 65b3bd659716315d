"""Redis away: what is counted goes on being counted, in the database."""

import time

import pytest
from django.core.cache import caches
from django.test import Client

from portal.core import shared_cache
from portal.people.models import User
from tests.portal.people.test_pages import account

pytestmark = pytest.mark.django_db
NOBODY_LISTENS = "redis://127.0.0.1:9/0"


@pytest.fixture
def without_redis(settings, monkeypatch):
    options = {"socket_timeout": 1, "socket_connect_timeout": 1}
    room = "portal.core.shared_cache"
    settings.CACHES = {
        "table": settings.CACHES["table"],
        "default": {"BACKEND": f"{room}.SharedCache", "LOCATION": NOBODY_LISTENS, "OPTIONS": options},
        "rendered": {"BACKEND": f"{room}.SparedCache", "LOCATION": NOBODY_LISTENS, "OPTIONS": options},
    }
    for cache in (shared_cache.SharedCache, shared_cache.SparedCache):
        monkeypatch.setattr(cache, "silent_until", 0.0)


def test_the_table_stands_in(without_redis):
    cache = caches["default"]
    assert cache.get("a") is None
    assert cache.add("a", [1], 60)
    assert not cache.add("a", [2], 60)
    assert cache.get("a") == caches["table"].get("a") == [1]
    cache.set("a", 1, 60)
    assert cache.incr("a") == 2
    assert cache.get_many(["a", "b"]) == {"a": 2}
    assert cache.delete("a")
    assert not cache.has_key("a")


def test_what_can_be_made_again_is_remembered_by_the_process(without_redis):
    caches["rendered"].set("a", "<p>x</p>")
    assert caches["rendered"].get("a") == "<p>x</p>"
    assert caches["table"].get("a") is None


def test_redis_is_asked_again_after_a_pause_and_not_before(without_redis):
    caches["default"].get("a")
    until = shared_cache.SharedCache.silent_until
    assert 0 < until - time.monotonic() <= shared_cache.PAUSE
    caches["default"].get("a")
    assert shared_cache.SharedCache.silent_until == until


def test_f03_guessing_is_limited_without_redis(without_redis):
    account()
    wrong = {"login": "ana.quispe@example.org", "password": "wrong-wrong-wrong"}
    pages = [Client().post("/accounts/login/", wrong) for _ in range(8)]
    assert "Too many failed" not in pages[4].content.decode()
    assert "Too many failed" in pages[5].content.decode()
    right = {"login": "ana.quispe@example.org", "password": "coral-reef-at-dawn-7"}
    assert "Too many failed" in Client().post("/accounts/login/", right).content.decode()


def test_f03_pages_and_sign_in_work_without_redis(without_redis, client):
    user = account()
    User.objects.filter(pk=user.pk).update(language="en")
    assert client.get("/people/ana.quispe/").status_code == 200
    right = {"login": "ana.quispe@example.org", "password": "coral-reef-at-dawn-7"}
    assert client.post("/accounts/login/", right).status_code == 302
    assert client.get("/accounts/sessions/").status_code == 200
