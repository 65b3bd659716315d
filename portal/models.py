"""Gathers the models of portal's rooms for Django."""

from portal.core.models import SiteClock
from portal.core.record.models import Checkpoint, RecordEntry, RecordHead, RecordText
from portal.notices.models import DemoMail, OutboxMessage
from portal.people.models import Affiliation, Profile, Subject, User

__all__ = [
    "Affiliation",
    "Checkpoint",
    "DemoMail",
    "OutboxMessage",
    "Profile",
    "RecordEntry",
    "RecordHead",
    "RecordText",
    "SiteClock",
    "Subject",
    "User",
]
