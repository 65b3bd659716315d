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

# The questions of a page are many and short: compiling one takes longer than asking it.
POSTGRES_SETTINGS = POSTGRES_TIMEOUTS | {"jit": "off"}


def _postgres(url: str) -> dict[str, Any]:
    config = dict(environ.Env.db_url_config(url))
    said = " ".join(f"-c {name}={value}" for name, value in POSTGRES_SETTINGS.items())
    options = dict(config.get("OPTIONS", {}))
    options["options"] = f"{said} {options.get('options', '')}".strip()
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

# allauth counts failed log-ins in the default cache, so the processes must share it; without Redis it is this table.
_TABLE = {
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "portal_cache",
    "OPTIONS": {"MAX_ENTRIES": 20_000},
}


def _redis(backend: str, prefix: str) -> dict[str, Any]:
    return {
        "BACKEND": f"portal.core.shared_cache.{backend}",
        "LOCATION": ENV.redis_url,
        "KEY_PREFIX": prefix,
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
    }


CACHES = {
    "table": _TABLE,
    "default": _redis("SharedCache", "concord-cache") if ENV.redis_url else _TABLE,
    # Rendered Markdown, by content: each process remembers its own where no service shares it.
    "rendered": _redis("SparedCache", "concord-rendered")
    if ENV.redis_url
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 2_000}},
}
# Pages of visitors, for seconds: each process its own, so that a new release finds none of the old one's.
CACHES["pages"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "pages"}
CACHES["pages"]["OPTIONS"] = {"MAX_ENTRIES": 300}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
