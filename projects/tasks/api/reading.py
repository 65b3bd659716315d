"""Tasks as the API gives them: the same parts as on the pages, a part that may not be seen is left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from authorship.engine.amounts import format_amount
from portal.core.errors import NotVisible
from portal.core.web.api.views import Filter
from projects.project.api import OfProject
from projects.tasks import choosing, queries, texts, turns
from projects.tasks.api.details import DetailsSerializer
from projects.tasks.details import reading as details
from projects.tasks.hashing import COVERED
from projects.tasks.models import Attachment, Revision, Task
from projects.tasks.queries import Viewer
from projects.tasks.states import TaskState


class TurnSerializer(serializers.Serializer[turns.Turn]):
    """Whose turn it is, as the pages say it."""

    who = serializers.CharField()
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    otherwise = serializers.CharField()


class AttachmentSerializer(serializers.Serializer[Attachment]):
    """A file of a revision or draft, in their order. It is uploaded and saved on the pages."""

    name = serializers.CharField()
    media_type = serializers.CharField()
    size = serializers.IntegerField()
    sha256 = serializers.CharField()


class DraftAttachmentSerializer(AttachmentSerializer):
    """`removed` are codes of what was taken out of the file before it was kept; `looked_through` is false for kinds of
    files that nothing is taken out of."""

    removed = serializers.ListField(child=serializers.CharField())
    looked_through = serializers.BooleanField()


class TaskSerializer(serializers.Serializer[Any]):
    """`terms` is the version that binds the task; `contributors` are subject ids with their shares, `named` those of
    contributors who chose to be named where not all of them are shown. `canary`, here and elsewhere, is the project's
    line that stands wherever something is shown that not everybody may see: leave it in what you keep."""

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
    named = serializers.ListField(child=serializers.CharField(), required=False)
    canary = serializers.CharField(required=False)


class RevisionSummarySerializer(serializers.Serializer[Any]):
    """`hash` is public: SHA-256 of canonical JSON of title, tags, statement, answer, verification, details, attachments
    (the SHA-256 of each), shares, given_up and salt, and of the task's predecessor where it has one. Whoever may see
    all of these gets the salt as well. `typos_only`: its contributors say that it corrects typos and no more.
    """

    number = serializers.IntegerField()
    submitted_on = serializers.DateField()
    hash = serializers.CharField()
    typos_only = serializers.BooleanField()
    note = serializers.CharField(required=False)


class RevisionSerializer(RevisionSummarySerializer):
    """The texts are Markdown. A part that may not be seen is left out."""

    title = serializers.CharField(required=False)
    tags = serializers.ListField(child=serializers.CharField())
    statement = serializers.CharField(required=False)
    answer = serializers.CharField(required=False)
    verification = serializers.CharField(required=False)
    details = DetailsSerializer(required=False)
    attachments = AttachmentSerializer(required=False, many=True)
    salt = serializers.CharField(required=False)
    shares = serializers.DictField(child=serializers.CharField(), required=False)
    given_up = serializers.DictField(child=serializers.DictField(child=serializers.CharField()), required=False)
    canary = serializers.CharField(required=False)


class TaskDetailSerializer(TaskSerializer):
    """With the parts of the revision that counts; its hash and salt are `revision_hash` and `revision_salt`.

    `predecessor` is the number of the task that this one goes on from, `successors` are those that go on from it, as
    far as one sees who wrote the later of the two.
    """

    statement = serializers.CharField(required=False)
    answer = serializers.CharField(required=False)
    verification = serializers.CharField(required=False)
    details = DetailsSerializer(required=False)
    attachments = AttachmentSerializer(required=False, many=True)
    note = serializers.CharField(required=False)
    typos_only = serializers.BooleanField()
    predecessor = serializers.IntegerField(required=False)
    successors = serializers.ListField(child=serializers.IntegerField())
    revision_hash = serializers.CharField()
    revision_salt = serializers.CharField(required=False)
    shares = serializers.DictField(child=serializers.CharField(), required=False)
    given_up = serializers.DictField(child=serializers.DictField(child=serializers.CharField()), required=False)


class TaskListApi(OfProject):
    """Submitted tasks; drafts stand under `drafts/`."""

    serializer_class = TaskSerializer
    paged = True
    filters = (
        Filter("state", choices=TaskState.values, many=True),
        Filter("tag"),
        Filter("mine", "Tasks one has written.", choices=("yes",)),
        Filter("reviewing", "Tasks one was asked to review.", choices=("yes",)),
        Filter("open", "Tasks that have not ended.", choices=("yes",)),
        Filter("late", "Tasks for which somebody has let a promised day pass.", choices=("yes",)),
        Filter("turn", "Whose turn it is; beside `stage`, in that stage.", choices=tuple(choosing.TURNS)),
        Filter("stage", "Tasks with an open round of the stage, by its id in the terms."),
    )
    # Without the parameter as in other lists of the API: the oldest first.
    orders = {name: choosing.ORDERS[name][1] for name in ("number", "-number", "changed", "-changed", "due")}

    @extend_schema(operation_id="tasks_list", responses=TaskSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        viewer, stages = Viewer(request.user, self.project), queries.stage_rows(self.project)
        rows = choosing.chosen(queries.submitted(self.project), viewer, self._asked_for())
        return self.pages(
            self.ordered(queries.with_turns(choosing.for_order(rows, self.asked["order"], viewer))),
            shown=lambda page: [shown_task(task, viewer, stages) for task in page],
        )

    def _asked_for(self) -> choosing.Asked:
        return choosing.Asked(
            states=self.asked["state"],
            tag=self.asked["tag"],
            mine=bool(self.asked["mine"]),
            reviewing=bool(self.asked["reviewing"]),
            open=bool(self.asked["open"]),
            late=bool(self.asked["late"]),
            turn=self.asked["turn"],
            stage=self.asked["stage"],
        )


class OfTask(OfProject):
    """An address below one submitted task, with what this reader sees of it."""

    task: Task
    viewer: Viewer

    def find_below(self, **place: Any) -> None:
        self.task = queries.get_visible(self.request.user, self.project, place["number"])
        self.task.project = self.project
        self.viewer = Viewer(self.request.user, self.project)
        self.find_in_task(**place)

    def find_in_task(self, **place: Any) -> None:
        """What the rest of the address names."""

    def told_of_task(self, shown: Mapping[str, Any], status: int = 200) -> Response:
        """With the canary line of the project, where the reader sees of the task what not everybody sees."""
        return self.told({**shown, **canary(self.task, self.viewer)}, status=status)


class TaskApi(OfTask):
    serializer_class = TaskDetailSerializer

    @extend_schema(operation_id="tasks_read", responses=TaskDetailSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        shown = shown_task(self.task, self.viewer, queries.stage_rows(self.project))
        revision = queries.standing_revision(self.task)
        if revision is None:
            raise NotVisible
        parts = shown_revision(revision, self.viewer.fields(self.task))
        names = {"hash": "revision_hash", "salt": "revision_salt"}
        line = queries.lineage(self.task, self.viewer)
        shown["successors"] = [one.number for one in line.after]
        if line.before is not None:
            shown["predecessor"] = line.before.number
        return self.told({names.get(name, name): part for name, part in parts.items()} | shown)


class RevisionListApi(OfTask):
    """What the page lists of each: number, day, hash and note."""

    serializer_class = RevisionSummarySerializer
    paged = True
    orders = {"number": ("number",), "-number": ("-number",)}

    @extend_schema(operation_id="revisions_list", responses=RevisionSummarySerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        return self.pages(
            self.ordered(self.task.revisions.all()),
            shown=lambda page: [summary(one, self.viewer.fields(self.task)) for one in page],
        )


class RevisionApi(OfTask):
    serializer_class = RevisionSerializer
    revision: Revision

    def find_in_task(self, **place: Any) -> None:
        found = queries.with_files(self.task.revisions.all()).filter(number=place["revision"]).first()
        if found is None:
            raise NotVisible
        self.revision = found

    @extend_schema(operation_id="revisions_read", responses=RevisionSerializer)
    def get(self, request: Request, slug: str, number: int, revision: int) -> Response:
        shown = shown_revision(self.revision, self.viewer.fields(self.task))
        return self.told(shown | canary(self.task, self.viewer))


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
        shown["contributors"] = {one.subject_id: format_amount(one.share) for one in task.contributors.all()}
    elif named := viewer.contributors(task):
        # Without their shares: these would say whether there are others.
        shown["named"] = [one.subject_id for one in named]
    return shown | canary(task, viewer)


def canary(task: Task, viewer: Viewer) -> dict[str, str]:
    """The line of the project, where `viewer` sees of the task what not everybody sees."""
    return {"canary": viewer.project.canary_line} if viewer.sees_unpublished(task) else {}


def summary(revision: Revision, fields: frozenset[str]) -> dict[str, Any]:
    """The note is to the reviewers, and seen with what they write."""
    shown = {
        "number": revision.number,
        "submitted_on": revision.submitted_at.date(),
        "hash": revision.hash,
        "typos_only": revision.typos_only,
    }
    return shown | ({"note": revision.note} if "reviews" in fields else {})


def shown_revision(revision: Revision, fields: frozenset[str]) -> dict[str, Any]:
    """The parts in `fields` with the details seen with them; the files with the statement they belong to."""
    shown = summary(revision, fields) | {"tags": revision.tags}
    shown |= {name: getattr(revision, name) for name in ("title", *texts.PARTS) if name in fields}
    if "statement" in fields:
        shown["attachments"] = queries.files_of(revision)
        shown["details"] = details.visible(revision.details, fields)
    if fields >= COVERED:
        shown |= {"salt": revision.salt, "shares": revision.shares, "given_up": revision.given_up}
    return shown
