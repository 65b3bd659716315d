from django.urls import path

from projects.project import views

urlpatterns = [
    path("projects/new/", views.project_new, name="project_new"),
    path("projects/mine/", views.my_projects, name="my_projects"),
    path("projects/<slug:slug>/", views.project_page, name="project_page"),
    path("projects/<slug:slug>/recruit/", views.project_recruit, name="project_recruit"),
    path("projects/<slug:slug>/close/", views.project_close, name="project_close"),
]
