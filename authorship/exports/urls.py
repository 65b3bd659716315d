from django.urls import path

from authorship.exports import views

urlpatterns = [
    path("engine.pyz", views.engine_download, name="engine_download"),
    path("projects/<slug:slug>/authors/<str:output_id>/bundle.json", views.bundle_download, name="author_bundle"),
]
