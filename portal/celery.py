"""The Celery application. Jobs live in the rooms' `jobs.py`; see `ROOMS_WITH_JOBS`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.dev")
app = Celery("concord")
app.config_from_object("django.conf:settings", namespace="CELERY")
