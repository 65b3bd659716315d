"""The list of projects as the API gives it: the filters and orders of the catalogue's page."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Case, CharField, Count, IntegerField, Q, QuerySet, Value, When
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.text.series import series
from portal.core.web.api.cursors import Cursor
from portal.core.web.api.problems import Problem
from portal.core.web.api.views import Endpoint, Filter
from projects.catalogue import index, queries
from projects.catalogue.asked import Asked, known_values
from projects.catalogue.facets import FACETS
from projects.catalogue.index import Row
from projects.project.api import ProjectSerializer, with_figures
from projects.project.models import Project
from projects.project.queries import visible_to
from projects.tasks.states import TaskState

_WORDS = Filter(
    "q", about="Words that all have to stand in title, summary, field, the terms in force or a task as you see it."
)


class ProjectListApi(Endpoint):
    """Every project but drafts; with a session also the drafts one may see.

    Of several values of one filter one is enough, but `openness` and `data` ask for all of theirs, and `flag` takes
    one: the id of a check that raises a red flag.
    """

    serializer_class = ProjectSerializer
    paged = True
    filters = (
        _WORDS,
        *(Filter(one.name, choices=() if one.free else tuple(one.labels), many=not one.single) for one in FACETS),
    )
    orders = {
        "-created_at": ("-created_at", "-pk"),
        "created_at": ("created_at", "pk"),
        "title": ("title_place",),
        "-title": ("-title_place",),
        "flags": ("flags", "-pk"),
        "threshold": ("threshold", "-pk"),
        "-tasks": ("-accepted", "-pk"),
        "-active": ("-active", "-pk"),
    }

    @extend_schema(operation_id="projects_list", responses=ProjectSerializer(many=True))
    def get(self, request: Request) -> Response:
        chosen = {
            one.name: frozenset([told] if one.single else told) for one in FACETS if (told := self.asked[one.name])
        }
        asked = Asked(typed=self.asked["q"], chosen=chosen)
        visible = visible_to(request.user)
        order = self.asked["order"]
        if not asked.filtered and order in {"title", "-title"}:
            return self._by_title(visible.values_list("title", "pk"), order)
        if not asked.filtered and order not in {"flags", "threshold"}:
            return self.pages(self.ordered(_told(visible, order)))
        rows = index.load(visible)
        _refuse_unknown(asked, rows)
        fit = queries.found(rows, asked, request.user).rows if asked.filtered else rows
        if order in {"title", "-title"}:
            return self._by_title(((row.title, row.pk) for row in fit), order)
        places = _places(fit, order)
        found = _told(Project.objects.filter(pk__in=[row.pk for row in fit]), order)
        return self.pages(self.ordered(found.annotate(**places)))

    def pages(self, rows: QuerySet[Project], shown: Any = None) -> Response:
        return super().pages(rows, shown=with_figures)

    def _by_title(self, titles: Iterable[tuple[str, int]], order: str) -> Response:
        """Folded as on the page, which no engine can: it gets the places of the rows around the cursor alone."""
        cursor = Cursor()
        ranked = sorted((queries.title_place(title, pk), pk) for title, pk in titles)
        position = cursor.position(self.request)
        start = 0 if order == "title" else len(ranked)
        at = start if position is None else bisect_left(ranked, (position,))
        near = cursor.page_size + 2  # a page, the row it is asked from, and one that says whether there is more
        return self.pages(self.ordered(_placed(ranked[max(at - near, 0) : at + near])))


def _refuse_unknown(asked: Asked, rows: Sequence[Row]) -> None:
    """A value of a free filter that no project holds that the caller may see: 400, as for any other filter."""
    for facet in FACETS:
        options = known_values(facet, rows) if facet.name in asked.chosen else frozenset()
        if asked.chosen.get(facet.name, options) - options:
            said = {"name": facet.name, "choices": series(sorted(options))}
            raise Problem(400, "parameter", _("%(name)s: one of %(choices)s.") % said)


def _placed(ranked: Sequence[tuple[str, int]]) -> QuerySet[Project]:
    whens = [When(pk=pk, then=Value(place)) for place, pk in ranked]
    found = Project.objects.filter(pk__in=[pk for _place, pk in ranked])
    return found.annotate(title_place=Case(*whens, default=Value(""), output_field=CharField()))


def _told(projects: QuerySet[Project], order: str) -> QuerySet[Project]:
    """With what the order asks the database for."""
    if order == "-tasks":
        accepted = Count("tasks", filter=Q(tasks__state=TaskState.ACCEPTED))
        return Project.objects.filter(pk__in=projects.values("pk")).annotate(accepted=accepted)
    return queries.with_activity(projects) if order == "-active" else projects


def _places(rows: list[Row], order: str) -> dict[str, Case]:
    """For an order by facts: the place of each group of equals, the last for what has no terms."""
    if order not in {"flags", "threshold"}:
        return {}
    groups: dict[object, list[int]] = defaultdict(list)
    for row in rows:
        if row.facts:
            groups[len(row.facts.flags) if order == "flags" else row.facts.threshold.order].append(row.pk)
    whens = [
        When(pk__in=groups[key], then=Value(place))
        for place, key in enumerate(sorted(groups))  # type: ignore[type-var]
    ]
    return {order: Case(*whens, default=Value(len(groups)), output_field=IntegerField())}
