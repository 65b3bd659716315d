#!/usr/bin/env python
"""Django's commands, with start refused in one message when the environment is wrong."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.dev")
    # A new clone shows itself. Nobody gets a demo beside a database they named.
    embedded = os.environ["DJANGO_SETTINGS_MODULE"] == "portal.settings.dev" and not os.environ.get("DATABASE_URL")
    if embedded and sys.argv[1:2] in (["run"], ["seed_demo"]):
        os.environ.setdefault("CONCORD_DEMO", "1")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"{error}")
