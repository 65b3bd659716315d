from django.urls import path

from projects.terms.views import editing, publishing, reading

urlpatterns = [
    path("projects/<slug:slug>/terms/", reading.terms_read, name="terms_read"),
    path("projects/<slug:slug>/terms/<int:number>/", reading.terms_version, name="terms_version"),
    path("projects/<slug:slug>/terms/<int:number>/terms.yaml", reading.terms_yaml, name="terms_yaml"),
    path("projects/<slug:slug>/terms/<int:number>/terms.json", reading.terms_json, name="terms_json"),
    path("projects/<slug:slug>/terms/<int:number>/file", reading.terms_file, name="terms_file"),
    path("projects/<slug:slug>/terms/edit/", editing.terms_edit, name="terms_edit"),
    path("projects/<slug:slug>/terms/edit/<int:chapter>/", editing.terms_step, name="terms_step"),
    path("projects/<slug:slug>/terms/upload/", editing.terms_upload, name="terms_upload"),
    path("projects/<slug:slug>/terms/draft.yaml", editing.terms_draft_yaml, name="terms_draft_yaml"),
    path("projects/<slug:slug>/terms/publish/", publishing.terms_publish, name="terms_publish"),
]
