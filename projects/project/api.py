"""Projects as the API gives them, and what every address below one project begins with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.web.api.problems import Problem
from portal.core.web.api.views import SAFE, Endpoint, request_token
from portal.people.models import Subject
from projects.project import queries
from projects.project.models import Project
from projects.project.states import ProjectState


class FaultsSerializer(serializers.Serializer[Any]):
    """Of the tasks `accepted` so far: how many were reported, and how many found faulty, corrected or revoked. `share`
    is the share of these two, an exact fraction."""

    accepted = serializers.IntegerField(source="ever")
    reported = serializers.IntegerField()
    corrected = serializers.IntegerField()
    revoked = serializers.IntegerField()
    share = serializers.CharField()


class ProjectSerializer(serializers.Serializer[Project]):
    """`faults` is null where no task was accepted yet."""

    id = serializers.CharField(source="public_id")
    slug = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    field = serializers.CharField()
    state = serializers.ChoiceField(choices=ProjectState.choices)
    created_at = serializers.DateTimeField()
    faults = FaultsSerializer(allow_null=True)


Figures = Callable[[Iterable[int]], Mapping[int, Any]]
_figures: list[Figures] = []


def provide_figures(figures: Figures) -> None:
    """The wiring's: how many accepted tasks were found faulty, by the projects' numbers in the database."""
    _figures[:] = [figures]


def with_figures(projects: Sequence[Project]) -> Sequence[Project]:
    """Each with its `faults`, asked for once."""
    found = _figures[0]([one.pk for one in projects])
    for one in projects:
        one.faults = found.get(one.pk)  # type: ignore[attr-defined]  # for the serializer
    return projects


class OfProject(Endpoint):
    """An address below one project: `self.project` is the visible one, or the answer is 404.

    A token of this project reads as its person with one of `read_verbs`, and writes with one of `write_verbs`. Any
    other token reads what a visitor reads, and gets 403 where that is not enough.
    """

    project: Project
    read_verbs: ClassVar[frozenset[str]] = frozenset({"read"})
    write_verbs: ClassVar[frozenset[str]] = frozenset()

    def find(self, **place: Any) -> None:
        writes = self.request.method not in SAFE
        allowed = self._scope(place["slug"], self.write_verbs if writes else self.read_verbs)
        self.project = queries.get_visible(self.request.user, place["slug"])
        if self.private or (writes and self.handled):
            self._require(allowed)
        self.find_below(**place)

    def find_below(self, **place: Any) -> None:
        """What the rest of the address names."""

    def _scope(self, slug: str, verbs: frozenset[str]) -> bool:
        """Whether a token may do this here; a token of elsewhere, or without the verb, is a visitor from now on."""
        token = request_token(self.request)
        if token is None:
            return True
        here = Project.objects.filter(slug=slug, public_id=token.project).exists()
        allowed = here and token.allows(verbs)
        if not (allowed or (here and (self.private or self.request.method not in SAFE))):
            self.as_anybody()
        return allowed

    def _require(self, allowed: bool) -> None:
        if request_token(self.request) is not None:
            if not allowed:
                raise Problem(
                    403, "token_scope", _("This token is for another project, or may not do this. Make one that may.")
                )
        elif not self.request.user.is_authenticated:
            raise exceptions.NotAuthenticated(_("Sign in, or send a token, to do this."))

    @property
    def actor(self) -> Subject:
        """Who acts, on addresses that are nobody else's."""
        subject = queries.subject_of(self.request.user)
        if subject is None:
            raise exceptions.NotAuthenticated
        return subject


class BrowserAct(OfProject):
    """What a person does on a page, having read it: the answer is 403 with the page's address, whoever asks.

    Where the thing the page is about may not be seen the answer is 404, as everywhere.
    """

    http_method_names = ["post", "options"]
    page: ClassVar[str]

    def _require(self, allowed: bool) -> None:
        """Nobody does it here, so nobody's right is asked."""

    def page_arguments(self) -> dict[str, Any]:
        return dict(self.kwargs)

    @extend_schema(request=None, responses={})
    def post(self, request: Request, **place: Any) -> Response:
        address = settings.CONCORD_BASE_URL.rstrip("/") + reverse(self.page, kwargs=self.page_arguments())
        raise Problem(
            403, "browser_act", _("This is done on a page of the site: %(page)s") % {"page": address}, page=address
        )


class ProjectApi(OfProject):
    serializer_class = ProjectSerializer

    @extend_schema(operation_id="projects_read", responses=ProjectSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return self.told(with_figures([self.project])[0])


class RecruitAct(BrowserAct):
    page = "project_recruit"


class CloseAct(BrowserAct):
    page = "project_close"
