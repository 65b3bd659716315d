from django.urls import path

from authorship.lists import views

urlpatterns = [
    path("projects/<slug:slug>/authors/", views.author_lists, name="author_lists"),
    path("projects/<slug:slug>/authors/<str:output_id>/", views.author_list, name="author_list"),
    path("projects/<slug:slug>/authors/<str:output_id>/lock/", views.author_list_lock, name="author_list_lock"),
]
