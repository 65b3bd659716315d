"""People and one's own account. Sign-in and its kin are allauth's, under /accounts/."""

from django.urls import path

from portal.people import life, views

urlpatterns = [
    path("people/<str:handle>/", views.person_page, name="person_page"),
    path("account/", views.account_profile, name="account_profile"),
    path("account/data/", life.account_data, name="account_data"),
    path("account/close/", life.account_close, name="account_close"),
    path("account/close/last/", life.account_close_last, name="account_close_last"),
    path("account/closed/", life.account_closed, name="account_closed"),
    path("account/erase/", life.account_erase, name="account_erase"),
    path("account/erase/last/", life.account_erase_last, name="account_erase_last"),
    path("account/erased/", life.account_erased, name="account_erased"),
]
