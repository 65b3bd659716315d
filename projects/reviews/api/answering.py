"""What waits for the caller, and answers to change requests."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.keeping import once
from portal.core.web.api import fields
from portal.core.web.api.views import request_token
from projects.project.api import OfProject
from projects.reviews import queries, services
from projects.reviews.api.reading import OfRequest, OneRequestSerializer, shown_request
from projects.reviews.states import RequestState
from projects.tasks.api.reading import canary
from projects.tasks.queries import Viewer

# Who has more waiting takes these first.
MOST = 100


class DueSerializer(serializers.Serializer[Any]):
    """One thing that waits for the caller. `revision` and `stage` name the round; a correction or report has none."""

    what = serializers.ChoiceField(choices=("review", "lead", "assign", "clock", "correction", "report"))
    task = serializers.IntegerField()
    title = serializers.CharField(required=False)
    canary = serializers.CharField(required=False)
    revision = serializers.IntegerField(allow_null=True)
    stage = serializers.CharField(allow_null=True)
    due = serializers.DateTimeField(allow_null=True)
    state = serializers.CharField()


class QueueSerializer(serializers.Serializer[Any]):
    """`count` is how many wait; `results` are at most the first hundred of them."""

    count = serializers.IntegerField()
    results = DueSerializer(many=True)


class AnswerWordsSerializer(serializers.Serializer[Any]):
    """`done` and `contested` are the contributors' words, `settled` and `dropped` those of who filed the request."""

    state = fields.Choice(
        choices=[RequestState.DONE, RequestState.CONTESTED, RequestState.SETTLED, RequestState.DROPPED]
    )
    text = fields.Text(required=False, default="")


class QueueApi(OfProject):
    """What waits for the caller in the project, the nearest day first."""

    serializer_class = QueueSerializer
    private = True
    read_verbs = frozenset({"read", "review"})

    @extend_schema(operation_id="queue_list", responses=QueueSerializer)
    def get(self, request: Request, slug: str) -> Response:
        viewer = Viewer(request.user, self.project)
        found = queries.queue(self.project, self.actor, viewer.powers, viewer)
        return self.told({"count": len(found), "results": [self._shown(viewer, one) for one in found[:MOST]]})

    def _shown(self, viewer: Viewer, one: queries.Due) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "what": one.what,
            "task": one.task.number,
            "revision": one.round.revision.number if one.round else None,
            "stage": one.round.stage if one.round else None,
            "due": one.due,
            "state": one.state,
        }
        if "title" in viewer.fields(one.task):
            shown["title"] = one.task.title
        return shown | canary(one.task, viewer)


class AnswerApi(OfRequest):
    """A contributor says that a request is done, or contests it; who filed it settles or drops it."""

    serializer_class = OneRequestSerializer
    http_method_names = ["post", "options"]
    write_verbs = frozenset({"answer", "review"})

    @extend_schema(operation_id="requests_answer", request=AnswerWordsSerializer, responses={201: OneRequestSerializer})
    @once
    def post(self, request: Request, slug: str, number: int, name: str) -> Response:
        sent = self.received(AnswerWordsSerializer)
        verb = "answer" if sent["state"] in (RequestState.DONE, RequestState.CONTESTED) else "review"
        token = request_token(request)
        self._require(token is None or token.allows(frozenset({verb})))
        if verb == "answer":
            services.answer_request(actor=self.actor, request=self.wanted, **sent)
        else:
            act = services.settle if sent["state"] == RequestState.SETTLED else services.drop
            act(actor=self.actor, request=self.wanted, text=sent["text"])
        now = next(one for one in queries.requests_of(self.task) if one.pk == self.wanted.pk)
        return self.told_of_task(shown_request(self.viewer, now), status=201)
