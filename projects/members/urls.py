from django.urls import path

from projects.members import views

urlpatterns = [
    path("agreements/", views.my_agreements, name="my_agreements"),
    path("projects/<slug:slug>/join/", views.project_join, name="project_join"),
    path("projects/<slug:slug>/leave/", views.project_leave, name="project_leave"),
    path("projects/<slug:slug>/people/", views.project_people, name="project_people"),
    path("projects/<slug:slug>/people/appoint/", views.project_appoint, name="project_appoint"),
    path("projects/<slug:slug>/people/rights/", views.project_rights, name="project_rights"),
]
