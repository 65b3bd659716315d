from django.urls import path

from projects.tasks.views import files, listing, sharing, writing

_TASKS = "projects/<slug:slug>/tasks/"
_DRAFT = f"{_TASKS}draft/<slug:public_id>/"

urlpatterns = [
    path(_TASKS, listing.task_list, name="task_list"),
    path(f"{_TASKS}new/", writing.task_new, name="task_new"),
    path(_DRAFT, writing.task_draft, name="task_draft"),
    path(f"{_DRAFT}submit/", writing.task_submit, name="task_submit"),
    path(f"{_DRAFT}shares/", sharing.task_shares, name="task_shares"),
    path(f"{_DRAFT}confirm/", sharing.task_confirm, name="task_confirm"),
    path(f"{_DRAFT}attachment/", files.draft_attachment, name="draft_attachment"),
    path(f"{_TASKS}<int:number>/withdraw/", writing.task_withdraw, name="task_withdraw"),
    path(f"{_TASKS}<int:number>/revisions/<int:revision>/attachment/", files.task_attachment, name="task_attachment"),
]
