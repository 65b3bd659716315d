"""Typed environment variables, read and validated together at start."""

from pathlib import Path

import environ

ROOT = Path(__file__).resolve().parents[2]

env = environ.FileAwareEnv()

DATA_DIR = Path(env.str("CONCORD_DATA_DIR", default=str(ROOT / "var"))).resolve()
DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")
DEMO = env.bool("CONCORD_DEMO", default=False)
BASE_URL = env.str("BASE_URL", default="http://127.0.0.1:8000")
EMAIL_URL = env.str("EMAIL_URL", default="")
MEDIA_ORIGIN = env.str("MEDIA_ORIGIN", default="")
CHECKPOINT_KEY = env.str("CHECKPOINT_KEY", default="")
