"""One's own drafts: begun, written and submitted, by the services of the pages."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from authorship.engine.amounts import format_amount
from portal.api.keeping import once
from portal.core.errors import Conflict
from portal.core.web.api import etags, fields
from portal.core.web.api.problems import Problem
from projects.project.api import BrowserAct, OfProject
from projects.tasks import queries, services
from projects.tasks.api.details import DetailsSerializer
from projects.tasks.api.reading import DraftAttachmentSerializer, OfTask
from projects.tasks.models import Task, TaskDraft
from projects.tasks.share_rows import share_rows
from projects.tasks.states import WRITABLE, ReportState, TaskState

VERBS_OF_READING = frozenset({"read", "draft", "submit"})
_TEXTS = ("title", "tags", "statement", "answer", "verification", "details")


class DraftSummarySerializer(serializers.Serializer[Any]):
    """`number` is that of the task once it was submitted."""

    id = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=TaskState.choices)
    title = serializers.CharField()
    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()


class ShareSerializer(serializers.Serializer[Any]):
    """Who confirmed has agreed to this very share. Shares are proposed and confirmed on the pages. `warning` is said
    where the share by itself makes no author, else empty."""

    subject = serializers.CharField()
    share = serializers.CharField()
    confirmed = serializers.BooleanField()
    warning = serializers.CharField()


class DraftSerializer(DraftSummarySerializer):
    """`missing` are the sentences that keep it from being submitted. `predecessor` is the number of the task that it
    goes on from."""

    tags = serializers.ListField(child=serializers.CharField())
    statement = serializers.CharField()
    answer = serializers.CharField()
    verification = serializers.CharField()
    details = DetailsSerializer()
    attachments = DraftAttachmentSerializer(many=True)
    saved_by = serializers.CharField()
    shares = ShareSerializer(many=True)
    missing = serializers.ListField(child=serializers.CharField())
    predecessor = serializers.IntegerField(allow_null=True)
    canary = serializers.CharField()


class NewDraftSerializer(serializers.Serializer[Any]):
    """`predecessor` is the number of an earlier task of the project that was declined, withdrawn, not reviewed or
    revoked, and that this one goes on from."""

    title = fields.Text()
    predecessor = fields.Whole(required=False, allow_null=True, default=None, min_value=1, max_value=9_999_999)


class DraftTextsSerializer(serializers.Serializer[Any]):
    """All of the texts: what is left out would be lost. So it is inside `details`; without it they stay as they are."""

    title = fields.Text()
    tags = serializers.ListField(child=fields.Text(), max_length=50)
    statement = fields.Text()
    answer = fields.Text()
    verification = fields.Text()
    details = DetailsSerializer(required=False)


class NoteSerializer(serializers.Serializer[Any]):
    """`typos_only`: the revision corrects typos and no more, so that approvals count on. Refused where it does more."""

    note = fields.Text(required=False, default="")
    typos_only = fields.Flag(required=False, default=False)


class SubmittedSerializer(serializers.Serializer[Any]):
    """The task has its number from the first revision on."""

    number = serializers.IntegerField()
    revision = serializers.IntegerField()
    hash = serializers.CharField()


class DraftListApi(OfProject):
    """What one is writing in the project, the first begun first."""

    serializer_class = DraftSummarySerializer
    private = True
    paged = True
    read_verbs = VERBS_OF_READING
    write_verbs = frozenset({"draft"})

    @extend_schema(operation_id="drafts_list", responses=DraftSummarySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.pages(self._own(), shown=lambda page: [_summary(task) for task in page])

    def _own(self) -> QuerySet[Task]:
        own = queries.own(self.actor, self.project).filter(Q(state__in=WRITABLE) | Q(reported=ReportState.CORRECTING))
        return own.select_related("draft").order_by("created_at", "pk")

    @extend_schema(
        operation_id="drafts_create", request=NewDraftSerializer, responses={201: DraftSerializer}, tags=["projects"]
    )
    @once
    def post(self, request: Request, slug: str) -> Response:
        """Begins a task, for now one's own alone."""
        sent = self.received(NewDraftSerializer)
        task = services.create(actor=self.actor, project=self.project, **sent)
        return _told(self, task, status=201, Location=_address(task, slug))


class OfDraft(OfProject):
    """An address of one draft, by the random id that only its contributors know."""

    task: Task
    private = True
    read_verbs = VERBS_OF_READING

    def find_below(self, **place: Any) -> None:
        self.task = queries.get_own(self.request.user, self.project, place["public_id"])


class DraftApi(OfDraft):
    serializer_class = DraftSerializer
    write_verbs = frozenset({"draft"})
    versioned = True

    @extend_schema(operation_id="drafts_read", responses=DraftSerializer)
    def get(self, request: Request, slug: str, public_id: str) -> Response:
        return _told(self, self.task)

    @extend_schema(operation_id="drafts_write", request=DraftTextsSerializer, responses=DraftSerializer)
    @once
    def put(self, request: Request, slug: str, public_id: str) -> Response:
        """Keeps the texts, complete or not, in the place of the version that `If-Match` names."""
        version = etags.wanted_version(request)
        sent = self.received(DraftTextsSerializer)
        try:
            services.save_draft(actor=self.actor, task=self.task, version=version, **sent)
        except Conflict as conflict:
            raise self._both(conflict, sent) from None
        return _told(self, queries.get_own(request.user, self.project, public_id))

    def _both(self, conflict: Conflict, sent: dict[str, Any]) -> Exception:
        """Both texts, to whoever may read them: what was sent, and what somebody saved in between."""
        theirs = conflict.context.get("theirs")
        if not isinstance(theirs, TaskDraft):
            return conflict
        kept = {name: getattr(theirs, name) for name in _TEXTS}
        return Problem(409, conflict.code, *conflict.reasons, yours=sent, theirs={**kept, "version": theirs.version})


class SubmitApi(OfDraft):
    """Submits the draft as it was saved in the version that `If-Match` names."""

    serializer_class = SubmittedSerializer
    http_method_names = ["post", "options"]
    write_verbs = frozenset({"submit"})
    versioned = True

    @extend_schema(operation_id="drafts_submit", request=NoteSerializer, responses={201: SubmittedSerializer})
    @once
    def post(self, request: Request, slug: str, public_id: str) -> Response:
        version = etags.wanted_version(request)
        sent = self.received(NoteSerializer)
        revision = services.submit(actor=self.actor, task=self.task, version=version, **sent)
        number = Task.objects.values_list("number", flat=True).get(pk=self.task.pk)
        place = reverse("api_revision", args=[slug, number, revision.number])
        told = {"number": number, "revision": revision.number, "hash": revision.hash}
        return self.told(told, status=201, Location=place)


class OfDraftAct(OfDraft, BrowserAct):
    """An act on a draft that is done on a page."""

    private = False


class SharesAct(OfDraftAct):
    """Proposing who has which share."""

    page = "task_shares"


class ConfirmAct(OfDraftAct):
    """Confirming one's own share, and accepting the terms that bind the task with it."""

    page = "task_confirm"


class WithdrawAct(OfTask, BrowserAct):
    """Taking a task back, for good."""

    page = "task_withdraw"


class NamingAct(OfTask, BrowserAct):
    """Showing one's name beside an accepted task of a closed project, or taking it back."""

    page = "task_page"


def _address(task: Task, slug: str) -> str:
    return reverse("api_draft", args=[slug, task.public_id])


def _summary(task: Task) -> dict[str, Any]:
    return {
        "id": task.public_id,
        "number": task.number,
        "state": task.state,
        "title": task.draft.title,
        "version": task.draft.version,
        "saved_at": task.draft.updated_at,
    }


def _told(view: OfProject, task: Task, *, status: int = 200, **headers: str) -> Response:
    binding = queries.binding_version(task)
    draft = task.draft
    shown = _summary(task) | {name: getattr(draft, name) for name in _TEXTS}
    shown |= {
        "attachments": queries.files_of(draft),
        "canary": task.project.canary_line,
        "saved_by": draft.updated_by_id,
        "predecessor": task.predecessor.number if task.predecessor else None,
        "shares": [
            {
                "subject": row.person.pk,
                "share": format_amount(row.share),
                "confirmed": row.confirmed,
                "warning": row.warning,
            }
            for row in share_rows(task, binding)
        ],
        "missing": services.why_not_submit(task, draft, binding) if binding else [_("The project has no terms yet.")],
    }
    answer = Response(DraftSerializer(shown).data, status=status, headers=headers)
    answer.version = draft.version  # type: ignore[attr-defined]  # read by `etags.finish`
    return answer
