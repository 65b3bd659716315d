"""The step as it is typed: saved, and answered with the parts of the page that follow from it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from portal.core.errors import NotVisible, Refused
from portal.core.web.whole import require_whole
from projects.project.web import actor_of
from projects.terms import editors, effect, queries
from projects.terms.reading import place
from projects.terms.refused import judged
from projects.terms.steps.decimals import replaced
from projects.terms.steps.reads import sentences
from projects.terms.views import editing
from projects.terms.views.saving import conflict_context, marks_of_page, save_step
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
    saved = save_step(request, project, chapter, sent)
    if saved.conflict:
        context = conflict_context(project, chapter, saved)
        return render(request, "projects/terms/terms_conflict_here.html", context, status=409)
    draft, after = queries.draft(project), saved.after
    context = {
        "project": project,
        "chapter": chapter,
        "draft": draft,
        "version": draft.version if draft else 0,
        "made_of": marks_of_page(project, chapter, saved),
        "elsewhere": [place(one, language()) for one in sorted(saved.step.kept)],
        "sentences": sentences(editing.controls_of(request, project, after, chapter)),
        "replaced": replaced(request.POST.dict()),
        "editors": editors.others(project, actor_of(request), chapter, language()),
        **effect.beside(project, judged(project, after, actor_of(request)), chapter, language()),
    }
    return render(request, "projects/terms/terms_saved.html", context)
