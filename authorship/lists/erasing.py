"""What erasing a person takes out of kept lists."""

import json

from django.db import transaction

from authorship.ledger.models import Choice, CreditEntry
from authorship.lists.models import ListPeople
from projects.members.models import Membership, RoleGrant
from projects.project.models import Project


@transaction.atomic
def forget(subject: str) -> int:
    """Takes the sort key of a subject id out of every kept list and destroys the salts of their commitments.

    Part of erasing: call it in the transaction that sets `erased_at`, else `verify` misses the salts. The lists
    themselves stay as they were. Returns how many lists named the person.
    """
    touched = 0
    for kept in ListPeople.objects.filter(subjects__contains=subject).select_for_update().iterator(chunk_size=50):
        subjects = json.loads(kept.subjects)
        mine = [one for one in subjects if one["id"] == subject]
        if not mine:
            continue
        for one in mine:
            one.update(sort_key="", erased=True)
        kept.subjects, kept.salt = json.dumps(subjects, sort_keys=True, ensure_ascii=False, separators=(",", ":")), ""
        kept.save(update_fields=["subjects", "salt"])
        touched += 1
    return touched


def projects_of(subject: str) -> list[str]:
    """The public ids of the projects whose lists look at somebody: by credit, membership, a role or a choice."""
    mine: set[int] = set()
    for model in (CreditEntry, Membership, RoleGrant, Choice):
        mine |= set(model.objects.filter(subject=subject).values_list("project", flat=True))
    return list(Project.objects.filter(pk__in=mine).order_by("pk").values_list("public_id", flat=True))
