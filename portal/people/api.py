"""People as the API gives them: what their public page shows, and how lists name them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.errors import NotVisible
from portal.core.text.input import key
from portal.core.web.api.views import Endpoint
from portal.people import queries, showing
from portal.people.models import Profile, Subject


class NamedSerializer(serializers.Serializer[Any]):
    """How somebody is named beside their id; `handle` is null where there is no page to go to."""

    subject = serializers.CharField()
    handle = serializers.CharField(allow_null=True)
    name = serializers.CharField()


class AffiliationSerializer(serializers.Serializer[Any]):
    """`ror` is a ROR id, or empty."""

    name = serializers.CharField()
    ror = serializers.CharField()


class PersonSerializer(serializers.Serializer[Any]):
    """Parts that the person keeps off their page are left out."""

    subject = serializers.CharField()
    handle = serializers.CharField()
    kind = serializers.ChoiceField(choices=Subject.Kind.choices)
    name = serializers.CharField()
    native_name = serializers.CharField(required=False)
    affiliations = AffiliationSerializer(many=True, required=False)
    orcid = serializers.CharField(required=False)
    about = serializers.CharField(required=False)


class PersonApi(Endpoint):
    serializer_class = PersonSerializer
    subject: Subject

    def find(self, **place: Any) -> None:
        super().find(**place)
        subject = queries.with_page(key(place["handle"]))
        if subject is None:
            raise NotVisible
        self.subject = subject

    @extend_schema(operation_id="people_read", responses=PersonSerializer)
    def get(self, request: Request, handle: str) -> Response:
        """Other spellings of the handle find the same person."""
        return self.told(shown_person(self.subject))


def named(subject: Subject) -> dict[str, Any]:
    profile = getattr(subject, "profile", None)
    gone = profile is None or profile.erased_at is not None
    return {
        "subject": subject.pk,
        "handle": None if gone else subject.handle,
        "name": queries.display_name(subject),
    }


def shown_person(subject: Subject) -> dict[str, Any]:
    profile: Profile = subject.profile
    shown: dict[str, Any] = {**named(subject), "kind": subject.kind}
    parts = {
        "native_name": profile.native_name,
        "affiliations": list(subject.affiliations.all()),
        "orcid": profile.orcid,
        "about": profile.about,
    }
    return shown | {name: value for name, value in parts.items() if showing.shows(profile, name)}
