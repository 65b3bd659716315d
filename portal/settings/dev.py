"""Embedded mode: SQLite, a broker without services. What `make run` and bare `manage.py` use."""

import os

os.environ.setdefault("SECRET_KEY", "development-only-not-a-secret")

from portal.settings.base import *  # noqa: E402, F403
