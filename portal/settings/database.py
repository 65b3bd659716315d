"""SQLite in the data folder, or the PostgreSQL that DATABASE_URL names."""

from typing import Any

import environ

from portal.settings.environment import current

ENV = current()

# WAL lets readers go on beside the one writer. recursive_triggers makes REPLACE meet the triggers.
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
    "PRAGMA recursive_triggers=ON; PRAGMA cache_size=-20000;"
)

# A page must not hang on a lock, nor a forgotten transaction hold one. Milliseconds.
POSTGRES_TIMEOUTS = {
    "lock_timeout": 10_000,
    "statement_timeout": 30_000,
    "idle_in_transaction_session_timeout": 60_000,
}


def _postgres(url: str) -> dict[str, Any]:
    config = dict(environ.Env.db_url_config(url))
    timeouts = " ".join(f"-c {name}={value}" for name, value in POSTGRES_TIMEOUTS.items())
    options = dict(config.get("OPTIONS", {}))
    options["options"] = f"{timeouts} {options.get('options', '')}".strip()
    options.setdefault("connect_timeout", 5)
    return {**config, "OPTIONS": options, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}


def _sqlite() -> dict[str, Any]:
    # IMMEDIATE takes the write lock at BEGIN and waits for it: a transaction that reads and then
    # writes would otherwise fail at once, whatever the timeout.
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": ENV.data_dir / "concord.sqlite3",
        "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE", "init_command": SQLITE_PRAGMAS},
    }


DATABASES = {"default": _postgres(ENV.database_url) if ENV.database_url else _sqlite()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# allauth counts failed log-ins in the default cache, so the processes must share it.
if ENV.redis_url:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": ENV.redis_url,
            "KEY_PREFIX": "concord-cache",
            "OPTIONS": {"socket_timeout": 5, "socket_connect_timeout": 5},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "portal_cache",
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        }
    }
# Rendered Markdown, by content: each process remembers its own where no service shares it.
CACHES["rendered"] = (
    {**CACHES["default"], "KEY_PREFIX": "concord-rendered"}
    if ENV.redis_url
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 2_000}}
)
SESSION_ENGINE = "django.contrib.sessions.backends.db"
