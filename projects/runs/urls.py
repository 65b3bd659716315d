from django.urls import path

from projects.runs import views

_TASKS = "projects/<slug:slug>/tasks/"

urlpatterns = [
    path(f"{_TASKS}<int:number>/runs/", views.task_runs, name="task_runs"),
    path(f"{_TASKS}<int:number>/runs.csv", views.task_runs_file, name="task_runs_file"),
    path(f"{_TASKS}draft/<slug:public_id>/runs/", views.draft_runs, name="draft_runs"),
]
