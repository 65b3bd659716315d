from django.urls import path

from projects.checking import views

urlpatterns = [path("check/", views.check_terms, name="check_terms_page")]
