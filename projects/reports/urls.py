from django.urls import path

from projects.reports import views

_REPORTS = "projects/<slug:slug>/tasks/<int:number>/reports/"

urlpatterns = [
    path(_REPORTS, views.task_reports, name="task_reports"),
    path(f"{_REPORTS}new/", views.task_report, name="task_report"),
    path(f"{_REPORTS}answer/", views.report_answer, name="report_answer"),
    path(f"{_REPORTS}decide/", views.report_decide, name="report_decide"),
]
