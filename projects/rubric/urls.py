from django.urls import path

from projects.rubric import views

urlpatterns = [
    path("projects/<slug:slug>/rubric/edit/", views.rubric_edit, name="rubric_edit"),
    path("projects/<slug:slug>/rubric/templates/", views.rubric_templates, name="rubric_templates"),
    path("projects/<slug:slug>/rubric/publish/", views.rubric_publish, name="rubric_publish"),
    path("projects/<slug:slug>/rubric/<int:number>/", views.rubric_read, name="rubric_read"),
]
