"""Celery: Redis where REDIS_URL names it, else a queue of files that outlives the processes.

No broker is trusted to keep a running job through `kill -9`. The outbox is; see `portal.notices`.
"""

from typing import Any

from portal.settings.environment import current

ENV = current()
QUEUE_DIR = ENV.data_dir / "queue"

# kombu warns where a transport has no host; this one has no use for it.
CELERY_BROKER_URL = ENV.redis_url or "filesystem://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any]
if ENV.redis_url:
    # Without time-outs a publisher hangs for ever on a broker that is down.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "global_keyprefix": "concord-queue.",
        "socket_timeout": 5,
        "socket_connect_timeout": 5,
    }
else:
    # In and out are one folder, since one installation is both ends.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(QUEUE_DIR / "messages"),
        "data_folder_out": str(QUEUE_DIR / "messages"),
        "control_folder": str(QUEUE_DIR / "control"),
        "store_processed": False,
        "polling_interval": 0.2,
    }
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 5
# The dispatcher tries again by itself: the row stays due.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "concord"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_ENABLE_UTC = True
CELERY_TIMEZONE = "UTC"

# Seconds after which a job that was published and did not report back is tried again; see `portal.notices`.
CONCORD_OUTBOX_PATIENCE = ENV.outbox_patience
