"""Rounds, reviews, requests and corrections of a task as the API gives them: what the task's page shows, no more.

Days, never instants: the time of a review could tell whose it is.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.errors import NotVisible
from portal.core.web.api.views import Filter
from projects.reviews import points, queries, rounds
from projects.reviews.corrections import names_are_hidden
from projects.reviews.models import ChangeRequest, CorrectionStep, Review, Round
from projects.reviews.states import WAITING, AssignmentState, Outcome, RequestState, RoundState
from projects.rubric.api import CriterionSerializer
from projects.tasks.api.reading import OfTask
from projects.tasks.queries import Viewer

# Of a change request, as it was filed.
_TEXTS = ("part", "exact", "prefix", "suffix", "criterion", "text", "cure", "no_cure")


class PointSerializer(serializers.Serializer[Any]):
    """What a lead's decision rests on: a request by its name, or a point of the lead's own, which needs no answer.

    The lead's own quotes the source of `part` in the round's revision, and has either `cure` or `no_cure`."""

    criterion = serializers.CharField()
    part = serializers.ChoiceField(choices=ChangeRequest.Part.choices)
    request = serializers.CharField(required=False)
    exact = serializers.CharField(required=False)
    prefix = serializers.CharField(required=False)
    suffix = serializers.CharField(required=False)
    cure = serializers.CharField(required=False)
    no_cure = serializers.CharField(required=False)


class DecisionSerializer(serializers.Serializer[Any]):
    """`rule` is how it was taken; `by` is null where it was counted, or where the lead is not named. `points` are those
    about parts that the reader may see."""

    rule = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    criteria = serializers.ListField(child=serializers.CharField())
    points = PointSerializer(many=True)
    reasons = serializers.CharField()
    on = serializers.DateField()


class RoundSerializer(serializers.Serializer[Any]):
    """`filed`, `asked` and `kept`, whose approval of an earlier text counts on, are letters; `outcome` is public, the
    decision behind it stands where it may be seen."""

    revision = serializers.IntegerField()
    stage = serializers.CharField()
    state = serializers.ChoiceField(choices=RoundState.choices)
    opened_on = serializers.DateField()
    closed_on = serializers.DateField(allow_null=True)
    first_answer_due = serializers.DateTimeField(allow_null=True)
    decision_due = serializers.DateTimeField(allow_null=True)
    outcome = serializers.ChoiceField(choices=Outcome.choices, allow_null=True)
    filed = serializers.ListField(child=serializers.CharField())
    asked = serializers.ListField(child=serializers.CharField())
    kept = serializers.ListField(child=serializers.CharField())
    rubric = serializers.IntegerField()
    criteria = CriterionSerializer(many=True)
    decision = DecisionSerializer(required=False)


class ReviewSerializer(serializers.Serializer[Any]):
    """`reviewer` is a subject id where the reader may know it; else the letter is all there is."""

    revision = serializers.IntegerField()
    stage = serializers.CharField()
    letter = serializers.CharField()
    reviewer = serializers.CharField(required=False)
    mine = serializers.BooleanField()
    verdict = serializers.ChoiceField(choices=Outcome.choices)
    text = serializers.CharField()
    scores = serializers.DictField(child=serializers.IntegerField())
    filed_on = serializers.DateField()


class AnswerSerializer(serializers.Serializer[Any]):
    by = serializers.ChoiceField(choices=("contributors", "reviewer"))
    state = serializers.ChoiceField(choices=RequestState.choices)
    text = serializers.CharField()


class RequestSerializer(serializers.Serializer[Any]):
    """`name` is round, letter and number, as `1-B2`. The anchor quotes the source of `part` in `revision`.

    One of `cure` and `no_cure` is empty: it says how to know that it has been changed, or why nothing can cure it."""

    name = serializers.CharField()
    revision = serializers.IntegerField()
    stage = serializers.CharField()
    letter = serializers.CharField()
    mine = serializers.BooleanField()
    part = serializers.ChoiceField(choices=ChangeRequest.Part.choices)
    exact = serializers.CharField()
    prefix = serializers.CharField()
    suffix = serializers.CharField()
    criterion = serializers.CharField()
    text = serializers.CharField()
    cure = serializers.CharField()
    no_cure = serializers.CharField()
    state = serializers.ChoiceField(choices=RequestState.choices)
    answers = AnswerSerializer(many=True)


class OneRequestSerializer(RequestSerializer):
    canary = serializers.CharField(required=False)


class CorrectionSerializer(serializers.Serializer[Any]):
    """`by` is null where naming who took the step would name a hidden reviewer; `revision` is the one that counts from
    the step on, where it says so."""

    step = serializers.ChoiceField(choices=CorrectionStep.Step.choices)
    by = serializers.CharField(allow_null=True)
    reasons = serializers.CharField()
    revision = serializers.IntegerField(allow_null=True)
    on = serializers.DateField()


class _Whole(serializers.Serializer[Any]):
    """A list that is given whole: a task has few of these."""

    canary = serializers.CharField(required=False)


class RoundsSerializer(_Whole):
    results = RoundSerializer(many=True)


class ReviewsSerializer(_Whole):
    results = ReviewSerializer(many=True)


class RequestsSerializer(_Whole):
    results = RequestSerializer(many=True)


class CorrectionsSerializer(_Whole):
    results = CorrectionSerializer(many=True)


class RoundListApi(OfTask):
    """Every round, oldest first, in one answer."""

    serializer_class = RoundsSerializer

    @extend_schema(operation_id="rounds_list", responses=RoundsSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        found = queries.rounds_of(self.task)
        unnamed = rounds.hidden_leads(self.task)
        fields = self.viewer.fields(self.task)
        return self.told_of_task({"results": [shown_round(one, unnamed, fields) for one in found]})


class ReviewListApi(OfTask):
    """The reviews this reader may read now, oldest round first, in one answer."""

    serializer_class = ReviewsSerializer

    @extend_schema(operation_id="reviews_list", responses=ReviewsSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        fields, open_names = self.viewer.fields(self.task), self.viewer.modes(self.task).anonymity == "open"
        named = "reviewers" in fields and open_names
        return self.told_of_task(
            {
                "results": [
                    shown_review(self.viewer, one, review, named=named)
                    for one in queries.rounds_of(self.task)
                    for review in queries.visible_reviews(self.viewer, self.task, one)
                ]
            }
        )


class RequestListApi(OfTask):
    """The change requests this reader may read now, in one answer."""

    serializer_class = RequestsSerializer
    filters = (Filter("state", choices=RequestState.values, many=True),)

    @extend_schema(operation_id="requests_list", responses=RequestsSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        states = self.asked["state"] or RequestState.values
        found = queries.visible_requests(self.viewer, self.task)
        results = [shown_request(self.viewer, one) for one in found if one.state in states]
        return self.told_of_task({"results": results})


class OfRequest(OfTask):
    """An address of one change request, by its name on the page."""

    wanted: ChangeRequest

    def find_in_task(self, **place: Any) -> None:
        found = queries.visible_requests(self.viewer, self.task)
        wanted = next((one for one in found if queries.key_of(one) == place["name"]), None)
        if wanted is None:
            raise NotVisible
        self.wanted = wanted


class RequestApi(OfRequest):
    serializer_class = OneRequestSerializer

    @extend_schema(operation_id="requests_read", responses=OneRequestSerializer)
    def get(self, request: Request, slug: str, number: int, name: str) -> Response:
        return self.told_of_task(shown_request(self.viewer, self.wanted))


class CorrectionListApi(OfTask):
    """The steps in the correction of an accepted task, oldest first, in one answer."""

    serializer_class = CorrectionsSerializer

    @extend_schema(operation_id="corrections_list", responses=CorrectionsSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        hidden = names_are_hidden(self.task)
        told = "decision" in self.viewer.fields(self.task)
        steps = self.task.corrections.order_by("pk") if told else []
        return self.told_of_task(
            {
                "results": [
                    {
                        "step": one.step,
                        "by": None if hidden else one.by_id,
                        "reasons": one.reasons,
                        "revision": one.revision,
                        "on": one.at.date(),
                    }
                    for one in steps
                ]
            }
        )


def shown_round(one: Round, unnamed: frozenset[str], fields: frozenset[str]) -> dict[str, Any]:
    places = list(one.assignments.all())
    decision = getattr(one, "decision", None)
    shown: dict[str, Any] = {
        "revision": one.revision.number,
        "stage": one.stage,
        "state": one.state,
        "opened_on": one.opened_at.date(),
        "closed_on": one.closed_at.date() if one.closed_at else None,
        "first_answer_due": one.first_answer_due,
        "decision_due": one.decision_due,
        "outcome": decision.outcome if decision else None,
        "filed": [place.letter for place in places if place.state == AssignmentState.FILED],
        "asked": [place.letter for place in places if place.state in WAITING],
        "kept": [place.letter for place in places if place.state == AssignmentState.KEPT],
        "rubric": one.rubric.number,
        "criteria": one.rubric.criteria,
    }
    if "decision" in fields and decision is not None:
        shown["decision"] = {
            "rule": decision.rule,
            "by": None if one.stage in unnamed else decision.by_id,
            "criteria": decision.criteria,
            "points": [point for point in decision.points if points.seen(point, fields)],
            "reasons": decision.reasons,
            "on": decision.at.date(),
        }
    return shown


def shown_review(viewer: Viewer, round_: Round, review: Review, *, named: bool) -> dict[str, Any]:
    place = review.assignment
    shown = {
        "revision": round_.revision.number,
        "stage": round_.stage,
        "letter": place.letter,
        "mine": viewer.subject is not None and place.reviewer_id == viewer.subject.pk,
        "verdict": review.verdict,
        "text": review.text,
        "scores": review.scores,
        "filed_on": review.filed_at.date(),
    }
    return shown | ({"reviewer": place.reviewer_id} if named else {})


def shown_request(viewer: Viewer, one: ChangeRequest) -> dict[str, Any]:
    place = one.review.assignment
    return {
        "name": queries.key_of(one),
        "revision": place.round.revision.number,
        "stage": place.round.stage,
        "letter": place.letter,
        "mine": viewer.subject is not None and place.reviewer_id == viewer.subject.pk,
        **{name: getattr(one, name) for name in _TEXTS},
        "state": one.state,
        "answers": [
            {
                "by": "reviewer" if said.by_id == place.reviewer_id else "contributors",
                "state": said.state,
                "text": said.text,
            }
            for said in one.answers.all()
        ],
    }
