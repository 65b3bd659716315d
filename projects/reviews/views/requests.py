"""Change requests: contributors answer them, who filed them settles or drops them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core.errors import NotVisible, Refused
from projects.project.web import actor_of
from projects.reviews import queries, rail, reading, services
from projects.reviews.models import ChangeRequest, Round
from projects.reviews.reading import Shown
from projects.reviews.states import ENDED, AssignmentState, RequestState, RoundState
from projects.reviews.views.page import decisions_for, find_task, frame
from projects.tasks import queries as tasks
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.states import CLOSED, TaskState

_TEXT = "text-"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_requests(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """POST keeps one answer and gives back what was typed in the other fields; `do=preview` shows all as they will be
    read and keeps none."""
    _project, task, viewer = find_task(request, slug, number)
    if "reviews" not in viewer.fields(task):
        raise NotVisible
    if request.method != "POST":
        return _page(request, task, viewer)
    key, act = _pressed(request.POST)
    typed = _typed(request.POST, key)
    if act == "preview":
        return _page(request, task, viewer, typed=typed, preview=True)
    wanted = _named(viewer, task, key)
    try:
        _act(request, wanted, act, typed.get(key, ""))
    except Refused as refused:
        return _page(request, task, viewer, reasons=refused.reasons, typed=typed, status=422)
    messages.success(request, _("What you said to request %(name)s is sent.") % {"name": queries.name_of(wanted)})
    others = {name: text for name, text in typed.items() if name != key}
    if others:
        return _page(request, task, viewer, typed=others)
    # Not `redirect`: it would look for a page by the name that was sent.
    return HttpResponseRedirect(_back(request) or f"{request.path}#request-{key}")


def _pressed(sent: QueryDict) -> tuple[str, str]:
    """The request whose button was pressed, and what it says: `answer=<key>:<act>`, or the two by themselves."""
    key, _colon, act = sent.get("answer", "").partition(":")
    return (key, act) if key else (sent.get("request", ""), sent.get("do", ""))


def _typed(sent: QueryDict, key: str) -> dict[str, str]:
    """Every answer the page was sent with, by its request: only one is kept now, and none may be lost."""
    texts = {name.removeprefix(_TEXT): sent.get(name, "") for name in sent if name.startswith(_TEXT)}
    if "text" in sent:
        texts[key] = sent.get("text", "")
    return {name: text for name, text in texts.items() if text.strip()}


def _named(viewer: Viewer, task: Task, key: str) -> ChangeRequest:
    """By the name it has on the page, among those this reader may see."""
    for one in queries.visible_requests(viewer, task):
        if key == queries.key_of(one):
            return one
    raise NotVisible


def _act(request: HttpRequest, wanted: ChangeRequest, act: str, text: str) -> None:
    actor = actor_of(request)
    if act == "settle":
        services.settle(actor=actor, request=wanted, text=text)
    elif act == "drop":
        services.drop(actor=actor, request=wanted, text=text)
    else:
        services.answer_request(actor=actor, request=wanted, state=act, text=text)


def _back(request: HttpRequest) -> str:
    """The page the form stood on, if it is one of ours."""
    target = request.POST.get("next", "")
    ours = target.startswith("/") and url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()})
    return target if ours else ""


def _page(
    request: HttpRequest,
    task: Task,
    viewer: Viewer,
    *,
    reasons: object = (),
    typed: Mapping[str, str] = MappingProxyType({}),
    preview: bool = False,
    status: int = 200,
) -> HttpResponse:
    found = queries.rounds_of(task)
    context = frame(task.project, task, viewer, found)
    revision = tasks.latest_revision(task)
    if revision is None:
        raise NotVisible
    shown = reading.shown_requests(viewer, context["requests"], revision)
    answers = context["is_contributor"] and task.state == TaskState.CHANGES_REQUESTED
    rows = [
        {
            "shown": one,
            "answers": answers and one.state not in ENDED,
            "ends": _ends(one, task, context["is_contributor"]),
            "typed": typed.get(one.key, ""),
            "first": one.key == next(iter(typed), ""),
        }
        for one in shown
    ]
    context |= {
        "rows": rows,
        "writes": any(row["answers"] or row["ends"] for row in rows),
        "unanswered": [one for one in shown if one.state == RequestState.OPEN],
        "answering": answers,
        "counts": rail.asked(shown),
        "preview": preview,
        "reasons": reasons,
        "review": next((one for one in found if one.state == RoundState.OPEN and _writes_in(one, viewer)), None),
        "points": reading.own_points(decisions_for(task, context["fields"], found, revision)),
    }
    return render(request, "projects/reviews/requests.html", context, status=status)


def _writes_in(one: Round, viewer: Viewer) -> bool:
    """Whether a review of the reader's own is being written in the round."""
    subject = viewer.subject
    places = one.assignments.all()
    return subject is not None and any(
        place.reviewer_id == subject.pk and place.state == AssignmentState.AGREED for place in places
    )


def _ends(one: Shown, task: Task, is_contributor: bool) -> bool:
    """Whether the reader may settle or drop it: their own request, the task still open."""
    return one.mine and one.state not in ENDED and not is_contributor and task.state not in CLOSED
