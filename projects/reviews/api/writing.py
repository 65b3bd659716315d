"""One's own reviews and one's answers, by the services of the pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.keeping import once
from portal.core.errors import Conflict
from portal.core.web.api import etags, fields
from portal.core.web.api.problems import Problem
from projects.project.api import OfProject
from projects.reviews import queries, services
from projects.reviews.models import Assignment, ChangeRequest, ReviewDraft
from projects.reviews.states import AssignmentState, Outcome, RoundState
from projects.rubric import criteria as rubric
from projects.rubric.api import CriterionSerializer
from projects.tasks import queries as tasks
from projects.tasks.api.reading import canary
from projects.tasks.queries import Viewer

_REQUEST = ("part", "exact", "prefix", "suffix", "line", "criterion", "text", "cure", "no_cure")


class WrittenRequestSerializer(serializers.Serializer[Any]):
    """What to change and where: words quoted from the source of `part`, or the number of a line of it.

    Either `cure` says how to know that it has been changed, or `no_cure` why nothing can cure it."""

    part = fields.Choice(choices=[*ChangeRequest.Part.choices, ""], required=False, default="", allow_blank=True)
    exact = fields.Text(required=False, default="")
    prefix = fields.Text(required=False, default="")
    suffix = fields.Text(required=False, default="")
    line = fields.Whole(required=False, allow_null=True, default=None, min_value=1, max_value=999_999)
    criterion = fields.Text(required=False, default="")
    text = fields.Text(required=False, default="")
    cure = fields.Text(required=False, default="")
    no_cure = fields.Text(required=False, default="")


class ReviewTextsSerializer(serializers.Serializer[Any]):
    """All of it, complete or not. `scores` are whole numbers by the id of a criterion: a step of its scale, from 1."""

    verdict = fields.Choice(choices=[*Outcome.choices, ("", "")], allow_blank=True)
    text = fields.Text()
    scores = serializers.DictField(child=fields.Whole(min_value=1, max_value=5))
    requests = WrittenRequestSerializer(many=True)


class ReviewDraftSerializer(ReviewTextsSerializer):
    saved_at = serializers.DateTimeField(allow_null=True)


class PlaceSerializer(serializers.Serializer[Any]):
    """One's own place in a round. `draft` stands while it is being written; version 0 is nothing saved yet."""

    task = serializers.IntegerField()
    revision = serializers.IntegerField()
    stage = serializers.CharField()
    letter = serializers.CharField()
    state = serializers.ChoiceField(choices=AssignmentState.choices)
    round = serializers.ChoiceField(choices=RoundState.choices)
    first_answer_due = serializers.DateTimeField(allow_null=True)
    decision_due = serializers.DateTimeField(allow_null=True)
    criteria = CriterionSerializer(many=True)
    version = serializers.IntegerField()
    draft = ReviewDraftSerializer(required=False)
    canary = serializers.CharField(required=False)


class FiledSerializer(serializers.Serializer[Any]):
    """Filed for good, under the letter."""

    task = serializers.IntegerField()
    revision = serializers.IntegerField()
    stage = serializers.CharField()
    letter = serializers.CharField()
    verdict = serializers.ChoiceField(choices=Outcome.choices)


class EmptySerializer(serializers.Serializer[Any]):
    """Nothing: the address says it all."""


class OfPlace(OfProject):
    """An address of one's own place in a round; 404 to everybody who has none there."""

    viewer: Viewer
    place: Assignment
    private = True
    read_verbs = frozenset({"read", "review"})
    write_verbs = frozenset({"review"})

    def find_below(self, **place: Any) -> None:
        task = tasks.get_visible(self.request.user, self.project, place["number"])
        task.project = self.project
        self.viewer = Viewer(self.request.user, self.project)
        self.place = queries.own_place(self.viewer.subject, task, place["revision"], place["stage"])

    def told_place(self) -> Response:
        place = queries.own_assignment(self.viewer.subject, self.place.round)
        draft = ReviewDraft.objects.filter(assignment=place).first()
        version = draft.version if draft else 0
        shown = _place(self._may_write(place), place, draft) | canary(place.round.task, self.viewer)
        answer = Response(PlaceSerializer(shown).data)
        answer.version = version  # type: ignore[attr-defined]  # read by `etags.finish`
        return answer

    def _may_write(self, place: Assignment) -> bool:
        """Whether the page would show the form: the round is open, the place agreed, the text still shown."""
        sees = {"statement", "answer"} <= Viewer(self.request.user, self.project).fields(place.round.task)
        return sees and place.state == AssignmentState.AGREED and place.round.state == RoundState.OPEN


class PlaceApi(OfPlace):
    serializer_class = PlaceSerializer
    versioned = True

    @extend_schema(operation_id="review_read", responses=PlaceSerializer)
    def get(self, request: Request, slug: str, number: int, revision: int, stage: str) -> Response:
        return self.told_place()

    @extend_schema(operation_id="review_write", request=ReviewTextsSerializer, responses=PlaceSerializer)
    @once
    def put(self, request: Request, slug: str, number: int, revision: int, stage: str) -> Response:
        """Keeps the review's draft in the place of the version that `If-Match` names."""
        version = etags.wanted_version(request)
        sent = self.received(ReviewTextsSerializer)
        _refuse_scores(self.place, sent["scores"])
        requests = [_as_typed(one) for one in sent["requests"]]
        try:
            services.save_review_draft(
                actor=self.actor, assignment=self.place, version=version, **{**sent, "requests": requests}
            )
        except Conflict as conflict:
            raise _both(conflict, sent) from None
        return self.told_place()


class FileApi(OfPlace):
    """Files the draft for good, as it was saved in the version that `If-Match` names."""

    serializer_class = FiledSerializer
    http_method_names = ["post", "options"]
    versioned = True

    @extend_schema(operation_id="review_file", request=EmptySerializer, responses={201: FiledSerializer})
    @once
    def post(self, request: Request, slug: str, number: int, revision: int, stage: str) -> Response:
        version = etags.wanted_version(request)
        self.received(EmptySerializer)
        draft = ReviewDraft.objects.filter(assignment=self.place).first() or ReviewDraft(assignment=self.place)
        review = services.file_review(
            actor=self.actor,
            assignment=self.place,
            verdict=draft.verdict,
            text=draft.text,
            scores=draft.scores,
            requests=draft.requests,
            version=version,
        )
        told = {"task": number, "revision": revision, "stage": stage, "letter": self.place.letter}
        return self.told({**told, "verdict": review.verdict}, status=201)


class AgreeApi(OfPlace):
    serializer_class = PlaceSerializer
    http_method_names = ["post", "options"]

    @extend_schema(operation_id="review_agree", request=EmptySerializer, responses=PlaceSerializer)
    @once
    def post(self, request: Request, slug: str, number: int, revision: int, stage: str) -> Response:
        """Takes the review one was asked for."""
        self.received(EmptySerializer)
        services.agree(actor=self.actor, assignment=self.place)
        return self.told_place()


class StepDownApi(OfPlace):
    serializer_class = PlaceSerializer
    http_method_names = ["post", "options"]

    @extend_schema(operation_id="review_step_down", request=EmptySerializer, responses=PlaceSerializer)
    @once
    def post(self, request: Request, slug: str, number: int, revision: int, stage: str) -> Response:
        """Leaves the review to somebody else. No reason is asked."""
        self.received(EmptySerializer)
        services.step_down(actor=self.actor, assignment=self.place)
        return self.told_place()


def _refuse_scores(place: Assignment, scores: Mapping[str, int]) -> None:
    """A score for a criterion, or on a step, that is not there would be lost in silence."""
    most = {row["id"]: len(rubric.steps(row)) for row in place.round.rubric.criteria}
    wrong = [f"{one[:60]}: no criterion of this rubric." for one in sorted(set(scores) - set(most))]
    wrong += [f"{one}: from 1 to {most[one]}." for one in scores if one in most and scores[one] > most[one]]
    if wrong:
        raise serializers.ValidationError({"scores": wrong})


def _as_typed(one: Mapping[str, Any]) -> dict[str, str]:
    """As the form of the page would carry it."""
    return {name: "" if one[name] is None else str(one[name]) for name in _REQUEST}


def _shown_requests(kept: list[dict[str, Any]]) -> list[dict[str, Any]]:
    rows = [{name: one.get(name, "") for name in _REQUEST} for one in kept]
    return [{**row, "line": _line(str(row["line"]))} for row in rows]


def _line(typed: str) -> int | None:
    """A draft keeps what a form was given, whatever that is."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 7 else None


def _draft(draft: ReviewDraft | None) -> dict[str, Any]:
    if draft is None:
        return {"verdict": "", "text": "", "scores": {}, "requests": [], "saved_at": None}
    return {
        "verdict": draft.verdict,
        "text": draft.text,
        "scores": draft.scores,
        "requests": _shown_requests(draft.requests),
        "saved_at": draft.updated_at,
    }


def _place(writes: bool, place: Assignment, draft: ReviewDraft | None) -> dict[str, Any]:
    round_ = place.round
    shown = {
        "task": round_.task.number,
        "revision": round_.revision.number,
        "stage": round_.stage,
        "letter": place.letter,
        "state": place.state,
        "round": round_.state,
        "first_answer_due": round_.first_answer_due,
        "decision_due": round_.decision_due,
        "criteria": round_.rubric.criteria,
        "version": draft.version if draft else 0,
    }
    return shown | ({"draft": _draft(draft)} if writes else {})


def _both(conflict: Conflict, sent: dict[str, Any]) -> Exception:
    """Both texts where another window saved in between."""
    theirs = conflict.context.get("theirs")
    if conflict.code != "stale" or not isinstance(theirs, ReviewDraft):
        return conflict
    kept = {name: value for name, value in _draft(theirs).items() if name != "saved_at"}
    return Problem(409, conflict.code, *conflict.reasons, yours=sent, theirs={**kept, "version": theirs.version})
