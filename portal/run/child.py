"""One supervised process: `python -m portal.run.child ROLE PARENT [GATE [LISTENER]]`.

The program runs inside this process, not behind an exec, so that the lifeline holds on every system.
GATE is the end of a pipe: the role is loaded at once and begins when nobody holds the pipe's other end any more.
"""

import os
import sys
import warnings
from collections.abc import Callable
from importlib import import_module

from django.conf import settings

from portal.run.lifeline import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.dev")


def prepare() -> None:
    import django

    django.setup()
    from django.core.management import CommandError

    from portal.run.prepare import prepare_site

    try:
        prepare_site()
    except CommandError as refusal:
        sys.exit(f"{refusal}")


def web() -> None:
    """Serves the listening socket that the supervisor holds, so a restart never loses the port."""
    from gunicorn.app.wsgiapp import WSGIApplication

    listener = sys.argv[4]
    sys.argv = ["gunicorn", "--config", "python:portal.run.gunicorn", "--bind", f"fd://{listener}", "portal.wsgi"]
    WSGIApplication().run()


def worker() -> None:
    """One job after the other in this process. Jobs that may hang run in subprocesses with limits."""
    warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")
    from portal.celery import app

    options = ["--pool=solo", "--loglevel=WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    app.worker_main(["--quiet", "worker", *options])


def dispatcher() -> None:
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", "dispatch"])


ROLES: dict[str, Callable[[], None]] = {
    "prepare": prepare,
    "web": web,
    "worker": worker,
    "dispatcher": dispatcher,
}


def wait_at(gate: int) -> None:
    """Loading takes longer than a site that stands needs for its preparation, so both go side by side."""
    import django

    django.setup()
    import_module(settings.ROOT_URLCONF)
    os.read(gate, 1)
    os.close(gate)


if __name__ == "__main__":
    die_with_parent(int(sys.argv[2]))
    if len(sys.argv) > 3:
        wait_at(int(sys.argv[3]))
    ROLES[sys.argv[1]]()
