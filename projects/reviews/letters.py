"""The letters by which the reviewers of one revision are known."""

from __future__ import annotations

import secrets

from projects.reviews.models import Assignment
from projects.tasks.models import Revision

# Without I and O, which are read for digits.
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def drawn(revision: Revision) -> str | None:
    """One that is free, at random; None where there is none left."""
    taken = set(Assignment.objects.filter(round__revision=revision).values_list("letter", flat=True))
    free = [letter for letter in LETTERS if letter not in taken]
    return secrets.choice(free) if free else None
