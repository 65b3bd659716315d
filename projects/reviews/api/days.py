"""Where the time of a task went, and what became of the days of its rounds."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from projects.reviews import ages, clocks
from projects.reviews.models import RoundStep
from projects.reviews.steps import shown_steps
from projects.tasks.api.reading import OfTask


class SpellSerializer(serializers.Serializer[Any]):
    """A time in which one side had the turn, in whole days of the project's zone; `until` is null while it lasts."""

    revision = serializers.IntegerField()
    stage = serializers.CharField(allow_blank=True)
    whose = serializers.ChoiceField(choices=(ages.CONTRIBUTORS, ages.ASSIGN, ages.REVIEWERS, ages.LEAD))
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True)
    days = serializers.IntegerField()


class StepSerializer(serializers.Serializer[Any]):
    """What became of a day of a round. `by` is null where the clock acted, or where who did is not named; `reason` is
    "" where there is none or it is not for this reader."""

    revision = serializers.IntegerField()
    stage = serializers.CharField()
    kind = serializers.ChoiceField(choices=RoundStep.Kind.choices)
    clock = serializers.ChoiceField(choices=RoundStep.Clock.choices)
    before = serializers.DateField()
    until = serializers.DateField(allow_null=True)
    by = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    on = serializers.DateField()


class TimesSerializer(serializers.Serializer[Any]):
    """`chairs` are subject ids."""

    zone = serializers.CharField()
    times = SpellSerializer(many=True)
    steps = StepSerializer(many=True)
    chairs = serializers.ListField(child=serializers.CharField())


class TimesApi(OfTask):
    """Whole, in one answer."""

    serializer_class = TimesSerializer

    @extend_schema(operation_id="times_read", responses=TimesSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        times = ages.stage_times(self.task)
        names = ("revision", "stage", "whose", "since", "until", "days")
        return self.told(
            {
                "zone": clocks.zone_of(self.task),
                "times": [{name: getattr(one, name) for name in names} for one in times],
                "steps": [
                    {
                        "revision": one.step.round.revision.number,
                        "stage": one.step.round.stage,
                        "kind": one.step.kind,
                        "clock": one.step.clock,
                        "before": one.before,
                        "until": one.until,
                        "by": one.by.pk if one.by else None,
                        "reason": one.reason,
                        "on": one.on,
                    }
                    for one in shown_steps(self.viewer, self.task)
                ],
                "chairs": [one.chair_id for one in clocks.chairs_of(self.task)],
            }
        )
