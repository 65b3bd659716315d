from django.urls import path

from projects.catalogue import views

urlpatterns = [path("projects/", views.project_list, name="project_list")]
