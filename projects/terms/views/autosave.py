"""The step as it is typed: saved, and answered with the parts of the page that follow from it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from portal.core.errors import Conflict, NotVisible, Refused
from portal.core.web.whole import require_whole
from projects.project.web import actor_of
from projects.terms import editors, effect, queries
from projects.terms.people import handle_to_subject
from projects.terms.reading import place
from projects.terms.refused import judged
from projects.terms.services import stale_draft
from projects.terms.steps.decimals import replaced
from projects.terms.steps.reads import sentences
from projects.terms.steps.state import state, with_step
from projects.terms.steps.together import Marks, marks, written
from projects.terms.views import editing
from projects.terms.web import editable, language


@login_required
@require_POST
def terms_beside(request: HttpRequest, slug: str, chapter: int) -> HttpResponse:
    """For `static/js/keep.js`: saves the step like the button does and gives the parts to put in place.

    A step that says what is stored already is not saved again. 409 with both texts where somebody else has saved,
    422 where the form did not arrive whole.
    """
    project = editable(request, slug)
    if not 1 <= chapter <= editing.LAST:
        raise NotVisible
    try:
        require_whole(request)
    except Refused as cut:
        return render(request, "components/kept_cut.html", {"reasons": cut.reasons}, status=cut.status)
    sent, _landed = editing.sent_by(request, "save")
    version, step = editing.merged(request, project, chapter, sent)
    after = state(with_step(editing.data_of(project), chapter, step.data), people=handle_to_subject)
    try:
        if step.both:
            raise stale_draft()
        if editing.differs(project, after):
            editing.save(actor_of(request), project, after, version)
    except Conflict as conflict:
        context = editing.conflict_context(project, chapter, sent, step, conflict)
        return render(request, "projects/terms/terms_conflict_here.html", context, status=409)
    draft, typed = queries.draft(project), marks(sent)
    context = {
        "project": project,
        "chapter": chapter,
        "draft": draft,
        "version": draft.version if draft else 0,
        "made_of": written(typed),
        "elsewhere": _changed_elsewhere(marks(step.data), typed),
        "sentences": sentences(editing.controls_of(request, project, after, chapter)),
        "replaced": replaced(request.POST.dict()),
        "editors": editors.others(project, actor_of(request), chapter, language()),
        **effect.beside(project, judged(project, after, actor_of(request)), chapter, language()),
    }
    return render(request, "projects/terms/terms_saved.html", context)


def _changed_elsewhere(saved: Marks, typed: Marks) -> list[str]:
    """The clauses that stand on the page as they were before somebody else changed them."""
    clauses = dict.fromkeys((*saved, *typed))
    return [place(one, language()) for one in clauses if saved.get(one) != typed.get(one)]
