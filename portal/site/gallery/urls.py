"""Only included in development and in the demo."""

from django.urls import path

from portal.site.gallery import views

urlpatterns = [path("gallery/", views.gallery, name="gallery")]
