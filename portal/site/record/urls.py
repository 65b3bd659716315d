from django.urls import path

from portal.site.record import views

urlpatterns = [
    path("projects/<slug:slug>/record/", views.record_page, name="record_page"),
    path("projects/<slug:slug>/record/entries.jsonl", views.record_lines, name="record_lines"),
    path("projects/<slug:slug>/record/checkpoints/", views.checkpoint_page, name="checkpoint_page"),
    path("projects/<slug:slug>/record/checkpoints/now/", views.checkpoint_now, name="checkpoint_now"),
    path(
        "projects/<slug:slug>/record/checkpoints/checkpoints.jsonl",
        views.checkpoint_lines,
        name="checkpoint_lines",
    ),
]
