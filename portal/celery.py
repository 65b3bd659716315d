"""The Celery application. The one task that runs every job is in `portal.notices`."""

import os

from celery import Celery
from celery.signals import setup_logging

from portal.notices.registry import ROOMS_WITH_JOBS

# Set before the app is made, or Celery's Django side is switched off.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.dev")


def _keep_the_sites_logging(**options: object) -> None:
    """Celery leaves logging alone when somebody listens here; Django has set it up already."""


setup_logging.connect(_keep_the_sites_logging)
app = Celery("concord")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(ROOMS_WITH_JOBS, related_name="jobs")
