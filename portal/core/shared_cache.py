"""The cache that all processes share, and what stands in for it while Redis does not answer.

Failed sign-ins are counted in it: without Redis they go on being counted, in the database, and nobody guesses freely.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

_log = logging.getLogger(__name__)
# Seconds for which Redis is not asked again: each question of a hung one would cost its whole time-out.
PAUSE = 5.0


def _asked(name: str) -> Callable[..., Any]:
    def ask(self: "SharedCache", *args: Any, **options: Any) -> Any:
        if time.monotonic() >= type(self).silent_until:
            try:
                return getattr(RedisCache, name)(self, *args, **options)
            except (RedisError, OSError):
                type(self).silent_until = time.monotonic() + PAUSE
                _log.warning("Redis does not answer; its stand-in is used for %s seconds", PAUSE)
        return getattr(self.stand_in(), name)(*args, **options)

    return ask


class SharedCache(RedisCache):
    """Redis, else the table of the cache named `table`. Counters begin anew when the one takes over from the other."""

    silent_until = 0.0

    def stand_in(self) -> BaseCache:
        return caches["table"]

    add = _asked("add")
    get = _asked("get")
    set = _asked("set")
    touch = _asked("touch")
    delete = _asked("delete")
    get_many = _asked("get_many")
    has_key = _asked("has_key")
    incr = _asked("incr")
    set_many = _asked("set_many")
    delete_many = _asked("delete_many")
    clear = _asked("clear")


class SparedCache(SharedCache):
    """Redis for what can be made again at any time, else this process's memory."""

    silent_until = 0.0

    def stand_in(self) -> BaseCache:
        return LocMemCache("spared", {"OPTIONS": {"MAX_ENTRIES": 2_000}})
