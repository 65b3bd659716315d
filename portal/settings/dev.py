"""Embedded mode: what `make run` and bare `manage.py` use. SQLite and a queue of files unless services are named."""

from portal.settings.environment import load

load()

from portal.settings.base import *  # noqa: E402
from portal.settings.base import ALLOWED_HOSTS  # noqa: E402

ALLOWED_HOSTS += [host for host in ("127.0.0.1", "localhost", "[::1]") if host not in ALLOWED_HOSTS]
