from django.urls import path

from projects.tasks.views import autosave, canary, files, lineage, listing, looks, sharing, writing

_TASKS = "projects/<slug:slug>/tasks/"
_DRAFT = f"{_TASKS}draft/<slug:public_id>/"

urlpatterns = [
    path(_TASKS, listing.task_list, name="task_list"),
    path(f"{_TASKS}list.<str:form>", listing.task_file, name="task_file"),
    path(f"{_TASKS}new/", writing.task_new, name="task_new"),
    path(_DRAFT, writing.task_draft, name="task_draft"),
    path(f"{_DRAFT}beside/", autosave.task_draft_beside, name="task_draft_beside"),
    path(f"{_DRAFT}submit/", writing.task_submit, name="task_submit"),
    path(f"{_DRAFT}shares/", sharing.task_shares, name="task_shares"),
    path(f"{_DRAFT}confirm/", sharing.task_confirm, name="task_confirm"),
    path(f"{_DRAFT}predecessor/", lineage.task_predecessor, name="task_predecessor"),
    path(f"{_DRAFT}attachments/<int:place>/", files.draft_attachment, name="draft_attachment"),
    path(f"{_TASKS}<int:number>/withdraw/", writing.task_withdraw, name="task_withdraw"),
    path(f"{_TASKS}<int:number>/naming/", sharing.task_naming, name="task_naming"),
    path(
        f"{_TASKS}<int:number>/revisions/<int:revision>/attachments/<int:place>/",
        files.task_attachment,
        name="task_attachment",
    ),
    path(f"{_TASKS}<int:number>/looks/", looks.task_looks, name="task_looks"),
    path("projects/<slug:slug>/canary/", canary.project_canary, name="project_canary"),
]
