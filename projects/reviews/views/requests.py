"""Change requests: contributors answer them, who filed them settles or drops them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core.errors import NotVisible, Refused
from projects.project.web import actor_of
from projects.reviews import queries, reading, services
from projects.reviews.models import ChangeRequest
from projects.reviews.reading import Shown
from projects.reviews.states import RequestState
from projects.reviews.views.page import find_task, frame
from projects.tasks import queries as tasks
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.states import CLOSED, TaskState


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_requests(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    _project, task, viewer = find_task(request, slug, number)
    if "reviews" not in viewer.fields(task):
        raise NotVisible
    if request.method != "POST":
        return _page(request, task, viewer)
    wanted = _named(viewer, task, request.POST.get("request", ""))
    text = request.POST.get("text", "")
    try:
        _act(request, wanted, request.POST.get("do", ""), text)
    except Refused as refused:
        return _page(request, task, viewer, reasons=refused.reasons, typed=(wanted, text), status=422)
    messages.success(request, _("Request %(name)s: kept.") % {"name": queries.name_of(wanted)})
    # Not `redirect`: it would look for a page by the name that was sent.
    return HttpResponseRedirect(_back(request) or f"{request.path}#request-{request.POST.get('request', '')}")


def _named(viewer: Viewer, task: Task, key: str) -> ChangeRequest:
    """By the name it has on the page, among those this reader may see."""
    for one in queries.visible_requests(viewer, task):
        assignment = one.review.assignment
        if key == f"{assignment.round.revision.number}-{assignment.letter}{one.number}":
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
    typed: tuple[ChangeRequest, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = frame(task.project, task, viewer, queries.rounds_of(task))
    revision = tasks.latest_revision(task)
    if revision is None:
        raise NotVisible
    shown = reading.shown_requests(viewer, context["requests"], revision)
    answers = context["is_contributor"] and task.state == TaskState.CHANGES_REQUESTED
    context |= {
        "rows": [
            {
                "shown": one,
                "answers": answers and one.state in (RequestState.OPEN, RequestState.DONE, RequestState.CONTESTED),
                "ends": _ends(one, task, context["is_contributor"]),
                "typed": typed[1] if typed and typed[0].pk == one.request.pk else "",
            }
            for one in shown
        ],
        "unanswered": [one for one in shown if one.state == RequestState.OPEN],
        "answering": answers,
        "reasons": reasons,
    }
    return render(request, "projects/reviews/requests.html", context, status=status)


def _ends(one: Shown, task: Task, is_contributor: bool) -> bool:
    """Whether the reader may settle or drop it: their own request, the task still open."""
    ended = one.state in (RequestState.SETTLED, RequestState.DROPPED)
    return one.mine and not ended and not is_contributor and task.state not in CLOSED
