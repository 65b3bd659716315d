"""The test suite: SQLite in a file, or the services the environment names. A data folder for each process."""

import atexit
import os
import re
import shutil
import tempfile

_data = tempfile.mkdtemp(prefix="concord-test-")
_owner = os.getpid()


def _remove() -> None:
    if os.getpid() == _owner:
        shutil.rmtree(_data, ignore_errors=True)


atexit.register(_remove)
os.mkdir(f"{_data}/static")
os.environ["CONCORD_DATA_DIR"] = _data
os.environ["CONCORD_DEMO"] = "0"
os.environ["CONTACT_EMAIL"] = "help@concord.example"
# Sign-in by other sites is switched on, towards a port where nobody listens: a test brings its own stand-in.
for _provider in ("ORCID", "GITHUB"):
    os.environ[f"{_provider}_CLIENT_ID"] = os.environ[f"{_provider}_CLIENT_SECRET"] = "of-the-suite"
os.environ["CONCORD_SIGN_IN_STAND_IN"] = "http://127.0.0.1:9"

# `cache.clear()` empties a whole Redis number, so each process of the suite has one of its own.
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
if "REDIS_URL" in os.environ:
    os.environ["REDIS_URL"] = re.sub(r"/[0-9]+$", f"/{_worker + 1}", os.environ["REDIS_URL"])

from portal.settings.environment import load  # noqa: E402

load()

from portal.settings.base import *  # noqa: E402
from portal.settings.base import DATABASES, INSTALLED_APPS  # noqa: E402

INSTALLED_APPS = [*INSTALLED_APPS, "django_linear_migrations"]
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
CONCORD_CLOCK_MOVABLE = True
# Django's test set-up puts this one in the place of EMAIL_BACKEND; see `conftest.py`.
CONCORD_MAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# The flush between transactional tests deletes history; see `portal.core.append_only.triggers.lifted`.
CONCORD_PROTECTION_MAY_BE_LIFTED = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# In a file, not in memory: threads lock each other in SQLite's shared memory database.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": f"{_data}/test.sqlite3"}
