"""What people do about credit: propose, confirm or drop a correction; choose how their own is shown."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from authorship.ledger import choices, corrections, queries, reading
from authorship.ledger.forms import ChoiceForm, ReasonForm
from authorship.ledger.models import Choice, Correction
from portal.core.access import check as access
from portal.core.errors import Conflict, NotVisible, Refused
from portal.core.web import panels
from projects.project.models import Project
from projects.project.web import actor_of, get_project


@login_required
@require_POST
def correction_propose(request: HttpRequest, slug: str, seq: int) -> HttpResponse:
    return _propose(request, slug, seq, corrections.propose)


@login_required
@require_POST
def correction_again(request: HttpRequest, slug: str, seq: int) -> HttpResponse:
    """Proposes to post an entry again that was taken back."""
    return _propose(request, slug, seq, corrections.propose_again)


def _propose(request: HttpRequest, slug: str, seq: int, propose: Callable[..., Correction]) -> HttpResponse:
    project = get_project(request, slug)
    form = ReasonForm(request.POST)
    reasons: list[object] = []
    status = 422
    if form.is_valid():
        try:
            propose(actor=actor_of(request), project=project, seq=seq, reason=form.cleaned_data["reason"])
        except (Refused, Conflict) as refused:
            reasons, status = list(refused.reasons), refused.status
        else:
            messages.success(request, _("The correction is proposed. A second person decides."))
            return redirect("credit_entry", slug, seq)
    context = reading.entry_context(request, project, seq, form=form, reasons=reasons)
    return render(request, "authorship/ledger/entry.html", context, status=status)


@login_required
@require_POST
def correction_decide(request: HttpRequest, slug: str, seq: int, number: int) -> HttpResponse:
    """`decision` is confirm or drop; anything else decides nothing."""
    project = get_project(request, slug)
    correction = _correction(project, seq, number)
    actor = actor_of(request)
    try:
        decision = request.POST.get("decision")
        if decision not in ("confirm", "drop"):
            raise Refused(_("Say whether the correction is confirmed or dropped."))
        if decision == "confirm":
            made = corrections.confirm(actor=actor, correction=correction)
            text = (
                _("Entry %(seq)s is taken back by entry %(made)s.")
                if correction.act == Correction.Act.TAKE_BACK
                else _("Entry %(seq)s is posted again as entry %(made)s.")
            )
            messages.success(request, text % {"seq": seq, "made": made.seq})
        else:
            corrections.drop(actor=actor, correction=correction)
            messages.success(request, _("Entry %(seq)s stays as it is.") % {"seq": seq})
    except (Refused, Conflict) as refused:
        context = reading.entry_context(request, project, seq, reasons=list(refused.reasons))
        return render(request, "authorship/ledger/entry.html", context, status=refused.status)
    return redirect("credit_entry", slug, seq)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def credit_choice(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    actor = actor_of(request)
    last = queries.current_choice(project, actor.pk)
    form = ChoiceForm(request.POST or None, initial={"choice": last.choice if last else Choice.Kind.AUTHOR})
    if request.method == "POST" and form.is_valid():
        choices.choose(actor=actor, project=project, choice=form.cleaned_data["choice"])
        messages.success(request, _("Your choice is kept. The lists are computed anew in a moment."))
        return redirect("author_lists", slug)
    context = {
        "project": project,
        "tab": "credit",
        "form": form,
        "last": last,
        "may_choose": bool(access.check(actor, "credit.choose", project)),
        "lists": panels.render("credit_choice", request, project),
        "log": Choice.objects.filter(project=project, subject=actor).order_by("-seq"),
    }
    return render(request, "authorship/ledger/choice.html", context, status=422 if form.errors else 200)


def _correction(project: Project, seq: int, number: int) -> Correction:
    found = (
        Correction.objects.select_related("entry", "project").filter(project=project, entry__seq=seq, pk=number).first()
    )
    if found is None:
        raise NotVisible
    return found
