"""One supervised process: `python -m portal.run.child ROLE PARENT [LISTENER]`.

The program runs inside this process, not behind an exec, so that the lifeline holds on every system.
"""

import os
import sys
import warnings
from collections.abc import Callable

from portal.run.lifeline import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.dev")


def prepare() -> None:
    import django

    django.setup()
    from portal.run.prepare import prepare_site

    prepare_site()


def web() -> None:
    """Serves the listening socket that the supervisor holds, so a restart never loses the port."""
    from gunicorn.app.base import BaseApplication
    from gunicorn.workers.base import Worker

    def post_fork(server: object, worker: Worker) -> None:
        die_with_parent(worker.ppid)

    options = {
        "bind": f"fd://{int(sys.argv[3])}",
        "worker_class": "gthread",
        "workers": 2,
        "threads": 4,
        "timeout": 60,
        "graceful_timeout": 5,
        "keepalive": 5,
        # Loaded once and forked: half the memory and half the time to the first page.
        "preload_app": True,
        "post_fork": post_fork,
        "control_socket_disable": True,
        "loglevel": "warning",
        "proc_name": "concord-web",
    }

    class Web(BaseApplication):
        def load_config(self) -> None:
            for name, value in options.items():
                self.cfg.set(name, value)

        def load(self) -> object:
            from portal.wsgi import application

            return application

    Web().run()


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

if __name__ == "__main__":
    die_with_parent(int(sys.argv[2]))
    ROLES[sys.argv[1]]()
