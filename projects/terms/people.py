"""Persons in the terms: handles in files and forms, subject ids in stored text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from portal.people.models import Subject


def handle_to_subject(handle: str) -> str | None:
    return Subject.objects.filter(handle=handle.strip().removeprefix("@").lower()).values_list("pk", flat=True).first()


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
