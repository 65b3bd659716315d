"""Gathers the models of portal's rooms for Django."""

from portal.api.models import ApiToken, KeptAnswer
from portal.core.models import SiteClock
from portal.core.record.models import Checkpoint, RecordEntry, RecordHead, RecordText
from portal.notices.models import DemoMail, Mail, Notice, NoticePreference, OutboxMessage
from portal.people.models import Affiliation, EmailChange, Erasure, Profile, RetiredHandle, Subject, User

__all__ = [
    "Affiliation",
    "ApiToken",
    "Checkpoint",
    "DemoMail",
    "EmailChange",
    "Erasure",
    "KeptAnswer",
    "Mail",
    "Notice",
    "NoticePreference",
    "OutboxMessage",
    "Profile",
    "RecordEntry",
    "RecordHead",
    "RecordText",
    "RetiredHandle",
    "SiteClock",
    "Subject",
    "User",
]
