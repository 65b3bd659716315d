"""The test suite: SQLite in a file, or whatever DATABASE_URL names. A data folder for each process."""

import atexit
import os
import shutil
import tempfile

# In a file, not in memory: threads lock each other in SQLite's shared memory database.
_data = tempfile.mkdtemp(prefix="concord-test-")
_owner = os.getpid()


def _remove() -> None:
    if os.getpid() == _owner:
        shutil.rmtree(_data, ignore_errors=True)


atexit.register(_remove)
os.environ["CONCORD_DATA_DIR"] = _data
os.environ.setdefault("SECRET_KEY", "test-only-not-a-secret")

from portal.settings.base import *  # noqa: E402, F403
from portal.settings.base import DATABASES, INSTALLED_APPS  # noqa: E402

INSTALLED_APPS = [*INSTALLED_APPS, "django_linear_migrations"]
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
CONCORD_CLOCK_MOVABLE = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": f"{_data}/test.sqlite3"}
