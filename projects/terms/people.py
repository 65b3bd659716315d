"""Persons in the terms: handles in files and forms, subject ids in stored text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Q

from portal.people.models import Subject


def handle_to_subject(handle: str) -> str | None:
    """None for an account whose address nobody has confirmed: it can be taken over by whoever owns the address.

    Somebody erased has no handle; the id stands for them, so that terms which name them can still be changed.
    """
    somebody = Q(user__isnull=True) | Q(user__emailaddress__verified=True)
    name = handle.strip().removeprefix("@").lower()
    named = Subject.objects.filter(Q(somebody, handle=name) | Q(handle=None, pk=name))
    return named.values_list("pk", flat=True).first()


def id_or_handle(said: str) -> str | None:
    """A subject id first: ids are given out by the site, and nobody may pass for somebody else by a handle like one."""
    somebody = Q(user__isnull=True) | Q(user__emailaddress__verified=True)
    named = Subject.objects.filter(somebody, pk=said.strip()).values_list("pk", flat=True).first()
    return named or handle_to_subject(said)


def handles(subject_ids: Iterable[str]) -> dict[str, str]:
    """The handle of each subject; one without a handle keeps the id."""
    found = Subject.objects.filter(pk__in=set(subject_ids)).values_list("pk", "handle")
    return {pk: handle or pk for pk, handle in found}


def subjects_in(document: Mapping[str, object]) -> list[str]:
    """Every subject id the document names."""
    team = document.get("core_team")
    members = team.get("members") if isinstance(team, dict) else None
    named = members if isinstance(members, list) else []
    return [
        str(member["person"])
        for member in named
        if isinstance(member, dict) and member.get("person") not in {None, "none"}
    ]
