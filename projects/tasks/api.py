"""Tasks as the API gives them: the same parts as on the pages, a part that may not be seen is left out."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.text.series import series
from projects.project.api import OfProject
from projects.tasks import queries, turns
from projects.tasks.hashing import COVERED
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.states import TaskState


class TurnSerializer(serializers.Serializer[turns.Turn]):
    """Whose turn it is, as the pages say it."""

    who = serializers.CharField()
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    otherwise = serializers.CharField()


class TaskSerializer(serializers.Serializer[Any]):
    """`terms` is the version that binds the task; `contributors` are subject ids with their shares."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=TaskState.choices)
    tags = serializers.ListField(child=serializers.CharField())
    terms = serializers.IntegerField()
    submitted_on = serializers.DateField()
    accepted_on = serializers.DateField(allow_null=True)
    revisions = serializers.IntegerField()
    turn = TurnSerializer()
    title = serializers.CharField(required=False)
    contributors = serializers.DictField(child=serializers.CharField(), required=False)


class TaskDetailSerializer(TaskSerializer):
    """The texts are those of the last revision, as Markdown.

    `revision_hash` is public: SHA-256 of canonical JSON of title, tags, statement, answer, verification, attachment
    (its SHA-256 or null), shares, given_up and salt. Whoever may see all of these gets the salt as well.
    """

    statement = serializers.CharField(required=False)
    answer = serializers.CharField(required=False)
    verification = serializers.CharField(required=False)
    revision_hash = serializers.CharField(required=False)
    revision_salt = serializers.CharField(required=False)
    attachment = serializers.CharField(required=False, allow_null=True)
    shares = serializers.DictField(child=serializers.CharField(), required=False)
    given_up = serializers.DictField(child=serializers.DictField(child=serializers.CharField()), required=False)


class TaskListApi(OfProject):
    """Submitted tasks; drafts are on the pages of those who write them only."""

    serializer_class = TaskSerializer
    allowed_parameters: ClassVar[frozenset[str]] = frozenset({"state"})

    @extend_schema(
        operation_id="tasks_list",
        responses=TaskSerializer(many=True),
        parameters=[OpenApiParameter("state", str, enum=TaskState.values)],
    )
    def get(self, request: Request, slug: str) -> Response:
        state = request.query_params.get("state")
        if state is not None and state not in TaskState.values:
            raise exceptions.ParseError(_("state: one of %(states)s.") % {"states": series(TaskState.values)})
        rows = queries.visible_to(request.user, self.project).filter(number__isnull=False)
        rows = queries.with_turns(rows.filter(state=state) if state else rows).order_by("number")
        page = self.paginate_queryset(rows) or []
        viewer, stages = Viewer(request.user, self.project), queries.stage_rows(self.project)
        shown = [shown_task(task, viewer, stages) for task in page]
        return self.get_paginated_response(TaskSerializer(shown, many=True).data)


class TaskApi(OfProject):
    serializer_class = TaskDetailSerializer

    @extend_schema(operation_id="tasks_read", responses=TaskDetailSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        task = queries.get_visible(request.user, self.project, number)
        viewer = Viewer(request.user, self.project)
        shown = shown_task(task, viewer, queries.stage_rows(self.project))
        fields, revision = viewer.fields(task), queries.latest_revision(task)
        if revision is not None:
            texts = {"statement", "answer", "verification"} & fields
            shown |= {name: getattr(revision, name) for name in texts}
            shown["revision_hash"] = revision.hash
            if fields >= COVERED:
                shown["revision_salt"] = revision.salt
                shown["attachment"] = revision.attachment.sha256 if revision.attachment else None
                shown["shares"], shown["given_up"] = revision.shares, revision.given_up
        return Response(TaskDetailSerializer(shown).data)


def shown_task(task: Task, viewer: Viewer, stages: turns.StageRows) -> dict[str, Any]:
    """What `viewer` may see of a submitted task."""
    fields = viewer.fields(task)
    shown = {
        "number": task.number,
        "state": task.state,
        "tags": task.tags,
        "terms": task.terms,
        "submitted_on": task.submitted_on,
        "accepted_on": task.accepted_on,
        "revisions": task.revision_count,
        "turn": turns.of(task, stages, viewer.subject),
    }
    if "title" in fields:
        shown["title"] = task.title
    if "contributors" in fields:
        shares = {one.subject_id: f"{one.numerator}/{one.denominator}" for one in task.contributors.all()}
        shown["contributors"] = {subject: share.removesuffix("/1") for subject, share in shares.items()}
    return shown
