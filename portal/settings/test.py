"""The test suite: SQLite in a file, or whatever DATABASE_URL names."""

import os

os.environ.setdefault("SECRET_KEY", "test-only-not-a-secret")

from portal.settings.base import *  # noqa: E402, F403

ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
CONCORD_CLOCK_MOVABLE = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
