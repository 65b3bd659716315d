"""Help."""

from django.urls import path

from portal.site.help import views

urlpatterns = [
    path("help/", views.help_page, name="help"),
    path("help/permissions/", views.permissions, name="help_permissions"),
    path("help/api/", views.api, name="help_api"),
    path("help/terms/", views.fields, name="help_fields"),
]
