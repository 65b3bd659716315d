"""How pages are served, under the supervisor and in a container.

`gunicorn -c python:portal.run.gunicorn portal.wsgi`
"""

import os

from django.conf import settings
from gunicorn.workers.base import Worker

from portal.run.lifeline import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.dev")

worker_class = "gthread"
workers = 2
threads = 4
timeout = 60
graceful_timeout = 5
keepalive = 5
# Loaded once and forked: half the memory and half the time to the first page.
preload_app = True
# Its place would be the home folder of whoever starts the site.
control_socket_disable = True
proc_name = "concord-web"
loglevel = "warning"
logconfig_dict = settings.LOGGING


def post_fork(server: object, worker: Worker) -> None:
    die_with_parent(worker.ppid)
