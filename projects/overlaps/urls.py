from django.urls import path

from projects.overlaps import views

_TASKS = "projects/<slug:slug>/tasks/"

urlpatterns = [
    path(f"{_TASKS}<int:number>/overlaps/", views.task_overlaps, name="task_overlaps"),
    path(f"{_TASKS}draft/<slug:public_id>/overlaps/", views.draft_overlaps, name="draft_overlaps"),
]
