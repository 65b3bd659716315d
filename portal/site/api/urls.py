"""Every address of the API, version 1. Rooms keep their own views."""

from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from authorship.ledger.api import EntryListApi
from authorship.lists.api import GenerationApi, ListApi, OutputListApi
from portal.site.record.api import CheckpointApi, RecordApi
from projects.project.api import ProjectApi, ProjectListApi
from projects.tasks.api import TaskApi, TaskListApi
from projects.terms.api import TermsApi, TermsListApi

_PROJECT = "projects/<slug:slug>/"

urlpatterns = [
    path("schema/", SpectacularJSONAPIView.as_view(), name="api_schema"),
    path("projects/", ProjectListApi.as_view(), name="api_projects"),
    path(_PROJECT, ProjectApi.as_view(), name="api_project"),
    path(_PROJECT + "terms/", TermsListApi.as_view(), name="api_terms_list"),
    path(_PROJECT + "terms/<int:number>/", TermsApi.as_view(), name="api_terms"),
    path(_PROJECT + "tasks/", TaskListApi.as_view(), name="api_tasks"),
    path(_PROJECT + "tasks/<int:number>/", TaskApi.as_view(), name="api_task"),
    path(_PROJECT + "entries/", EntryListApi.as_view(), name="api_entries"),
    path(_PROJECT + "lists/", OutputListApi.as_view(), name="api_lists"),
    path(_PROJECT + "lists/<str:output>/", ListApi.as_view(), name="api_list"),
    path(_PROJECT + "lists/<str:output>/<int:generation>/", GenerationApi.as_view(), name="api_generation"),
    path(_PROJECT + "record/", RecordApi.as_view(), name="api_record"),
    path(_PROJECT + "record/checkpoints/", CheckpointApi.as_view(), name="api_checkpoints"),
]
