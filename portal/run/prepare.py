"""What must stand before the site answers: folders, tables, static files and, once, the demo."""

import sys
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection

from projects.project.models import Project

NETWORK_FILE_SYSTEMS = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "afs", "ceph", "glusterfs"}


def prepare_site() -> None:
    """Safe to run again: what stands stays. Ends the process with a message where it cannot go on."""
    data_dir: Path = settings.CONCORD_DATA_DIR
    for folder in ("queue/messages", "queue/control", "media", "checkpoints"):
        (data_dir / folder).mkdir(parents=True, exist_ok=True)
    if connection.vendor == "sqlite":
        kind = file_system(data_dir, Path("/proc/self/mounts"))
        if kind in NETWORK_FILE_SYSTEMS:
            sys.exit(f"CONCORD_DATA_DIR is on a network file system ({kind}), where SQLite loses data.")
        if settings.CONCORD_DEMO:
            _forget_half_made_demo(data_dir)
    else:
        # Time-outs are for pages; a migration of a large table takes what it takes.
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
    call_command("migrate", verbosity=0, interactive=False)
    call_command("remake_facts", verbosity=0)
    call_command("remake_words", verbosity=0)
    call_command("remake_prints", verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    if settings.CONCORD_DEMO and not Project.objects.exists():
        _seed(data_dir)


class Command(BaseCommand):
    help = "Makes folders, tables and static files ready, as `run` does by itself. Safe to run again."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        prepare_site()


def file_system(path: Path, mounts: Path) -> str:
    """The type of the file system that holds `path`, "" where the system keeps no list of mounts."""
    if not mounts.exists():
        return ""
    resolved = path.resolve()
    found = (Path("/"), "")
    for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines():
        _, folder, kind, *_ = line.split(" ")
        place = Path(folder.replace("\\040", " "))
        if resolved.is_relative_to(place) and len(place.parts) >= len(found[0].parts):
            found = (place, kind)
    return found[1]


def _seed(data_dir: Path) -> None:
    """The mark stands while the demo is being made. A start that finds it knows that nobody saw what is there."""
    print("Making the demo. This happens once.", flush=True)
    mark = data_dir / "demo-unfinished"
    mark.touch()
    call_command("seed_demo")
    mark.unlink()


def _forget_half_made_demo(data_dir: Path) -> None:
    if not (data_dir / "demo-unfinished").exists():
        return
    connection.close()
    for name in ("concord.sqlite3", "concord.sqlite3-wal", "concord.sqlite3-shm"):
        (data_dir / name).unlink(missing_ok=True)
    for message in (data_dir / "queue" / "messages").iterdir():
        message.unlink()
    (data_dir / "demo-unfinished").unlink()
