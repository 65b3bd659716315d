"""Runs of models in the API: what the page shows of them, one at a time or all, by the services of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.keeping import once
from portal.core.errors import NotVisible
from portal.core.web.api import fields
from portal.core.web.api.views import request_token
from projects.project.api import OfProject
from projects.runs import csv_file, queries, services
from projects.runs.cleaning import FAILURES
from projects.runs.models import ModelRun
from projects.tasks.api.reading import OfTask, canary
from projects.tasks.api.writing import OfDraft
from projects.tasks.models import Task
from projects.tasks.queries import Viewer

_VERBS = frozenset({"draft", "review"})
_ORDERS = {"number": ("number",), "-number": ("-number",)}


class RunSerializer(serializers.Serializer[Any]):
    """`revision` is greater than the task has revisions while it is being written. `logged_by` is what whoever logged
    it is in the task. `taken_back` is the reason, where the run counts no more."""

    number = serializers.IntegerField()
    revision = serializers.IntegerField()
    model = serializers.CharField()
    version = serializers.CharField()
    settings = serializers.DictField(child=serializers.CharField())
    attempts = serializers.IntegerField()
    solved = serializers.IntegerField()
    failures = serializers.ListField(child=serializers.CharField())
    note = serializers.CharField()
    cost = serializers.CharField()
    tokens = serializers.IntegerField(allow_null=True)
    ran_on = serializers.DateField()
    transcript = serializers.CharField()
    logged_by = serializers.ChoiceField(choices=("contributor", "reviewer"))
    taken_back = serializers.CharField(allow_null=True)
    hash = serializers.CharField()
    canary = serializers.CharField(required=False)


class NewRunSerializer(serializers.Serializer[Any]):
    """`cost` is written like `1.20 USD`. Without `revision` it is the one being written, for its contributors, else the
    last."""

    model = fields.Text()
    version = fields.Text(required=False, default="")
    settings = serializers.DictField(child=fields.Text(), required=False, default=dict)
    attempts = fields.Whole()
    solved = fields.Whole()
    failures = serializers.ListField(
        child=fields.Choice(choices=tuple(FAILURES)), required=False, default=list, max_length=len(FAILURES)
    )
    note = fields.Text(required=False, default="")
    cost = fields.Text(required=False, default="")
    tokens = fields.Whole(required=False, allow_null=True, default=None)
    ran_on = fields.Text()
    transcript = fields.Text(required=False, default="")
    revision = fields.Whole(required=False, allow_null=True, default=None)


class ReasonSerializer(serializers.Serializer[Any]):
    reason = fields.Text()


class RunListApi(OfTask):
    """In the order they were logged. A contributor logs one with the verb `draft`, a reviewer with `review`."""

    serializer_class = RunSerializer
    paged = True
    write_verbs = _VERBS
    orders = _ORDERS

    def find_in_task(self, **place: Any) -> None:
        if not queries.is_seen(self.viewer, self.task):
            raise NotVisible

    @extend_schema(operation_id="runs_list", responses=RunSerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        rows, line = self.ordered(queries.visible(self.viewer, self.task)), canary(self.task, self.viewer)
        return self.pages(rows, shown=lambda page: [shown_run(run, line) for run in page])

    @extend_schema(operation_id="runs_log", request=NewRunSerializer, responses={201: RunSerializer})
    @once
    def post(self, request: Request, slug: str, number: int) -> Response:
        return _logged(self, self.viewer, self.task)


class RunRetractionApi(OfTask):
    """Whoever logged a run takes it back."""

    serializer_class = RunSerializer
    http_method_names = ["post", "options"]
    write_verbs = _VERBS

    def find_in_task(self, **place: Any) -> None:
        if not queries.visible(self.viewer, self.task).filter(number=place["run"]).exists():
            raise NotVisible

    @extend_schema(operation_id="runs_retract", request=ReasonSerializer, responses=RunSerializer)
    @once
    def post(self, request: Request, slug: str, number: int, run: int) -> Response:
        return _taken_back(self, self.viewer, self.task, run)


class DraftRunListApi(OfDraft):
    """Runs on a draft, for those who write it."""

    serializer_class = RunSerializer
    paged = True
    write_verbs = frozenset({"draft"})
    orders = _ORDERS

    @extend_schema(operation_id="draft_runs_list", responses=RunSerializer(many=True))
    def get(self, request: Request, slug: str, public_id: str) -> Response:
        viewer = Viewer(request.user, self.project)
        rows, line = self.ordered(queries.visible(viewer, self.task)), canary(self.task, viewer)
        return self.pages(rows, shown=lambda page: [shown_run(run, line) for run in page])

    @extend_schema(operation_id="draft_runs_log", request=NewRunSerializer, responses={201: RunSerializer})
    @once
    def post(self, request: Request, slug: str, public_id: str) -> Response:
        return _logged(self, Viewer(request.user, self.project), self.task)


class DraftRunRetractionApi(OfDraft):
    """Whoever logged a run on the draft takes it back."""

    serializer_class = RunSerializer
    http_method_names = ["post", "options"]
    write_verbs = frozenset({"draft"})

    def find_below(self, **place: Any) -> None:
        super().find_below(**place)
        if not queries.visible(Viewer(self.request.user, self.project), self.task).filter(number=place["run"]).exists():
            raise NotVisible

    @extend_schema(operation_id="draft_runs_retract", request=ReasonSerializer, responses=RunSerializer)
    @once
    def post(self, request: Request, slug: str, public_id: str, run: int) -> Response:
        return _taken_back(self, Viewer(request.user, self.project), self.task, run)


def shown_run(run: ModelRun, line: Mapping[str, str]) -> dict[str, Any]:
    said = ("number", "revision", "model", "version", "settings", "attempts", "solved", "failures", "note", "tokens")
    return {
        **{name: getattr(run, name) for name in (*said, "ran_on", "transcript", "hash")},
        "cost": csv_file.cost_text(run),
        "logged_by": "reviewer" if run.as_reviewer else "contributor",
        "taken_back": run.retraction.reason if hasattr(run, "retraction") else None,
        **line,
    }


def _logged(view: OfProject, viewer: Viewer, task: Task) -> Response:
    sent = view.received(NewRunSerializer)
    _require_verb(view, viewer, task)
    revision = sent.pop("revision")
    [run] = services.log(actor=view.actor, task=task, rows=[sent], revision=revision)
    return view.told(shown_run(run, canary(task, viewer)), status=201)


def _taken_back(view: OfProject, viewer: Viewer, task: Task, number: int) -> Response:
    sent = view.received(ReasonSerializer)
    _require_verb(view, viewer, task)
    services.retract(actor=view.actor, task=task, number=number, reason=sent["reason"])
    run = queries.visible(viewer, task).get(number=number)
    return view.told(shown_run(run, canary(task, viewer)))


def _require_verb(view: OfProject, viewer: Viewer, task: Task) -> None:
    """What a program may do follows what its person is in the task."""
    token = request_token(view.request)
    verb = "draft" if "C" in viewer.persons(task) else "review"
    view._require(token is None or token.allows(frozenset({verb})))
