"""Proposals by the API: read as their pages show them, one's own written and sent in. They are answered on a page."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.keeping import once
from portal.core.errors import Conflict
from portal.core.web.api import etags, fields
from portal.core.web.api.problems import Problem
from projects.project.api import BrowserAct, OfProject
from projects.proposals import queries, services, texts
from projects.proposals.models import Proposal, ProposalText
from projects.proposals.states import ProposalAnswerKind, ProposalState
from projects.runs.cleaning import FAILURES

VERBS_OF_READING = frozenset({"read", "draft", "submit"})


class ProposalSummarySerializer(serializers.Serializer[Any]):
    """What is public of a proposal that was sent in. `id` is there for those who see the rest."""

    number = serializers.IntegerField()
    tags = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(choices=ProposalState.choices)
    due = serializers.DateTimeField(allow_null=True)
    id = serializers.CharField(required=False)


class ProposalAnswerSerializer(serializers.Serializer[Any]):
    """`ground` is `scope` or an id of the rubric where the answer is no, else empty."""

    answer = serializers.ChoiceField(choices=ProposalAnswerKind.choices)
    ground = serializers.CharField()
    reasons = serializers.CharField()
    cure = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()


class ProposalWordsSerializer(serializers.Serializer[Any]):
    """All of the fields: what is left out would be lost."""

    title = fields.Text()
    tags = serializers.ListField(child=fields.Text(), max_length=50)
    outline = fields.Text()
    expert = fields.Text()
    failures = serializers.ListField(child=fields.Choice(choices=tuple(FAILURES)), max_length=len(FAILURES))
    sources = fields.Text()


class ProposalTextSerializer(ProposalWordsSerializer):
    """A text as it was sent in, with its answer where there is one."""

    number = serializers.IntegerField()
    sent_at = serializers.DateTimeField()
    due = serializers.DateTimeField()
    answer = ProposalAnswerSerializer(required=False)


class ProposalSerializer(serializers.Serializer[Any]):
    """`draft`, `version` and `missing` are its proposer's alone. `task` is the id of the draft begun from it, to its
    proposer, and `proposer` is null where the terms hide names from both sides."""

    id = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=ProposalState.choices)
    due = serializers.DateTimeField(allow_null=True)
    proposer = serializers.CharField(allow_null=True)
    texts = ProposalTextSerializer(many=True)
    draft = ProposalWordsSerializer(required=False)
    version = serializers.IntegerField(required=False)
    missing = serializers.ListField(child=serializers.CharField(), required=False)
    task = serializers.CharField(required=False, allow_null=True)
    canary = serializers.CharField()


class ProposalListApi(OfProject):
    """Every proposal that was sent in, the newest first."""

    serializer_class = ProposalSummarySerializer
    paged = True
    write_verbs = frozenset({"draft"})

    @extend_schema(operation_id="proposals_list", responses=ProposalSummarySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        seen = set(queries.visible_to(request.user, self.project).values_list("pk", flat=True))
        return self.pages(queries.sent(self.project), shown=lambda page: [_summary(one, seen) for one in page])

    @extend_schema(
        operation_id="proposals_create",
        request=ProposalWordsSerializer,
        responses={201: ProposalSerializer},
        tags=["projects"],
    )
    @once
    def post(self, request: Request, slug: str) -> Response:
        """Begins a proposal, which nobody else sees until it is sent in."""
        given = self.received(ProposalWordsSerializer)
        made = services.begin(actor=self.actor, project=self.project, given=given)
        return _told(self, made, status=201, Location=reverse("api_proposal", args=[slug, made.public_id]))


class OfProposal(OfProject):
    """An address of one proposal, by the random id that only those who see it know."""

    proposal: Proposal
    private = True
    read_verbs = VERBS_OF_READING

    def find_below(self, **place: Any) -> None:
        self.proposal = queries.get_visible(self.request.user, self.project, place["public_id"])


class ProposalApi(OfProposal):
    serializer_class = ProposalSerializer
    write_verbs = frozenset({"draft"})
    versioned = True

    @extend_schema(operation_id="proposals_read", responses=ProposalSerializer)
    def get(self, request: Request, slug: str, public_id: str) -> Response:
        return _told(self, self.proposal)

    @extend_schema(operation_id="proposals_write", request=ProposalWordsSerializer, responses=ProposalSerializer)
    @once
    def put(self, request: Request, slug: str, public_id: str) -> Response:
        """Keeps the texts, complete or not, in the place of the version that `If-Match` names."""
        version = etags.wanted_version(request)
        given = self.received(ProposalWordsSerializer)
        try:
            saved = services.save(actor=self.actor, proposal=self.proposal, version=version, given=given)
        except Conflict as conflict:
            theirs = conflict.context.get("theirs")
            if not isinstance(theirs, Proposal):
                raise
            kept = {**_words(theirs), "version": theirs.version}
            raise Problem(409, conflict.code, *conflict.reasons, yours=given, theirs=kept) from None
        return _told(self, saved)


class ProposalSendApi(OfProposal):
    """Sends the proposal in as it was saved in the version that `If-Match` names."""

    serializer_class = ProposalSerializer
    http_method_names = ["post", "options"]
    write_verbs = frozenset({"submit"})
    versioned = True

    @extend_schema(operation_id="proposals_send", request=None, responses={201: ProposalSerializer})
    @once
    def post(self, request: Request, slug: str, public_id: str) -> Response:
        services.send(actor=self.actor, proposal=self.proposal, version=etags.wanted_version(request))
        return _told(self, queries.get_visible(request.user, self.project, public_id), status=201)


class OfProposalAct(OfProposal, BrowserAct):
    """An act on a proposal that is done on its page."""

    private = False
    page = "proposal_page"


class ProposalAnswerAct(OfProposalAct):
    """Answering a proposal."""


class ProposalWithdrawAct(OfProposalAct):
    """Withdrawing one's own proposal."""


class ProposalTaskAct(OfProposalAct):
    """Beginning a task from one's own proposal."""


def _summary(one: Any, seen: set[int]) -> dict[str, Any]:
    shown = {"number": one.number, "tags": one.sent_tags, "state": one.state, "due": one.due_at}
    return shown | ({"id": one.public_id} if one.pk in seen else {})


def _told(view: OfProject, proposal: Proposal, *, status: int = 200, **headers: str) -> Response:
    subject = view.actor
    own = proposal.proposer_id == subject.pk
    rows = ProposalText.objects.filter(proposal=proposal).select_related("answer").order_by("number")
    shown: dict[str, Any] = {
        "id": proposal.public_id,
        "number": proposal.number,
        "state": proposal.state,
        "due": proposal.due_at,
        "proposer": proposal.proposer_id if queries.names_proposer(proposal, subject) else None,
        "texts": [_text(row) for row in rows],
        "canary": view.project.canary_line,
    }
    if own:
        shown |= {
            "draft": _words(proposal),
            "version": proposal.version,
            "missing": texts.missing(proposal),
            "task": proposal.task.public_id if proposal.task else None,
        }
    answer = Response(ProposalSerializer(shown).data, status=status, headers=headers)
    if own:
        answer.version = proposal.version  # type: ignore[attr-defined]  # read by `etags.finish`
    return answer


def _words(row: Proposal | ProposalText) -> dict[str, Any]:
    return {name: getattr(row, name) for name in texts.FIELDS}


def _text(row: ProposalText) -> dict[str, Any]:
    shown = {**_words(row), "number": row.number, "sent_at": row.sent_at, "due": row.due_at}
    answer = getattr(row, "answer", None)
    if answer is not None:
        said = {name: getattr(answer, name) for name in ("answer", "ground", "reasons", "cure", "at")}
        shown["answer"] = {**said, "by": answer.by_id}
    return shown
