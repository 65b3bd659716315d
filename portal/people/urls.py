"""People and one's own account. Sign-in and its kin are allauth's, under /accounts/."""

from django.urls import path

from portal.people import views

urlpatterns = [
    path("people/<str:handle>/", views.person_page, name="person_page"),
    path("account/", views.account_profile, name="account_profile"),
]
